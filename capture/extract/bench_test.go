package extract

import (
	"context"
	"fmt"
	"testing"
	"time"

	"mneme/memory"
)

// BenchmarkStatements measures what reading one exchange costs of a user of whom 500
// facts are known, in each language.
func BenchmarkStatements(b *testing.B) {
	rules := New()
	var known []memory.Record
	topics := []string{"shelf %d of the storeroom is painted", "我家第%d盆花放在阳台上", "my cousin number %d plays chess", "the boat at berth %d is rented out", "会员编号是%d的那张卡在抽屉里", "lamp %d of the hall is broken", "I walk %d steps to the harbour", "recipe %d needs two lemons", "周%d的课在二楼", "garden bed %d has beans"}
	for i := range 500 {
		text := fmt.Sprintf(topics[i%len(topics)], i)
		known = append(known, memory.Record{
			ID: fmt.Sprint("r", i), Layer: memory.Semantic, Kind: memory.KindState, Status: memory.Current, Subject: "user",
			Predicate: memory.PredicateStatement, Object: text, Text: text,
		})
	}
	for _, one := range []struct{ name, text string }{
		{"english", "My sister Vera works nights at the harbour clinic, so we eat late now. I changed the paint of shelf 12 to green last week. What should I cook that keeps warm for two hours?"},
		{"chinese", "我妹妹现在在海港诊所上夜班，所以我们吃饭都很晚。我上周把12号架子的油漆换成绿色了。有什么菜放两个小时还是热的？"},
	} {
		b.Run(one.name, func(b *testing.B) {
			in := Input{Known: known, Turns: []memory.Turn{{Role: memory.RoleUser, Text: one.text, At: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)}}}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rules.Extract(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
