package upkeep

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// busyDay is how many messages of a single day make what they share a focus.
const busyDay = 8

// recurring finds what plain sentences keep coming back to, though no two of them
// are alike: a word or two that several messages of several days share, or many of one.
func recurring(records []*memory.Record, least int) []*topic {
	type where struct {
		messages, days map[string]bool
		ids            []string
	}
	by := map[string]*where{}
	for _, r := range records {
		message := r.ID
		if len(r.Sources) > 0 && r.Sources[0].MessageID != "" {
			message = r.Sources[0].SessionID + " " + r.Sources[0].MessageID
		}
		for _, name := range namesIn(r.Text) {
			w := by[name]
			if w == nil {
				w = &where{messages: map[string]bool{}, days: map[string]bool{}}
				by[name] = w
			}
			w.messages[message], w.days[r.Created.UTC().Format("2006-01-02")] = true, true
			w.ids = append(w.ids, r.ID)
		}
	}
	var found []*topic
	for name, w := range by {
		if len(w.messages) >= least && (len(w.days) >= 2 || len(w.messages) >= busyDay) {
			found = append(found, &topic{name: name, times: len(w.messages), ids: w.ids})
		}
	}
	slices.SortFunc(found, func(a, b *topic) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(len(b.name), len(a.name)), strings.Compare(a.name, b.name))
	})
	var out []*topic
	for _, t := range found {
		shared := slices.ContainsFunc(out, func(o *topic) bool {
			return strings.Contains(o.name, t.name) || strings.Contains(t.name, o.name) || slices.ContainsFunc(strings.Fields(t.name), func(w string) bool { return strings.Contains(o.name, w) })
		})
		if !shared {
			out = append(out, t)
		}
	}
	return out
}

// longestName bounds a Chinese name, in characters.
const longestName = 4

// namesIn are the words, pairs of words and runs of Chinese by which a sentence may
// be about something, each once.
func namesIn(text string) []string {
	seen := map[string]bool{}
	var out []string
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	last := ""
	for _, word := range strings.FieldsFunc(memory.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' }) {
		if first, _ := utf8.DecodeRuneInString(word); unicode.Is(unicode.Han, first) {
			runsOf([]rune(word), add)
			last = ""
			continue
		}
		if len(word) < 4 || !tells(word) {
			if len(word) != 3 {
				last = ""
				continue
			}
		}
		if last != "" && tells(last) {
			add(last + " " + word)
		}
		if len(word) >= 4 {
			add(word)
		}
		last = word
	}
	return out
}

// tells reports whether a word carries a meaning of its own.
func tells(word string) bool {
	return !slices.Contains(hollow(), word) && slices.ContainsFunc(memory.AppendTerms(nil, word), func(t memory.Term) bool { return t.Kind() == memory.WordTerm })
}

func runsOf(run []rune, add func(string)) {
	for from := range run {
		for to := from + 2; to <= min(len(run), from+longestName); to++ {
			if part := string(run[from:to]); !strings.ContainsAny(part, "了的我你他她在是把给和跟去来有没不很都也就又再还这那个们着过吗呢吧啊今昨明天") &&
				!slices.ContainsFunc(hollow(), func(w string) bool { return strings.Contains(part, w) }) {
				add(part)
			}
		}
	}
}

// hollow are words that are said of anything, so that to come back to them says
// nothing of what somebody is occupied with.
func hollow() []string {
	return []string{
		"again", "still", "also", "already", "always", "never", "today", "tomorrow", "yesterday", "tonight", "later", "soon", "often", "sometimes", "lately", "recently",
		"really", "just", "even", "maybe", "perhaps", "actually", "probably", "almost", "quite", "much", "more", "most", "some", "something", "anything", "everything", "nothing",
		"thing", "things", "stuff", "someone", "somebody", "please", "thanks", "thank", "sorry", "okay", "sure", "want", "wanted", "need", "needed", "know", "think", "thought",
		"like", "make", "made", "going", "getting", "having", "doing", "done", "good", "great", "nice", "time", "times", "first", "second", "third", "yet",
		"真的", "需要", "可以", "觉得", "知道", "想要", "因为", "所以", "但是", "如果", "一下", "时候", "什么", "怎么", "非常", "已经", "一直", "最近", "可能", "应该", "感觉",
		"东西", "事情", "问题", "谢谢", "抱歉", "一次", "第二", "第三", "刚才", "现在", "以后", "今晚", "早上", "晚上", "下午", "上午", "起来", "出来",
	}
}
