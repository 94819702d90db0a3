package policy

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// paper is a kind of identifier that people call by name before they write it: what is labelled so
// is masked whether or not a check digit is right, since a slip of the finger makes it no less the
// number of somebody's passport.
type paper struct {
	kind   Kind
	least  int      // letters and digits that such an identifier has at least
	most   int      //
	digits int      // of them
	handle bool     // a name that people choose: letters alone will do, where they are said to be one
	linked bool     // a word such as "is" or a colon must stand between
	words  []string // in lower case
}

func papers() []paper {
	return []paper{
		{kind: NationalID, least: 5, most: 24, digits: 4, words: []string{"passport", "driver's license", "drivers license", "driver license", "driver's licence", "driving licence", "driving license", "social security", "ssn",
			"national insurance", "ni number", "nino", "tax id", "tax number", "tin", "taxpayer id", "health insurance number", "health insurance id", "insurance id", "medicare", "medicaid", "nhs number", "visa number", "residence permit", "green card",
			"national id", "identity card", "identity number", "id card", "id number", "my id", "government id", "state id", "aadhaar", "aadhar", "pan card", "nric", "hkid",
			"身份证", "身份證", "证件号", "證件號", "证件号码", "护照", "護照", "驾驶证", "駕駛證", "驾照", "駕照", "社保", "社保卡", "社会保障", "医保", "医保卡", "健保卡", "通行证", "通行證", "军官证", "居住证", "居留证", "台胞证", "台胞證", "回乡证", "签证号", "绿卡"}},
		{kind: BankCard, least: 12, most: 34, digits: 8, words: []string{"card", "credit card", "debit card", "bank card", "visa card", "mastercard", "amex", "银行卡", "銀行卡", "信用卡", "储蓄卡", "儲蓄卡", "借记卡", "工资卡"}},
		{kind: BankCard, least: 6, most: 34, digits: 5, words: []string{"card number", "card no", "card no.", "credit card number", "debit card number", "iban", "account number", "account no", "account no.", "bank account", "acct", "acct no", "routing number", "sort code",
			"卡号", "卡號", "银行账号", "银行帐号", "银行账户", "銀行帳號", "银行户头", "开户账号", "收款账号", "汇款账号"}},
		{kind: Contact, least: 6, most: 34, digits: 6, linked: true, words: []string{"账号", "帐号", "帳號", "账户", "帐户", "帳戶"}},
		{kind: Credential, least: 3, most: 4, digits: 3, words: []string{"cvv", "cvv2", "cvc", "card security code", "安全码", "安全碼"}},
		{kind: Contact, least: 5, most: 24, digits: 1, words: []string{"wechat", "weixin", "wxid", "telegram", "line id", "skype", "kakao", "qq", "微信", "支付宝"}},
		{kind: Contact, least: 5, most: 24, handle: true, linked: true, words: []string{"wechat id", "wechat account", "weixin id", "weixin hao", "wxid", "telegram handle", "telegram username", "line id", "skype name", "skype id", "kakao id",
			"微信号", "微信號", "微信id", "微信账号", "支付宝账号", "支付宝账户"}},
	}
}

// findLabelled finds the identifiers that a text calls by name, before them or behind: "my passport
// number is ...", "... is my passport number", 我的护照号是....
func findLabelled(s string) (found []Finding) {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= '0' && r <= '9' }) && !strings.Contains(s, "微信") && !strings.Contains(s, "支付宝") && !containsFold(s, "id") && !containsFold(s, "handle") && !containsFold(s, "account") && !containsFold(s, "username") {
		return nil
	}
	lower := strings.ToLower(s)
	if len(lower) != len(s) {
		lower = lowerASCII(s)
	}
	for _, p := range papers() {
		for _, word := range p.words {
			for from := 0; ; {
				at := strings.Index(lower[from:], word)
				if at < 0 {
					break
				}
				at += from
				end := at + len(word)
				from = end
				if !standsAlone(lower, at, end) || !p.fits(lower, at) {
					continue
				}
				if start, stop, ok := p.behind(s, lower, end); ok {
					found = append(found, Finding{Kind: p.kind, Start: start, End: stop})
				}
				if start, stop, ok := p.before(s, lower, at); ok {
					found = append(found, Finding{Kind: p.kind, Start: start, End: stop})
				}
			}
		}
	}
	return found
}

func containsFold(s, word string) bool { return strings.Contains(strings.ToLower(s), word) }

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// standsAlone reports whether a label is a word of its own and not the name of what was masked.
func standsAlone(s string, at, end int) bool {
	if at > 0 && (s[at-1] == '[' || s[at-1] == '_' || s[at] < utf8.RuneSelf && isAlnum(s[at-1])) {
		return false
	}
	return s[end-1] >= utf8.RuneSelf || end == len(s) || !isLetter(s[end]) || strings.HasPrefix(s[end:], "s ") || strings.HasPrefix(s[end:], "number") || strings.HasPrefix(s[end:], "id")
}

// fits reports whether what stands before a label leaves it one of a person: not a gift card nor an
// order.
func (p *paper) fits(s string, at int) bool {
	before := strings.TrimRight(s[max(0, at-24):at], " ")
	return !hasAnySuffix(before, "gift", "sim", "graphics", "video", "sd", "memory", "business", "report", "library", "loyalty", "punch", "post", "score", "flash", "index", "order", "invoice", "tracking",
		"礼品", "购物", "订单", "显", "内存", "电话", "手机", "名", "贺", "公交", "门禁")
}

// behind reads an identifier that follows a label which ends at i.
func (p *paper) behind(s, lower string, i int) (start, end int, ok bool) {
	at, linked := i, false
	links := [...]string{"号码", "號碼", "号", "號", "编号", "卡号", "证号", "id", "(", "（", ")", "）", ".", "的", "#", "numbers", "number", "no.", "no", "num", "nr", "card", "code", "handle", "name", "username", "account",
		"is", "was", "are", "'s", "it's", "it is", "as", "=", ":", "：", "?", "？", "-", ",", "，", "是", "为", "為", "就是", "叫", "写的是", "应该是", "大概是", "actually", "probably", "should be", "still", "please", "sure", "yes", "yeah", "ok", "okay", "of course", "here", "好的", "好", "嗯", "当然", "请", "呢", "吗", "多少", "是多少", "还是", "一直是", "现在是", "now"}
	for steps := 0; steps < 10; steps++ {
		was := at
		for at < len(s) && (strings.IndexByte(" \t|*`\"'", s[at]) >= 0 && !strings.HasPrefix(lower[at:], "'s") || s[at] == '\n' && linked) {
			at++
		}
		for _, open := range [...]string{"“", "「", "‘", "《"} {
			at += len(s[at:]) - len(strings.TrimPrefix(s[at:], open))
		}
		for _, link := range links {
			rest, found := strings.CutPrefix(lower[at:], link)
			if !found || isLetter(link[len(link)-1]) && rest != "" && isLetter(rest[0]) {
				continue
			}
			at += len(link)
			linked = linked || says(link)
			break
		}
		if at == was {
			break
		}
	}
	if p.linked && !linked || at == i && p.kind == Contact {
		return 0, 0, false
	}
	end = p.token(s, at)
	return at, end, end > at
}

// says reports whether a word between a label and what follows says that this is it.
func says(link string) bool {
	switch link {
	case "is", "was", "are", "'s", "it's", "it is", "=", ":", "：", "?", "？", "是", "为", "為", "就是", "叫", "写的是", "应该是", "大概是", "还是", "一直是", "现在是", "should be":
		return true
	}
	return false
}

// before reads an identifier that a sentence calls by a label which begins at i: "... is my
// passport number".
func (p *paper) before(s, lower string, i int) (start, end int, ok bool) {
	head := strings.TrimRight(lower[:i], " ")
	for _, whose := range [...]string{"我的", "他的", "她的", "我", "他", "她", "my", "his", "her", "our", "their", "the"} {
		if rest, found := strings.CutSuffix(head, whose); found {
			head = strings.TrimRight(rest, " ")
			break
		}
	}
	is := ""
	for _, verb := range [...]string{" is", " was", "是", "就是"} {
		if strings.HasSuffix(head, verb) {
			is = verb
		}
	}
	if is == "" || p.handle {
		return 0, 0, false
	}
	head = strings.TrimRight(strings.TrimSuffix(head, is), " ,，")
	end = len(head)
	for start = end; start > 0 && end-start < 48 && (isAlnum(s[start-1]) || (s[start-1] == ' ' || s[start-1] == '-') && start < end && isDigit(s[start])); start-- {
	}
	for start < end && (s[start] == ' ' || s[start] == '-') {
		start++
	}
	if start == end || start > 0 && (s[start-1] == '[' || s[start-1] == '_') {
		return 0, 0, false
	}
	return start, end, p.token(s, start) == end
}

// token returns where an identifier that begins at i ends; i or less for none. It may be written in
// groups, of which each has a digit, or is the bank's letters in capitals.
func (p *paper) token(s string, i int) int {
	end, letters, digits, groups := i, 0, 0, 0
	for at := i; at < len(s); {
		from := at
		d := 0
		for at < len(s) && at-from <= p.most && (isAlnum(s[at]) || p.kind == Contact && (s[at] == '_' || s[at] == '-' || s[at] == '@' && at == i)) {
			if isDigit(s[at]) {
				d++
			}
			at++
		}
		group := s[from:at]
		if group == "" || at < len(s) && s[at] >= utf8.RuneSelf && latinAt(s, at) {
			break
		}
		capitals := strings.ToUpper(group) == group
		if d == 0 && !(capitals && len(group) <= 4 && p.kind != Contact && at < len(s) && (s[at] == ' ' || s[at] == '-')) && !(p.handle && groups == 0) {
			break
		}
		if groups > 0 && (p.kind == Contact || len(group) > 8 && d < len(group) || digits+letters+len(group) > p.most) {
			break
		}
		if d > 0 || p.handle {
			end = at
		}
		digits, letters, groups = digits+d, letters+len(group)-d, groups+1
		if at+1 >= len(s) || s[at] != ' ' && s[at] != '-' && s[at] != '.' || !isAlnum(s[at+1]) {
			break
		}
		at++
	}
	size := 0
	for _, c := range []byte(s[i:end]) {
		if isAlnum(c) || c == '_' {
			size++
		}
	}
	switch {
	case end == i, size < p.least, size > p.most, digits < p.digits, isAmount(s, end), isCalendar(s[i:end]):
		return i
	case letters == 0 && digits == 8 && s[i] <= '2' && hasAnyPrefix(strings.TrimLeft(s[end:], " "), "到期", "过期", "失效", "expire", "is when"):
		return i // a day
	case end < len(s) && (s[end] == '@' || s[end] == '/' || s[end] == '_'):
		return i
	case p.kind == Contact && p.digits > 0 && digits == size && size < 5:
		return i
	}
	return end
}

func latinAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.Is(unicode.Latin, r)
}

// isCalendar reports whether digits are a day or a month: 2031-05-01, 2031-05.
func isCalendar(token string) bool {
	parts := strings.FieldsFunc(token, func(r rune) bool { return r == '-' || r == '.' || r == ' ' })
	if len(parts) == 2 && len(parts[0]) == 4 && len(parts[1]) <= 2 && (strings.HasPrefix(token, "19") || strings.HasPrefix(token, "20")) {
		return true
	}
	return len(parts) == 3 && len(parts[0]) == 4 && len(parts[1]) <= 2 && len(parts[2]) <= 2 || len(parts) == 3 && len(parts[2]) == 4 && len(parts[0]) <= 2 && len(parts[1]) <= 2
}
