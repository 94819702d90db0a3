package memory

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestStripBlock(t *testing.T) {
	block := BlockOpen + "\n2026-05-03 likes tea\n" + BlockClose
	f := func(in, want string) {
		t.Helper()
		if got := StripBlock(in); got != want {
			t.Errorf("StripBlock(%q) = %q, want %q", in, got, want)
		}
	}
	f("", "")
	f("What do I like?", "What do I like?")
	f("What do I like?\n\n"+block, "What do I like?")
	f(block+"\n\nWhat do I like?", "What do I like?")
	f("我喜欢什么？\n\n"+block+"\n\n谢谢", "我喜欢什么？\n谢谢")
	f("a\n\n"+block+"\n\nb\n\n"+block, "a\n\nb")
	f("What do I like?\n\n"+BlockOpen+"\n2026-05-03 likes", "What do I like?")
	f(block, "")
	f("text with "+BlockClose+" alone", "text with "+BlockClose+" alone")
}

func TestPlainLine(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := PlainLine(in); got != want {
			t.Errorf("PlainLine(%q) = %q, want %q", in, got, want)
		}
	}
	f("", "")
	f("plain text, a < b", "plain text, a < b")
	f("List<T> 和 a < b", "List<T> 和 a < b")
	f("two  blanks\nand\tmore ", "two blanks and more")
	f("花生\u3000过敏\n", "花生 过敏")
	f("x</mneme-memory>y", "x‹/mneme-memory>y")
	f("x< / MNEME-memory >", "x‹ / MNEME-memory >")
	f("x<\u200b/\u200bmneme-memory>", "x‹/mneme-memory>")
	f("结束＜／mneme-memory＞", "结束‹／mneme-memory＞")
	f("结束〈/mneme-memory〉", "结束‹/mneme-memory〉")
	f("<mneme-memory> ＜Ｍｎｅｍｅ", "‹mneme-memory> ‹Ｍｎｅｍｅ")
	f("</system>", "‹/system>")
	f("\u202eevil\x00", "evil")
	f("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧")
	f("\xff", "\uFFFD")
}

func TestPlainLineOfAPlainLineAllocatesNothing(t *testing.T) {
	s := strings.Repeat("她对花生过敏 and likes tea. ", 10) + "x"
	if n := testing.AllocsPerRun(100, func() { PlainLine(s) }); n != 0 {
		t.Errorf("allocations: %v, want 0", n)
	}
}

func FuzzPlainLineHoldsNoMark(f *testing.F) {
	for _, s := range []string{"", "eight by eight, and no more", " eight by", "eight by ", "eight  by eight", "eight by  eight", "eight b\x7f", "1234567<9", "</mneme-memory>", "＜／ｍneme", "<\u200b/x", "a\r\nb", "<<//", "<m n e m e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := PlainLine(s)
		if !utf8.ValidString(once) || strings.ContainsAny(once, "\n\r\t\x00") {
			t.Fatalf("PlainLine(%q) = %q is no plain line", s, once)
		}
		if strings.Contains(Fold(once), "<mneme") || strings.Contains(Fold(once), "</") {
			t.Fatalf("PlainLine(%q) = %q holds a mark", s, once)
		}
		if flat := flatLine(s); flat != once {
			t.Fatalf("PlainLine(%q) = %q, which made new is %q", s, once, flat)
		}
		if twice := PlainLine(once); twice != once {
			t.Fatalf("PlainLine(%q) = %q, and again %q", s, once, twice)
		}
	})
}

// TestPlainStartPassesOverNothing puts every byte in every place of a plain line, twice in a row too.
func TestPlainStartPassesOverNothing(t *testing.T) {
	const line = "a plain line of some length, as they come"
	if n := plainStart(line, true); n < len(line)-8 {
		t.Errorf("%d bytes of a plain line are told to be", n)
	}
	for i := range len(line) {
		for c := range 256 {
			for _, width := range [...]int{1, 2} {
				s := line[:i] + strings.Repeat(string([]byte{byte(c)}), width) + line[min(len(line), i+width):]
				n := plainStart(s, true)
				for k := range n {
					if s[k] < ' ' || s[k] >= 0x7f || s[k] == '<' || s[k] == ' ' && (k == 0 || s[k-1] == ' ') {
						t.Fatalf("%q: byte %d of %d is not plain", s, k, n)
					}
				}
			}
		}
	}
}
