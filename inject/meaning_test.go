package inject

import (
	"strings"
	"testing"

	"mneme/memory"
	"mneme/memory/embed"
	"mneme/policy"
)

// A rule holds for what means its condition, in the words of either language, and not for what
// is only near it.
func TestARuleHoldsForWhatMeansItsCondition(t *testing.T) {
	table, err := embed.Open()
	if err != nil {
		t.Fatal(err)
	}
	k := &known{}
	in := New(DefaultOptions(), Parts{Recaller: k, Meaning: table})
	r := ruling()
	f := func(when, question string, want bool) {
		t.Helper()
		r.Settings.Procedures = []policy.Procedure{{Name: "rule", When: when, Steps: []string{"polish the brass"}}}
		report := inject(t.Context(), in, r, chat(t, question), noon())
		if got := strings.Contains(lastText(t, report.Whole()), "polish the brass"); got != want {
			t.Errorf("%q of %q: held %v", when, question, got)
		}
	}
	f("the user asks for a refund", "Can I get my money back?", true)
	f("the user asks for a refund", "我想申请退款", true)
	f("用户要求退货", "I want to return this item", true)
	f("complains about late delivery", "my parcel is late again", true)
	f("用户咨询发票", "Could you send me the invoice?", true)
	f("deploying to production", "部署到生产环境", true)
	f("the user asks for a refund", "Where is my parcel?", false)
	f("the user asks for a refund", "我的包裹还没到", false)
	f("用户要求退货", "Could you send me the invoice?", false)
	f("用户要求退货", "今天天气怎么样？", false)
	f("deploying to production", "怎么煮米饭？", false)
	f("intent: nothing, the user asks for a refund", "我想申请退款", false)
	if got := applies("the user asks for a refund", turnOf{folded: memory.Fold("我想申请退款")}); got {
		t.Error("words that are not shared hold without a comparison of meanings")
	}
}
