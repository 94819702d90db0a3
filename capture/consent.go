package capture

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// consents settles what waits for its user's word and was put to him in the answer before: with a
// yes it is believed, with a no it is given up, and without either it goes on waiting. The
// question is the assistant's own, and so is known by what it asks about.
func (l *Learner) consents(b *beliefs, w *work, s *session, catalogue memory.Catalogue, p *plan) {
	asked := ""
	if n := len(s.recent); n > 0 && s.recent[n-1].Role == memory.RoleAssistant {
		asked = s.recent[n-1].Text
	}
	for i := range w.heard {
		turn := &w.heard[i].turn
		if turn.Role != memory.RoleUser {
			asked = turn.Text
			continue
		}
		yes, no := consent(turn.Text)
		question := lastQuestion(asked)
		asked = ""
		if !yes && !no || question == "" {
			continue
		}
		r := questioned(question, b.records)
		if r == nil {
			continue
		}
		before := *r
		var out decided
		if no {
			out = reject(before, turn.At, "user", "answered")
		} else {
			out = accept(before, b.records, memory.Rules{Catalogue: catalogue, Confirmations: w.tenant.Confirmations, Now: turn.At}, "user", "answered")
		}
		for _, r := range out.put {
			l.price(&r)
			p.set(r)
			w.records = append(w.records, r.ID)
			b.learn(r)
		}
		p.history = append(p.history, out.history...)
		now := l.parts.Clock()
		w.note("confirm", map[bool]string{true: "yes", false: "no"}[yes], 1, now, now)
	}
}

// reject gives a record up that waited for a yes.
func reject(before memory.Record, now time.Time, by, reason string) decided {
	after := before
	after.Status, after.Ended, after.Updated, after.Review = memory.Expired, now, now, false
	line := memory.Change{RecordID: before.ID, At: now, Op: "reject", By: by, Before: shown(&before), After: shown(&after), Reason: reason}
	return decided{put: []memory.Record{after}, history: []memory.Change{line}, result: before.ID}
}

// accept lets a record that waited be believed: it is judged as if it were said outright now, in
// its own place, and what contradicts it gives way.
func accept(before memory.Record, known []memory.Record, rules memory.Rules, by, reason string) decided {
	others := make([]memory.Record, 0, len(known))
	for i := range known {
		if known[i].ID != before.ID {
			others = append(others, known[i])
		}
	}
	now := rules.Now
	again := before
	again.Review, again.Ended, again.ReplacedBy = false, time.Time{}, ""
	again.Confidence = max(again.Confidence, sureByHand)
	if again.Source == memory.AIInference {
		again.Source = memory.UserDirect
	}
	again.Updated, again.LastUsed = now, now
	again.Constraint.ValidUntil = time.Time{}
	out := decideOn(others, memory.Draft{Record: again, Act: memory.Correct, Explicit: true}, rules, by)
	for i := range out.history {
		if out.history[i].RecordID == before.ID {
			out.history[i].Op, out.history[i].Before, out.history[i].Reason = string(memory.OpConfirm), shown(&before), reason
		}
	}
	if out.result != before.ID { // another record says it already: this one is done with
		gone := before
		gone.Status, gone.Ended, gone.Updated, gone.ReplacedBy = memory.Superseded, now, now, out.result
		out.put = append(out.put, gone)
		out.history = append(out.history, memory.Change{RecordID: before.ID, At: now, Op: "merge", By: by, Before: shown(&before), Reason: reason})
	}
	return out
}

// decideOn lets a draft meet what is known.
func decideOn(known []memory.Record, draft memory.Draft, rules memory.Rules, by string) decided {
	out := decided{result: draft.Record.ID}
	for _, one := range memory.Reconcile(known, draft, rules) {
		if one.Op == memory.OpIgnore {
			continue
		}
		one.Change.By = by
		out.put = append(out.put, one.Record)
		out.history = append(out.history, one.Change)
		if one.Op == memory.OpRefresh || one.Op == memory.OpConfirm {
			out.result = one.Record.ID
		}
	}
	return out
}

// consent reports whether a turn begins with a yes, or with a no.
func consent(text string) (yes, no bool) {
	text = strings.TrimLeftFunc(memory.Fold(text), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	clause := text
	if at := strings.IndexAny(text, ",.!;:\n，。！；、~"); at >= 0 {
		clause = text[:at]
	}
	if strings.ContainsAny(clause, "?？") {
		return false, false // "yes?"
	}
	clause = strings.TrimSpace(strings.NewReplacer("’", "'").Replace(clause))
	for _, thanks := range [...]string{" please", " thanks", " thank you", " indeed", " exactly", " still", " of course", " for sure"} {
		clause = strings.TrimSuffix(clause, thanks)
	}
	switch clause {
	case "yes", "yeah", "yep", "yup", "yea", "ya", "aye", "yes i do", "yes it is", "yes that's right", "yes that's correct", "yes i am", "yes i did", "yes i have", "correct", "right", "that's right", "that's correct", "that is right", "that is correct",
		"exactly", "indeed", "true", "that's true", "absolutely", "definitely", "of course", "i do", "it is", "i am", "i have", "still true", "still do", "i still do", "confirmed", "yes confirmed", "you're right", "you are right", "you got it":
		return true, false
	case "no", "nope", "nah", "no it isn't", "no it's not", "no i don't", "no i'm not", "no i didn't", "no i haven't", "no that's wrong", "no that's not right", "not really", "not any more", "not anymore", "no longer", "no not any more", "no not anymore", "no not really",
		"wrong", "that's wrong", "that is wrong", "incorrect", "that's not right", "that's not true", "not true", "that's incorrect", "i don't", "it isn't", "it's not", "i'm not", "i am not", "i do not", "never", "not at all", "false":
		return false, true
	}
	if !strings.ContainsFunc(clause, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return false, false
	}
	if clause == "对了" { // "by the way"
		return false, false
	}
	switch strings.TrimRight(clause, "啊呀哦噢的呢啦哈了") {
	case "对", "对对", "对对对", "是", "是是", "嗯", "嗯嗯", "嗯嗯嗯", "没错", "正确", "确实", "确实是", "确实如此", "当然", "当然是", "对是", "是这样", "就是", "就是这样", "对没错", "是没错", "嗯对", "嗯是", "说对", "你说得对", "你说对":
		return true, false
	case "不", "不是", "不对", "没有", "错", "不正确", "并不是", "并不", "并没有", "不不", "不不不", "不再是", "不再", "早就不是", "早不是", "不是这样", "说错", "你说错", "搞错", "弄错", "你弄错", "你搞错", "现在不是", "已经不是":
		return false, true
	}
	return false, false
}

// lastQuestion returns the last sentence of a text, if the text asks something there that can be
// answered with yes or no.
func lastQuestion(text string) string {
	text = memory.StripBlock(text)
	last := ""
	rest := text
	for rest != "" {
		end := strings.IndexAny(rest, "?？.!。！\n")
		sentence, mark := rest, ""
		if end >= 0 {
			_, size := utf8.DecodeRuneInString(rest[end:])
			sentence, mark = rest[:end], rest[end:end+size]
			rest = rest[end+size:]
		} else {
			rest = ""
		}
		sentence = strings.TrimSpace(sentence)
		if sentence == "" {
			continue
		}
		if mark == "?" || mark == "？" || strings.HasSuffix(sentence, "吗") || strings.HasSuffix(sentence, "对吧") || strings.HasSuffix(sentence, "是吧") {
			last = sentence
		}
	}
	folded := " " + memory.Fold(last) + " "
	if strings.Contains(folded, " or ") || strings.Contains(folded, "还是") {
		return "" // between two, which a yes does not tell
	}
	return last
}

// questioned returns the record that a question is about, of those that wait; nil: it is about
// none. A question that denies what the record says, or holds another number, is about another
// thing.
func questioned(question string, records []memory.Record) *memory.Record {
	var best *memory.Record
	fits := 0.0
	have := memory.AppendTerms(nil, question)
	for i := range records {
		r := &records[i]
		if !r.Waits() || r.Layer == memory.Procedural || denies(question) != denies(r.Text) || figures(question) != figures(r.Text) && figures(question) != "" {
			continue
		}
		if r.Object != "" && portion(r.Object, have) < 0.99 {
			continue
		}
		enough := 0.5
		if r.Object == "" || r.Object == r.Text {
			enough = 0.7
		}
		if fit := portion(r.Text, have); fit >= enough && fit > fits {
			best, fits = r, fit
		}
	}
	return best
}

// portion returns how much of a text's words are among others: of Chinese its characters are counted.
func portion(text string, have []memory.Term) float64 {
	all, held := 0, 0
	for _, term := range memory.AppendTerms(nil, text) {
		if term.Kind() == memory.PairTerm {
			continue
		}
		all++
		if slices.Contains(have, term) {
			held++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(held) / float64(all)
}

// denies reports whether a text holds a denial, which asking for one by 是不是 is none.
func denies(text string) bool {
	folded := memory.Fold(text)
	for _, asks := range [...]string{"是不是", "对不对", "要不要", "有没有", "isn't that", "don't you", "aren't you", "isn't it", "right"} {
		folded = strings.ReplaceAll(folded, asks, " ")
	}
	if memory.EitherOr(folded) {
		return false
	}
	if strings.ContainsAny(folded, "不没未别") {
		return true
	}
	for word := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
		if word == "not" || word == "no" || word == "never" || strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t") || word == "dislikes" || word == "dislike" {
			return true
		}
	}
	return false
}

// figures are the numbers of a text, in order.
func figures(text string) string {
	return strings.Join(strings.FieldsFunc(memory.Fold(text), func(r rune) bool { return !unicode.IsDigit(r) }), " ")
}
