package policy

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// labelledText is one line of a labelled set.
type labelledText struct {
	text string
	want []Finding
}

func labelledTexts(t testing.TB, file string) []labelledText {
	t.Helper()
	table, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var texts []labelledText
	for line := range strings.Lines(string(table)) {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "‸", "") // keys are written in two pieces
		if line == "" || strings.HasPrefix(line, "# ") || line == "#" {
			continue
		}
		var l labelledText
		for {
			before, rest, ok := strings.Cut(line, "{")
			kind, rest, isField := strings.Cut(rest, ":")
			value, after, closed := strings.Cut(rest, "}")
			if !ok || !isField || !closed || strings.ContainsAny(kind, " $\"") {
				break
			}
			l.text += before
			l.want = append(l.want, Finding{Kind: Kind(kind), Start: len(l.text), End: len(l.text) + len(value)})
			l.text += value
			line = after
		}
		l.text += line
		texts = append(texts, l)
	}
	return texts
}

// TestSensitiveFields measures precision and recall on labelled sets: the one the
// detectors were built with, and two, one in each language, whose writer had not
// seen them. A field counts as found if all of it is covered by a finding of its
// kind.
func TestSensitiveFields(t *testing.T) {
	for file, bar := range map[string]float64{"sensitive.txt": 0.97, "fields_en.txt": 0.94, "fields_zh.txt": 0.94} {
		texts := labelledTexts(t, file)
		if len(texts) < 150 {
			t.Fatalf("%s: only %d texts", file, len(texts))
		}
		hits, misses, falls := map[Kind]int{}, map[Kind]int{}, map[Kind]int{}
		for _, l := range texts {
			found := FindSensitive(l.text)
			used := make([]bool, len(found))
			for _, want := range l.want {
				hit := false
				for i, f := range found {
					if f.Kind == want.Kind && f.Start <= want.Start && f.End >= want.End {
						hit, used[i] = true, true
					}
				}
				if hit {
					hits[want.Kind]++
					continue
				}
				misses[want.Kind]++
				t.Logf("missed %s in %q: found %s", want.Kind, l.text, shown(l.text, found))
			}
			for i, f := range found {
				if !used[i] {
					falls[f.Kind]++
					t.Logf("false %s in %q: %q", f.Kind, l.text, l.text[f.Start:f.End])
				}
			}
		}
		for _, kind := range []Kind{Phone, NationalID, BankCard, Email, Address, Credential} {
			precision := float64(hits[kind]) / float64(max(1, hits[kind]+falls[kind]))
			recall := float64(hits[kind]) / float64(max(1, hits[kind]+misses[kind]))
			t.Logf("%s: %-8s %3d fields, precision %.3f, recall %.3f", file, kind, hits[kind]+misses[kind], precision, recall)
			if precision < bar || recall < bar {
				t.Errorf("%s: %s: precision %.3f, recall %.3f; both must be at least %.2f", file, kind, precision, recall, bar)
			}
		}
	}
}

func shown(text string, found []Finding) string {
	var out []string
	for _, f := range found {
		out = append(out, fmt.Sprintf("%s %q", f.Kind, text[f.Start:f.End]))
	}
	return strings.Join(out, ", ")
}

// TestRedactingTwiceChangesNothing also checks that nothing found is left.
func TestRedactingTwiceChangesNothing(t *testing.T) {
	for _, l := range labelledTexts(t, "sensitive.txt") {
		once, n := Redactor{}.Redact(l.text, "mask")
		twice, again := Redactor{}.Redact(once, "mask")
		if twice != once || again != 0 {
			t.Errorf("%q: %q became %q", l.text, once, twice)
		}
		if n == 0 && once != l.text {
			t.Errorf("%q: changed to %q though nothing was found", l.text, once)
		}
		if kept, _ := (Redactor{}).Redact(l.text, "keep"); kept != l.text {
			t.Errorf("%q: keep changed it to %q", l.text, kept)
		}
		if index := (Redactor{}).ForIndex(l.text); index != once {
			t.Errorf("%q: the index would hold %q", l.text, index)
		}
		dropped, _ := Redactor{}.Redact(l.text, "drop")
		if len(FindSensitive(dropped)) > 0 {
			t.Errorf("%q: drop left %q", l.text, dropped)
		}
	}
}

func TestWaysOfRedacting(t *testing.T) {
	f := func(text, way, want string, fields int) {
		t.Helper()
		if got, n := (Redactor{}).Redact(text, way); got != want || n != fields {
			t.Errorf("%s %q: got %q with %d fields, want %q with %d", way, text, got, n, want, fields)
		}
	}
	f("My mother has a phone, it is 13800138000.", "mask", "My mother has a phone, it is [phone].", 1)
	f("我妈妈的手机是13800138000。", "mask", "我妈妈的手机是[电话]。", 1)
	f("身份证11010519491231002X，卡号4111 1111 1111 1111", "mask", "身份证[证件号]，卡号[银行卡号]", 2)
	f("邮箱：ada@example.com，密码是abc123，住在中山路15号", "mask", "邮箱：[邮箱]，密码是[密钥]，住在[地址]", 3)
	f("13800138000 is mine", "mask", "[phone] is mine", 1)
	f("I like tea. My PIN is 4711. I live in Rome.", "drop", "I like tea. I live in Rome.", 1)
	f("我爱喝茶。密码是abc123。我住罗马。", "drop", "我爱喝茶。我住罗马。", 1)
	f("Call 415-555-2671 or 415-555-2672. Thanks!", "drop", "Thanks!", 2)
	f("password: abc123", "drop", "", 1)
	f("password: abc123", "keep", "password: abc123", 1)
	f("password: abc123", "nonsense", "password: [secret]", 1)
	f("nothing here", "drop", "nothing here", 0)
	// What is called an identifier is one whether or not its check digit is right.
	f("My passport number is E12345678.", "mask", "My passport number is [id].", 1)
	f("E12345678 is my passport number.", "mask", "[id] is my passport number.", 1)
	f("My IBAN is DE89 3704 0044 0532 0130 01.", "mask", "My IBAN is [card].", 1)
	f("My credit card number is 4111 1111 1111 1112.", "mask", "My credit card number is [card].", 1)
	f("My WeChat ID is lovelytina, write to me.", "mask", "My WeChat ID is [contact], write to me.", 1)
	f("My passport number is \"E12345678\".", "mask", "My passport number is \"[id]\".", 1)
	f("**Passport number:** `E12345678`", "mask", "**Passport number:** `[id]`", 1)
	f("| passport | E12345678 |", "mask", "| passport | [id] |", 1)
	f("护照号：\nE12345678", "mask", "护照号：\n[证件号]", 1)
	f("我的护照号是“E12345678”。", "mask", "我的护照号是“[证件号]”。", 1)
	f("cvv 123", "mask", "cvv [secret]", 1)
	f("我的身份证号是110101199003071234。", "mask", "我的身份证号是[证件号]。", 1)
	f("110101199003071235是我的身份证号。", "mask", "[证件号]是我的身份证号。", 1)
	f("护照号码 G12345678，卡号1234567890123456", "mask", "护照号码 [证件号]，卡号[银行卡号]", 2)
	f("我的微信号是lovelytina，QQ是123456", "mask", "我的微信号是[联系账号]，QQ是[联系账号]", 2)
	for _, none := range []string{"my passport expires in 2031", "I have 2 cards and 10000 points", "my card has 5000 dollars on it", "my order number is 4111111111111112", "My card ends in 1234.", "my passport, 2027-11", "护照20310501到期", "my WeChat is broken",
		"我的护照2031年到期", "微信群有123个人", "社保交了12345元", "我有3张信用卡", "我用微信支付"} {
		f(none, "mask", none, 0)
	}
	// Of an address the town is kept.
	f("I live at 12 Elm Street, Apt 4B, Seattle, WA 98101.", "mask", "I live at [address] in Seattle, WA.", 1)
	f("I live at 221b Baker Street, London NW1 6XE", "mask", "I live at [address] in London", 1)
	f("My home is 45 Old Mill Rd, Building 7, Leeds LS1 4AP.", "mask", "My home is [address] in Leeds.", 1)
	f("My address is 742 Evergreen Terrace, Springfield.", "mask", "My address is [address] in Springfield.", 1)
	f("I live at 742 Evergreen Terrace, Springfield, and I like tea.", "mask", "I live at [address], Springfield, and I like tea.", 1)
	f("我住在杭州市西湖区文三路100号2单元301室", "mask", "我住在杭州市西湖区[地址]", 1)
	f("我住杭州文三路100号", "mask", "我住杭州[地址]", 1)
	f("上海南京西路100号", "mask", "上海[地址]", 1)
	f("我住南京路100号", "mask", "我住[地址]", 1)
	f("住在翠苑小区3号楼", "mask", "住在[地址]", 1)
	key := "-----BEGIN RSA PRIVATE KEY-----\nMIIE.\n\nabc+/=\n-----END RSA PRIVATE KEY-----"
	f("Here. "+key+" Keep it safe.", "mask", "Here. [secret] Keep it safe.", 1)
	f("Here. "+key+" Keep it safe.", "drop", "Here.", 1)
}

func TestMaskEcho(t *testing.T) {
	f := func(said, text, want string) {
		t.Helper()
		if got := MaskEcho(text, said); got != want {
			t.Errorf("%q behind %q is %q, want %q", text, said, got, want)
		}
	}
	f("My passport number is E12345678.", "Noted: E12345678 it is.", "Noted: [id] it is.")
	f("What is your passport number?\nE12345678", "So, E12345678.", "So, [id].")
	f("我的护照号是E12345678", "好的，E12345678记下了", "好的，[证件号]记下了")
	f("cvv 123", "There are 123 steps.", "There are 123 steps.")
	f("I live in Oslo.", "Oslo is fine.", "Oslo is fine.")
}

func TestRedactIsLinear(t *testing.T) {
	for _, unit := range []string{"1", "1 ", "12-", "138001380001", "a@", "@", "password ", "password is ", "密码", "密码是", "路1", "1号", "号楼", "12 Oak ",
		"-----BEGIN PRIVATE KEY-----", "eyJ", "sk-", "http://a:", "一", "１", "\u200b", "(1) ", "order 1,", "Bearer a"} {
		text := strings.Repeat(unit, (256<<10)/len(unit))
		start := time.Now()
		FindSensitive(text)
		if d := time.Since(start); d > 5*time.Second { // a square would take minutes
			t.Errorf("256 KB of %q took %s", unit, d)
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, l := range labelledTexts(f, "sensitive.txt") {
		f.Add(l.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, found := range FindSensitive(text) {
			if found.Start < last || found.End <= found.Start || found.End > len(text) {
				t.Fatalf("%q: finding %+v is out of place", text, found)
			}
			last = found.End
		}
		Redactor{}.Redact(text, "mask")
		Redactor{}.Redact(text, "drop")
	})
}

func BenchmarkRedact(b *testing.B) {
	text := strings.Repeat("My phone is 13800138000, call after 5pm on 2026-03-01. 我住在中山路15号，订单号13800138000。The quick brown fox jumps. ", 600)[:64<<10]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		FindSensitive(text)
	}
}
