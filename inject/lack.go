package inject

import (
	"hash/maphash"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mneme/memory"
	"mneme/policy"
	"mneme/proxy/wire"
)

// section is what working memory adds to a block.
type section struct {
	lines  []sectionLine // by importance
	text   string        // as it is shown; set by within
	tokens int
	left   bool // it is what the session before left
}

type sectionLine struct {
	digest
	place int // where it is shown
}

func (s section) empty() bool { return s.text == "" }

// within keeps the most important lines that fit and writes them in their order.
func (s section) within(tokens int) section {
	var kept []sectionLine
	out := section{lines: s.lines, left: s.left}
	for _, l := range s.lines {
		if out.tokens+l.tokens <= tokens {
			out.tokens += l.tokens
			kept = append(kept, l)
		}
	}
	slices.SortStableFunc(kept, func(a, b sectionLine) int { return a.place - b.place })
	var b strings.Builder
	for _, l := range kept {
		b.WriteString("- ")
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	out.text = b.String()
	return out
}

// The order in which the parts of a section are shown.
const (
	showDigest = iota
	showTools
	showVerbatim
	showHints
)

// missing returns what the request's own messages lack of its session: nothing when they
// hold the conversation, the digest when they were cut at the front, everything when
// they were not sent at all; and in the first turn of a new session, what the one before
// left, if the user takes it up. A request that continues an answer or a conversation by its id has its history at the provider.
func (w *Working) missing(r *policy.Ruling, session string, req *wire.Request, t *thread, question string, lang language, now time.Time) section {
	if w == nil || session == "" || t.turns == 0 || req.PreviousResponseID != "" || req.Conversation != "" {
		return section{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	at := spot{r.Owner(), session}
	s := w.live[at]
	if s != nil && (s.line.project != r.Project || now.Sub(s.used) > w.expiry) {
		s = nil
	}
	if s == nil {
		if t.turns > 1 {
			return section{}
		}
		before := w.before(line{r.Owner(), r.Agent, r.Project}, at, now)
		if before == nil {
			return section{}
		}
		return inheritance(before.fresh(), before.pending, before.constraints, question, lang)
	}
	prior, noted := t.turns-1, s.noted
	asked := maphash.String(w.seed, noteText(req.Messages[t.last].Text()))
	if n := len(s.exchanges); n > 0 && s.exchanges[n-1].key == asked {
		noted--
	}
	switch {
	case prior >= noted && noted > 0:
		return section{}
	case noted == 0:
		if prior > 0 {
			return section{}
		}
		return inheritance(fresh(s.inherited), s.pending, s.constraints, question, lang)
	}
	sent := make(map[uint64]bool, prior)
	for i := range t.last {
		if m := &req.Messages[i]; m.UserTurn {
			sent[maphash.String(w.seed, noteText(m.Text()))] = true
		}
	}
	if sent[s.first] {
		return section{} // the conversation was taken up from an earlier turn
	}
	if agrees(question) && !s.awaits() {
		return section{} // nothing is open that a yes could be to
	}
	out := s.lacking(sent, asked, lang)
	if memory.StandsAlone(question) && !touches(question, out.lines) {
		out.lines = slices.DeleteFunc(out.lines, func(l sectionLine) bool { return l.place < showHints*1_000_000 })
	}
	return out
}

// awaits reports whether the last answer left something to be said yes to.
func (s *state) awaits() bool {
	if s.pending != "" {
		return true
	}
	for i := len(s.exchanges) - 1; i >= 0; i-- {
		for j := len(s.exchanges[i].turns) - 1; j >= 0; j-- {
			if t := &s.exchanges[i].turns[j]; t.Role == memory.RoleAssistant {
				return strings.ContainsAny(t.Text, "?？")
			}
		}
	}
	return false
}

// noteText is the form in which a user turn is compared.
func noteText(text string) string { return strings.TrimSpace(memory.StripBlock(text)) }

// lacking returns what a session knows beside the user turns that were sent.
func (s *state) lacking(sent map[uint64]bool, asked uint64, lang language) section {
	var out section
	out.hint(s.pending, pendingWord(lang))
	for _, c := range s.constraints {
		out.hint(c, conditionWord(lang))
	}
	for i := len(s.exchanges) - 1; i >= 0; i-- {
		e := &s.exchanges[i]
		if sent[e.key] || e.key == asked {
			continue
		}
		for j := len(e.turns) - 1; j >= 0; j-- {
			text := string(e.turns[j].Role) + ": " + memory.PlainLine(e.turns[j].Text)
			out.add(priced(text), showVerbatim*1_000_000+i*1_000+j)
		}
	}
	out.digest(s.older)
	for i, tool := range s.tools {
		out.add(priced("tool: "+tool), showTools*1_000_000+i)
	}
	return out
}

// beside leaves out the lines that the chosen hits say too.
func (s section) beside(hits []memory.Hit) section {
	s.lines = slices.DeleteFunc(slices.Clone(s.lines), func(l sectionLine) bool {
		_, said, turn := strings.Cut(l.text, ": ")
		said = strings.TrimSuffix(said, "…")
		return turn && slices.ContainsFunc(hits, func(h memory.Hit) bool { return strings.Contains(h.Record.Text, said) })
	})
	return s
}

// beginningBytes is more of a message than any line of working memory holds of it.
const beginningBytes = 8 << 10

// unsaid leaves out the user's lines that the request holds itself, and of what the session before
// left what stands there twice: a question asked again in a new session is not told of itself.
func (s section) unsaid(req *wire.Request) section {
	if len(s.lines) == 0 {
		return s
	}
	told := make(map[string]bool, len(s.lines))
	var sent []string // how the user's messages begin
	for i := range req.Messages {
		if m := &req.Messages[i]; m.UserTurn {
			sent = append(sent, memory.PlainLine(noteText(m.Begins(beginningBytes))))
		}
	}
	s.lines = slices.DeleteFunc(slices.Clone(s.lines), func(l sectionLine) bool {
		role, said, turn := strings.Cut(l.text, ": ")
		again := s.left && told[l.text]
		told[l.text] = true
		if !turn || role != string(memory.RoleUser) {
			return again && turn
		}
		said = strings.TrimSuffix(said, "…")
		return again || slices.ContainsFunc(sent, func(text string) bool { return strings.HasPrefix(text, said) })
	})
	return s
}

// inheritance returns what the session before left, when the user takes it up: all of it when he
// asks to go on or says yes to what was offered; when he speaks of the same thing, what was said
// of that.
func inheritance(older []digest, pending string, constraints []string, question string, lang language) section {
	if !goesOn(question) && !(agrees(question) && pending != "") {
		if !shares(question, older) {
			return section{}
		}
		older = about(question, older)
	}
	out := section{left: true}
	out.hint(pending, pendingWord(lang))
	for _, c := range constraints {
		out.hint(c, conditionWord(lang))
	}
	out.digest(older)
	return out
}

// digest adds lines of a digest, the newest being the most important.
func (s *section) digest(lines []digest) {
	for i := len(lines) - 1; i >= 0; i-- {
		s.add(lines[i], showDigest*1_000_000+i)
	}
}

func (s *section) hint(text, word string) {
	if text != "" {
		s.add(priced(word+text), showHints*1_000_000+len(s.lines))
	}
}

func (s *section) add(d digest, place int) {
	d.text = memory.PlainLine(d.text)
	s.lines = append(s.lines, sectionLine{d, place})
}

func pendingWord(lang language) string {
	if lang == chinese {
		return "待完成："
	}
	return "still open: "
}

func conditionWord(lang language) string {
	if lang == chinese {
		return "条件："
	}
	return "condition: "
}

// about keeps the lines of a digest that share a word with a question, and the answers to them;
// and what the user said later that may change what he said there.
func about(question string, lines []digest) []digest {
	var out []digest
	asked := false
	for _, l := range lines {
		answer := strings.HasPrefix(l.text, string(memory.RoleAssistant)+": ")
		told := memory.Fold(l.text)
		hit := false
		terms(memory.Fold(question), func(term string) bool {
			hit = holdsWord(told, term)
			return !hit
		})
		if hit || answer && asked && len(l.text) > shortAnswer || !answer && amends(told, out) {
			out = append(out, l)
		}
		asked = hit && !answer
	}
	return out
}

// shortAnswer is the length up to which an answer says nothing: "assistant: You're welcome!"
const shortAnswer = 40

// shares reports whether a question speaks of what a digest speaks of: two fifths of its longer words,
// or of its pairs of Chinese characters that do not overlap, are found there, two at least. A word
// or two of a long question stand in what was said of anything.
func shares(question string, lines []digest) bool {
	const least, enough = 2, 4
	var all strings.Builder
	for _, l := range lines {
		all.WriteString(memory.Fold(l.text))
		all.WriteByte('\n')
	}
	told := all.String()
	asked, found := make(map[string]bool), make(map[string]bool)
	last, missed := "", ""
	terms(memory.Fold(question), func(term string) bool {
		switch {
		case asked[term], overlap(last, term):
			last = ""
		case holdsWord(told, term):
			asked[term], found[term] = true, true
			last, missed = term, ""
		case overlap(missed, term):
			missed = ""
		default:
			asked[term] = true
			last, missed = "", term
		}
		return len(found) < enough
	})
	return len(found) >= max(least, min(enough, (2*len(asked)+4)/5))
}

// overlap reports whether two pairs of Chinese characters that follow each other share one.
func overlap(before, term string) bool {
	return before != "" && !isWordByte(term[0]) && strings.HasSuffix(before, term[:len(term)/2])
}

// holdsWord reports whether a folded text holds a word, or its beginning: "order" in "orders", not
// in "border".
func holdsWord(text, word string) bool {
	if !isWordByte(word[0]) {
		return strings.Contains(text, word)
	}
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		if at += from; at == 0 || !isWordByte(text[at-1]) {
			return true
		}
		from = at + 1
	}
}

// terms yields the words of at least four letters and the pairs of Chinese characters of
// a folded text, the commonest left out.
func terms(text string, yield func(string) bool) {
	word, before := -1, -1
	flush := func(end int) bool {
		from := word
		word = -1
		if from < 0 || end-from < 4 || memory.CommonWord(text[from:end]) {
			return true
		}
		return yield(text[from:end])
	}
	for i, r := range text {
		if r < utf8.RuneSelf && isWordByte(byte(r)) {
			if word < 0 {
				word = i
			}
			before = -1
			continue
		}
		if !flush(i) {
			return
		}
		if !isHan(r) || memory.IsParticle(r) {
			before = -1
			continue
		}
		if before >= 0 {
			if pair := text[before : i+utf8.RuneLen(r)]; !memory.CommonPair(pair) && !yield(pair) {
				return
			}
		}
		before = i
	}
	flush(len(text))
}

// touches reports whether a turn shares a word with lines of a section.
func touches(turn string, lines []sectionLine) bool {
	hit := false
	terms(memory.Fold(turn), func(term string) bool {
		hit = slices.ContainsFunc(lines, func(l sectionLine) bool { return strings.Contains(memory.Fold(l.text), term) })
		return !hit
	})
	return hit
}

// isHan reports whether a character is a Chinese one of common use.
func isHan(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }
