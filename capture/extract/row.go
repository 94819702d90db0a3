package extract

import "strings"

// row is one line of a table of rules: after a subject and its auxiliaries, this
// form teaches these facts.
type row struct {
	on    string   // what must have come before: be, verb, can, cannot, would, order
	form  string   // see form
	teach []string // "predicate: template"; see teaching
	not   string   // the same for the negation: "" nothing, "-" the fact ends
	past  string   // the same for the plain past tense: "" nothing, "=" as now, "-" the fact ended
	opts  string   // words: many (the slot is a list), gone (means the fact ends), event:<type>, since, freq, change, strong

	compiled form
	facts    []teaching
	negative *teaching
	former   *teaching
}

// teaching is what a row says of a fact: "predicate: template". In a template {}
// or {1} is the first slot, {2} the second, {0} the words of a choice, {=} all
// from the first slot to the last, and (is ) stands only with another subject
// than the user. The object is the first slot named, "predicate@2" names
// another, and "predicate=words" gives it.
type teaching struct {
	predicate string
	template  string
	slot      int    // whose words are the object; -1: the constant
	constant  string // may name slots itself; empty: the words of the row's choice
}

// attribute is what "my <word> is ..." teaches.
type attribute struct {
	predicate string
	slot      string // what the value must be
	template  string
	context   string // the fact's context; "=" the attribute itself
}

func (r *row) has(opt string) bool {
	for o := range strings.FieldsSeq(r.opts) {
		if o == opt {
			return true
		}
	}
	return false
}

// option returns what stands after "name:" in the options.
func (r *row) option(name string) string {
	for o := range strings.FieldsSeq(r.opts) {
		if value, ok := strings.CutPrefix(o, name+":"); ok {
			return value
		}
	}
	return ""
}

// parseTeaching reads "predicate: template" or "predicate=constant: template".
func parseTeaching(s string) teaching {
	predicate, template, _ := strings.Cut(s, ":")
	t := teaching{predicate: strings.TrimSpace(predicate), template: strings.TrimSpace(template)}
	if name, constant, ok := strings.Cut(t.predicate, "="); ok {
		t.predicate, t.constant, t.slot = name, constant, -1
		return t
	}
	if name, slot, ok := strings.Cut(t.predicate, "@"); ok {
		t.predicate, t.slot = name, int(slot[0]-'1')
		return t
	}
	if i := strings.IndexByte(t.template, '{'); i >= 0 && t.template[i+1] >= '1' && t.template[i+1] <= '9' {
		t.slot = int(t.template[i+1] - '1')
	}
	return t
}

func (r *row) compile() {
	r.compiled = compileForm(r.form)
	for _, s := range r.teach {
		r.facts = append(r.facts, parseTeaching(s))
	}
	if r.not != "" && r.not != "-" {
		t := parseTeaching(r.not)
		r.negative = &t
	}
	if r.past != "" && r.past != "-" && r.past != "=" {
		t := parseTeaching(r.past)
		r.former = &t
	}
}

// vowel reports whether what fills a slot begins with a vowel: "an engineer".
func vowel(slots []string, mark byte) bool {
	n := 0
	if mark != '}' {
		n = int(mark - '1')
	}
	return n >= 0 && n < len(slots) && slots[n] != "" && strings.ContainsRune("aeioAEIO", rune(slots[n][0]))
}

// fillIn writes a template: other tells whether the subject is somebody else,
// whose name stands before it.
func fillIn(template string, slots []string, label string, chinese bool) string {
	var b strings.Builder
	if label != "" {
		b.WriteString(label)
		if !chinese {
			b.WriteByte(' ')
		}
	}
	for i := 0; i < len(template); i++ {
		switch c := template[i]; c {
		case '(':
			end := i + strings.IndexByte(template[i:], ')')
			if label != "" {
				b.WriteString(template[i+1 : end])
			}
			i = end
		case '{':
			if n := b.Len(); n >= 2 && !chinese && strings.HasSuffix(b.String(), "a ") && (n == 2 || b.String()[n-3] == ' ') && i+1 < len(template) && vowel(slots, template[i+1]) {
				kept := b.String()[:n-1]
				b.Reset()
				b.WriteString(kept + "n ")
			}
			n := 0
			if template[i+1] != '}' {
				n = int(template[i+1] - '1')
				i++
			}
			if n < len(slots) {
				b.WriteString(slots[n])
			}
			i++
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String())
}
