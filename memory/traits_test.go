package memory

import "testing"

func TestTraitsOfATextInBothLanguages(t *testing.T) {
	names := map[Traits]string{Asks: "asks", Numbers: "numbers", Dated: "dated", Thin: "thin", Names: "names", Listed: "listed", Prefers: "prefers", Orders: "orders", Code: "code", First: "first"}
	f := func(text string, want, not Traits) {
		t.Helper()
		got := TraitsOf(&Record{Layer: Episodic, Text: text}, AppendTerms(nil, text))
		for trait, name := range names {
			if want&trait != 0 && got&trait == 0 {
				t.Errorf("%q: %s is not seen", text, name)
			}
			if not&trait != 0 && got&trait != 0 {
				t.Errorf("%q: %s is seen", text, name)
			}
		}
	}
	f("Where did you put the ladder?", Asks, Names|Numbers|Orders)
	f("你把梯子放哪儿了？", Asks, Numbers)
	f("We met on Tuesday at the harbour.", Dated|First, Asks|Thin)
	f("我上周二去了医院。", Dated|First, Asks)
	f("The invoice is 450 euros.", Numbers, Dated)
	f("Great!", Thin, Asks)
	f("My brother Tobias repairs old clocks.", Names|First, Thin|Asks)
	f("Repairs are slow there this time of year, as always.", 0, Names|Orders)
	f("We packed a tent, two lamps, and the stove.", Listed, 0)
	f("I prefer short answers.", Prefers, Orders)
	f("I would like to book a table.", 0, Prefers)
	f("我不喜欢吃香菜，爱吃辣。", Prefers, Orders)
	f("Always answer in metric units when I ask about distances.", Orders, Prefers)
	f("From now on call me Sam.", Orders, 0)
	f("以后都用中文回答我。", Orders, 0)
	f("I never thought it would rain.", 0, Orders)
	f("func main() { fmt.Println(\"x\"); if a[i] > b[j] { return } }", Code, 0)
	f("A sentence (with brackets) is still prose.", 0, Code)

	rule := Record{Layer: Semantic, Kind: KindProhibition, Text: "No peanuts."}
	if TraitsOf(&rule, nil)&Orders == 0 {
		t.Error("a prohibition is no standing order")
	}
}

func TestHintsOfAQuestion(t *testing.T) {
	f := func(text string, want Traits, help, told bool) {
		t.Helper()
		if h := HintsOf(text); h.Wants != want || h.Help != help || h.Told != told {
			t.Errorf("%q: %+v", text, h)
		}
	}
	f("when did the roof leak", Dated, false, false)
	f("how many chairs are there", Numbers, false, false)
	f("who repaired it", Names, false, false)
	f("屋顶什么时候漏的", Dated, false, false)
	f("一共有多少把椅子", Numbers, false, false)
	f("how do i paint a door", 0, true, false)
	f("could you suggest a colour", 0, true, false)
	f("帮我推荐一种颜色", 0, true, false)
	f("what did you say about the roof", 0, false, true)
	f("which colour have you recommended", 0, false, true)
	f("你推荐过什么颜色", 0, true, true)
	f("what is it", 0, false, false)
}
