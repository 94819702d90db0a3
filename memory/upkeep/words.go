package upkeep

import (
	"slices"
	"strings"

	"mneme/memory"
)

// language of most of some records: "zh" or "en".
func language(records []*memory.Record) string {
	zh := 0
	for _, r := range records {
		if memory.Han(r.Text) {
			zh++
		}
	}
	if 2*zh > len(records) {
		return "zh"
	}
	return "en"
}

// termsOf are the words of a text that carry a meaning, each once, in order.
func termsOf(text string) []memory.Term {
	terms := memory.AppendTerms(nil, text)
	terms = slices.DeleteFunc(terms, func(t memory.Term) bool { return t.Kind() == memory.CharTerm })
	slices.Sort(terms)
	return slices.Compact(terms)
}

// overlap is the share of their words that two texts have in common, 0..1; both
// are sorted.
func overlap(a, b []memory.Term) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	common := shared(a, b)
	return float64(common) / float64(len(a)+len(b)-common)
}

// shared counts what two sorted lists, each word once in each, have in common.
func shared(a, b []memory.Term) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			n++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// known reports whether a word is in a sorted list.
func known(terms []memory.Term, t memory.Term) bool {
	_, found := slices.BinarySearch(terms, t)
	return found
}

// holds reports whether every word of a sorted list is in another.
func holds(all, some []memory.Term) bool {
	if len(some) == 0 {
		return false
	}
	for _, t := range some {
		if !known(all, t) {
			return false
		}
	}
	return true
}

// episode is a record that many things are looked for in, read once.
type episode struct {
	*memory.Record
	terms   []memory.Term
	folded  string
	clauses []string // folded
	denies  bool
}

func readEpisode(r memory.Record) episode {
	folded := memory.Fold(r.Text)
	return episode{&r, termsOf(r.Text), folded, clausesOf(folded), denies(r.Text)}
}

// thing is what is looked for.
type thing struct {
	terms  []memory.Term
	folded string
}

func readThing(name string) thing {
	name = strings.TrimSpace(name)
	return thing{termsOf(name), memory.Fold(name)}
}

// about reports whether an episode is about a thing: it holds all of its words, or
// for a thing of one character the thing itself.
func (e *episode) about(t thing) bool {
	switch {
	case t.folded == "":
		return false
	case len(t.terms) > 0:
		return holds(e.terms, t.terms)
	}
	return strings.Contains(e.folded, t.folded)
}

// where is the part of an episode that a thing stands in: a clause, or all of it.
func (e *episode) where(t thing) string {
	for _, c := range e.clauses {
		if strings.Contains(c, t.folded) || len(t.terms) > 0 && holds(termsOf(c), t.terms) {
			return c
		}
	}
	return e.folded
}

// gist is the first sentence or two of a text, at most max wide.
func gist(text string, max int) string {
	text = memory.PlainLine(text)
	if cut := memory.Slice(text, max); len(cut) > 0 {
		text = cut[0]
	}
	return strings.TrimRight(text, " .。;；,，")
}

// asksText reports whether a text ends as a question.
func asksText(text string) bool {
	text = strings.TrimRight(text, " \n\t\"'”’」』)）")
	return strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？")
}

// denies reports whether a text says that something is not, or no longer, so.
func denies(text string) bool {
	folded := " " + memory.Fold(text) + " "
	for _, w := range []string{
		" no longer ", " not ", "n't ", " never ", " stopped ", " quit ", " gave up ", " given up ", " done with ", " instead of ", " hate ", " dislike ", " sick of ", " without ", " switched from ", " moved away from ",
		"不再", "没再", "没喝", "没吃", "没去", "没点", "没做", "没用", "戒了", "戒掉", "不喝", "不吃", "不想", "不喜欢", "不用", "不去", "不是", "没有", "别再", "放弃", "讨厌", "受够", "停了", "停止",
	} {
		if strings.Contains(folded, w) {
			return true
		}
	}
	return false
}

// ends reports whether a clause says that what it names is over: that somebody does
// not sleep in a town, or that a dog will not eat, does not.
func ends(clause string, of thing) bool {
	folded := " " + clause + " "
	for _, w := range []string{
		" no longer ", " not anymore", " any more ", " anymore ", " moved away from ", " moved out of ", " used to ", " sold ", " gave away ", " broke up with ", " divorced ", " resigned from ", " retired from ", " switched from ", " got rid of ", " died ", " passed away ",
		" not live in ", "n't live in ", " not work for ", "n't work for ", " not work at ", "n't work at ",
		"不再", "已经不", "不住", "搬离", "搬出", "搬走", "辞职", "离职", "跳槽", "退休", "分手", "离婚", "卖掉", "卖了", "送人", "去世", "停药", "康复", "痊愈",
	} {
		if strings.Contains(folded, w) {
			return true
		}
	}
	return strings.Contains(folded, " left "+of.folded) || strings.Contains(folded, " quit "+of.folded) || strings.Contains(folded, "离开了"+of.folded)
}

// told reports whether an episode is something the user himself told: no answer
// of the assistant, no question, no summary.
func told(r *memory.Record) bool {
	return r.Layer == memory.Episodic && r.Status == memory.Current && r.Source != memory.AIInference && r.Event.Type != memory.EventQuestion &&
		!memory.HasTag(*r, "assistant") && !memory.HasTag(*r, TagSummary) && !asksText(r.Text)
}

// whenOf is when something happened.
func whenOf(r *memory.Record) (at int64) {
	if !r.Event.Time.IsZero() {
		return r.Event.Time.UnixNano()
	}
	return r.Created.UnixNano()
}
