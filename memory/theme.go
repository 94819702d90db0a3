package memory

import "strings"

// Themes are the fields of life that a text touches, of a closed list. Words rarely tie "what
// shall I cook tonight?" to an allergy or a headline for one's profile to one's job; the field
// does. Those of a record are judged once, when it is indexed.
type Themes uint32

// The themes.
const (
	ThemeFood     Themes = 1 << iota // what is eaten and drunk
	ThemeHealth                      // illness, medicine, exercise
	ThemeJob                         // what one does for a living
	ThemePay                         // what one earns
	ThemeStudy                       // school, exams, learning
	ThemeHome                        // where one lives
	ThemeTravel                      // trips and how one likes them
	ThemeFamily                      // who belongs to one
	ThemePets                        // animals one keeps
	ThemeMoney                       // what may be spent
	ThemeBody                        // sizes and clothes
	ThemeLeisure                     // what is done for pleasure
	ThemeGift                        // what would please somebody
	ThemeSchedule                    // appointments, deadlines, routines
	ThemeTools                       // devices, software, how one works with them
	ThemeName                        // what one is called
	ThemeAge                         // how old, born when
	ThemeTongue                      // languages one speaks
	ThemeAnswers                     // how answers are to be given: touches every question
)

// ThemesIn returns the themes that the words of a text touch. text is folded.
func ThemesIn(text string) Themes {
	var t Themes
	eachWord(text, func(w string) bool {
		t |= themeWord(w)
		return true
	})
	last := -1 // where the character before begins; -1: there is none
	for i, r := range text {
		if !isCJK(r) {
			last = -1
			continue
		}
		end := i + len(string(r))
		t |= themeChar(text[i:end])
		if last >= 0 {
			t |= themePair(text[last:end])
		}
		last = i
	}
	return t
}

// ThemesOf returns the themes of a fact, by its predicate and, where that says little, by its words,
// its harms, the turns it tells of and whether it tells of a thing; what happened has the last two only.
func ThemesOf(r *Record) Themes {
	if r.Layer != Semantic {
		return turnsOf(r) | thingsOf(r)
	}
	return themesOf(r) | turnsOf(r) | thingsOf(r) | Themes(harmsOf(r))<<harmShift
}

func themesOf(r *Record) Themes {
	t := themesOfPredicate(r.Predicate)
	if t&ThemeAnswers != 0 && r.Constraint.Context != "" {
		return ThemesIn(Fold(r.Constraint.Context)) &^ ThemeAnswers // it is for answers of one field only
	}
	if t != 0 {
		return t
	}
	text := ThemesIn(Fold(r.Text))
	t = (text | ThemesIn(Fold(r.Constraint.Context))) &^ ThemeAnswers
	if text&ThemeAnswers != 0 && wishes(r) {
		t |= ThemeAnswers
	}
	switch tastes := ThemeFood | ThemeLeisure | ThemePets; {
	case t&tastes != 0, r.Predicate == "likes", r.Predicate == "favorite", r.Predicate == "collects":
		t |= ThemeGift
	}
	return t
}

// wishes reports whether a fact may be a wish of the user about how he is answered.
func wishes(r *Record) bool {
	switch r.Predicate {
	case "never", "avoids", "dislikes", "prefers", "rejects", "uses":
		return ofUser(r)
	}
	return false
}

// themesOfPredicate returns the themes of a predicate whose objects need not be looked at.
func themesOfPredicate(name string) Themes {
	switch name {
	case "allergy":
		return ThemeFood | ThemeHealth | ThemeTravel
	case "diet":
		return ThemeFood | ThemeHealth
	case "health":
		return ThemeHealth | ThemeFood | ThemeTravel | ThemeLeisure
	case "takes", "blood_type":
		return ThemeHealth
	case "role", "employer", "workplace", "specialty", "works_on", "experience", "skill":
		return ThemeJob
	case "income":
		return ThemePay
	case "school", "major", "graduated", "learning":
		return ThemeStudy | ThemeJob
	case "home":
		return ThemeHome | ThemeTravel
	case "hometown", "lived", "nationality", "time_zone":
		return ThemeHome
	case "family", "marital":
		return ThemeFamily
	case "pet":
		return ThemePets
	case "budget":
		return ThemeMoney | ThemeTravel | ThemeGift
	case "size", "height", "weight":
		return ThemeBody
	case "appointment", "deadline", "schedule", "plan":
		return ThemeSchedule
	case "owns":
		return ThemeTools
	case "name", "pronouns":
		return ThemeName
	case "called", "not_called":
		return ThemeName | ThemeAnswers
	case "age", "birthday":
		return ThemeAge | ThemeGift
	case "native_language", "speaks":
		return ThemeTongue
	case "answer_style", "answer_language", "code_language":
		return ThemeAnswers
	}
	return 0
}

// themesAsked returns the themes of a folded question. What somebody likes is no matter of
// how the world is: only a question about the one who asks, or one that has something chosen or
// arranged for him, touches more than how answers are given.
func themesAsked(text string, q *Question) Themes {
	t := ThemeAnswers
	if q.Past || !q.Serves && !q.About || q.Intent == IntentTell || q.Intent == IntentOther {
		return t
	}
	if hasAny(text, "做什么的", "干什么的", "干嘛的", "做啥的", "自我介绍", "for a living") {
		t |= ThemeJob
	}
	if hasAny(text, "my name", "call me", "who am i", "my full name", "我的名字", "我叫什", "我是谁", "称呼我", "叫我什") {
		t |= ThemeName
	}
	if hasAny(text, "how old am i", "my age", "我几岁", "我多大", "我的年龄", "我今年多") {
		t |= ThemeAge
	}
	return t | q.Fields
}

// serves reports whether something is to be chosen, planned or arranged.
func serves(text string) bool {
	found, last := false, ""
	eachWord(text, func(w string) bool {
		switch w {
		case "plan", "book", "order", "find", "pick", "choose", "organise", "organize", "arrange", "suggest", "recommend", "should", "ideas", "tips", "recommendations", "suggestions":
			found = true
		case "for", "to":
			found = found || last == "what" || last == "s" // what's for dinner; what to wear
		}
		last = w
		return !found
	})
	return found || hasAny(text, "吃什么", "吃啥", "喝什么", "喝啥", "穿什么", "穿啥", "买什么", "送什么", "送啥", "去哪", "玩什么", "看什么", "做什么菜", "做啥菜",
		"推荐", "建议", "安排", "规划", "计划", "帮我订", "帮我找", "帮我选", "帮我挑", "帮我点", "帮我做", "怎么选", "合适", "有什么好")
}

// hasTheme reports whether a fact is of a field that the question touches.
func (c *Candidate) hasTheme(q *Question) bool { return c.Themes&q.Themes != 0 }

// ofUser reports whether a fact is about the user himself.
func ofUser(r *Record) bool { return r.Subject == "" || strings.EqualFold(r.Subject, "user") }
