package policy

import (
	"strings"
	"unicode/utf8"
)

// label is what the words beside a number say it is.
type label uint8

const (
	labelNone  label = iota
	labelPhone       // a phone, whatever its shape
	labelOrder       // an order, an invoice, a parcel, a part: not a person's
	labelOther       // a card or an identity: judged by its check digit, but no phone
)

// phoneWords, orderWords and otherWords are in lower case. The word that ends
// nearest before the number wins, and of two that end together the longer.
func phoneWords() []string {
	return []string{"phone", "mobile", "tel", "tel.", "telephone", "cell", "cellphone", "call", "call me at", "text me at", "texting", "whatsapp", "fax", "hotline", "contact number", "contact no", "my number", "his number", "her number", "their number", "our number",
		"reach me at", "reach me on", "dial", "ring me", "ring me on", "sms",
		"电话", "手机", "號碼", "号码", "手机号", "電話", "手機", "联系方式", "聯繫方式", "致电", "致電", "拨打", "撥打", "打给我", "传真", "热线", "座机", "座機", "固话", "联系我", "短信"}
}

func orderWords() []string {
	return []string{"order", "order number", "order no", "order id", "invoice", "invoice number", "tracking", "tracking number", "track number", "shipment", "parcel", "package", "waybill", "receipt", "ticket", "ticket number", "case", "case number", "ref", "ref.", "reference", "reference number", "confirmation",
		"confirmation number", "booking", "booking number", "purchase order", "p.o.", "sku", "isbn", "serial", "serial number", "s/n", "imei", "transaction", "transaction number", "transaction id", "model", "model number", "part number", "part no", "version", "build", "issue", "bug", "commit", "timestamp", "batch", "barcode", "flight", "port", "pr", "hash", "lot number", "claim number", "policy number",
		"订单", "訂單", "订单号", "订单号码", "訂單號碼", "单号", "單號", "单号码", "发票", "發票", "发票号", "发票号码", "发票代码", "快递", "快遞", "运单", "運單", "物流", "流水", "流水号", "编号", "編號", "编号码", "工单", "票号", "学号", "学籍号", "型号", "序列号", "条码", "条形码", "货号", "批次", "批号", "版本", "交易号", "交易", "凭证", "案件号", "案号", "航班", "取件码", "包裹", "税号", "合同号", "合同编号", "保单号", "车牌", "时间戳", "工号", "房号", "书号", "页码", "端口"}
}

func otherWords() []string {
	return []string{"id", "user id", "card", "card number", "credit card", "debit card", "bank card", "account", "account number", "ssn", "social security", "identity", "id card", "id number", "passport",
		"卡号", "卡號", "银行卡", "銀行卡", "信用卡", "储蓄卡", "身份证", "身份證", "身份证号", "身份证号码", "身份證號碼", "证件号", "证件号码", "證件號碼", "护照", "账号", "帐号", "帳號", "卡号码", "银行卡号码", "qq", "qq号", "qq号码"}
}

// maxLabelBytes is how far before a number its label may begin.
const maxLabelBytes = 48

// lexicon finds labels in text. It is filled when it is first asked, since most
// texts hold no number.
type lexicon struct{ words map[rune][]labelWord }

type labelWord struct {
	word  string
	label label
}

// starting returns the words that begin with r.
func (l *lexicon) starting(r rune) []labelWord {
	if l.words == nil {
		l.words = make(map[rune][]labelWord, 128)
		for _, group := range [...]struct {
			label label
			words []string
		}{{labelPhone, phoneWords()}, {labelOrder, orderWords()}, {labelOther, otherWords()}} {
			for _, w := range group.words {
				first, _ := utf8.DecodeRuneInString(w)
				l.words[first] = append(l.words[first], labelWord{w, group.label})
			}
		}
	}
	return l.words[r]
}

// nearest returns the label of the word that ends last in s, and of two that end
// together of the longer.
func (l *lexicon) nearest(s string) label {
	best, bestEnd, bestLen := labelNone, -1, 0
	for at, r := range s {
		if r < utf8.RuneSelf && (!isLetter(byte(r)) || at > 0 && isLetter(s[at-1])) {
			continue
		}
		for _, w := range l.starting(r) {
			end := at + len(w.word)
			if (end > bestEnd || end == bestEnd && len(w.word) > bestLen) && strings.HasPrefix(s[at:], w.word) && endsWord(s, end) {
				best, bestEnd, bestLen = w.label, end, len(w.word)
			}
		}
	}
	return best
}

// endsWord reports whether a word, or its plural, ends at i. Chinese words need no
// blanks around them.
func endsWord(s string, i int) bool {
	return i == len(s) || s[i-1] >= utf8.RuneSelf || !isLetter(s[i]) || s[i] == 's' && (i+1 == len(s) || !isLetter(s[i+1]))
}

// before reads the words before i, back to a mark of punctuation.
func (l *lexicon) before(s string, i int) label {
	before := strings.ToLower(s[max(0, i-maxLabelBytes):i])
	// "快递打…给我": who is told to dial is given a phone, whatever it is about.
	if hasAnySuffix(strings.TrimRight(before, " "), "打", "拨", "撥") {
		return labelPhone
	}
	return l.nearest(before[lastBoundary(before):])
}

// after reads "is my order number" and the like behind a number.
func (l *lexicon) after(s string, i int) label {
	after := strings.ToLower(s[i:min(len(s), i+maxLabelBytes)])
	for _, link := range [...]string{" is ", "是", "为", " (", "("} {
		rest, ok := strings.CutPrefix(after, link)
		if !ok {
			continue
		}
		if cut := strings.IndexAny(rest, ".,;!?\n)"); cut >= 0 {
			rest = rest[:cut]
		}
		if found := l.nearest(rest); found != labelOther {
			return found
		}
	}
	return labelNone
}

// isReckoned reports whether what follows a number reckons with it, as code does.
func isReckoned(s string, i int) bool {
	return hasAnyPrefix(s[i:], " * ", " << ", " % ", " == ", " != ")
}

// lastBoundary returns where the last clause of s begins.
func lastBoundary(s string) int {
	cut := 0
	for i, r := range s {
		switch r {
		case '\n', ';', '!', '?', ',', '。', '、', '；', '，':
			cut = i + utf8.RuneLen(r)
		case '.':
			if i+1 < len(s) && s[i+1] == ' ' && i > 3 && !endsAbbreviation(s[:i]) {
				cut = i + 1
			}
		}
	}
	return cut
}

// endsAbbreviation reports whether the dot behind s belongs to a short form that
// stands before a number: "invoice no. 17".
func endsAbbreviation(s string) bool {
	return hasAnySuffix(s, " no", " nr", " num", " ref", " tel", " ph", " inv")
}

// isListGap reports whether only a comma, "and" or the like stands between two
// numbers of one list.
func isListGap(gap string) bool {
	switch strings.TrimSpace(gap) {
	case ",", "and", ", and", "&", "/", "、", "和", "，", "or", "或", "跟":
		return true
	}
	return false
}

// isAmount reports whether what follows a number makes it an amount or a measure.
func isAmount(s string, i int) bool {
	after := strings.TrimPrefix(s[i:min(len(s), i+16)], " ")
	return hasAnyPrefix(after, "元", "块", "塊", "美元", "美金", "人民币", "%", "km", "kg", "bytes", "ms", "USD", "usd", "RMB", "rmb", "dollars", "EUR", "euros", "米", "公里", "公斤", "吨", "人", "万", "亿", "年")
}
