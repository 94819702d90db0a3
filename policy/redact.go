package policy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is a kind of sensitive field.
type Kind string

// The kinds.
const (
	Phone      Kind = "phone"
	NationalID Kind = "id"      // Chinese resident identity number, US social security number; a passport and the like where it is called so
	BankCard   Kind = "card"    // by Luhn's check digit, or where it is called so; a bank account
	Email      Kind = "email"   //
	Address    Kind = "address" // of a street, with a number
	Credential Kind = "secret"  // keys, tokens, passwords
	Contact    Kind = "contact" // an account that one is written to, such as of WeChat
)

// Finding is one sensitive field. It holds where it stands and never what it says.
type Finding struct {
	Kind       Kind
	Start, End int // byte offsets in the text that was searched
	// Town is what of an address may be told: where the name of its town begins and ends; both 0
	// for none.
	Town [2]int
}

// FindSensitive returns the sensitive fields of a text, in order, none overlapping
// another. Its time grows with the text's length and no faster.
func FindSensitive(text string) []Finding {
	l := newLens(text)
	var found []Finding
	found = append(found, findSecrets(l.s)...)
	found = append(found, findEmails(l.s)...)
	found = append(found, findSpelledEmails(l.s)...)
	found = append(found, findLabelled(l.s)...)
	found = append(found, findNumbers(l.s)...)
	found = append(found, findStreets(l.s)...)
	found = append(found, findChineseAddresses(l.s)...)
	// The longer of two that overlap says more of what it is; of equals the first.
	slices.SortStableFunc(found, func(a, b Finding) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	kept := found[:0]
	for _, f := range found {
		if n := len(kept); n > 0 && f.Start < kept[n-1].End {
			kept[n-1].End = max(kept[n-1].End, f.End) // nothing of either may stay readable
			kept[n-1].Town = [2]int{}
			continue
		}
		kept = append(kept, f)
	}
	for i := range kept {
		f := &kept[i]
		f.Start, f.End = l.source(f.Start), l.source(f.End)
		if f.Town[1] > 0 {
			f.Town = [2]int{l.source(f.Town[0]), l.source(f.Town[1])}
		}
	}
	return kept
}

// Redactor takes sensitive fields out of a text. It has no state.
type Redactor struct{}

// Redact returns the text as it may be kept under a tenant's way with sensitive
// fields, and how many there were: mask puts a placeholder in place of each, drop
// leaves out every sentence that holds one, keep changes nothing. Any other way
// masks: an unknown word never keeps more. To redact what was redacted changes
// nothing.
func (Redactor) Redact(text, way string) (clean string, found int) {
	fields := FindSensitive(text)
	switch {
	case len(fields) == 0 || way == "keep":
		return text, len(fields)
	case way == "drop":
		return withoutSentences(text, fields), len(fields)
	}
	return masked(text, fields), len(fields)
}

// ForIndex returns a text as the recall index may hold it: masked, whatever the
// tenant keeps elsewhere.
func (r Redactor) ForIndex(text string) string {
	clean, _ := r.Redact(text, "mask")
	return clean
}

// masked puts placeholders in place of fields. That somebody has a phone stays
// known; its number does not. Of an address the town does, and no street.
func masked(text string, fields []Finding) string {
	var b strings.Builder
	b.Grow(len(text))
	at := 0
	for _, f := range fields {
		b.WriteString(text[at:f.Start])
		town := text[f.Town[0]:f.Town[1]]
		mask := placeholder(f.Kind, isChineseAt(text, f) || town != "" && town[0] >= utf8.RuneSelf && isChineseAt(town, Finding{Start: len(town), End: len(town)}))
		switch {
		case town == "":
			b.WriteString(mask)
		case f.Town[0] == f.Start:
			b.WriteString(town + mask)
		default:
			b.WriteString(mask + " in " + town)
		}
		at = f.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// MaskEcho masks in a text the fields that stand in what was said before it: an answer repeats a
// number without calling it what it is.
func MaskEcho(text, said string) string {
	const short = 5 // bytes, of what may stand anywhere
	for _, f := range FindSensitive(said) {
		value := said[f.Start:f.End]
		if len(value) < short || !strings.Contains(text, value) {
			continue
		}
		text = strings.ReplaceAll(text, value, placeholder(f.Kind, isChineseAt(said, f)))
	}
	return text
}

// Placeholders counts the fields that were masked in a text, by what stands in their place.
func Placeholders(text string) int {
	if !strings.Contains(text, "[") {
		return 0
	}
	n := 0
	for _, k := range []Kind{Phone, NationalID, BankCard, Email, Address, Credential, Contact} {
		n += strings.Count(text, placeholder(k, false)) + strings.Count(text, placeholder(k, true))
	}
	return n
}

func placeholder(k Kind, chinese bool) string {
	if chinese {
		switch k {
		case Phone:
			return "[电话]"
		case NationalID:
			return "[证件号]"
		case BankCard:
			return "[银行卡号]"
		case Email:
			return "[邮箱]"
		case Address:
			return "[地址]"
		case Contact:
			return "[联系账号]"
		}
		return "[密钥]"
	}
	return "[" + string(k) + "]"
}

// isChineseAt reports whether the nearest letter before a field, or else behind
// it, is Chinese, so that a placeholder speaks the language of its sentence.
func isChineseAt(text string, f Finding) bool {
	for before := text[max(0, f.Start-60):f.Start]; before != ""; {
		r, size := utf8.DecodeLastRuneInString(before)
		if unicode.IsLetter(r) {
			return unicode.Is(unicode.Han, r)
		}
		before = before[:len(before)-size]
	}
	for _, r := range text[f.End:min(len(text), f.End+60)] {
		if unicode.IsLetter(r) {
			return unicode.Is(unicode.Han, r)
		}
	}
	return false
}

// withoutSentences leaves out the sentences that hold a field.
func withoutSentences(text string, fields []Finding) string {
	var b strings.Builder
	for start := 0; start < len(text); {
		end := sentenceEnd(text, start)
		clean := true
		for len(fields) > 0 && fields[0].Start < end {
			clean = false
			for end < fields[0].End { // a field may reach over what looks like an end
				end = sentenceEnd(text, end)
			}
			fields = fields[1:]
		}
		if clean {
			b.WriteString(text[start:end])
		}
		start = end
	}
	return strings.TrimSpace(b.String())
}

// sentenceEnd returns where the sentence that begins at start ends.
func sentenceEnd(text string, start int) int {
	for i := start; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch r {
		case '\n', '!', '?', '。', '！', '？':
			return next
		case '.':
			if next == len(text) || text[next] == ' ' || text[next] == '\n' {
				return next
			}
		}
		i = next
	}
	return len(text)
}
