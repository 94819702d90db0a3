package policy

import (
	"strings"
	"unicode/utf8"
)

// The bounds of a number that is looked at: chunks of digits with a blank, dash,
// dot or bracket between, as people write phones and cards.
const (
	maxChunks = 8
	maxDigits = 24
	minDigits = 7
)

// chunk is one run of digits.
type chunk struct {
	start, end int
	before     string // what stands between it and the chunk before
}

// findNumbers finds phones, identity numbers and bank cards.
func findNumbers(s string) []Finding {
	var found []Finding
	listed := false // the number before was an order number, and this may be the next one
	last := -1      // where it ended
	var known lexicon
	for i := 0; i < len(s); {
		if !isDigit(s[i]) {
			i++
			continue
		}
		chunks := chunksAt(s, i)
		if !startsNumber(s, i) {
			for i < len(s) && isDigit(s[i]) {
				i++
			}
			continue
		}
		words := &context{s: s, lexicon: &known, listed: listed && last >= 0 && isListGap(s[last:i])}
		f, matched := classifyChunks(s, chunks, words)
		if matched {
			if f.Kind == Phone {
				f.End = withExtension(s, f.End)
			}
			found = append(found, f)
			i, listed = max(f.End, chunks[0].end), false
			continue
		}
		listed = words.listed || words.known && words.before == labelOrder
		last = chunks[0].end
		i = last
	}
	return found
}

// context is what the words around a number say, looked up when first asked.
type context struct {
	s       string
	lexicon *lexicon
	listed  bool // it stands in a list of order numbers
	known   bool
	start   int // the number's start for which before holds
	before  label
}

func (c *context) labelBefore(start int) label {
	if !c.known || c.start != start {
		c.before, c.known, c.start = c.lexicon.before(c.s, start), true, start
	}
	return c.before
}

// startsNumber reports whether a number may begin at i: not within a word, a
// path, an address of the web or a longer number.
func startsNumber(s string, i int) bool {
	if i == 0 {
		return true
	}
	switch c := s[i-1]; {
	case isDigit(c), c == '_', c == '/' && !isLabelSlash(s, i), c == '\\', c == '&', c == '%', c == '@', c == '$', c == '#', c == '.':
		return false
	case c == '(' && i > 1 && (isLetter(s[i-2]) || s[i-2] == '_'):
		return isPhoneWord(lettersBefore(s, i-1)) // else it is the argument of a call in code
	case c == '=':
		return !strings.Contains(tokenBefore(s, i), "://")
	case c == '-':
		return i == 1 || !isAlnum(s[i-2])
	case isLetter(c):
		return isPhoneWord(lettersBefore(s, i))
	}
	return !strings.HasSuffix(s[:i], "¥") && !strings.HasSuffix(s[:i], "€") && !strings.HasSuffix(s[:i], "£")
}

// isPhoneWord reports whether a number may follow a word without a blank.
func isPhoneWord(w string) bool {
	switch strings.ToLower(w) {
	case "tel", "phone", "mobile", "cell", "ph", "mob", "fax", "whatsapp", "call", "no", "card":
		return true
	}
	return false
}

// withExtension takes in ", ext. 23" or "转8021" behind a phone.
func withExtension(s string, i int) int {
	rest := strings.ToLower(s[i:min(len(s), i+24)])
	at := len(rest) - len(strings.TrimLeft(rest, " ,，"))
	for _, w := range [...]string{"extension", "ext.", "ext", "x", "分机号", "分机", "分機", "内线", "內線", "转", "轉"} {
		if !strings.HasPrefix(rest[at:], w) {
			continue
		}
		from := at + len(w)
		for from < len(rest) && strings.IndexByte(" .:", rest[from]) >= 0 {
			from++
		}
		end := from
		for end < len(rest) && isDigit(rest[end]) {
			end++
		}
		if n := end - from; n >= 1 && n <= 6 && (end == len(rest) || !isAlnum(rest[end])) {
			return i + end
		}
		return i
	}
	return i
}

// isLabelSlash reports whether a slash before i divides two phones, not a path.
func isLabelSlash(s string, i int) bool {
	return i >= 2 && (s[i-2] == ' ' || isDigit(s[i-2])) && !strings.Contains(tokenBefore(s, i), "//")
}

func isAlnum(c byte) bool { return isDigit(c) || isLetter(c) }

// tokenBefore returns what stands before i back to a blank, up to 200 bytes.
func tokenBefore(s string, i int) string {
	from := i
	for from > 0 && i-from < 200 && s[from-1] > ' ' && s[from-1] < utf8.RuneSelf {
		from--
	}
	return s[from:i]
}

func lettersBefore(s string, i int) string {
	from := i
	for from > 0 && i-from < 12 && isLetter(s[from-1]) {
		from--
	}
	return s[from:i]
}

// chunksAt reads the chunks that begin at i.
func chunksAt(s string, i int) []chunk {
	chunks := make([]chunk, 0, maxChunks)
	digits, before, at := 0, "", i
	for len(chunks) < maxChunks {
		end := at
		for end < len(s) && isDigit(s[end]) && end-at <= maxDigits {
			end++
		}
		digits += end - at
		if digits > maxDigits && len(chunks) > 0 {
			break
		}
		chunks = append(chunks, chunk{start: at, end: end, before: before})
		gap := gapAt(s, end)
		if gap == 0 {
			break
		}
		before, at = s[end:end+gap], end+gap
	}
	return chunks
}

// gapAt returns the length of what may stand between two chunks of one number.
func gapAt(s string, i int) int {
	for _, gap := range [...]string{") - ", " - ", ") ", ")-", " (", ")", "(", " ", "-", ".", "/"} {
		if strings.HasPrefix(s[i:], gap) && i+len(gap) < len(s) && isDigit(s[i+len(gap)]) {
			return len(gap)
		}
	}
	return 0
}

// classifyChunks finds the longest sensitive number among chunks that begins with
// the first of them.
func classifyChunks(s string, chunks []chunk, words *context) (Finding, bool) {
	for n := len(chunks); n >= 1; n-- {
		whole := chunks[:n]
		end := whole[n-1].end
		if n < len(chunks) && !strings.Contains(chunks[n].before, " ") && chunks[n].before != "/" {
			continue // the next digits are part of it
		}
		number := newNumber(s, whole)
		if len(number.digits) < minDigits || len(number.digits) > 19 || !number.plausible() {
			continue
		}
		if end < len(s) && (isLetter(s[end]) || s[end] == '_') && !number.endsInX(s, end) {
			continue
		}
		if kind, extra, ok := number.classify(s, end, words); ok {
			return Finding{Kind: kind, Start: number.start, End: end + extra}, true
		}
	}
	return Finding{}, false
}

// number is digits with the shape in which they are written.
type number struct {
	digits  string
	lengths []int // of the chunks
	plus    bool  // a + stands before
	spaced  bool  // there is a gap
	dotted  bool  // a gap is a dot
	slashed bool
	bracket bool
	start   int // with plus and bracket
	from    int // of the first digit
}

func newNumber(s string, chunks []chunk) number {
	n := number{start: chunks[0].start, from: chunks[0].start}
	var digits strings.Builder
	for i, c := range chunks {
		digits.WriteString(s[c.start:c.end])
		n.lengths = append(n.lengths, c.end-c.start)
		if i > 0 {
			n.spaced = true
			n.dotted = n.dotted || strings.Contains(c.before, ".")
			n.slashed = n.slashed || strings.Contains(c.before, "/")
			n.bracket = n.bracket || strings.ContainsAny(c.before, "()")
		}
	}
	n.digits = digits.String()
	if n.start > 0 && s[n.start-1] == '(' && n.bracket {
		n.start--
	}
	if n.start > 0 && s[n.start-1] == '+' {
		n.start--
		n.plus = true
		if n.start > 0 && s[n.start-1] == '(' && n.bracket {
			n.start--
		}
	}
	return n
}

// endsInX reports whether the last sign of an identity number is X.
func (n number) endsInX(s string, end int) bool {
	return len(n.digits) == 17 && s[end]|0x20 == 'x' && (end+1 == len(s) || !isAlnum(s[end+1]))
}

// classify says what a number is, judging by shape, check digits and the word it
// stands beside. extra is how many bytes behind the digits belong to it.
func (n number) classify(s string, end int, words *context) (kind Kind, extra int, ok bool) {
	label := words.labelBefore(n.start)
	if label == labelNone {
		label = words.lexicon.after(s, end)
	}
	if label == labelOrder || label == labelNone && words.listed || isAmount(s, end) || isReckoned(s, end) {
		return "", 0, false
	}
	last := ""
	if end < len(s) && n.endsInX(s, end) {
		last, extra = "X", 1
	}
	switch {
	case n.dotted && !n.shaped(3, 3, 4) && label != labelPhone, n.slashed:
		return "", 0, false
	case isResidentID(n.digits + last):
		return NationalID, extra, true
	case extra > 0:
		return "", 0, false
	case n.shaped(3, 2, 4) && isSocialSecurity(n.digits) && strings.Contains(s[n.from:end], "-"):
		return NationalID, 0, true
	case n.isCard():
		return BankCard, 0, true
	case n.isPhone(label):
		return Phone, 0, true
	}
	return "", 0, false
}

// plausible reports whether a number is grouped as people group: "1 2 3 4 5 6 7"
// is a count.
func (n number) plausible() bool {
	longest := 0
	for i, l := range n.lengths {
		if l == 1 && i > 0 && !(n.plus && i == 1) {
			return false
		}
		longest = max(longest, l)
	}
	return longest >= 3 || n.plus || n.shaped(2, 2, 2, 2, 2) && n.digits[0] == '0'
}

func (n number) shaped(lengths ...int) bool {
	if len(n.lengths) != len(lengths) {
		return false
	}
	for i, l := range lengths {
		if n.lengths[i] != l {
			return false
		}
	}
	return true
}

// isCard checks prefix, length, grouping and Luhn's check digit (ISO/IEC 7812).
func (n number) isCard() bool {
	if n.plus || n.dotted || n.bracket || !isCardPrefix(n.digits) || !isLuhn(n.digits) {
		return false
	}
	for i, l := range n.lengths[:len(n.lengths)-1] {
		if l < 4 || l > 6 || i > 4 {
			return false
		}
	}
	return true
}

// isPhone judges by the shapes in which phones are written in China and elsewhere;
// a number beside a word such as "phone" needs no shape but a fitting length.
func (n number) isPhone(l label) bool {
	d := n.digits
	if n.isDate() {
		return false
	}
	if l == labelPhone && len(d) <= 15 {
		return true
	}
	if l == labelOther {
		return n.plus && n.spaced && len(d) >= 10
	}
	if n.plus {
		return d[0] != '0' && len(d) <= 15 && (len(d) >= 10 || n.spaced && len(d) >= 8)
	}
	if rest, ok := strings.CutPrefix(d, "0086"); ok {
		return isMobile(rest)
	}
	if d[:2] == "00" && d[2] != '0' && n.spaced && len(d) >= 11 && len(d) <= 15 {
		return true
	}
	if rest, ok := strings.CutPrefix(d, "86"); ok && isMobile(rest) {
		return true
	}
	switch {
	case isMobile(d):
		return !n.spaced || n.lengths[0] >= 3
	case n.dotted && n.shaped(3, 3, 4):
		return isNorthAmerican(d)
	case n.shaped(3, 3, 4), n.shaped(1, 3, 3, 4) && d[0] == '1', n.shaped(3, 7) && n.bracket:
		return isNorthAmerican(strings.TrimPrefix(d, d[:len(d)-10]))
	case n.shaped(3, 4, 4) && d[0] == '0', n.shaped(4, 7) && d[0] == '0', n.shaped(4, 8) && d[0] == '0', n.shaped(3, 8) && d[0] == '0', n.shaped(3, 7) && d[0] == '0',
		n.shaped(4, 4, 4) && d[0] == '0', n.shaped(4, 3, 4) && d[0] == '0', n.shaped(5, 6) && d[:2] == "07", n.shaped(5, 6) && d[:2] == "01", n.shaped(5, 3, 3) && d[0] == '0', n.shaped(4, 3, 3) && d[0] == '0':
		return d[1] != '0'
	case n.shaped(2, 2, 2, 2, 2) && d[0] == '0':
		return d[1] != '0'
	case len(n.lengths) == 3 && d[0] == '0' && n.lengths[0] >= 3 && n.lengths[0] <= 4 && n.lengths[1] >= 7 && n.lengths[1] <= 8:
		return true // a Chinese line with its extension
	case n.shaped(3, 3, 4), n.shaped(3, 4, 3):
		return d[:3] == "400" || d[:3] == "800"
	}
	return false
}

// isMobile reports whether eleven digits are a mobile number of China.
func isMobile(d string) bool { return len(d) == 11 && d[0] == '1' && d[1] >= '3' }

func isNorthAmerican(d string) bool {
	return len(d) == 10 && d[0] >= '2' && d[3] >= '2' || len(d) == 10 && (d[:3] == "400" || d[:3] == "800")
}

// isDate reports whether a number is written like a date.
func (n number) isDate() bool {
	if len(n.digits) == 8 && !n.spaced {
		return n.digits[:4] >= "1900" && n.digits[:4] <= "2099" && n.digits[4:6] >= "01" && n.digits[4:6] <= "12" && n.digits[6:] >= "01" && n.digits[6:] <= "31"
	}
	return n.shaped(4, 2, 2) || n.shaped(2, 2, 4) || n.shaped(4, 1, 2) || n.shaped(4, 2, 1)
}
