package extract

import (
	"fmt"
	"strings"
)

// A form is how a thing is said: words, choices and slots, in the order they
// stand after the subject and its auxiliaries.
//
//	allergic to <list>          words and a slot
//	(based|located) in <place>  a choice; an empty one may be left out: (very|)
//	~work as <role>             a verb in any of its shapes
//	对<list>过敏                 Chinese is written without blanks
type form struct {
	parts []part
	slots int
}

type part struct {
	slot string     // kind of a slot; empty: words
	any  [][]string // choices of words
	past []bool     // which choices are the past tense of a verb
	free bool       // may be left out
	pick bool       // was written as a choice: what was taken can be echoed
}

// compileForm reads a form. It panics on a torn one: forms are written in this
// package, and every one is compiled by every test.
func compileForm(source string) form {
	var f form
	for i := 0; i < len(source); {
		switch c := source[i]; {
		case c == ' ':
			i++
		case c == '<':
			end := strings.IndexByte(source[i:], '>') + i
			f.parts = append(f.parts, part{slot: source[i+1 : end]})
			f.slots++
			i = end + 1
		case c == '(':
			end := strings.IndexByte(source[i:], ')') + i
			p := choices(strings.Split(source[i+1:end], "|"))
			p.pick = !p.free
			f.parts = append(f.parts, p)
			i = end + 1
		default:
			end := i
			for end < len(source) && !strings.ContainsRune(" <(", rune(source[end])) {
				end++
			}
			if end == i {
				panic(fmt.Sprintf("extract: form %q is torn at %d", source, i))
			}
			f.parts = append(f.parts, choices([]string{source[i:end]}))
			i = end
		}
	}
	return f
}

func choices(list []string) part {
	var p part
	for _, choice := range list {
		if choice == "" {
			p.free = true
			continue
		}
		if verb, ok := strings.CutPrefix(choice, "~"); ok {
			verb, rest, _ := strings.Cut(verb, " ")
			for _, shape := range shapes(verb) {
				p.any = append(p.any, append([]string{shape.text}, literal(rest)...))
				p.past = append(p.past, shape.past)
			}
			continue
		}
		p.any = append(p.any, literal(choice))
		p.past = append(p.past, false)
	}
	return p
}

// literal splits words as tokenize would.
func literal(s string) []string {
	var out []string
	for _, field := range strings.Fields(s) {
		from := 0
		for i, r := range field {
			if ideograph(r) {
				if i > from {
					out = append(out, field[from:i])
				}
				out = append(out, string(r))
				from = i + len(string(r))
			}
		}
		if from < len(field) {
			out = append(out, field[from:])
		}
	}
	return out
}

// span is a stretch of a sentence's tokens that filled a slot.
type span struct{ from, to int }

// fit is how a form fitted.
type fit struct {
	slots  []span // what filled the slots, in order
	chosen []span // what was taken of each choice, in order
	end    int    // where the form ended
	past   bool   // a verb stood in the past tense
}

// match tries the form at i.
func (f *form) match(s *reading, i int) (fit, bool) {
	var m fit
	ok := f.try(s, 0, i, &m)
	return m, ok
}

// try fits the parts from p on at i and leaves m as it was when they do not.
func (f *form) try(s *reading, p, i int, m *fit) bool {
	if p == len(f.parts) {
		m.end = i
		return true
	}
	part := &f.parts[p]
	if part.slot != "" {
		return f.fill(s, p, i, m)
	}
	before := *m
	for n, choice := range part.any {
		if !s.stands(i, choice) {
			continue
		}
		if part.pick {
			m.chosen = append(m.chosen, span{i, i + len(choice)})
		}
		m.past = m.past || part.past[n]
		if f.try(s, p+1, i+len(choice), m) {
			return true
		}
		*m = before
	}
	if part.free {
		return f.try(s, p+1, i, m)
	}
	return false
}

// fill finds the stretch for a slot: the longest one allowed when nothing follows,
// else the shortest after which the rest of the form fits.
func (f *form) fill(s *reading, p, i int, m *fit) bool {
	kind := f.parts[p].slot
	limit := s.extent(kind, i)
	if limit <= i {
		return false
	}
	before := *m
	if !f.lastSlot(p) {
		for to := i + 1; to <= limit; to++ {
			if !f.mayFollow(s, p+1, to) {
				continue // settling is dear
			}
			got := s.settle(kind, span{i, to})
			if got.to <= got.from {
				continue
			}
			m.slots = append(m.slots[:len(before.slots):len(before.slots)], got)
			if f.try(s, p+1, to, m) && (m.end > to || !f.restFree(p+1)) {
				return true
			}
			*m = before
		}
		if !f.restFree(p + 1) {
			return false
		}
	}
	got := s.settle(kind, span{i, limit})
	if got.to <= got.from {
		return false
	}
	m.slots, m.end = append(m.slots, got), limit
	return true
}

// mayFollow reports whether part p can begin at i.
func (f *form) mayFollow(s *reading, p, i int) bool {
	part := &f.parts[p]
	if part.slot != "" || part.free {
		return true
	}
	for _, choice := range part.any {
		if s.stands(i, choice) {
			return true
		}
	}
	return false
}

func (f *form) lastSlot(p int) bool { return p == len(f.parts)-1 }

// restFree reports whether every part from p on may be left out.
func (f *form) restFree(p int) bool {
	for _, part := range f.parts[p:] {
		if !part.free {
			return false
		}
	}
	return true
}

// firsts returns the words a form may begin with.
func (f *form) firsts() []string {
	var out []string
	for _, part := range f.parts {
		if part.slot != "" {
			return append(out, "<"+part.slot)
		}
		for _, choice := range part.any {
			out = append(out, choice[0])
		}
		if !part.free {
			break
		}
	}
	return out
}
