package memory

import "testing"

func TestOnce(t *testing.T) {
	for text, want := range map[string]bool{
		"For this answer only, use a table.": true, "Just this once, reply in French": true, "reply in French this time only": true,
		"Don't use emojis this time.": true, "I mean it this time.": false, "这次用表格回答": true, "这一次请用英文": true, "本次回答不要列表": true,
		"Always use a table.": false, "以后都用表格回答": false, "I live in Rome.": false, "下次用表格": false,
	} {
		if got := Once(text); got != want {
			t.Errorf("Once(%q) = %v", text, got)
		}
	}
}
