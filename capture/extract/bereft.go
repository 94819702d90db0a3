package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// bereaves ends what was told of one who died. Where several are of his sort, as of two cats,
// only what names him is over: the others live, and there is one less of them.
func (x *extraction) bereaves(s *reading, f frame, clause span) {
	count := x.countOf(f.id)
	if x.bearers[f.id] != severalNames && count == nil {
		d := x.draft(s, f, memory.Everything, f.label, memory.Retract, clause)
		d.Record.Text = f.label
		x.propose(d, "")
		return
	}
	name := x.nameIn(f)
	if name == "" {
		return // which of them, is not said
	}
	over := func(r *memory.Record) bool { return r.Subject == f.id && speaksOfName(r, name) }
	x.endKnown(s, over)
	for _, h := range slices.Clone(x.told) {
		if h.turn == x.index && h.draft.Act == memory.Assert && h.draft.Record.Layer == memory.Semantic && h.draft.Record.Predicate != memory.Everything && over(&h.draft.Record) {
			h.draft.Act, h.draft.Quote = memory.Retract, s.quote(clause)
			x.propose(h.draft, h.kind)
		}
	}
	if count != nil {
		x.oneLess(s, count, clause)
	}
}

// nameIn returns the name by which a frame speaks of somebody whose name is known, or "".
func (x *extraction) nameIn(f frame) string {
	best := ""
	for name, w := range x.names {
		label := memory.Fold(f.label)
		if w.id == f.id && len(name) > len(best) && (memory.Han(name) && strings.Contains(label, name) || !memory.Han(name) && wholeWord(label, name)) {
			best = name
		}
	}
	return best
}

// speaksOfName reports whether a fact tells of the bearer of a name.
func speaksOfName(r *memory.Record, name string) bool {
	text := memory.Fold(r.Text)
	if memory.Han(name) {
		return strings.Contains(text, name)
	}
	return wholeWord(text, name)
}

// countOf finds the fact that tells of several animals of a sort, or nil.
func (x *extraction) countOf(id string) *told {
	fits := func(r *memory.Record) bool {
		if r.Subject != "user" || r.Predicate != "pet" {
			return false
		}
		_, _, _, ok := lessOne(r.Text)
		return ok && x.wordIn(r.Text, id) != "" || ok && x.sortIn(r.Text, id)
	}
	return x.newest(len(x.told), fits)
}

// sortIn reports whether a text names an animal of a sort by a word of one character, or by a
// plural.
func (x *extraction) sortIn(text, id string) bool {
	for _, t := range tokenize(text) {
		if x.rules.english.kin[t.text] == id || x.rules.english.kin[strings.TrimSuffix(t.text, "s")] == id || x.rules.chinese.kin[t.text] == id {
			return true
		}
	}
	return false
}

// lessOne returns where a text counts more than one, and how many are left without one of them.
func lessOne(text string) (from, to int, left string, ok bool) {
	english := []string{"a", "two", "three", "four", "five", "six", "seven", "eight"}
	for _, t := range tokenize(text) {
		if n := slices.Index(english, t.text); n > 0 {
			return t.start, t.end, english[n-1], true
		}
		for n, c := range []string{"两", "三", "四", "五", "六", "七", "八"} {
			if t.text == c {
				return t.start, t.end, []string{"一", "两", "三", "四", "五", "六", "七"}[n], true
			}
		}
		if len(t.text) == 1 && t.text >= "2" && t.text <= "9" {
			return t.start, t.end, string(t.text[0] - 1), true
		}
	}
	return 0, 0, "", false
}

// oneLess counts one animal less where one of several died.
func (x *extraction) oneLess(s *reading, old *told, clause span) {
	d := old.draft
	r := &d.Record
	from, to, left, ok := lessOne(r.Text)
	if !ok {
		return
	}
	was := r.Object
	rest := r.Text[to:]
	if left == "a" || left == "1" {
		rest = strings.TrimSuffix(rest, "s")
	}
	counted := strings.Contains(memory.Fold(was), memory.Fold(r.Text[from:to]))
	r.Text = r.Text[:from] + left + rest
	if counted {
		r.Object = strings.TrimSpace(left + rest)
	}
	d.Quote = s.quote(clause)
	r.Confidence = saidPlainly
	r.Constraint = memory.Constraint{ValidFrom: x.turn.At.UTC()}
	if counted {
		d.Act, d.Target, d.Replaces = memory.Correct, old.draft.Target, was
	} else { // the same object: the one ends, the other begins
		end := old.draft
		end.Act, end.Quote, end.Record.Constraint = memory.Retract, d.Quote, memory.Constraint{}
		x.propose(end, old.kind)
		d.Act, d.Target = memory.Assert, ""
	}
	x.propose(d, old.kind)
}

// petsNamed reads the names behind a count of animals in Chinese: 我有两只猫，咪咪和豆豆.
func (x *extraction) petsNamed(s *reading) {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || s.supposesChinese(span{0, len(s.tokens)}) {
		return
	}
	for i := 2; i+3 < len(s.tokens); i++ {
		id := s.talk.kin[s.at(i)]
		if !animalID(id) || !strings.Contains("只条匹", s.at(i-1)) || s.at(i-1) == "" {
			continue
		}
		at := i + 1
		for at < len(s.tokens) && (s.marks(at) || s.at(at) == "叫" || s.at(at) == "分" || s.at(at) == "别" || s.at(at) == "名" || s.at(at) == "字") {
			at++
		}
		if at == i+1 {
			continue
		}
		for _, p := range s.namesListed(at) {
			name := s.plain(p)
			f := frame{who: who{id: id, label: s.at(i)}, from: i, chinese: true}
			d := x.draft(s, f, "named", name, memory.Assert, span{i, p.to})
			d.Record.Text = s.at(i) + "叫" + name
			x.names[memory.Fold(name)] = who{id: id, label: name}
			x.bears(id, name)
			x.propose(d, "name")
		}
		return
	}
}

// namesListed returns the two or more names of two or three characters each that are listed from i
// on, up to a mark or the sentence's end; nil where something else stands there.
func (s *reading) namesListed(i int) []span {
	var out []span
	for from := i; ; {
		to := from
		for to < len(s.tokens) && s.tokens[to].kind == aCharacter && s.at(to) != "和" && s.at(to) != "跟" {
			to++
		}
		if to-from < 2 || to-from > 3 || particle(s.at(from)) {
			return nil
		}
		out = append(out, span{from, to})
		if s.at(to) == "和" || s.at(to) == "跟" || s.at(to) == "、" {
			from = to + 1
			continue
		}
		if to < len(s.tokens) && !s.marks(to) || len(out) < 2 {
			return nil
		}
		return out
	}
}
