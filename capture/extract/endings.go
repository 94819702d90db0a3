package extract

import (
	"slices"
	"strings"

	"mneme/memory"
)

// Much ends without being named again: "sent it back", "fell through", 退了, 黄了. What is meant
// is the newest of what is believed that can end in such a way: what is owned can be sold, what
// is planned can fall through. With it goes what was told along with it in the same turn.

// ending is one way in which what was believed ends.
type ending struct {
	signs []string // by which it is told, without a word of what has ended
	named []string // by which it is told of what is named beside them: "sold the bike"
	of    matter   // what can end so
	along bool     // what else its turn told of it ends as well
	every bool     // all that is of the matter ends, and not the newest alone
	owner bool     // it ends for whoever the sentence speaks of, and not for the speaker alone
	other bool     // it ends for another than the speaker
}

// matter is a sort of thing that can end: the predicates that tell of it, and the words by which
// a plain statement does.
type matter struct {
	predicates []string
	kinds      []string
	english    []string
	chinese    []string
}

// holds reports whether a record is of the matter.
func (m *matter) holds(r *memory.Record) bool {
	if slices.Contains(m.predicates, r.Predicate) || slices.Contains(m.kinds, r.Kind) {
		return true
	}
	switch r.Predicate {
	case memory.PredicateStatement, "habit", "need", "never":
	default:
		return false
	}
	text := memory.Fold(r.Text)
	if memory.Han(text) {
		return holdsAny(text, m.chinese...)
	}
	return wholeWord(spelled(text), m.english...)
}

// believed is a fact that may end.
type believed struct {
	record *memory.Record
	target string // of one that is known
	turn   string // that told it
	kind   string
}

// ends ends what a sentence says is over, clause by clause.
func (x *extraction) ends(s *reading) {
	if x.turn.Role != memory.RoleUser || x.text {
		return
	}
	var parts []span
	if s.talk.chinese {
		parts = s.clauses()
	} else {
		parts = s.parts(len(s.tokens))
	}
	for n, p := range parts {
		if (s.end == "?" || s.end == "？") && n == len(parts)-1 && !s.dropped(p.from) {
			return
		}
		if !s.talk.chinese && s.supposes(p.from) && !s.stands(p.from, []string{"now", "that"}) {
			return
		}
		text := " " + spelled(memory.Fold(s.quote(p))) + " "
		if s.talk.chinese {
			text = s.plain(p)
		}
		for i := range s.talk.endings {
			x.endsBy(s, p, text, &s.talk.endings[i])
		}
	}
}

// endsBy ends what a clause says is over in one way.
func (x *extraction) endsBy(s *reading, p span, text string, e *ending) {
	sign, named := firstSign(text, e.signs, s.talk.chinese), false
	if sign == "" {
		if sign, named = firstSign(text, e.named, s.talk.chinese), true; sign == "" {
			return
		}
	}
	if s.onlyMeant(text, sign) {
		return
	}
	whose := x.whose(s, p)
	if whose.id != "user" && !e.owner || whose.id == "user" && e.other {
		return
	}
	said := x.salient(s, p)
	var best *believed
	most := 0
	list := x.believed()
	for i := range list {
		b := &list[i]
		if !e.of.holds(b.record) || !x.ofWhom(b.record, whose) {
			continue
		}
		n := alike(said, memory.Fold(b.record.Text+" "+b.record.Constraint.Context), sign)
		if named && n == 0 {
			continue
		}
		if best == nil || n > most {
			best, most = b, n
		}
	}
	if best == nil {
		return
	}
	for i := range list {
		b := &list[i]
		switch {
		case b == best:
		case e.every && e.of.holds(b.record) && x.ofWhom(b.record, whose):
		case e.along && b.turn == best.turn && b.turn != "" && x.goesWith(b.record, best.record, e, whose):
		default:
			continue
		}
		x.end(s, p, b)
	}
}

// end retracts one fact.
func (x *extraction) end(s *reading, p span, b *believed) {
	d := Draft{Act: memory.Retract, Target: b.target, Quote: s.quote(p), Explicit: x.explicit, Record: *b.record}
	d.Record.ID, d.Record.Sources, d.Record.Confidence, d.Record.Constraint = "", nil, saidPlainly, memory.Constraint{}
	x.propose(d, b.kind)
}

// goesWith reports whether a fact was told along with another, and is over when that is: it is of
// the same matter, or goes on about it without a subject of its own.
func (x *extraction) goesWith(r, ended *memory.Record, e *ending, whose who) bool {
	if r.Predicate == memory.PredicateStatement && memory.Lasting(r.Text) && !e.of.holds(r) {
		return false
	}
	if e.of.holds(r) && x.ofWhom(r, whose) {
		return true
	}
	if r.Predicate != memory.PredicateStatement && r.Predicate != "habit" && r.Predicate != "schedule" && r.Predicate != "never" || r.Subject != ended.Subject {
		return false
	}
	text := memory.Fold(r.Text)
	if memory.Han(text) {
		return !startsAny(text, "我", "咱", "俺", "养", "有") && x.startsWithPerson(text) == ""
	}
	return !wholeWord(text, "i", "my", "we", "our", "i'm", "i've", "we've") && x.startsWithPerson(text) == "" || startsAny(text, "it ", "never ", "the ")
}

// believed returns what may end, the newest first: what was told in this call, and what is known.
func (x *extraction) believed() []believed {
	var out []believed
	for i := len(x.told) - 1; i >= 0; i-- {
		h := &x.told[i]
		if h.draft.Act == memory.Retract || h.draft.Record.Layer != memory.Semantic || i >= x.mark || x.in.Turns[h.turn].Seen && len(x.in.Known) > 0 {
			continue
		}
		out = append(out, believed{record: &h.draft.Record, turn: x.in.Turns[h.turn].ID, kind: h.kind})
	}
	n := len(out)
	for i := range x.in.Known {
		k := &x.in.Known[i]
		if k.Layer != memory.Semantic || k.Status != memory.Current && k.Status != "" {
			continue
		}
		b := believed{record: k, target: k.ID}
		if len(k.Sources) > 0 {
			b.turn = k.Sources[0].MessageID
		}
		out = append(out, b)
	}
	slices.SortStableFunc(out[n:], func(a, b believed) int { return b.record.Created.Compare(a.record.Created) })
	return out
}

// alike counts what a clause shares with a fact, but for the words of the ending.
func alike(said []topical, text, sign string) int {
	n := 0
	for _, w := range said {
		if !strings.Contains(sign, w.text) && strings.Contains(text, w.text) {
			n++
		}
	}
	return n
}

// firstSign returns the first of the signs that a clause holds.
func firstSign(text string, signs []string, chinese bool) string {
	for _, sign := range signs {
		if chinese {
			whole, exact := strings.CutPrefix(sign, "=") // the clause and nothing else
			if exact && bareChinese(text) == whole || !exact && strings.Contains(text, sign) {
				return whole
			}
			continue
		}
		if words, last := strings.CutSuffix(sign, "$"); last { // the last words of the clause
			if strings.HasSuffix(strings.TrimRight(text, " .!"), " "+words) {
				return words
			}
			continue
		}
		if at := wordIndex(text, sign); at >= 0 {
			if end := at + len(sign); end >= len(text) || !letterByte(text[end]) {
				return sign
			}
		}
	}
	return ""
}

// bareChinese returns a clause without what may stand before an ending that points at nothing.
func bareChinese(text string) string {
	for again := true; again; {
		again = false
		for _, lead := range []string{"我们", "我", "咱", "已经", "刚刚", "刚", "都", "就", "也", "还是", "最后", "后来", "结果", "终于", "总算", "早就", "早", "昨天", "昨晚", "今天", "今早", "前天", "前两天", "前几天", "上周", "上个月", "上礼拜", "这周", "上午", "下午", "早上", "晚上", "全", "又", "给", "啊", "唉", "哎", "嗯", "那个", "这个", "那", "这事", "那事", "事情", "它", "把它", "东西", "可惜", "不过", "但是", "算了"} {
			if rest, ok := strings.CutPrefix(text, lead); ok && rest != "" {
				text, again = rest, true
			}
		}
	}
	return strings.TrimRight(text, "啊呀啦哈呢吧哦")
}

// onlyMeant reports whether an ending is thought of, feared, advised, asked about or denied.
func (s *reading) onlyMeant(text, sign string) bool {
	before, after, _ := strings.Cut(text, sign)
	if s.talk.chinese {
		if before != "" && endsAny(before, "没", "没有", "不", "别", "未", "还没", "快", "没能") {
			return true
		}
		return holdsAny(before, "想", "打算", "考虑", "要不要", "怕", "担心", "建议", "让我", "劝", "差点", "可能", "也许", "如果", "要是", "能不能", "可以", "准备", "万一", "真要", "会不会", "朋友", "同事", "听说", "别人", "以为", "等", "说不定", "恨不得", "要") && !strings.Contains(before, "需要") ||
			holdsAny(after, "怎么办", "会怎样", "的话", "吗", "多少钱", "怎么算", "算不算", "又")
	}
	return wholeWord(before, "think", "thinking", "thought of", "consider", "considering", "might", "may", "would", "could", "should", "want to", "wants to", "wanted to", "going to", "plan to", "planning to", "tempted", "dream", "afraid", "scared", "worried", "worry", "fear", "says", "said", "told me", "tells me", "advised", "advises", "recommends", "suggests", "suggested", "nearly", "almost", "not", "never", "will", "asked", "can i", "how do", "if", "whether", "when i", "until", "unless", "try to", "trying to", "need to", "have to", "hope", "hoping", "wish", "about to", "friend", "colleague", "neighbour", "neighbor", "another", "in case", "to get")
}

// whose returns whom a clause is of: the speaker, unless somebody known begins it.
func (x *extraction) whose(s *reading, p span) who {
	user := who{id: "user"}
	if s.talk.chinese {
		text := s.plain(p)
		if startsAny(text, "他", "她") && !startsAny(text, "他们", "她们") {
			word := "他"
			if strings.HasPrefix(text, "她") {
				word = "她"
			}
			if w, ok := x.last(word); ok {
				return w
			}
		}
		if w := x.personAt(text); w.id != "" {
			return w
		}
		return user
	}
	j, _ := s.lead(p.from)
	if w := s.at(j); w == "well" || w == "so" || w == "and" || w == "but" {
		j++
	}
	switch w := s.at(j); w {
	case "i", "we", "it", "that", "they", "this":
		return user
	case "he", "she":
		if w, ok := x.last(w); ok {
			return w
		}
		return who{id: "nobody"}
	}
	if w, ok := x.names[s.at(j)]; ok && s.capital(j) {
		return w
	}
	if w, _, ok := x.subject(s, j); ok && w.id != "" {
		return w
	}
	return user
}

// personAt returns the one a Chinese clause begins with.
func (x *extraction) personAt(text string) who {
	text = strings.TrimLeft(text, "，。 ")
	for _, lead := range []string{"对了", "后来", "现在", "我们家", "我家", "我们", "咱", "俺", "我"} {
		text = strings.TrimPrefix(text, lead)
	}
	best := who{}
	length := 0
	for name, w := range x.names {
		if len(name) > length && strings.HasPrefix(text, name) {
			best, length = w, len(name)
		}
	}
	for word, id := range x.rules.chinese.kin {
		if len(word) > length && strings.HasPrefix(text, word) {
			best, length = who{id: id, label: word}, len(word)
		}
	}
	return best
}

// startsWithPerson returns the id of somebody a text begins with, or "".
func (x *extraction) startsWithPerson(text string) string {
	if memory.Han(text) {
		return x.personAt(text).id
	}
	tokens := tokenize(text)
	for i := 0; i < min(3, len(tokens)); i++ {
		w := tokens[i].text
		if id := x.rules.english.kin[w]; id != "" {
			return id
		}
		if who, ok := x.names[w]; ok {
			return who.id
		}
	}
	return ""
}

// ofWhom reports whether a record tells of somebody.
func (x *extraction) ofWhom(r *memory.Record, w who) bool {
	if w.id == "user" {
		return r.Subject == "user" && x.startsWithPerson(memory.Fold(r.Text)) == ""
	}
	if r.Subject == w.id {
		return true
	}
	return r.Predicate == memory.PredicateStatement && (x.startsWithPerson(memory.Fold(r.Text)) == w.id || named(r, memory.Fold(w.label)))
}
