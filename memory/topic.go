package memory

import (
	"slices"
	"strings"
	"unicode"
)

// Topic is what a person means by a few words: "my address", "the refund issue",
// 我的地址. It is what a forget by topic and a dropped topic are matched by.
//
// A dropped topic may also be some records, when nothing but a pointer was said
// ("drop it"): "#" and the id of each, so that the topic outlives no word of them.
type Topic struct {
	ids    []string
	words  []Term
	fields []spokenLine // the fields of life that it names
	whose  []string     // whom these are of, when it is somebody else: what he may be called, folded
	own    bool         // they are said to be one's own
	thing  []string     // what has a name of its own by all words for it, folded: dog, puppy, 狗
	called string       // the name of the one that is meant: "my dog Rex"; "": whatever it is called
	bears  *Bearer      // by which names it is spoken of, where the topic was said to have some; else nil
}

// nameMark parts a topic from the names that it was known by when it was dropped.
const nameMark = " · "

// CalledTopic is a topic with the names by which it is spoken of.
func CalledTopic(topic string, names ...string) string {
	return strings.Join(append([]string{topic}, names...), nameMark)
}

// PlainTopic is a topic in the words it was named with.
func PlainTopic(topic string) string {
	topic, _, _ = strings.Cut(topic, nameMark)
	return topic
}

// RecordTopic is the topic that means some records.
func RecordTopic(ids ...string) string { return "#" + strings.Join(ids, " #") }

// Records are those that the topic means by their ids.
func (t *Topic) Records() []string { return t.ids }

// Pointing reports whether a topic names nothing and only points at what was talked
// about: "the last problem", 上次那个问题.
func Pointing(topic string) bool {
	rest := strings.TrimSpace(Fold(topic))
	if rest == "" || strings.HasPrefix(rest, "#") {
		return false
	}
	for again := true; again; {
		again = false
		for _, word := range [...]string{"上次", "上回", "之前", "以前", "昨天", "刚才", "前面", "最后", "那个", "这个", "那件", "这件", "我们", "我", "说的", "提的", "聊的", "的", "那", "这", "一个", "个",
			"问题", "事情", "事儿", "事", "话题", "投诉", "工单", "单子", "毛病", "麻烦", "案子", "故障"} {
			if strings.HasPrefix(rest, word) {
				rest, again = strings.TrimPrefix(rest, word), true
			}
		}
	}
	pointing := true
	eachWord(rest, func(w string) bool {
		switch w {
		case "the", "that", "this", "those", "these", "last", "old", "previous", "earlier", "other", "my", "our", "one", "it", "thing", "things",
			"problem", "problems", "issue", "issues", "question", "questions", "topic", "matter", "subject", "complaint", "ticket", "case", "incident":
		default:
			pointing = false
		}
		return pointing
	})
	return pointing && !strings.ContainsFunc(rest, isCJK)
}

// NewTopic reads a topic. One that names nothing means no record.
func NewTopic(text string) Topic {
	if strings.HasPrefix(text, "#") {
		var t Topic
		for _, id := range strings.Fields(text) {
			t.ids = append(t.ids, strings.TrimPrefix(id, "#"))
		}
		return t
	}
	if plain, names, called := strings.Cut(text, nameMark); called {
		t := NewTopic(plain)
		t.bears = &Bearer{things: t.things()}
		for name := range strings.SplitSeq(names, nameMark) {
			t.bears.add(name, false)
		}
		return t
	}
	folded := strings.TrimSpace(Fold(text))
	var t Topic
	t.thing, t.called = thingOf(folded)
	if t.fields, t.own = fieldsOf(folded); len(t.fields) == 0 {
		t.fields, t.own = fieldsOf(strings.TrimSuffix(folded, "的事")) // of "my work problem" not all work is meant
	}
	if len(t.fields) == 0 {
		t.fields, t.own = nearlyFieldsOf(folded)
	}
	if len(t.fields) == 0 {
		if who, what := ofWhom(folded); who != "" {
			if t.fields, _ = fieldsOf(what); len(t.fields) > 0 {
				t.whose = calledAlso(who)
			}
		}
	}
	if len(t.fields) > 0 && len(t.whose) == 0 && !slices.ContainsFunc(t.fields, func(l spokenLine) bool { return !l.strict }) {
		return t
	}
	t.words = AppendTerms(nil, matterOf(t.named(folded)))
	latin := !strings.ContainsFunc(folded, isCJK)
	if latin && slices.ContainsFunc(t.words, func(w Term) bool { return w.Kind() != CharTerm }) {
		// "my last billing problem" is about billing whenever it was.
		t.words = slices.DeleteFunc(t.words, func(w Term) bool { return w.Kind() == CharTerm })
	}
	return t
}

// TopicName returns the name in a topic that names one of a sort: of "the atlas project" atlas; else
// the topic.
func TopicName(topic string) string {
	if _, called := thingOf(strings.TrimSpace(Fold(topic))); called != "" {
		return called
	}
	return topic
}

// named takes off a topic what says that it is the speaker's own: 我的车 is held by 有车.
func (t *Topic) named(folded string) string {
	for _, mine := range [...]string{"我自己的", "我们家的", "我们的", "我家的", "我的", "我家"} {
		if rest := strings.TrimPrefix(folded, mine); t.own && rest != folded && rest != "" {
			return rest
		}
	}
	return folded
}

// NamesField reports whether a topic names a field of life, or a single thing of one.
func NamesField(topic string) bool {
	fields, _ := fieldsOf(strings.TrimSpace(Fold(topic)))
	return len(fields) > 0
}

// matterOf takes off the words by which everything can be called: "the refund
// issue" and 退款的问题 are about the refund.
func matterOf(topic string) string {
	for _, general := range [...]string{"的问题", "的事情", "的事", "那件事情", "这件事情", "那件事", "这件事", "那个问题", "这个问题"} {
		if rest := strings.TrimSuffix(topic, general); rest != topic && rest != "" && !Pointing(rest) {
			return rest
		}
	}
	for _, general := range [...]string{"problem", "problems", "issue", "issues", "thing", "matter", "stuff", "situation", "subject", "topic"} {
		if rest := strings.TrimSpace(strings.TrimSuffix(topic, " "+general)); rest != topic && len(AppendTerms(nil, rest)) > 0 {
			return rest
		}
		if rest := strings.TrimPrefix(topic, general+" with "); rest != topic && len(AppendTerms(nil, rest)) > 0 {
			return rest
		}
	}
	return topic
}

// Means reports whether a record is about the topic: it holds all its words, or it is of the
// field that the topic names, by its predicate, by a member of the class, or told in a usual way.
func (t *Topic) Means(r *Record) bool { return MeansAny([]Topic{*t}, r) }

// Names reports whether the topic means a record by what it is a fact of: of "my address"
// a home.
func (t *Topic) Names(r *Record) bool {
	if r.Layer != Semantic || len(t.fields) == 0 {
		return false
	}
	text := Fold(spokenOf(r))
	return t.covers(r, text) && !t.spares(r, text)
}

// Restates reports whether a text holds the value of a fact, or a part of it that a comma
// sets off: "Welcome to Seattle!" holds one of "12 Elm Street, Seattle".
func Restates(text string, fact *Record) bool {
	folded := Fold(text)
	for _, part := range strings.FieldsFunc(Fold(fact.Object), func(r rune) bool { return strings.ContainsRune(",，;；、/", r) }) {
		part = strings.TrimSpace(part)
		runes := len([]rune(part))
		switch han := strings.ContainsFunc(part, isCJK); {
		case han && runes >= 2 && strings.Contains(folded, part):
			return true
		case !han && runes >= 2 && (runes >= 4 || strings.IndexFunc(part, unicode.IsLetter) < 0) && containsWord(folded, part):
			return true
		}
	}
	return false
}

// MeansAny reports whether a record is about one of the topics.
func MeansAny(topics []Topic, r *Record) bool {
	if len(topics) == 0 {
		return false
	}
	text := spokenOf(r)
	have := map[Term]bool{}
	for _, term := range AppendTerms(nil, text) {
		have[term] = true
	}
	folded := ""
	for i := range topics {
		t := &topics[i]
		if len(t.ids) > 0 {
			if slices.Contains(t.ids, r.ID) {
				return true
			}
			continue
		}
		if len(t.fields) > 0 && folded == "" {
			folded = Fold(text)
		}
		if (t.covers(r, folded) || t.holds(have)) && !t.spares(r, folded) || t.bears != nil && t.bears.Named(r) {
			return true
		}
	}
	return false
}

// spokenOf is all that a record says, in a line each.
func spokenOf(r *Record) string {
	var text strings.Builder
	line := func(part string) {
		text.WriteString(part)
		text.WriteByte('\n')
	}
	line(r.Text)
	line(r.Object)
	line(r.Subject)
	line(r.Constraint.Context)
	for i := range r.Called {
		line(r.Called[i].Subject)
		line(r.Called[i].Object)
	}
	for _, s := range r.Sources {
		line(s.Quote)
	}
	return text.String()
}

// holds reports whether a text holds every word of the topic, in whatever order.
// A run of Chinese counts as held when all its characters are there and two of
// them side by side: 花生过敏 is held by 对花生严重过敏.
func (t *Topic) holds(have map[Term]bool) bool {
	meaning, pairs, held := 0, 0, 0
	for _, term := range t.words {
		switch {
		case term.Kind() == PairTerm:
			pairs++
			if have[term] {
				held++
			}
		case !have[term]:
			return false
		default:
			meaning++
		}
	}
	return meaning+held > 0 && (pairs == 0 || held > 0)
}

// Han reports whether a text is written in Chinese characters for the most part.
func Han(text string) bool {
	han, other := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han += 2
		case unicode.IsLetter(r):
			other++
		}
	}
	return han > other
}

// nearlyFieldsOf returns the fields of a topic whose word is spelt with a letter doubled or not, or
// two exchanged: "my alergy", "adress", "brithday". Other slips are words of their own.
func nearlyFieldsOf(folded string) (lines []spokenLine, own bool) {
	const short = 5 // letters, of words that many others are like
	at := strings.LastIndexByte(folded, ' ') + 1
	word := folded[at:]
	if len(word) < short || strings.ContainsFunc(word, isCJK) {
		return nil, false
	}
	for _, line := range spoken() {
		for _, meant := range line.words {
			if len(meant) >= short && meant[0] == word[0] && meant != word && nearlySpelt(word, meant) {
				return fieldsOf(folded[:at] + meant)
			}
		}
	}
	return nil, false
}

// nearlySpelt reports whether two words differ by doubled letters alone, or by two exchanged.
func nearlySpelt(a, b string) bool {
	if string(slices.Compact([]byte(a))) == string(slices.Compact([]byte(b))) {
		return true
	}
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
