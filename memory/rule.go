package memory

import (
	"slices"
	"strings"
	"unicode"
)

// Rule is how to act: under a condition, steps to take and things never to do. Conflicts of rules
// are judged by their words, in English and Chinese.
type Rule struct {
	Name     string
	When     string // empty: always
	Steps    []string
	Never    []string
	Priority int

	when  deed
	deeds []deed
}

// Clash says how two rules contradict each other.
type Clash string

// The clashes.
const (
	Opposed   Clash = "opposed"   // one asks for what the other forbids
	Differing Clash = "differing" // under one condition, they say the same thing with another value
)

// ReadRule reads a rule that is written in one text: "When a refund is asked for, approve it;
// never ask why." A text without a condition always holds.
func ReadRule(name, text string) Rule {
	r := Rule{Name: name}
	text = strings.TrimSpace(text)
	r.When, text = condition(text)
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(";；。!！\n", c) }) {
		for sentence := range strings.SplitSeq(part, ". ") {
			if sentence = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(sentence), ".")); sentence != "" {
				r.Steps = append(r.Steps, sentence)
			}
		}
	}
	r.Read()
	return r
}

// condition cuts the condition off the beginning of a rule.
func condition(text string) (when, rest string) {
	lower := strings.ToLower(text)
	for _, word := range [...]string{"whenever ", "when ", "if ", "for "} {
		if strings.HasPrefix(lower, word) {
			if at := strings.IndexAny(text, ",:"); at > 0 {
				return strings.TrimSpace(text[len(word):at]), text[at+1:]
			}
			return "", text
		}
	}
	for _, sign := range [...]string{"的时候", "时"} { // 客户要求退款时，...
		if before, after, found := strings.Cut(text, sign+"，"); found && !strings.ContainsAny(before, "，。；;") && !strings.HasPrefix(before, "如果") {
			return strings.TrimPrefix(before, "当"), after
		}
	}
	for _, word := range [...]string{"如果", "假如", "每当", "一旦", "当", "若"} {
		if !strings.HasPrefix(text, word) {
			continue
		}
		at := strings.IndexFunc(text, func(c rune) bool { return strings.ContainsRune("，,：:", c) })
		if at < 0 {
			return "", text
		}
		when = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(text[:at], word), "时"), "的时候")
		return strings.TrimSpace(when), strings.TrimLeft(text[at:], "，,：: ")
	}
	return "", text
}

// Read prepares the rule to be compared.
func (r *Rule) Read() {
	r.when = readDeed(r.When, false)
	r.deeds = r.deeds[:0]
	for _, step := range r.Steps {
		r.deeds = append(r.deeds, readDeed(step, false))
	}
	for _, never := range r.Never {
		r.deeds = append(r.deeds, readDeed(never, true))
	}
}

// Clashes says how two rules contradict each other; "" means that they do not. Both must have
// been Read.
func (r *Rule) Clashes(o *Rule) Clash {
	if !r.when.overlaps(&o.when) {
		return ""
	}
	same := len(r.when.words) > 0 && r.when.covers(&o.when) && o.when.covers(&r.when)
	clash := Clash("")
	for i := range r.deeds {
		for k := range o.deeds {
			a, b := &r.deeds[i], &o.deeds[k]
			if len(a.words) == 0 || len(b.words) == 0 {
				continue
			}
			// What is forbidden in general is forbidden in each case; a case that is forbidden
			// is an exception of what is asked for in general.
			if a.not != b.not {
				never, do := a, b
				if b.not {
					never, do = b, a
				}
				if do.covers(never) {
					return Opposed
				}
				continue
			}
			if same && a.exchanges(b) {
				clash = Differing
			}
		}
	}
	return clash
}

// deed is a step or a condition: what it is about, and whether it is denied.
type deed struct {
	not   bool
	words []string // folded, stemmed, each once; of Chinese every character
}

// readDeed takes a text's negations, its words of duty, and the verbs that only say yes or no to
// what follows out of it.
func readDeed(text string, not bool) deed {
	d := deed{not: not}
	text = Fold(text)
	for _, sign := range denials() {
		if strings.Contains(text, sign) {
			text = strings.Replace(text, sign, " ", 1)
			d.not = !d.not
			break
		}
	}
	for _, idle := range [...]string{
		"用户", "客户", "顾客", "应该", "必须", "一定", "务必", "始终", "总是", "需要", "同意", "批准", "允许", "提供", "给予", "接受", "直接", "立即",
	} {
		text = strings.ReplaceAll(text, idle, " ")
	}
	add := func(w string) {
		if !slices.Contains(d.words, w) {
			d.words = append(d.words, w)
		}
	}
	for _, w := range words(text) {
		switch {
		case w.cjk:
			if c := []rune(w.text)[0]; !particleRune(c) && !strings.ContainsRune("请应须时其该此予", c) {
				add(w.text)
			}
		case deniesWord(w.text):
			d.not = !d.not
		case !idleWord(w.text) && !stopWord(w.text):
			add(string(stem([]byte(w.text))))
		}
	}
	return d
}

// denials are the Chinese words that turn a step into its opposite, longer ones first.
func denials() []string {
	return []string{
		"千万不要", "绝对不要", "绝不能", "切不可", "不允许", "不应该", "不可以", "不要", "不得", "不能", "不可", "不许", "不准", "不应", "不予", "绝不", "从不",
		"严禁", "禁止", "切勿", "请勿", "避免", "拒绝", "驳回", "停止", "别", "勿", "不",
	}
}

// deniesWord reports whether an English word turns a step into its opposite.
func deniesWord(w string) bool {
	switch w {
	case "not", "never", "no", "without", "don't", "don’t", "cannot", "can't", "mustn't", "shouldn't", "won't",
		"reject", "refuse", "deny", "decline", "forbid", "avoid", "stop", "skip", "prohibit", "withhold":
		return true
	}
	return false
}

// idleWord reports whether an English word says only that something is to be done.
func idleWord(w string) bool {
	switch w {
	case "must", "always", "should", "please", "ever", "approve", "accept", "allow", "grant", "offer", "give", "provide", "make", "do", "them", "it",
		"user", "users", "customer", "customers", "client", "clients", "asks", "ask", "asked", "wants", "want", "someone", "every", "any", "directly", "immediately":
		return true
	}
	return false
}

// covers reports whether everything o is about, d is about too.
func (d *deed) covers(o *deed) bool {
	for _, w := range o.words {
		if !slices.Contains(d.words, w) {
			return false
		}
	}
	return len(o.words) > 0 || len(d.words) == 0
}

// overlaps reports whether two conditions may hold at once: one is the other's special case.
func (d *deed) overlaps(o *deed) bool {
	return len(d.words) == 0 || len(o.words) == 0 || d.not == o.not && (d.covers(o) || o.covers(d))
}

// exchanges reports whether two steps are the same but for a value: as many words, most of them
// shared, and something else in the place of the rest.
func (d *deed) exchanges(o *deed) bool {
	shared := 0
	for _, w := range d.words {
		if slices.Contains(o.words, w) {
			shared++
		}
	}
	onlyD, onlyO := len(d.words)-shared, len(o.words)-shared
	if onlyD == 0 || onlyO == 0 || shared == 0 {
		return false
	}
	if d.wide() || o.wide() { // a Chinese word is two characters
		return shared >= 2 && onlyD <= 2 && onlyO <= 2
	}
	return onlyD == 1 && onlyO == 1
}

func (d *deed) wide() bool {
	return slices.ContainsFunc(d.words, func(w string) bool { return unicode.Is(unicode.Han, []rune(w)[0]) })
}
