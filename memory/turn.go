package memory

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A turn is what ends a chapter of a life: a parting, the end of a job, a death. What was told before
// of the partner, the job or the one who died is not taken back word by word, and fits a question
// about them better than the turn does. So the turn is heeded wherever its field is touched, stands
// first there, and what was told of the field before gives way.

// The turns a record may tell of, among its themes.
const (
	ThemeParted  Themes = 1 << 20 // the user and a partner are no couple any more
	ThemeJobless Themes = 1 << 21 // the user's job came to its end
	ThemeDeath   Themes = 1 << 22 // somebody, or an animal, died
)

// turnsOf returns the turns that a record tells of.
func turnsOf(r *Record) Themes {
	switch {
	case r.Source == AIInference, r.Layer == Procedural:
		return 0
	case r.Layer == Semantic && r.Predicate == "marital":
		if ofUser(r) && partedSign(Fold(r.Text)) {
			return ThemeParted
		}
		return 0
	case r.Layer == Semantic && !told(r) && r.Predicate != "status" && r.Predicate != "situation":
		return 0
	case r.Layer == Episodic && len(r.Event.Participants) > 0 && r.Event.Participants[0] != string(RoleUser):
		return 0 // of somebody else who speaks
	}
	const longest = 600 // bytes: a turn is told in a sentence or two
	if len(r.Text) > longest {
		return 0
	}
	var t Themes
	eachSentence(plainly(Fold(r.Text)), func(sentence string, asks bool) {
		if asks || supposes(sentence) {
			return
		}
		if diedSign(sentence) {
			t |= ThemeDeath
		}
		if parted, jobless := partedSign(sentence), joblessSign(sentence); parted && !rejoinedSign(sentence) && ownTurn(sentence, true) {
			t |= ThemeParted
		} else if jobless && ownTurn(sentence, false) {
			t |= ThemeJobless
		}
	})
	return t
}

// supposes reports whether a folded sentence tells what is not, or not yet: "if we broke up", 差点离婚.
func supposes(sentence string) bool {
	found := false
	eachWord(sentence, func(w string) bool {
		switch w {
		case "if", "almost", "nearly", "would", "might", "could", "should", "never", "considering", "wonder", "wondering", "afraid", "scared", "worried", "dream", "dreamed", "dreamt", "novel", "movie", "film", "character":
			found = true
		}
		return !found
	})
	return found || hasAny(sentence, "think about", "thinking about", "thinking of", "want to ", "wants to ", "如果", "要是", "差点", "考虑", "会不会", "要不要", "该不该", "可能", "害怕", "担心", "梦见", "梦到", "小说", "电影", "电视剧", "假如", "万一")
}

// saidSign reports whether a folded sentence holds one of some signs without a word before it that
// denies it.
func saidSign(sentence string, signs ...string) bool {
	for _, sign := range signs {
		at := strings.Index(sentence, sign)
		if at < 0 || sign[0] < utf8.RuneSelf && !containsWord(sentence, sign) {
			continue
		}
		before := sentence[:at]
		if sign[0] < utf8.RuneSelf {
			fields := strings.Fields(before)
			if !slices.ContainsFunc(fields[max(0, len(fields)-2):], func(w string) bool {
				return w == "not" || w == "no" || strings.HasSuffix(w, "n't") || w == "without"
			}) {
				return true
			}
			continue
		}
		runes := []rune(before)
		if near := string(runes[max(0, len(runes)-2):]); !strings.ContainsAny(near, "没不别未想怕闹非") {
			return true
		}
	}
	return false
}

func partedSign(sentence string) bool {
	return saidSign(sentence, "divorced", "getting divorced", "a divorce", "our divorce", "my divorce", "broke up", "broken up", "split up", "we split", "separated", "dumped me", "dumped him", "dumped her", "left me", "ended things", "ended our relationship",
		"called off the wedding", "called off our wedding", "called off the engagement", "called off our engagement", "longer together", "together anymore", "together any more", "newly single", "single again",
		"离婚", "离了婚", "离了", "分手", "分居", "掰了", "退婚", "取消了婚礼", "取消了婚约", "不在一起了", "被甩", "甩了我", "把我甩", "单身了", "恢复单身", "又单身")
}

// rejoinedSign reports whether a folded sentence tells that a couple is one again.
func rejoinedSign(sentence string) bool {
	return saidSign(sentence, "back together", "back with my", "made up", "reconciled", "remarried", "复合", "和好", "复婚", "又在一起")
}

func joblessSign(sentence string) bool {
	return saidSign(sentence, "laid off", "let me go", "was let go", "got let go", "been let go", "got fired", "was fired", "been fired", "fired me", "got sacked", "was sacked", "been sacked", "made redundant", "lost my job", "quit my job", "quit the job", "quit my position", "quit work",
		"resigned", "handed in my notice", "gave my notice", "gave notice", "left my job", "left the company", "retired", "unemployed", "out of work", "between jobs", "out of a job",
		"被裁", "裁掉", "裁员", "辞职", "辞了职", "辞掉", "离职", "失业", "被开除", "被辞退", "被解雇", "被炒", "炒了我", "下岗", "退休了", "丢了工作", "没工作了", "待业", "被优化") || strings.HasSuffix(strings.TrimRight(sentence, ".!。！ "), "i quit")
}

func diedSign(sentence string) bool {
	return saidSign(sentence, "died", "passed away", "passed on", "put down", "put to sleep", "put him down", "put her down", "euthanized", "euthanised", "rainbow bridge", "lost my", "lost our", "we lost", "i lost",
		"去世", "过世", "离世", "病逝", "死了", "走了", "没了", "安乐死", "离开了我们", "往生", "不在了", "喵星", "汪星")
}

// ownTurn reports whether a folded sentence tells of its speaker, or of him and his partner.
func ownTurn(sentence string, partner bool) bool {
	p := newPossessions()
	lines := p.named(sentence)
	if p.ofSpeaker(sentence, lines) {
		return true
	}
	return partner && len(lines) > 0 && !slices.ContainsFunc(lines, func(line int) bool { return !isPartner(p.holders[line]) })
}

// isPartner reports whether a line of holders is of those one is a couple with.
func isPartner(line []string) bool {
	switch line[0] {
	case "wife", "husband", "girlfriend", "boyfriend", "partner", "fiance":
		return true
	}
	return false
}

// isAnimal reports whether a line of holders is of animals.
func isAnimal(line []string) bool {
	switch line[0] {
	case "dog", "cat", "rabbit", "hamster", "parrot", "horse":
		return true
	}
	return false
}

// turnsAsked returns the turns that would matter to a question: those of fields that it touches.
func (p *possessions) turnsAsked(q *Question, text string) Themes {
	if q.Past || (q.Intent == IntentTell || q.Intent == IntentOther) && !q.Serves {
		return 0
	}
	const longest = 600 // bytes: what is longer brings with it what it is about
	if len(text) > longest {
		return 0
	}
	text = plainly(Fold(text))
	if !q.About && !q.Serves && !q.Help && !hasHan(text) { // Chinese leaves out whose wife is meant
		return 0
	}
	var t Themes
	for _, line := range p.named(text) {
		if isPartner(p.holders[line]) {
			t |= ThemeParted
		}
		q.Animals = q.Animals || isAnimal(p.holders[line])
	}
	q.Animals = q.Animals || saidSign(text, "pet", "pets", "宠物")
	if saidSign(text, "anniversary", "married", "marriage", "single", "date night", "in-laws", "couple", "spouse", "结婚", "纪念日", "婚姻", "情人节", "单身", "情侣", "夫妻", "已婚") {
		t |= ThemeParted
	}
	if saidSign(text, "my job", "my work", "at work", "do i work", "i work", "for work", "to work", "my boss", "my manager", "my colleague", "my colleagues", "my coworker", "my coworkers", "my office", "the office", "my commute", "my company", "my employer", "my salary", "for a living", "my career",
		"上班", "我的工作", "我工作", "做什么工作", "我老板", "我领导", "同事", "我们公司", "我公司", "通勤", "我的职业", "做什么的", "加班", "我工资", "我的工资") {
		t |= ThemeJobless
	}
	return t | ThemeDeath // of whom or what the question names
}

// turnsTo reports whether a candidate tells of a turn in a field that the question touches: a death
// where the one who died is named.
func (g *gate) turnsTo(c *Candidate) bool {
	switch t := c.Themes & g.question.Turns; {
	case t&^ThemeDeath != 0:
		return true
	case t != 0:
		return c.Graph > 0 || g.shares(c.Record.Text) || g.names(c.Record.Subject) || g.question.Animals && len(g.held.named(Fold(c.Record.Text))) == 0
	}
	return false
}

// names reports whether the question names somebody by what he is to the user.
func (g *gate) names(subject string) bool {
	return subject != "" && subject != "user" && containsWord(Fold(g.text), Fold(subject))
}

// turn puts the turns first that the question touches, and drops what was told before them of what
// they ended.
func (p *possessions) turn(hits []rankedHit, candidates []Candidate, g *gate, dropped []Drop) ([]rankedHit, []Drop) {
	q := g.question
	if q.Turns == 0 || len(hits) == 0 {
		return hits, dropped
	}
	var at [3]time.Time // when each was told
	turns := [3]Themes{ThemeParted, ThemeJobless, ThemeDeath}
	for i := range hits {
		for k, t := range turns {
			if candidates[hits[i].at].Themes&q.Turns&t != 0 {
				at[k] = later(at[k], toldAt(hits[i].Record))
			}
		}
	}
	if at == [3]time.Time{} {
		return hits, dropped
	}
	for i := range candidates { // a chapter that began since
		r := candidates[i].Record
		if told(r) && ofUser(r) && !toldAt(r).Before(at[0]) && rejoinedSign(Fold(r.Text)) {
			at[0] = time.Time{}
		}
		if r.Layer != Semantic || r.Status != Current {
			continue
		}
		if when := toldAt(r); when.After(at[0]) && p.ofPartner(r) || when.After(at[0]) && r.Predicate == "marital" && candidates[i].Themes&ThemeParted == 0 {
			at[0] = time.Time{}
		}
		if toldAt(r).After(at[1]) && ofUser(r) && (r.Predicate == "role" || r.Predicate == "employer") {
			at[1] = time.Time{}
		}
	}
	top, front := hits[0].Score, 0
	kept := hits[:0]
	for _, h := range hits {
		t, r := Themes(0), h.Record
		if c := &candidates[h.at]; g.turnsTo(c) {
			t = c.Themes & q.Turns
		}
		switch {
		case t&ThemeParted != 0 && !at[0].IsZero(), t&ThemeJobless != 0 && !at[1].IsZero(), t&ThemeDeath != 0:
			h.Score, h.Aside = max(h.Score, top), false
			kept = slices.Insert(kept, front, h)
			front++
		case !h.Force && toldAt(r).Before(at[0]) && p.ofPartner(r), !h.Force && toldAt(r).Before(at[1]) && ofJob(r):
			dropped = append(dropped, Drop{r.ID, "over", h.Score})
		default:
			kept = append(kept, h)
		}
	}
	return kept, dropped
}

// toldAt is when a record was said.
func toldAt(r *Record) time.Time {
	if len(r.Sources) > 0 && !r.Sources[0].At.IsZero() {
		return r.Sources[0].At
	}
	return r.Created
}

// ofPartner reports whether a record tells of a partner, or of what a couple has.
func (p *possessions) ofPartner(r *Record) bool {
	if !told(r) {
		if ofUser(r) {
			return r.Predicate == "birthday" && saidSign(Fold(r.Constraint.Context+" "+r.Text), "anniversary", "纪念日")
		}
		return slices.ContainsFunc(p.named(Fold(r.Subject)), func(line int) bool { return isPartner(p.holders[line]) })
	}
	text := plainly(Fold(r.Text))
	return saidSign(text, "anniversary", "纪念日") || slices.ContainsFunc(p.named(text), func(line int) bool { return isPartner(p.holders[line]) })
}

// ofJob reports whether a record tells what the user does for a living.
func ofJob(r *Record) bool {
	switch r.Predicate {
	case "role", "employer", "workplace":
		return ofUser(r)
	}
	return false
}

// TellsTurn reports whether a text tells of a parting, the end of a job, or a death.
func TellsTurn(text string) bool {
	return turnsOf(&Record{Layer: Episodic, Text: text}) != 0
}
