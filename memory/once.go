package memory

import "strings"

// Once reports whether an order says that it holds for one answer alone: "for this answer only,
// use a table", 这次用表格回答.
func Once(text string) bool {
	folded := Fold(text)
	for _, sign := range [...]string{"for this answer", "for this reply", "for this response", "for this one", "for this message", "for this question", "in this answer", "in this reply", "this answer only", "this reply only", "this one time", "just this once", "only this once", "this once", "just this time", "only this time", "this time only", "for once", "this time,"} {
		if at := strings.Index(folded, sign); at >= 0 && (at == 0 || !letter(folded[at-1])) {
			return true
		}
	}
	if strings.HasSuffix(strings.TrimRight(folded, ".! "), " this time") && !strings.HasPrefix(folded, "i ") && !strings.HasPrefix(folded, "i'") && !strings.HasPrefix(folded, "we ") {
		return true
	}
	for _, sign := range [...]string{"这次用", "这次请", "这次回答", "这次回复", "这次就", "这次只", "这次不要", "这次别", "这次先", "这一次", "就这次", "就这一次", "仅这次", "仅此一次", "只这次", "只这一次", "仅限这次", "仅限本次", "本次回答", "本次回复", "这个回答", "这条回答", "这个问题用", "这个问题请"} {
		if strings.Contains(folded, sign) {
			return true
		}
	}
	return false
}

func letter(b byte) bool { return b >= 'a' && b <= 'z' }
