package extract

import (
	"strings"

	"mneme/memory"
)

// houseRuleChinese reads 周五一律不发版, 办公室禁止吸烟.
func (x *extraction) houseRuleChinese(s *reading, c span, i int) bool {
	for k := i; k < min(i+10, c.to); k++ {
		for _, w := range []string{"一律不", "一律别", "一律禁", "严禁", "禁止", "不准", "不许", "绝不", "从不", "从来不", "决不", "不允许"} {
			if !s.standsText(k, w) {
				continue
			}
			from := i
			for _, own := range []string{"我们公司", "我们组", "我们团队", "我们家", "我们", "咱们", "公司"} {
				if s.standsText(from, own) {
					from += len([]rune(own))
					break
				}
			}
			we := from > i
			if w[:len("从")] == "从" && !we || strings.ContainsAny(s.plain(span{i, c.to}), "你您他她吗") || s.at(i) == "我" && !we || c.to-k < len([]rune(w))+1 || c.to-from > 18 {
				return false
			}
			p := span{from, c.to}
			f := frame{who: who{id: "user"}, from: i, chinese: true}
			d := x.draft(s, f, "never", x.habitually(s, p), memory.Assert, p)
			d.Record.Text = d.Record.Object
			x.propose(d, "act")
			return true
		}
	}
	return false
}
