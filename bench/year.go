package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"mneme/memory"
)

// A year of invented people: habits that change, projects that end, complaints that
// repeat, things of a season, long silences and returns, in English and Chinese.

const (
	yearDays   = 366
	switchDay  = 170 // from it on another habit
	oneOffDay  = 80  // one act against the habit
	awayFrom   = 120
	awayUntil  = 230
	forgetDay  = 200
	projectEnd = 125
)

// yearStart is the first day; what is asked at the end is asked in the next year.
func yearStart() time.Time { return time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC) }

// person is one of them.
type person struct {
	n      int
	zh     bool
	away   bool
	rng    *rand.Rand
	owner  memory.Owner
	made   int
	name   string
	home   string
	hurts  string // what must never be eaten
	before string // the old habit
	after  string // the new one
	once   string
	thing  string // that breaks
	breaks string
	mended string
	ache   string
	vain   string // what was tried and did not help
	cure   string
	job    string
	things map[string]string // what an event was of, by its message; one that is not here is of its own

	settledOn int // day after the change on which the old habit was believed no more
}

func newPerson(n int, seed uint64) *person {
	p := &person{n: n, zh: n%2 == 1, away: n%5 == 4, rng: rand.New(rand.NewPCG(seed, uint64(n))), owner: memory.UserOwner("year", "sim", fmt.Sprint("person", n)), things: map[string]string{}}
	pick := func(en, zh string) string {
		all := strings.Split(en, ",")
		if p.zh {
			all = strings.Split(zh, ",")
		}
		return all[p.rng.IntN(len(all))]
	}
	p.name = pick("Bertrand,Odile,Wilma,Casper,Ingrid,Tobias", "魏明远,陆小满,郝思齐,秦若兰,邱立群")
	p.home = pick("Trondheim,Ghent,Porto,Tartu,Graz", "泉州,绵阳,洛阳,桂林,银川")
	p.hurts = pick("walnuts,shellfish,sesame,penicillin", "核桃,虾,芝麻,青霉素")
	p.before, p.after, p.once = pick("coffee,cocoa", "咖啡,可可"), pick("matcha,kefir", "豆浆,抹茶"), pick("cider,lemonade", "汽水,酸梅汤")
	p.thing = pick("dishwasher,scanner,boiler,bike lamp", "洗碗机,扫描仪,热水器,车灯")
	p.breaks, p.mended = pick("leaks,stalls,rattles", "漏水,卡住,异响"), pick("the shop replaced it,a new seal fixed it", "店里换了新的,换了密封圈就好了")
	p.ache = pick("back pain,hay fever,insomnia", "腰疼,花粉过敏,失眠")
	p.vain, p.cure = pick("mint oil,a heating pad,warm milk", "薄荷油,热敷垫,热牛奶"), pick("evening walks,a firmer mattress", "晚饭后散步,硬床垫")
	p.job = pick("Lighthouse,Marble,Juniper", "灯塔计划,石榴计划,海棠计划")
	return p
}

func (p *person) say(en, zh string, args ...any) string {
	if p.zh {
		return fmt.Sprintf(zh, args...)
	}
	return fmt.Sprintf(en, args...)
}

// silent reports whether the person says nothing on a day.
func (p *person) silent(d int) bool { return p.away && d >= awayFrom && d < awayUntil }

func (p *person) record(at time.Time, text string) memory.Record {
	p.made++
	id := fmt.Sprintf("r%02d-%05d", p.n, p.made)
	return memory.Record{
		ID: id, Owner: p.owner, Text: text, Subject: "user", Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1,
		SessionID: at.Format(time.DateOnly), Created: at, Updated: at, LastUsed: at, Seq: p.made,
		Sources: []memory.Provenance{{SessionID: at.Format(time.DateOnly), MessageID: "m" + id, Quote: text, At: at}},
	}
}

func (p *person) event(at time.Time, kind, text string, entities ...string) memory.Record {
	r := p.record(at, text)
	r.Layer, r.Kind = memory.Episodic, "event"
	r.Event = memory.Event{Type: kind, Time: at, Participants: []string{"user"}, Entities: entities}
	return r
}

// of notes what an event is one more of.
func (p *person) of(thing string, r memory.Record) memory.Record {
	p.things[r.Sources[0].MessageID] = thing
	return r
}

func (p *person) fact(at time.Time, predicate, object, text string) memory.Record {
	r := p.record(at, text)
	rule, _ := memory.NewCatalogue(nil).Find(predicate)
	r.Layer, r.Kind, r.Predicate, r.Object = memory.Semantic, rule.Kind, predicate, object
	r.Constraint.ValidUntil = memory.ValidUntil(r, at)
	return r
}

// day is what is learnt of a person on a day.
func (p *person) day(d int, now time.Time) []memory.Record {
	if p.silent(d) {
		return nil
	}
	var out []memory.Record
	minute := 0
	at := func() time.Time { minute += 17; return now.Add(time.Duration(minute) * time.Minute) }
	if d == 0 {
		name := p.fact(at(), "name", p.name, p.say("The user's name is %s.", "用户名叫%s。", p.name))
		name.Tags, name.Constraint.ValidUntil = []string{memory.TagConfirmed}, time.Time{}
		drink := p.fact(at(), "favorite", p.before, p.say("Drinks %s at breakfast.", "早餐喝%s。", p.before))
		drink.Constraint.Context = p.say("breakfast", "早餐")
		out = append(out, name, p.fact(at(), "home", p.home, p.say("Lives in %s.", "住在%s。", p.home)),
			p.fact(at(), "allergy", p.hurts, p.say("Is allergic to %s.", "对%s过敏。", p.hurts)), drink)
	}
	out = append(out, p.habits(d, at)...)
	out = append(out, p.stories(d, at)...)
	// Small things that nobody will ask for again.
	if p.rng.IntN(5) > 0 {
		out = append(out, p.event(at(), memory.EventMessage, p.say("read page %d of a book on %s in the %s", "在%[3]s看了第%[1]d页关于%[2]s的书", p.rng.IntN(900),
			p.word("moss,kites,salt,bells,maps,glass", "苔藓,风筝,食盐,铜铃,地图,玻璃"), p.word("tram,park,kitchen,queue", "电车,公园,厨房,队伍"))))
	}
	if d%6 == 2 { // and small facts, of which half are only half sure
		dish := fmt.Sprint(p.word("soup,stew,pie,salad", "汤,炖菜,馅饼,凉拌"), " ", d)
		r := p.fact(at(), "likes", dish, p.say("Likes %s.", "喜欢%s。", dish))
		if d%12 == 2 {
			r.Confidence = 0.5
		}
		out = append(out, r)
	}
	return out
}

func (p *person) habits(d int, at func() time.Time) []memory.Record {
	had := func(drink string) memory.Record {
		return p.of(drink, p.event(at(), memory.EventExperience, p.say("had %s at breakfast %s", "早餐喝了%s，%s", drink,
			p.word("by the window,with toast,in a hurry,with a neighbour,on the balcony,while it rained", "坐在窗边,配了吐司,有点赶,和邻居一起,在阳台上,外面下着雨")), drink))
	}
	switch {
	case d == oneOffDay:
		return []memory.Record{p.event(at(), memory.EventExperience, p.say("no %s today, not with %s at the fair", "今天没有喝%s，在集市上喝了%s", p.before, p.once), p.once)}
	case d < switchDay && d%3 == 1:
		return []memory.Record{had(p.before)}
	case d >= switchDay && d < switchDay+21 && !p.silent(d):
		return []memory.Record{had(p.after), p.of("no "+p.before, p.event(at(), memory.EventExperience, p.say("no longer drinks %s", "不再喝%s了", p.before)))}
	case p.away && d >= awayUntil && d < awayUntil+21:
		return []memory.Record{had(p.after), p.of("no "+p.before, p.event(at(), memory.EventExperience, p.say("no longer drinks %s", "不再喝%s了", p.before)))}
	case d >= switchDay && d%3 == 1:
		return []memory.Record{had(p.after)}
	}
	return nil
}

// canary is a word that is forgotten later; nobody else says it.
func (p *person) canary() string { return fmt.Sprintf("quibbleworth%02d", p.n) }

// canaryMessage names the message that holds it.
func (p *person) canaryDay(d int) bool { return d == 76 }

func (p *person) stories(d int, at func() time.Time) []memory.Record {
	var out []memory.Record
	if d >= 60 && d <= 116 && d%8 == 4 { // eight times
		text := p.say("the %s %s again %s", "%s又%s了，%s", p.thing, p.breaks,
			p.word("this morning,right after lunch,twice in a row,in the middle of the night,and it is loud", "今天早上,午饭刚过,连着两次,半夜里,声音还很大"))
		if p.canaryDay(d) {
			text += p.say(", says %s", "，%s说的", p.canary())
		}
		r := p.event(at(), memory.EventComplaint, text, p.thing)
		if p.canaryDay(d) {
			r.Sources[0].MessageID = "canary"
		}
		if d == 116 {
			r.Event.Result = p.mended
		}
		out = append(out, p.of(p.thing, r))
	}
	if d == 95 || d == 102 || d == 109 {
		r := p.event(at(), memory.EventExperience, p.say("tried %s for the %s", "试了用%s治%s", p.vain, p.ache), p.ache)
		r.Event.Result = memory.ResultFailed
		out = append(out, p.of(p.vain, r))
	}
	if d == 114 {
		r := p.event(at(), memory.EventExperience, p.say("tried %s for the %s", "试了用%s治%s", p.cure, p.ache), p.ache)
		r.Event.Result = memory.ResultWorked
		out = append(out, r)
	}
	if d >= 30 && d < 115 && d%7 == 3 {
		r := p.event(at(), memory.EventTask, p.say("%s: part %d is built", "%s：第%d部分做完了", p.job, d/7), p.job)
		r.Project = p.job
		out = append(out, r)
	}
	if d == 30 {
		r := p.fact(at(), "works_on", p.job, p.say("Works on %s.", "在做%s。", p.job))
		out = append(out, r)
	}
	if d == 117 {
		r := p.event(at(), memory.EventDecision, p.say("%s is finished and handed over", "%s已经完成并交付", p.job), p.job)
		r.Event.Result = p.say("handed over", "已交付")
		out = append(out, r)
	}
	if (d < 40 || d > 335) && d%10 == 5 {
		out = append(out, p.of("skiing", p.event(at(), memory.EventExperience, p.say("went skiing on the hill", "去山上滑雪"))))
	}
	return append(out, p.lookalikes(d, at)...)
}

// lookalikes are events of several things that are told in the same words but for
// the thing, with no entity to go by.
func (p *person) lookalikes(d int, at func() time.Time) []memory.Record {
	var out []memory.Record
	if d%4 == 1 {
		who := p.word("bank,landlord,library,dentist", "银行,房东,图书馆,牙医")
		out = append(out, p.of("rang "+who, p.event(at(), memory.EventExperience, p.say("rang the %s %s", "%[2]s给%[1]s打了电话", who,
			p.word("this morning,after work,again,before the meeting", "今天早上,下班后,又,开会前")))))
	}
	if d%5 == 3 {
		town := p.word("Lund,Bern,Leeds", "丽水,衡阳,保定")
		out = append(out, p.of("train to "+town, p.event(at(), memory.EventComplaint, p.say("the train to %s was late %s", "去%s的火车%s晚点了", town,
			p.word("again,this morning,at night,today", "又,早上,夜里,今天")))))
	}
	return out
}

func (p *person) word(en, zh string) string {
	all := strings.Split(en, ",")
	if p.zh {
		all = strings.Split(zh, ",")
	}
	return all[p.rng.IntN(len(all))]
}
