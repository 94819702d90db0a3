package erase

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mneme/memory"
)

// Matcher finds the records that a topic means.
type Matcher interface {
	Match(ctx context.Context, owner memory.Owner, topic string) ([]string, error)
}

// topicSimilarity is the calibrated similarity from which a record is about a
// topic although it shares no word with it. It is the bar of "similar" that
// ranking uses too: forgetting too little is seen in the dry run and mended by
// words, forgetting too much is not mended at all.
const topicSimilarity = 0.85

// Topics matches by words and by meaning: a record is meant when it holds all
// the words of the topic, when its predicate is what the topic names, or when it
// is similar.
type Topics struct {
	Reader   memory.Reader
	Embedder memory.Embedder // nil: words only
}

// Match returns the ids of every record of the owner that the topic means, of
// any layer and status. A topic without any word of meaning matches nothing.
func (t Topics) Match(ctx context.Context, owner memory.Owner, topic string) ([]string, error) {
	m := matcher{words: memory.AppendTerms(nil, topic), predicates: named(topic)}
	var ids []string
	filter := memory.Filter{Owner: owner, Limit: 500}
	for {
		page, err := t.Reader.List(ctx, filter)
		if err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		near, err := t.near(ctx, topic, page.Records)
		if err != nil {
			return nil, err
		}
		for i := range page.Records {
			if near[i] || m.means(&page.Records[i]) {
				ids = append(ids, page.Records[i].ID)
			}
		}
		if page.Next == "" {
			return ids, nil
		}
		filter.Cursor = page.Next
	}
}

func (t Topics) near(ctx context.Context, topic string, records []memory.Record) ([]bool, error) {
	near := make([]bool, len(records))
	if t.Embedder == nil || len(records) == 0 {
		return near, nil
	}
	texts := make([]string, 0, len(records)+1)
	texts = append(texts, topic)
	for i := range records {
		texts = append(texts, records[i].Text)
	}
	vectors, err := t.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed topic: %w", err)
	}
	for i := range records {
		near[i] = t.Embedder.Calibrate(dot(vectors[0], vectors[i+1])) >= topicSimilarity
	}
	return near, nil
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// matcher is a topic as words and as predicates.
type matcher struct {
	words      []memory.Term
	predicates []string
}

func (m *matcher) means(r *memory.Record) bool {
	return slices.Contains(m.predicates, r.Predicate) || m.holds(r)
}

// holds reports whether a record holds every word of the topic, in whatever
// order. A run of Chinese counts as held when all its characters are there and
// two of them side by side: 花生过敏 is held by 对花生严重过敏.
func (m *matcher) holds(r *memory.Record) bool {
	var text strings.Builder
	for _, part := range []string{r.Text, r.Object, r.Subject, r.Constraint.Context} {
		text.WriteString(part)
		text.WriteByte('\n')
	}
	for _, s := range r.Sources {
		text.WriteString(s.Quote)
		text.WriteByte('\n')
	}
	have := map[memory.Term]bool{}
	for _, term := range memory.AppendTerms(nil, text.String()) {
		have[term] = true
	}
	meaning, pairs, held := 0, 0, 0
	for _, term := range m.words {
		switch {
		case term.Kind() == memory.PairTerm:
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

// named returns the predicates that people mean by a word: "forget my address"
// is about where they live, whatever words they told it in.
func named(topic string) []string {
	folded := memory.Fold(topic)
	var predicates []string
	for _, line := range spoken() {
		if slices.ContainsFunc(line.words, func(word string) bool { return mentions(folded, word) }) {
			predicates = append(predicates, line.predicates...)
		}
	}
	return predicates
}

// mentions reports whether the topic is the word, with nothing around it but
// what says whose it is.
func mentions(folded, word string) bool {
	rest, ok := strings.CutSuffix(folded, word)
	if !ok {
		if rest, ok = strings.CutSuffix(folded, word+"s"); !ok {
			return false
		}
	}
	switch strings.TrimSpace(rest) {
	case "", "my", "all my", "all of my", "about my", "everything about my", "the", "我的", "我", "关于我的", "我所有的", "所有", "我家", "我家的":
		return true
	}
	return false
}

type spokenLine struct {
	words      []string
	predicates []string
}

// spoken are everyday words for what the catalogue's predicates hold.
func spoken() []spokenLine {
	return []spokenLine{
		{[]string{"address", "home address", "where i live", "home", "hometown", "地址", "住址", "家庭住址", "住处", "家在哪", "家乡"}, []string{"home", "lived", "hometown"}},
		{[]string{"name", "nickname", "名字", "姓名", "称呼", "昵称"}, []string{"name", "called", "not_called"}},
		{[]string{"birthday", "birth date", "date of birth", "age", "生日", "出生日期", "年龄"}, []string{"birthday", "age"}},
		{[]string{"job", "work", "employer", "company", "occupation", "profession", "工作", "职业", "公司", "单位"}, []string{"role", "employer", "workplace", "works_on"}},
		{[]string{"allergy", "allergie", "过敏", "过敏史"}, []string{"allergy"}},
		{[]string{"diet", "food preference", "饮食", "忌口", "口味"}, []string{"diet", "dislikes", "avoids", "allergy"}},
		{[]string{"health", "medical history", "illness", "condition", "健康", "病史", "病情", "身体状况"}, []string{"health", "takes", "allergy", "blood_type"}},
		{[]string{"medication", "medicine", "药", "用药"}, []string{"takes"}},
		{[]string{"family", "relative", "家人", "家庭", "亲戚"}, []string{"family", "marital"}},
		{[]string{"pet", "宠物"}, []string{"pet"}},
		{[]string{"salary", "income", "pay", "工资", "收入", "薪水"}, []string{"income"}},
		{[]string{"budget", "预算"}, []string{"budget"}},
		{[]string{"weight", "height", "体重", "身高"}, []string{"weight", "height"}},
		{[]string{"plan", "appointment", "计划", "安排", "预约"}, []string{"plan", "appointment", "deadline"}},
		{[]string{"preference", "偏好", "喜好"}, []string{"likes", "dislikes", "prefers", "avoids", "favorite", "preferred_channel"}},
		{[]string{"school", "major", "学校", "专业"}, []string{"school", "major", "graduated"}},
		{[]string{"goal", "目标"}, []string{"goal"}},
		{[]string{"habit", "习惯"}, []string{"habit"}},
	}
}
