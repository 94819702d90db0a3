package extract

import (
	"strings"
	"testing"
)

func TestASignThatATextHoldsIsNeverPassedOver(t *testing.T) {
	texts := []string{"", "a", "ab", "summarize the conversation so far", "请为这段对话生成一个标题", "mixed 对话 and words", "\xff\xfe\x00 odd bytes"}
	for _, text := range texts {
		p := pairsOf(text)
		for from := range text {
			for to := from + 1; to <= len(text); to++ {
				if !p.mayHold(text[from:to]) {
					t.Fatalf("%q holds %q", text, text[from:to])
				}
			}
		}
	}
	passed := 0
	signs := []string{"### task:", "generate a title for", "you are a sub-agent", "使用四到五个字", "为以下对话生成标题"}
	for _, text := range []string{"When did we meet last, and where was it?", "我们上次在哪里见面的？"} {
		for _, sign := range signs {
			if p := pairsOf(text); !p.mayHold(sign) {
				passed++
			} else if strings.Contains(text, sign) {
				t.Errorf("%q holds %q", text, sign)
			}
		}
	}
	if passed < 9 {
		t.Errorf("of ten signs that are not there, %d are passed over", passed)
	}
}
