package memory

import (
	"slices"
	"testing"
	"time"
)

// themed is a fact of the user by its predicate.
func themed(predicate, text string) *Record {
	return &Record{Layer: Semantic, Predicate: predicate, Subject: "user", Text: text}
}

// An order for one occasion is of the field of that occasion, and of no other; one for none is
// of all.
func TestOrdersForOneOccasionAreOfItsField(t *testing.T) {
	f := func(context, text string, want, apart Themes) {
		t.Helper()
		r := themed("answer_style", text)
		r.Constraint.Context = context
		if got := ThemesOf(r); got&want != want || got&apart != 0 {
			t.Errorf("%q: %b", text, got)
		}
	}
	f("", "short answers", ThemeAnswers, 0)
	f("recipes", "list the calories when I ask about recipes", ThemeFood, ThemeAnswers)
	f("scheduling", "name the time zone when I ask about scheduling", ThemeSchedule, ThemeAnswers)
	f("菜谱", "问菜谱时附上热量", ThemeFood, ThemeAnswers)
	f("Roman history", "name your sources when I ask about Roman history", 0, ThemeAnswers)
}

// A question touches what is of its field though they share no word, in both languages; a question
// about the world, about the past, or about somebody's book touches nothing of the user's.
func TestQuestionsTouchTheirField(t *testing.T) {
	allergy, diet := themed("allergy", "allergic to peanuts"), themed("diet", "吃素")
	knee := themed("health", "bad knee")
	job, home := themed("role", "nurse"), themed("home", "lives in Leeds")
	spicy, jazz := themed("dislikes", "受不了吃辣"), themed("likes", "likes jazz")
	name, size := themed("name", "named Ann"), themed("size", "wears size 38")
	style, emoji := themed("answer_style", "short answers"), themed("never", "不要用表情")
	spam := themed("never", "never lend the car to Bo")
	f := func(question string, want, apart []*Record) {
		t.Helper()
		q := ReadQuestion(question, time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), time.UTC)
		for _, r := range want {
			if ThemesOf(r)&q.Themes == 0 {
				t.Errorf("%q does not touch %q", question, r.Text)
			}
		}
		for _, r := range apart {
			if ThemesOf(r)&q.Themes&^ThemeAnswers != 0 {
				t.Errorf("%q touches %q", question, r.Text)
			}
		}
	}
	list := func(r ...*Record) []*Record { return r }
	f("What should I cook tonight?", list(allergy, diet, spicy, style, emoji), list(job, home, jazz, name, spam))
	f("Plan a dinner for Saturday", list(allergy, diet), list(job, size))
	f("晚上吃什么好？", list(allergy, diet, spicy), list(job, name))
	f("幫我訂一家餐廳", list(allergy, home), list(job))
	f("推荐一家餐厅吧", list(allergy, home), list(job, size))
	f("Draft a LinkedIn headline for me", list(job, style), list(allergy, jazz))
	f("我是做什么的？", list(job), list(allergy, home))
	f("帮我写个自我介绍，我要去面试", list(job), list(allergy))
	f("Suggest a hike for the weekend", list(knee), list(job))
	f("我周末适合去爬山吗", list(knee), list(job))
	f("Which size should I order?", list(size), list(job, allergy))
	f("What's my name?", list(name), list(job))
	f("我叫什么？", list(name), list(job))
	f("Recommend some music", list(jazz), list(allergy))
	everything := list(allergy, diet, knee, job, home, spicy, jazz, name, size, spam)
	f("What is the boiling point of water?", list(style, emoji), everything)
	f("Explain how insulin works", list(style), everything)
	f("法国的首都是哪里？", list(emoji), everything)
	f("Which job did I have last year?", list(style), everything)
	f("我上次吃的那家餐厅叫什么？", list(style), everything)
	f("What is the name of the book I read?", list(style), list(name, job))
	f("I moved to Berlin for a new job", list(style), everything)
	if q := ReadQuestion("thanks!", time.Now(), nil); q.Themes != 0 {
		t.Error("thanks touch something")
	}
}

func TestOnlyWishesAboutAnswersTouchEveryQuestion(t *testing.T) {
	f := func(predicate, text string, want bool) {
		t.Helper()
		if got := ThemesOf(themed(predicate, text))&ThemeAnswers != 0; got != want {
			t.Errorf("%s %q: %v", predicate, text, got)
		}
	}
	f("answer_style", "short answers", true)
	f("answer_language", "中文", true)
	f("never", "no emojis", true)
	f("uses", "uses metric units", true)
	f("prefers", "回答不要啰嗦", true)
	f("called", "Bo", true)
	f("likes", "likes emojis on mugs", false)
	f("never", "never call before nine", false)
	f("uses", "uses Postgres", false)
	f("role", "writes replies to customers", false)
	other := themed("never", "no emojis")
	other.Subject = "mother"
	if ThemesOf(other)&ThemeAnswers != 0 {
		t.Error("what somebody else wants is no wish of the user")
	}
	happened := &Record{Layer: Episodic, Text: "asked for short answers"}
	if ThemesOf(happened) != 0 {
		t.Error("what happened has a theme")
	}
}

// A wish about answers comes after what answers, is not pushed out by it, and takes no place of it.
func TestWishesComeBehindAndKeepTheirPlace(t *testing.T) {
	l := &listed{}
	wish := candidate(themed("answer_style", "short answers please"), 0.9)
	wish.Record.ID, wish.Record.Status, wish.Record.Confidence, wish.Themes, wish.Keyword, wish.Vector = "wish", Current, 0.9, ThemeAnswers, 0, 0
	l.candidates = append(l.candidates, wish)
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		c := candidate(uttered(id, 1, "harbour café "+id), 0.8)
		c.Keyword = 0.9
		l.candidates = append(l.candidates, c)
	}
	ids, _ := recalled(t, l, Query{Text: "Which harbour café is it?", Floor: -1, Limit: 4})
	if !slices.Equal(ids, []string{"a", "b", "c", "d", "wish"}) {
		t.Errorf("recalled %v", ids)
	}
}
