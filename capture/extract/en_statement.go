package extract

import "strings"

// maxChunk is how many words a statement holds at most.
const maxChunk = 26

// chunks cuts a sentence into what it states: clause by clause, and clauses that
// belong together as one while they are short.
func (x *extraction) chunks(s *reading, taught bool) []chunk {
	limit := s.assertive()
	if limit < 2 || s.stands(0, []string{"for", "example"}) || s.holds(span{0, limit}, "lorem") {
		return nil
	}
	own := taught || x.asked() || s.own(span{0, limit}) || x.labelled(s) || x.named(s, span{0, limit}) || s.informs(limit) || x.heading || x.mending || s.styled()
	var out []chunk
	off := false    // only supposed, or somebody else's words
	others := false // of people who are not the speaker's own
	for _, p := range s.parts(limit) {
		j, _ := s.lead(p.from)
		if s.at(j-1) == "no" && j > p.from {
			j-- // "no layovers": it belongs to what follows
		}
		if j >= p.to {
			continue
		}
		if s.supposes(j) && s.at(j) != "in" {
			off = true
		} else if off && s.settlesDown(j) {
			off = false
		}
		if off {
			continue
		}
		switch s.at(j) {
		case "he", "she", "they", "his", "her", "their":
		default:
			others = s.ofOthersEnglish(j)
		}
		c, ok := x.chunk(s, span{j, p.to}, own)
		if !ok || others {
			continue
		}
		c.cue = p
		out = append(out, c)
	}
	return out
}

// informs reports whether a sentence is told for the assistant to go by: "fyi staging
// runs in Frankfurt", "the port is 8080, keep that in mind".
func (s *reading) informs(limit int) bool {
	for _, words := range [][]string{{"fyi"}, {"for", "your", "information"}, {"for", "context"}, {"just", "so", "you", "know"}, {"heads", "up"}, {"for", "reference"}} {
		if s.stands(0, words) {
			return true
		}
	}
	p := span{0, limit}
	return s.phrase(p, "keep that in mind") || s.phrase(p, "keep this in mind") || s.phrase(p, "bear that in mind") || s.phrase(p, "bear this in mind") || s.phrase(p, "remember that for")
}

// prefaces reports whether the words from i on only open what follows their colon: "before
// you start:", "one thing first:".
func (s *reading) prefaces(i int) bool {
	switch s.at(i) {
	case "before", "first", "one", "next", "then", "now", "todo", "quick", "note", "also", "heads", "btw", "fyi", "reminder", "ps":
		return true
	}
	return false
}

// own reports whether a stretch speaks of its speaker or his people.
func (s *reading) own(p span) bool {
	for i := p.from; i < p.to; i++ {
		switch s.at(i) {
		case "i", "my", "we", "our", "me", "us", "mine", "ours", "myself", "home's":
			return true
		}
	}
	j, _ := s.lead(p.from)
	return s.dropped(j)
}

// named reports whether a stretch names somebody of the speaker's.
func (x *extraction) named(s *reading, p span) bool {
	for i := p.from; i < p.to; i++ {
		if !s.capital(i) {
			continue
		}
		if w, ok := x.names[s.at(i)]; ok && w.id != "user" {
			x.mention(w)
			return true
		}
	}
	return false
}

// dropped reports whether a sentence begins with its verb and the speaker is meant:
// "booked the 8:42", "moved to Lund last week", "looking for a pram".
func (s *reading) dropped(j int) bool {
	if j >= len(s.tokens) || s.tokens[j].kind != aWord || s.capital(j) && j > 0 {
		return false
	}
	switch w := s.at(j); w {
	case "allergic", "got", "been", "gave", "took", "went", "came", "had", "found", "sold", "bought", "left", "lost", "quit", "made", "kept", "swapped", "broke", "finally", "just", "going", "flying", "moving", "heading", "back", "switching", "ordered", "haven't", "need", "want", "looking", "hoping", "planning", "expecting", "staying", "living", "working", "thinking", "trying", "saving", "training", "studying", "learning", "building":
		return s.at(j+1) != "it" && s.at(j+1) != "that" && s.at(j+1) != "this"
	default:
		return len(w) > 4 && strings.HasSuffix(w, "ed") && s.talk.words[w]&(common|hollow) == 0
	}
}

// parts cuts a stretch where another clause begins: at a mark or a conjunction
// that a subject follows, and at any comma where a part is too long.
func (s *reading) parts(limit int) []span {
	var out []span
	from := 0
	cut := func(i int) {
		if i > from {
			out = append(out, span{from, i})
		}
		from = i
	}
	for i := 1; i < limit; i++ {
		t := s.tokens[i]
		switch {
		case t.kind == aSmile:
			cut(i)
			from = i + 1
		case t.text == ";" || t.text == "—" || t.text == "–" || t.text == ":" && (i-from > 4 || s.prefaces(from)) && s.at(from) != "for" && s.at(from) != "about":
			cut(i)
			from = i + 1
		case t.text == "," || t.text == "-" && s.apart(i):
			if s.opens(i+1, limit) || i-from > maxChunk-8 {
				cut(i)
				from = i + 1
			}
		case t.text == "if" && s.at(i+1) == "you" && i-from > 2:
			cut(i)
		case (t.text == "and" || t.text == "but" || t.text == "so" || t.text == "because" || t.text == "while" || t.text == "plus") && s.opens(i+1, limit) && i-from > 3:
			cut(i)
			from = i
		}
	}
	cut(limit)
	return out
}

// apart reports whether a dash at i stands between words, not within one.
func (s *reading) apart(i int) bool {
	return i > 0 && i+1 < len(s.tokens) && s.tokens[i].start > s.tokens[i-1].end && s.tokens[i].end < s.tokens[i+1].start
}

// opens reports whether a clause with a subject or a verb of its own begins at i.
func (s *reading) opens(i, limit int) bool {
	j, _ := s.lead(i)
	if j >= limit {
		return true
	}
	switch s.at(j) {
	case "i", "we", "my", "our", "he", "she", "they", "it", "his", "her", "their", "there", "you", "your", "the", "this", "that", "don't", "never", "always", "please", "no":
		return s.at(j) != "the" || s.verbWithin(j+1, limit)
	}
	if s.is(j, asked) && !s.is(j-1, article) {
		return true
	}
	return s.capital(j) && (s.is(j+1, verbal) || s.at(j+1) == "'s")
}

// verbWithin reports whether a verb follows soon.
func (s *reading) verbWithin(i, limit int) bool {
	for k := i; k < min(i+5, limit); k++ {
		if s.marks(k) {
			return false
		}
		if s.is(k, verbal) {
			return true
		}
	}
	return false
}

// chunk judges one part of a sentence.
func (x *extraction) chunk(s *reading, p span, own bool) (chunk, bool) {
	for p.to > p.from && s.marks(p.to-1) {
		p.to--
	}
	c := chunk{span: p}
	if p.to-p.from < 2 || p.to-p.from > 40 {
		return c, false
	}
	j := p.from
	for j < p.to-2 {
		if _, dated := s.inDate(j); !dated && s.at(j) != "," {
			break
		}
		j++ // "last night I dreamed"
	}
	if s.at(j) == "no" && (s.at(p.to-1) == "please" || s.at(p.to) == "," && s.at(p.to+1) == "please") {
		return c, false // "no walnuts, please": wished of this answer
	}
	if s.ruling(p) {
		c.rule = true
		return c, !s.small(p)
	}
	if s.wanted(span{j, p.to}) {
		c.need = true
		return c, true
	}
	if s.is(j, asked) && !s.auxiliary(j+1) && !(s.auxiliary(j+2) && strings.HasSuffix(s.at(j+1), "s") && !s.is(j+1, verbal|article)) && s.at(j+1) != "," || s.at(j) == "you" || s.at(j) == "your" || s.at(j) == "let" || s.at(j) == "do" && s.at(j+1) == "not" || s.at(j) == "please" || s.at(j) == "pls" {
		return c, false // told to the assistant, for once
	}
	if p.to-p.from <= 8 && s.holds(p, "looks", "works", "sounds", "suits") && s.holds(p, "good", "fine", "great", "ok", "okay", "perfect", "me", "us") {
		return c, false // agreed to, not told
	}
	if s.turnsOnly(p) {
		return c, false // what to, follows
	}
	if n := p.to; s.at(n-1) == "one" && (s.at(n-2) == "that" || s.at(n-2) == "this") {
		return c, false // points at what nobody will know
	}
	if s.wishes(p) {
		return c, false // asked for: "drink ideas for tomorrow"
	}
	if s.masked(p) || s.anybody(j, p.to) || s.whereaboutsOf(j, p.to) {
		return c, false
	}
	if s.reported(p) || s.ofOthersEnglish(j) {
		return c, false // another's view, or another's life
	}
	if s.holds(p, "you", "your", "u") && !s.holds(p, "remember", "my", "our") {
		return c, false
	}
	if s.momentary(j, p) || x.baseless(s, span{j, p.to}) {
		return c, false
	}
	switch s.at(j) {
	case "here":
		if s.at(j+1) == "is" || s.at(j+1) == "are" || s.at(j+1) == "'s" {
			return c, false // shown: "here's my CV"
		}
	case "what", "sorry", "apologies", "oops", "ok", "thanks", "thank", "hi", "hello", "how", "who", "why":
		return c, false
	case "it", "that", "this", "these", "those", "there", "which":
		c.loose = true
	case "i", "we":
		f := s.group(frame{who: who{id: "user"}, from: j}, j+1)
		if s.passesBy(f, p.to) {
			return c, false
		}
		if f.future && !s.is(f.pos, action) && !s.namesDay(p) && !s.hasDigit(p) && !s.anyCapital(span{f.pos, p.to}) {
			return c, false // meant for the moment
		}
		c.hedged = f.hedged || f.modal && !f.can
		if f.would && !s.holds(span{f.pos, f.pos + 1}, "rather", "prefer", "never") {
			return c, false
		}
	case "he", "she", "they":
		if w, ok := x.last(s.at(j)); ok {
			c.person = true
			if j == p.from {
				c.about = w
			}
		} else {
			c.loose = !own
		}
	case "my", "our":
	default:
		if s.dropped(j) {
			if s.passesBy(frame{pos: j}, p.to) {
				return c, false
			}
			break
		}
		_, _, named := x.subject(s, j)
		c.loose = !own && !named && !s.attributed(j) && !(x.own && x.tells && !s.anyOf(p, artifact)) && !(x.tells && s.namesDay(p) && s.anyCapital(p))
	}
	if s.holds(p, "maybe", "perhaps", "might", "probably", "guess", "wonder", "imagine", "pretend") {
		c.hedged = true
	}
	if s.anyOf(p, weather) && !s.holds(p, "allergic", "prefer", "hate", "love") {
		return c, false
	}
	if s.fades(p) && !s.hasDigit(p) && len(x.salient(s, p)) < 3 {
		return c, false
	}
	c.fading = s.fades(p)
	return c, true
}

// momentary reports whether a part tells of what is only of this moment: what keeps going
// wrong, what is to be done about it, what lies on the table.
func (s *reading) momentary(j int, p span) bool {
	if s.at(j) == "skip" || s.at(j) == "mine" && (s.at(j+1) == "always" || s.at(j+1) == "never" || s.at(j+1) == "just") && !s.is(j+2, verbal) {
		return true
	}
	for i := j; i < p.to; i++ {
		switch w := s.at(i); w {
		case "keep", "keeps", "kept":
			if s.at(i+1) == "getting" || s.at(i+1) == "seeing" || s.at(i+1) == "having" {
				return true
			}
		case "on", "in", "at", "of", "for":
			if s.at(i+1) == "that" && s.holds(span{i + 2, min(i+4, p.to)}, "box", "machine", "server", "host", "instance", "vm", "node", "cluster", "file", "page", "table", "column", "screen", "branch", "run", "test", "function", "button", "step") {
				return true // "on that box"
			}
		}
	}
	if s.holds(p, "mage", "warlock", "paladin", "rogue", "cleric", "druid", "necromancer", "barbarian") && s.holds(p, "level", "lvl", "boss", "quest") {
		return true // a figure in a game
	}
	if s.is(j, mood) && s.at(j) != "back" && s.at(j) != "getting" && s.at(j) != "here" && !s.is(j, asked) && s.tokens[j].kind == aWord {
		return true // "stuck on level 3"
	}
	if s.at(j) == "a" || s.at(j) == "an" {
		switch s.at(j + 1) {
		case "photo", "picture", "portrait", "painting", "drawing", "illustration", "image", "sketch", "logo", "poster", "rendering", "watercolor", "watercolour":
			return true // to be made
		}
	}
	if s.lettered(p) {
		return true
	}
	for i := p.from; i < p.to; i++ {
		if w := s.at(i); w == "~" || w == "=" || w == "{" || w == "}" {
			return true // code
		}
	}
	if s.at(j) != "i" && s.at(j) != "we" {
		return false
	}
	k := j + 1
	for s.is(k, adverb) {
		k++
	}
	switch s.at(k) {
	case "need", "want", "have":
		to := k + 1
		if s.at(to) == "got" {
			to++
		}
		if s.at(k) == "have" && (s.tokens[min(to, len(s.tokens)-1)].kind == aNumber || s.is(to, numeral)) && s.holds(span{to, min(to+4, p.to)}, "rows", "row", "lines", "records", "samples", "images", "columns", "tokens", "words", "pages", "files", "slides", "characters", "datapoints", "observations", "csvs", "tables", "scripts", "functions", "tabs", "sheets", "pdfs", "documents", "variables", "cores", "servers") {
			return true // what is worked on
		}
		if s.at(to) == "him" || s.at(to) == "it" || s.at(to) == "them" {
			return true
		}
		return s.at(to) == "to" && (s.at(to+2) == "it" || s.at(to+2) == "this" || s.at(to+2) == "them" || s.at(to+2) == "these")
	case "do", "don't":
		return s.at(k+1) == "not" && s.at(k+2) == "want" && (s.at(k+3) == "him" || s.at(k+3) == "it" || s.at(k+3) == "them")
	}
	return false
}

// fades reports whether a part tells how it is just now.
func (s *reading) fades(p span) bool {
	return s.holds(p, "rn", "tonight") || s.phrase(p, "right now") || s.phrase(p, "at the moment") || s.phrase(p, "this week") || s.phrase(p, "today only") || s.phrase(p, "for today") || s.holds(p, "today") && !s.phrase(p, "from today")
}

// ofOthersEnglish reports whether a part speaks of somebody who is not the
// speaker's own: a colleague, a neighbour.
func (s *reading) ofOthersEnglish(j int) bool {
	if s.at(j) != "my" && s.at(j) != "our" {
		return false
	}
	for k := j + 1; k < min(j+4, len(s.tokens)-2); k++ {
		if id := s.talk.kin[s.at(k)]; (id == "friend" || id == "roommate" || id == "colleague" || id == "neighbor") && (s.at(k+1) == "'s" || s.at(k+1) == "'") && s.talk.kin[s.at(k+2)] != "" {
			return true // a friend's own people
		}
	}
	w, k, ok := s.relative(j + 1)
	if ok && (s.at(k) == "asked" || s.at(k) == "asks" || s.at(k) == "wants" || s.at(k) == "needs" || s.at(k) == "told") && s.at(k+1) == "me" && s.at(k+2) == "to" {
		return true // done for somebody else: "my friend asked me to fix her bio"
	}
	return ok && (w.id == "colleague" || w.id == "neighbor")
}

// wanted reports whether something to be had is asked for, with a condition of its
// own: "find me a hotel in Kyoto", "recommend a pram for my sister".
func (s *reading) wanted(p span) bool {
	switch s.at(p.from) {
	case "find", "book", "get", "recommend", "suggest", "order", "reserve", "pick":
	default:
		return false
	}
	k := p.from + 1
	if s.at(k) == "me" || s.at(k) == "us" {
		k++
	}
	if s.at(k) != "a" && s.at(k) != "an" && s.at(k) != "some" || p.to-k > 14 || p.to-k < 3 || s.anyOf(span{k, min(k+4, p.to)}, artifact) {
		return false
	}
	for i := k + 1; i < p.to; i++ {
		if s.capital(i) || s.tokens[i].kind == aNumber || s.at(i) == "my" || s.at(i) == "our" {
			return true
		}
	}
	return false
}

// reported reports whether a part tells what somebody else says or thinks; a
// doctor's word counts.
func (s *reading) reported(p span) bool {
	for i := p.from + 1; i < p.to; i++ {
		if w := s.at(i); (w == "says" || w == "said") && (s.at(i+1) == "i" || s.at(i+1) == "my" || s.at(i+1) == "we") && s.talk.kin[s.at(i-1)] != "doctor" {
			return true
		}
		if s.at(i) == "thought" && s.at(p.from) != "i" && s.at(p.from) != "we" {
			return true // "my doctor first thought"
		}
		switch s.at(i) {
		case "say", "complain", "report", "claim":
			if k := p.from; (s.at(k) == "my" || s.at(k) == "our" || s.at(k) == "the" || s.at(k) == "some") && strings.HasSuffix(s.at(i-1), "s") {
				return true // "my players say"
			}
		case "says", "said", "claims", "claimed", "thinks", "believes", "insists", "tells", "jokes", "swears":
			w := s.at(i - 1)
			if id := s.talk.kin[w]; id != "" && id != "doctor" && id != "dentist" && id != "therapist" || w == "he" || w == "she" || w == "they" || w == "people" || w == "everyone" || s.capital(i-1) && w != "i" {
				return true
			}
		}
	}
	return false
}

// namesDay reports whether a part names a day.
func (s *reading) namesDay(p span) bool {
	_, ok := s.dated(p)
	return ok
}

// phrase reports whether words stand somewhere in a stretch.
func (s *reading) phrase(p span, words string) bool {
	list := strings.Fields(words)
	for i := p.from; i+len(list) <= p.to; i++ {
		if s.stands(i, list) {
			return true
		}
	}
	return false
}

// passesBy reports whether what somebody says of himself is only of the moment, or
// of the talk itself: that he thinks, wonders, hopes, does not understand.
func (s *reading) passesBy(f frame, to int) bool {
	i := f.pos
	if f.back > 0 && f.back < i && s.holds(span{i, min(i+3, to)}, "question", "questions", "problem", "issue", "error", "doubt", "favor", "favour", "request") {
		return true // "have" was the verb after all
	}
	if i >= to {
		return true
	}
	w := s.at(i)
	if s.is(i, fleeting) {
		switch s.at(i + 1) {
		case "i", "we", "my", "our":
			return s.at(i) != "know" && s.at(i) != "found" && s.at(i) != "realized" && s.at(i) != "figured"
		}
		return true
	}
	switch w {
	case "need", "want", "like", "love", "looking":
		// "I need help", "I want to know": asked of the assistant.
		k := i + 1
		for s.is(k, article) || s.at(k) == "to" || s.at(k) == "some" {
			k++
		}
		if s.anyOf(span{k, min(k+4, to)}, artifact) || w == "like" && s.holds(span{k, to}, "option", "first", "second", "third", "idea", "plan", "version", "one", "approach") {
			return true
		}
		if s.at(k-1) == "to" && !s.is(k, action) && !s.hasDigit(span{k, to}) && !s.holds(span{k, to}, "my", "our") {
			return true
		}
		return s.is(k, asked) || s.holds(span{k, k + 1}, "help", "know", "understand", "see", "learn", "say", "talk", "idea", "ideas", "advice", "suggestions", "tips", "you", "it", "that", "this", "these", "how", "when", "what", "info", "information")
	case "have", "had", "got", "get":
		return s.holds(span{i + 1, min(i+4, to)}, "question", "questions", "problem", "issue", "error", "idea", "doubt", "trouble", "feeling", "it", "that", "no")
	case "trying", "going", "planning", "thinking", "working":
		return s.holds(span{i + 1, min(i+3, to)}, "at", "forward", "about", "out")
	case "interested":
		return true
	}
	if s.holds(span{i + 1, min(i+3, to)}, "it", "that", "this") && !s.holds(span{i, to}, "my", "our", "me") && !f.be {
		return true // of what is on the table
	}
	if f.be && (s.is(i, mood) || s.at(i) == "so" && s.is(i+1, mood) || i+1 >= to && s.is(i, common)) {
		return true
	}
	return false
}

// auxiliary reports whether a verb that only helps another stands at i.
func (s *reading) auxiliary(i int) bool {
	switch s.at(i) {
	case "is", "are", "was", "were", "am", "be", "has", "have", "had", "will", "would", "can", "could", "must", "should", "'s", "does", "did":
		return true
	}
	return false
}

// labelled reports whether a sentence begins with what it is about and a colon:
// "context: monorepo, Kotlin", "house style here: tabs".
func (x *extraction) labelled(s *reading) bool {
	for i := 1; i < min(6, len(s.tokens)); i++ {
		if s.at(i) == ":" {
			return s.holds(span{0, i}, "context", "background", "stack", "setup", "here", "style", "rule", "rules", "convention", "conventions", "routine", "schedule", "diet", "goal", "goals", "team", "house", "preferences", "preference", "note", "fyi", "constraints", "requirements", "env", "environment", "versions", "food", "about")
		}
	}
	return false
}

// attributed reports whether a part tells the value of something people have one
// of, without saying whose: "kitchen budget is 9k".
func (s *reading) attributed(j int) bool {
	switch s.at(j) {
	case "a", "an", "another", "each", "every", "one":
		return false // of anybody's
	}
	for k := j; k < min(j+4, len(s.tokens)); k++ {
		if a, ok := s.talk.attrs[s.at(k)]; ok && k > j && s.says(k+1) && a.predicate != "name" {
			return true
		}
	}
	return false
}
