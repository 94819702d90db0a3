package memory

import (
	"unicode"
	"unicode/utf8"
)

// Term is a word as keyword search knows it: a hash whose two highest bits say what kind of
// word it was. Equal words have equal terms; two different words of one memory practically
// never do (2^-62).
type Term uint64

// TermKind says what a term was made of.
type TermKind uint8

// The kinds of terms, from the weakest evidence to the strongest.
const (
	CharTerm   TermKind = iota // weak: one Chinese, Japanese or Korean character, or a word that many texts hold
	PairTerm                   // two neighbouring ones
	WordTerm                   // a word of letters, stemmed
	NumberTerm                 // with a digit: a number, an order number, a version; never stemmed
)

// Kind returns what the term was made of.
func (t Term) Kind() TermKind { return TermKind(t >> 62) }

// maxWord bounds a word in bytes; what is longer is no word but data, and is cut.
const maxWord = 64

// AppendTerms appends the terms of text to dst, in order, repeated ones repeated. Text is
// folded first, so case, width and traditional characters make no difference. Words that carry
// no meaning of their own ("the", 的) give no term. It allocates only when dst must grow.
//
// Latin words are lightly stemmed; what holds a digit is kept as it is, and an identifier with
// connectors ("ORD-2024-17", "a.b@c.de") gives its parts and itself. Chinese, Japanese and
// Korean give overlapping pairs of characters, and each character that is not a mere particle.
func AppendTerms(dst []Term, text string) []Term {
	var t termizer
	t.dst = dst
	for i := 0; i < len(text); {
		if n := t.plain(text[i:]); n > 0 {
			i += n
			continue
		}
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
			r = FoldRune(r)
		}
		t.rune(r)
		i += size
	}
	t.rune(' ')
	return t.dst
}

// termizer is the state of one walk over a text.
type termizer struct {
	dst   []Term
	word  [maxWord]byte // the running word of letters and digits
	n     int
	digit bool

	parts  int    // words joined by connectors so far
	joined uint64 // hash of the joined whole
	number bool   // a part of it held a digit
	joint  rune   // the connector seen last, 0: none

	last rune // the CJK character before, 0: none
}

// plain takes the ASCII letters and digits off the front of text at once, as rune takes them one
// by one, and returns how many they are.
func (t *termizer) plain(text string) int {
	n := 0
	for ; n < len(text); n++ {
		c := text[n]
		switch {
		case 'a' <= c && c <= 'z':
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case '0' <= c && c <= '9':
			t.digit = true
		default:
			return n
		}
		if n == 0 {
			t.beginWord()
		}
		if t.n+utf8.UTFMax <= maxWord {
			t.word[t.n] = c
			t.n++
		}
	}
	return n
}

// beginWord makes ready for a character of a word.
func (t *termizer) beginWord() {
	t.endRun()
	if t.n == 0 && t.parts > 0 && t.joint == 0 {
		t.endJoined()
	}
}

func (t *termizer) rune(r rune) {
	switch {
	case isCJK(r):
		t.endWord()
		t.endJoined()
		t.cjk(r)
		return
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r > 0x7f && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)):
		t.beginWord()
		if t.n+utf8.UTFMax <= maxWord {
			t.n += utf8.EncodeRune(t.word[t.n:], r)
		}
		t.digit = t.digit || unicode.IsDigit(r)
		return
	}
	t.endRun()
	had := t.n > 0
	if r == '\'' && had && !t.digit {
		t.endPossessive()
		return
	}
	t.endWord()
	switch {
	case had && (r == '-' || r == '_' || r == '.' || r == '/' || r == '@' || r == ':' || r == '#' || r == '+'):
		t.joint = r
	default:
		t.endJoined()
	}
}

// endPossessive ends a word at an apostrophe: "Anna's" and "don't" are "anna" and "don".
func (t *termizer) endPossessive() {
	t.endWord()
	t.endJoined()
}

// endWord gives the running word its term.
func (t *termizer) endWord() {
	if t.n == 0 {
		return
	}
	word := t.word[:t.n]
	t.joined = hashBytes(hashRune(t.joined, t.joint), word)
	t.parts++
	t.number = t.number || t.digit
	switch {
	case t.digit:
		t.emit(NumberTerm, hashBytes(0, word))
	case lightWord(string(word)):
		t.emit(CharTerm, hashBytes(0, stem(word)))
	case !stopWord(string(word)) && (t.n > 1 || word[0] > 0x7f):
		t.emit(WordTerm, hashBytes(0, stem(word)))
	}
	t.n, t.digit, t.joint = 0, false, 0
}

// endJoined gives an identifier of several parts a term of its own when it holds a digit.
func (t *termizer) endJoined() {
	if t.parts > 1 && t.number {
		t.emit(NumberTerm, t.joined)
	}
	t.parts, t.joined, t.number, t.joint = 0, 0, false, 0
}

// cjk gives the pair that ends with r, and r itself.
func (t *termizer) cjk(r rune) {
	particle := particleRune(r)
	if t.last != 0 && !(particle && particleRune(t.last)) {
		t.emit(PairTerm, hashRune(hashRune(0, t.last), r))
	}
	if !particle {
		t.emit(CharTerm, hashRune(0, r))
	}
	t.last = r
}

// endRun ends a run of CJK characters.
func (t *termizer) endRun() { t.last = 0 }

func (t *termizer) emit(kind TermKind, hash uint64) {
	hash ^= hash >> 29
	hash *= 0xbf58476d1ce4e5b9
	hash ^= hash >> 32
	t.dst = append(t.dst, Term(hash>>2|uint64(kind)<<62))
}

// FNV-1a, seeded: small, fast, and the same in every build, since terms are stored.
func hashBytes(h uint64, b []byte) uint64 {
	h ^= 14695981039346656037
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

func hashRune(h uint64, r rune) uint64 {
	if r == 0 {
		return h
	}
	return (h ^ uint64(r) ^ 14695981039346656037) * 1099511628211 * 31
}

// stem cuts the commonest English endings in place, so that "cameras", "camping" and "moved"
// meet "camera", "camp" and "move". It is deliberately light: it never needs a dictionary, and
// a wrong cut is the same wrong cut on both sides.
func stem(w []byte) []byte {
	if len(w) <= 3 || w[0] > 0x7f {
		return w
	}
	switch {
	case hasSuffix(w, "sses"):
		w = w[:len(w)-2]
	case hasSuffix(w, "ies"):
		w = append(w[:len(w)-3], 'y')
	case hasSuffix(w, "xes"), hasSuffix(w, "ches"), hasSuffix(w, "shes"):
		w = w[:len(w)-2]
	case hasSuffix(w, "s") && !hasSuffix(w, "ss") && !hasSuffix(w, "us") && !hasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, suffix := range [...]string{"ing", "ed"} {
		if root := len(w) - len(suffix); hasSuffix(w, suffix) && root >= 3 && hasVowel(w[:root]) {
			w = w[:root]
			if n := len(w); w[n-1] == w[n-2] && !isVowel(w[n-1]) && w[n-1] != 'l' && w[n-1] != 's' {
				w = w[:n-1]
			}
			break
		}
	}
	if hasSuffix(w, "ly") && len(w) > 5 {
		w = w[:len(w)-2]
	}
	if n := len(w); n > 3 && w[n-1] == 'y' && !isVowel(w[n-2]) {
		w[n-1] = 'i'
	}
	w = root(w)
	if hasSuffix(w, "e") && len(w) > 3 {
		w = w[:len(w)-1]
	}
	return w
}

// root cuts what makes one kind of word of another, so that "allergic", "photographer" and
// "celebration" meet "allergy", "photography" and "celebrate". What is left must be long enough
// to be a word by itself: of short words a cut makes other words.
func root(w []byte) []byte {
	for range 2 { // "musically", "relationship"
		from := w
		for _, x := range derivations {
			if n := len(w) - len(x.suffix); n >= x.least && hasSuffix(w, x.suffix) && !(x.suffix == "er" && w[n-1] == 'h' && w[n-2] == 't') {
				w = w[:n+x.keep]
				break
			}
		}
		if len(w) == len(from) {
			break
		}
	}
	if n := len(w); n > 5 && w[n-1] == 'i' {
		w = w[:n-1]
	}
	return w
}

// derivations are the endings that root cuts, with the least that must be left and how much of
// the ending stays.
var derivations = [...]struct {
	suffix      string
	least, keep int
}{
	{"ship", 4, 0}, {"hood", 4, 0}, {"ness", 4, 0}, {"less", 4, 0}, {"ment", 5, 0}, {"able", 5, 0}, {"ible", 5, 0},
	{"ance", 5, 0}, {"ence", 5, 0}, {"tion", 4, 1}, {"sion", 5, 1}, {"ical", 4, 0}, {"ian", 5, 0}, {"ist", 5, 0},
	{"ful", 4, 0}, {"ive", 5, 0}, {"ic", 4, 0}, {"al", 5, 0}, {"er", 5, 0}, {"or", 5, 0},
}

func hasSuffix(w []byte, suffix string) bool {
	n, m := len(w), len(suffix)
	return n >= m && w[n-1] == suffix[m-1] && string(w[n-m:]) == suffix // most words are told apart by their last letter
}

func hasVowel(w []byte) bool {
	for _, c := range w {
		if isVowel(c) || c == 'y' {
			return true
		}
	}
	return false
}

func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

// stopWord reports whether an English word only holds a sentence together.
func stopWord(w string) bool {
	switch w {
	case "a", "an", "the", "and", "or", "but", "if", "of", "to", "in", "on", "at", "for", "with", "from", "by", "as",
		"is", "are", "was", "were", "be", "been", "am", "being", "do", "does", "did", "done", "doing", "have", "has", "had", "having",
		"it", "its", "this", "that", "these", "those", "i", "you", "he", "she", "we", "they", "me", "him", "her", "them",
		"my", "your", "his", "their", "our", "us", "not", "no", "so", "than", "then", "too", "very",
		"can", "could", "will", "would", "should", "may", "might", "must", "shall",
		"what", "which", "who", "whom", "whose", "when", "where", "why", "how", "there", "here",
		"about", "into", "over", "after", "before", "up", "down", "out", "just", "also", "any", "some", "all", "more", "most",
		"other", "such", "only", "own", "same", "s", "t", "m", "re", "ve", "ll", "d", "don", "didn", "doesn", "isn", "wasn":
		return true
	}
	return false
}

// lightWord reports whether an English word says little by itself, whatever the text is about.
func lightWord(w string) bool {
	switch w {
	case "go", "goes", "going", "went", "gone", "get", "gets", "getting", "got", "make", "makes", "making", "made",
		"take", "takes", "taking", "took", "come", "comes", "coming", "came", "give", "gives", "giving", "gave",
		"like", "likes", "thing", "things", "way", "ways", "lot", "lots", "really", "kind", "use", "uses", "used", "using",
		"want", "wants", "wanted", "know", "knows", "knew", "think", "thinks", "thought", "see", "sees", "saw", "seen",
		"look", "looks", "looking", "say", "says", "said", "tell", "tells", "told", "ask", "asks", "asked", "mention", "mentioned",
		"good", "great", "nice", "well", "much", "many", "one", "first", "last", "new", "now", "still", "even", "always", "never",
		"need", "needs", "needed", "let", "try", "tries", "tried", "trying", "help", "helps", "helped", "keep", "keeps",
		"feel", "feels", "felt", "feeling", "find", "found", "put", "start", "started", "time", "times", "day", "days",
		"person", "people", "someone", "something", "anything", "everything", "type", "types", "sure", "hey", "hi", "wow",
		"oh", "yes", "yeah", "ok", "okay", "thanks", "thank", "please", "because", "since", "while", "during", "through", "around", "together",
		"talk", "talked", "discuss", "discussed", "have", "back", "long", "recently", "ever", "regarding":
		return true
	}
	return false
}

// CommonWord reports whether an English word, folded, stands in what is said of anything.
func CommonWord(w string) bool {
	switch w {
	case "best", "today", "hello", "again", "cannot", "another", "question", "number", "sorry":
		return true
	}
	return stopWord(w) || lightWord(w)
}

// CommonPair reports whether a pair of Chinese characters stands in what is said of anything.
func CommonPair(pair string) bool {
	switch pair {
	case "帮我", "现在", "今天", "谢谢", "感谢", "之后", "以后", "之前", "以前", "问题", "抱歉", "需要", "已经", "然后", "因为", "所以", "如果", "但是", "好的":
		return true
	}
	return false
}

// IsParticle reports whether a Chinese character mostly holds a sentence together.
func IsParticle(r rune) bool { return particleRune(r) }

// particleRune reports whether a Chinese character mostly holds a sentence together.
func particleRune(r rune) bool {
	switch r {
	case '的', '了', '是', '我', '你', '您', '他', '她', '它', '们', '在', '有', '和', '就', '不', '也', '都', '很', '吗', '呢', '吧', '啊', '呀', '么', '嘛',
		'这', '那', '个', '一', '上', '下', '来', '去', '到', '会', '要', '说', '对', '把', '被', '让', '给', '与', '及', '但', '而', '或', '之', '其', '于',
		'哪', '什', '怎', '谁', '几', '还', '又', '再', '得', '着', '过', '可', '以', '能', '为', '没', '从', '里', '时', '候', '些', '样', '多', '少', '想', '请', '问':
		return true
	}
	return false
}

// EntityKey returns the key of an entity's name: equal for spellings that fold to the same
// words in the same order; 0 for a name without any.
func EntityKey(name string) Term {
	var buf [16]Term
	return PhraseKey(AppendTerms(buf[:0], name))
}

// PhraseKey returns the key of a run of terms, as EntityKey does for the name they came from.
// Single characters are looked at only where there is nothing else.
func PhraseKey(terms []Term) Term {
	var h uint64
	seen := false
	for _, t := range terms {
		if t.Kind() != CharTerm {
			h = (h ^ uint64(t)) * 1099511628211
			seen = true
		}
	}
	if !seen {
		for _, t := range terms {
			h = (h ^ uint64(t)) * 1099511628211
		}
	}
	return Term(h)
}
