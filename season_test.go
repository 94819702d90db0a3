package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/upkeep"
)

// season is a rig whose clock only the test moves.
type season struct {
	*rig
	mu sync.Mutex
	at time.Time
}

func startSeason(t *testing.T, change func(o *options, s *secrets)) *season {
	t.Helper()
	s := &season{at: time.Date(2026, 1, 10, 9, 0, 0, 0, time.UTC)}
	s.rig = startRig(t, func(o *options, secret *secrets) {
		o.now = s.now
		if change != nil {
			change(o, secret)
		}
	})
	return s
}

func (s *season) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *season) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = s.at.Add(d)
}

const aDay = 24 * time.Hour

// says has a user say something in a session of its own, learnt when it returns.
func (s *season) says(user, session string, messages ...string) {
	s.t.Helper()
	s.chat(as(user, session), messages...)
	s.flush()
}

// upkeep does a job now.
func (s *season) upkeep(job, user string) {
	s.t.Helper()
	if err := s.admin.call(context.Background(), "POST", "/jobs/"+job, nil, map[string]any{"user_id": user}, nil); err != nil {
		s.t.Fatal(err)
	}
}

// block is what the proxy would put into a prompt.
func (s *season) block(user, question string) string {
	s.t.Helper()
	var out struct{ Block string }
	if err := s.admin.call(context.Background(), "POST", "/search", nil, map[string]any{"user_id": user, "query": question}, &out); err != nil {
		s.t.Fatal(err)
	}
	return out.Block
}

// waiting lists what asks the user for an answer.
func (s *season) waiting(user string) []memory.Form {
	s.t.Helper()
	var page struct{ Data []memory.Form }
	if err := s.admin.call(context.Background(), "GET", "/confirmations", url.Values{"user_id": {user}}, nil, &page); err != nil {
		s.t.Fatal(err)
	}
	return page.Data
}

// answer answers a confirmation.
func (s *season) answer(user, id string, accept bool) memory.Form {
	s.t.Helper()
	var out memory.Form
	if err := s.admin.call(context.Background(), "POST", "/confirmations/"+id, nil, map[string]any{"user_id": user, "accept": accept}, &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// fact is the user's record with a predicate and an object.
func (s *season) fact(user, predicate, object string) memory.Form {
	s.t.Helper()
	for _, r := range s.records(user) {
		if r.Layer == memory.Semantic && r.Predicate == predicate && strings.Contains(r.Object, object) {
			return r
		}
	}
	s.t.Fatalf("%s has no %s of %s among %+v", user, predicate, object, s.records(user))
	return memory.Form{}
}

func TestAStatePastItsTimeIsAskedAboutAndShownWithItsDate(t *testing.T) {
	for _, one := range []struct{ user, said, question, predicate, object, moved, other string }{
		{"ida", "I live in Trieste.", "Where do I live?", "home", "Trieste", "I moved to Ghent last week.", "Ghent"},
		{"yun", "我住在泉州。", "我住在哪里？", "home", "泉州", "我搬到洛阳了。", "洛阳"},
	} {
		s := startSeason(t, nil)
		user := one.user
		s.says(user, "s1", one.said)
		if until := s.fact(user, one.predicate, one.object).Constraint.ValidUntil; until == nil || until.Sub(s.now()) < 179*aDay || until.Sub(s.now()) > 181*aDay {
			t.Fatalf("it holds until %v", until)
		}
		s.pass(180*aDay + time.Minute)
		if got := s.block(user, one.question); !strings.Contains(got, one.object) {
			t.Errorf("a state past its time is not recalled before upkeep saw it: %q", got)
		}
		s.upkeep("expire", user)
		home := s.fact(user, one.predicate, one.object)
		if !home.Review || home.Status != memory.Current {
			t.Fatalf("past its time: review %v, %s", home.Review, home.Status)
		}
		if got := s.block(user, one.question); !strings.Contains(got, "2026-01-10 ") || !strings.Contains(got, one.object) {
			t.Errorf("it is shown as %q", got)
		}
		if w := s.waiting(user); len(w) != 1 || w[0].ID != home.ID || !w[0].Review {
			t.Fatalf("waiting: %+v", w)
		}

		// An answer refreshes it.
		if got := s.answer(user, home.ID, true); got.Review || got.Status != memory.Current || got.Constraint.ValidUntil != nil && got.Constraint.ValidUntil.Sub(s.now()) < 179*aDay {
			t.Errorf("answered: %+v", got)
		}
		want(t, "still waiting", len(s.waiting(user)), 0)

		// What is said again needs no question; what is said otherwise takes its place.
		s.pass(time.Hour)
		s.says(user, "s2", one.moved)
		if got := s.fact(user, one.predicate, one.object); got.Status != memory.Superseded {
			t.Errorf("after a move it is %s", got.Status)
		}
		if got := s.block(user, one.question); !strings.Contains(got, one.other) || strings.Contains(got, one.object) {
			t.Errorf("after a move: %q", got)
		}
	}
}

func TestAQuestionThatNobodyAnswersEndsWhatItIsAbout(t *testing.T) {
	for _, one := range []struct{ user, said, question, predicate, object string }{
		{"ida", "I work as a carpenter.", "What do I work as?", "role", "carpenter"},
		{"yun", "我是一名木匠。", "我是做什么工作的？", "role", "木匠"},
	} {
		s := startSeason(t, nil)
		s.says(one.user, "s1", one.said)
		// Nobody looked for 250 days: the question still has its 30.
		s.pass(250 * aDay)
		s.upkeep("expire", one.user)
		s.pass(29 * aDay)
		s.upkeep("expire", one.user)
		if got := s.fact(one.user, one.predicate, one.object); !got.Review || got.Status != memory.Current {
			t.Errorf("after 29 days it is %s", got.Status)
		}
		if got := s.block(one.user, one.question); !strings.Contains(got, one.object) {
			t.Errorf("while it waits it is not recalled: %q", got)
		}
		s.pass(aDay + time.Minute)
		s.upkeep("expire", one.user)
		gone := s.fact(one.user, one.predicate, one.object)
		if gone.Status != memory.Expired || gone.Review {
			t.Errorf("after 30 days it is %s", gone.Status)
		}
		want(t, "waiting", len(s.waiting(one.user)), 0)
		if got := s.block(one.user, one.question); strings.Contains(got, one.object) && !strings.Contains(got, "2026-01-10 ") {
			t.Errorf("when it is over: %q", got)
		}
		var history struct{ Data []memory.Change }
		if err := s.admin.call(context.Background(), "GET", "/memories/"+gone.ID+"/history", url.Values{"user_id": {one.user}}, nil, &history); err != nil {
			t.Fatal(err)
		}
		var reasons []string
		for _, h := range history.Data {
			reasons = append(reasons, h.Op+":"+h.Reason)
		}
		if got := strings.Join(reasons, " "); !strings.Contains(got, "review:due expire:unanswered") {
			t.Errorf("its history is %s", got)
		}
	}
}

func TestWhatHoldsForAFewDaysIsOverAfterThem(t *testing.T) {
	for _, one := range []struct{ user, said, question, about, past string }{
		{"ida", "My parcel's tracking number is TX88231940.", "What is the tracking number of my parcel?", "TX88231940", "What was the tracking number of my parcel last month?"},
		{"yun", "我的快递单号是TX88231940。", "我的快递单号是多少？", "TX88231940", "上个月我的快递单号是多少来着？"},
	} {
		s := startSeason(t, nil)
		s.says(one.user, "s1", one.said)
		if got := s.block(one.user, one.question); !strings.Contains(got, one.about) {
			t.Fatalf("on the day: %q", got)
		}
		s.pass(71 * time.Hour)
		s.upkeep("expire", one.user)
		if got := s.block(one.user, one.question); !strings.Contains(got, one.about) {
			t.Errorf("after 71 hours: %q", got)
		}
		s.pass(2 * time.Hour)
		s.upkeep("expire", one.user)
		if got := s.block(one.user, one.question); strings.Contains(got, one.about) {
			t.Errorf("after 73 hours: %q", got)
		}
		s.pass(20 * aDay)
		if got := s.block(one.user, one.past); !strings.Contains(got, one.about) {
			t.Errorf("when the past is asked for: %q", got)
		}
	}
}

func TestOnlyWhatIsVouchedForHasNoEnd(t *testing.T) {
	s := startSeason(t, nil)
	add := func(body map[string]any) memory.Form {
		t.Helper()
		body["user_id"], body["layer"], body["subject"] = "ida", "semantic", "user"
		var out memory.Form
		if err := s.admin.call(context.Background(), "POST", "/memories", nil, body, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	inferred := add(map[string]any{"kind": "identity", "predicate": "birthday", "object": "May 3", "text": "Birthday is May 3.", "source": "ai_inference"})
	if inferred.Constraint.ValidUntil == nil {
		t.Error("what was inferred has no end")
	}
	official := add(map[string]any{"kind": "identity", "predicate": "name", "object": "Ida Brandt", "text": "The name is Ida Brandt.", "source": "official_document"})
	if official.Constraint.ValidUntil != nil {
		t.Errorf("what a document vouches for ends on %v", official.Constraint.ValidUntil)
	}
	s.says("noa", "s1", "My name is Noa.")
	once := s.fact("noa", "name", "Noa")
	if once.Constraint.ValidUntil == nil {
		t.Error("a name heard once has no end")
	}
	s.says("noa", "s2", "As I said, my name is Noa.")
	if twice := s.fact("noa", "name", "Noa"); twice.Constraint.ValidUntil != nil {
		t.Errorf("a name that was confirmed ends on %v", twice.Constraint.ValidUntil)
	}
}

func TestVitalityIsShownByUserAndByTenant(t *testing.T) {
	s := startSeason(t, nil)
	s.says("ida", "s1", "I live in Trieste. I work as a carpenter. I like rye bread. I am allergic to walnuts.")
	s.says("yun", "s1", "我住在泉州。我是一名木匠。我喜欢喝豆浆。我对虾过敏。")
	get := func(path string, q url.Values, into any) {
		t.Helper()
		if err := s.admin.call(context.Background(), "GET", path, q, nil, into); err != nil {
			t.Fatal(err)
		}
	}
	type stats struct{ Vitality upkeep.Vitality }
	of := func(user string) (v stats) {
		t.Helper()
		q := url.Values{}
		if user != "" {
			q.Set("user_id", user)
		}
		get("/stats", q, &v)
		return v
	}
	round := func() {
		t.Helper()
		if err := s.admin.call(context.Background(), "POST", "/jobs/all", nil, map[string]any{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, user := range []string{"ida", "yun"} {
		v := of(user).Vitality
		if v.Facts < 3 || v.Stale != 0 || v.Updates < 3 || v.AutoResolved != 1 || v.Junk > 0.05 || len(v.Warnings) > 0 {
			t.Errorf("fresh: %+v", v)
		}
	}
	s.pass(35 * aDay)
	round()
	for range 4 {
		s.pass(aDay)
		round()
	}
	for _, user := range []string{"ida", "yun"} {
		v := of(user).Vitality
		if v.Stale != 1 || v.Updates != 0 || strings.Join(v.Warnings, " ") != "stale still" {
			t.Errorf("after 39 days: %+v", v)
		}
		if len(v.Questions) == 0 || v.Questions[0].Reason != "stale" {
			t.Errorf("nothing would wake it up: %+v", v.Questions)
		}
	}
	whole := of("").Vitality
	if whole.Users != 2 || whole.Wake != 2 || whole.Stale != 1 || whole.Facts != of("ida").Vitality.Facts+of("yun").Vitality.Facts {
		t.Errorf("the tenant: %+v", whole)
	}
	var same upkeep.Vitality
	get("/vitality", nil, &same)
	if same.Users != whole.Users || same.Stale != whole.Stale {
		t.Errorf("/vitality says %+v, /stats %+v", same, whole)
	}
	answer, err := http.Get(s.house.adminURL() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`mneme_vitality_stale_ratio{tenant="default"} 1`, `mneme_vitality_updates{tenant="default"} 0`, `mneme_vitality_auto_resolved_ratio{tenant="default"} 1`,
		`mneme_vitality_junk_ratio{tenant="default"} 0`, `mneme_vitality_wake_users{tenant="default"} 2`, `mneme_upkeep_visits_total `,
	} {
		if !strings.Contains(string(text), line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
	if strings.Contains(string(text), "ida") || strings.Contains(string(text), "yun") {
		t.Error("the metrics name a user")
	}
}

func TestWhatThePastIsAskedForComesBackFromTheArchive(t *testing.T) {
	for _, one := range []struct{ user, said, other, now, then, about string }{
		{"ida", "I tried a mustard bath for my frozen feet and it did not help.", "I went to the market with Ines.", "What is good for frozen feet?", "What did I try for my frozen feet back in January?", "mustard bath"},
		{"yun", "我试了用生姜水泡脚治冻疮，没有用。", "我和林姐去了集市。", "冻疮怎么治？", "一月份的时候我试过什么治冻疮？", "生姜"},
	} {
		s := startSeason(t, nil)
		s.says(one.user, "s1", one.said)
		for range 11 { // he stays around, and speaks of other things
			s.pass(16 * aDay)
			s.says(one.user, s.now().Format(time.DateOnly), one.other)
		}
		s.upkeep("archive", one.user)
		archived := func() (n int) {
			t.Helper()
			for _, r := range s.records(one.user) {
				if strings.Contains(r.Text, one.about) && r.Status == memory.Archived {
					n++
				}
			}
			return n
		}
		gone := archived()
		if gone == 0 {
			t.Fatalf("nothing went to the archive: %+v", s.records(one.user))
		}
		s.pass(time.Hour)
		s.chat(as(one.user, "s2"), one.now)
		if got := s.forwarded(); strings.Contains(got, one.about) {
			t.Errorf("the archive is searched without need: %q", got)
		}
		s.chat(as(one.user, "s3"), one.then)
		if got := s.forwarded(); !strings.Contains(got, one.about) {
			t.Errorf("asked for the past: %q", got)
		}
		s.flush()
		s.pass(time.Hour)
		s.upkeep("restore", one.user)
		if archived() == gone {
			t.Error("what was asked for stays in the archive")
		}
		s.chat(as(one.user, "s4"), one.now)
		if got := s.forwarded(); !strings.Contains(got, one.about) {
			t.Errorf("afterwards it is not at hand: %q", got)
		}
	}
}

// topics are dropped and taken up in words, in both languages.
func TestADroppedTopicIsSilentAtOnceAndComesUpWhenItIsTakenUp(t *testing.T) {
	for _, one := range []struct {
		user, trouble, other, question, about, drop, again, twin string
	}{
		{"ida", "The printer in my office jams on every second page.", "I live in Trieste.", "What is wrong with the printer in my office?", "jams", "Never mind the printer problem.", "Actually, that printer problem is relevant again, pick it up again.", "She says the printer problem is relevant again."},
		{"bo", "The printer in my office jams on every second page.", "I live in Trieste.", "What is wrong with the printer in my office?", "jams", "Forget that last problem.", "Can you pick that problem up again?", "Will the last problem matter again?"},
		{"yun", "我办公室的打印机每两页就卡纸。", "我住在泉州。", "打印机出了什么毛病？", "卡纸", "上次那个问题不用管了", "上次那个问题又要管了", "他说上次那个问题又要管了"},
		{"wen", "我办公室的打印机每两页就卡纸。", "我住在泉州。", "打印机出了什么毛病？", "卡纸", "打印机的问题别管了", "打印机的问题还是继续跟进吧", "打印机的问题又要管了吗？"},
	} {
		s := startSeason(t, nil)
		s.says(one.user, "s1", one.trouble)
		s.pass(time.Hour)
		s.says(one.user, "s2", one.other)
		s.pass(aDay)
		if got := s.block(one.user, one.question); !strings.Contains(got, one.about) {
			t.Fatalf("before: %q", got)
		}
		weighs := func() (least float64) {
			t.Helper()
			least = 1
			for _, r := range s.records(one.user) {
				if strings.Contains(r.Text, one.about) {
					least = min(least, r.Weight)
				}
			}
			return least
		}
		header := s.chat(as(one.user, "s3"), one.drop)
		if got := s.forwarded(); strings.Contains(got[len(one.drop):], one.about) {
			t.Errorf("%q: it is in the block of the very request: %q", one.drop, got)
		}
		if reason := header.Get("X-Memory-Reason"); !strings.HasPrefix(reason, "said:") {
			t.Errorf("%q: the reason is %q", one.drop, reason)
		}
		if w := weighs(); w > 0.01 || w == 0 {
			t.Errorf("dropped, it weighs %v", w)
		}
		s.flush()
		s.pass(time.Minute)
		s.chat(as(one.user, "s4"), one.question)
		if got := s.forwarded(); strings.Contains(got, one.about) {
			t.Errorf("dropped, it comes up: %q", got)
		}
		s.chat(as(one.user, "s5"), one.twin)
		s.chat(as(one.user, "s6"), one.question)
		if got := s.forwarded(); strings.Contains(got, one.about) {
			t.Errorf("%q took it up: %q", one.twin, got)
		}
		header = s.chat(as(one.user, "s7"), one.again)
		if reason := header.Get("X-Memory-Reason"); !strings.HasPrefix(reason, "said:") {
			t.Errorf("%q: the reason is %q", one.again, reason)
		}
		want(t, one.again+": capture", header.Get("X-Memory-Capture"), "not-stored")
		s.pass(time.Minute)
		s.chat(as(one.user, "s8"), one.question)
		if got := s.forwarded(); !strings.Contains(got, one.about) {
			t.Errorf("%q: it does not come up: %q", one.again, got)
		}
		s.flush()

		// The same by the admin API.
		topic := func(name string, silent bool) {
			t.Helper()
			if err := s.admin.call(context.Background(), "POST", "/topics", nil, map[string]any{"user_id": one.user, "topic": name, "silent": silent}, nil); err != nil {
				t.Error(err)
			}
		}
		name := "printer"
		if one.user == "yun" || one.user == "wen" {
			name = "打印机"
		}
		topic(name, true)
		if got := s.block(one.user, one.question); strings.Contains(got, one.about) {
			t.Errorf("dropped by the API, it comes up: %q", got)
		}
		topic(name, false)
		if got := s.block(one.user, one.question); !strings.Contains(got, one.about) {
			t.Errorf("taken up by the API, it does not come up: %q", got)
		}
	}
}

// changes lists the steps of a record's history as "op:reason".
func (s *season) changes(user, id string) string {
	s.t.Helper()
	var history struct{ Data []memory.Change }
	if err := s.admin.call(context.Background(), "GET", "/memories/"+id+"/history", url.Values{"user_id": {user}}, nil, &history); err != nil {
		s.t.Fatal(err)
	}
	var steps []string
	for _, h := range history.Data {
		steps = append(steps, h.Op+":"+h.Reason)
	}
	return strings.Join(steps, " | ")
}

func TestAFieldActsOnceItIsSureAndNoLongerWhenItIsContradicted(t *testing.T) {
	for _, one := range []struct{ user, said, does, not, object, ask string }{
		{"ida", "I like oolong tea.", "I had oolong tea at breakfast.", "I did not have oolong tea today, I was in a hurry.", "oolong tea", "Please suggest something for the visit on Sunday."},
		{"yun", "我喜欢豆浆。", "今天早上喝了豆浆。", "早上的豆浆我没再碰，太赶了。", "豆浆", "周日有客人来，推荐点什么？"},
	} {
		s := startSeason(t, nil)
		s.says(one.user, "s0", one.said)
		s.upkeep("profile", one.user)
		field := s.fact(one.user, "likes", one.object)
		if field.Confidence > 0.9 || slices.Contains(field.Tags, "acts") {
			t.Fatalf("said once it acts: %v, %v", field.Confidence, field.Tags)
		}
		s.pass(aDay)
		s.says(one.user, "s1", one.does)
		s.upkeep("profile", one.user)
		field = s.fact(one.user, "likes", one.object)
		if field.Confidence <= 0.9 || !slices.Contains(field.Tags, "acts") {
			t.Errorf("supported, it does not act: %v, %v", field.Confidence, field.Tags)
		}
		if steps := s.changes(one.user, field.ID); !strings.Contains(steps, "move:supported by 1 on 2026-01-11") {
			t.Errorf("its history is %s", steps)
		}
		high := field.Confidence
		for i := range 2 {
			s.pass(aDay)
			s.says(one.user, fmt.Sprint("n", i), one.not)
			s.upkeep("profile", one.user)
		}
		field = s.fact(one.user, "likes", one.object)
		if field.Confidence >= high || slices.Contains(field.Tags, "acts") || field.Status != memory.Current {
			t.Errorf("contradicted: %v, %v, %s", field.Confidence, field.Tags, field.Status)
		}
		if steps := s.changes(one.user, field.ID); strings.Count(steps, "move:contradicted by 1 on 2026-01-1") != 2 {
			t.Errorf("its history is %s", steps)
		}
	}
}

func TestWhatSomebodyDoesAgainAndAgainIsAskedAboutWhenItIsSure(t *testing.T) {
	for _, one := range []struct {
		user  string
		does  []string
		thing string
	}{
		{"ida", []string{"I had oolong tea at breakfast.", "I drank oolong tea in the garden today.", "I drank oolong tea while it rained."}, "oolong tea"},
		{"yun", []string{"今天早上喝了豆浆。", "我喝了一杯豆浆，外面下着雨。", "喝了豆浆才出门。"}, "豆浆"},
	} {
		s := startSeason(t, nil)
		before := 0
		for d := range 20 {
			s.says(one.user, fmt.Sprint("s", d), one.does[d%3])
			s.upkeep("profile", one.user)
			if len(s.waiting(one.user)) == 0 {
				before = d + 1
			}
			s.pass(aDay)
		}
		if before < 4 || before >= 20 {
			for _, r := range s.records(one.user) {
				if r.Predicate == "habit" {
					t.Logf("%s %v: %s", r.Status, r.Confidence, s.changes(one.user, r.ID))
				}
			}
			t.Fatalf("it was asked about after %d days", before)
		}
		habit := s.fact(one.user, "habit", one.thing)
		if habit.Status != memory.Pending || habit.Confidence <= 0.9 || habit.Source != memory.AIInference {
			t.Errorf("it is %s with %v from %s", habit.Status, habit.Confidence, habit.Source)
		}
		if w := s.waiting(one.user); len(w) != 1 || w[0].ID != habit.ID {
			t.Errorf("waiting: %+v", w)
		}
		if steps := s.changes(one.user, habit.ID); !strings.HasPrefix(steps, "infer:repeated by 4 on 2026-01-1") || strings.Count(steps, "move:supported by 1 on ") < 5 {
			t.Errorf("its history is %s", steps)
		}
		habit = s.answer(one.user, habit.ID, true)
		if habit.Status != memory.Current || habit.Source != memory.UserDirect {
			t.Errorf("confirmed it is %s from %s", habit.Status, habit.Source)
		}
		s.upkeep("profile", one.user)
		if habit = s.fact(one.user, "habit", one.thing); !slices.Contains(habit.Tags, "acts") {
			t.Errorf("confirmed, it does not act: %v %v", habit.Confidence, habit.Tags)
		}
	}
}

// reflecting is a scripted model: asked to reflect, it concludes from the notes that
// hold a word; else it says nothing of use.
func reflecting(t *testing.T, word string) (url string, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		if !bytes.Contains(body, []byte("reflections")) {
			writeScripted(w, "{}")
			return
		}
		asked.Add(1)
		var in struct {
			Messages []struct{ Role, Content string }
		}
		_ = json.Unmarshal(body, &in)
		var evidence []string
		for line := range strings.Lines(in.Messages[len(in.Messages)-1].Content) {
			if number, _, ok := strings.Cut(line, "."); ok && strings.Contains(line, word) {
				evidence = append(evidence, number)
			}
		}
		var all []string
		for _, kind := range []string{"focus", "priority", "worked", "refused"} {
			all = append(all, fmt.Sprintf(`{"kind":%q,"text":%q,"evidence":[%s],"confidence":0.8}`, kind, kind+": "+word, strings.Join(evidence, ",")))
		}
		writeScripted(w, `{"reflections":[`+strings.Join(all, ",")+`]}`)
	}))
	t.Cleanup(model.Close)
	return model.URL + "/v1", asked
}

func TestConclusionsGoWithWhatTheyRestOn(t *testing.T) {
	for _, one := range []struct {
		user, word, question string
		says                 [3]string
		refuses              string
	}{
		{"ida", "bridge", "What do you know about me?", [3]string{"I painted the old bridge over the quibblewort.", "I measured the old bridge in the rain.", "I painted the railing of the old bridge."}, "I don't want the toll plan, I turned it down."},
		{"yun", "石桥", "你还记得我什么？", [3]string{"我给老石桥刷了漆，旁边是盔甲草。", "我量了老石桥的长度。", "我修了老石桥的栏杆。"}, "我不要收费方案，我拒绝了。"},
	} {
		for _, model := range []bool{false, true} {
			t.Run(fmt.Sprint(one.user, " with a model: ", model), func(t *testing.T) {
				var asked *atomic.Int32
				s := startSeason(t, func(o *options, _ *secrets) {
					if model {
						o.llmURL, asked = reflecting(t, one.word)
						o.llmModel = "small"
					}
				})
				for i, text := range one.says {
					s.says(one.user, fmt.Sprint("s", i), text)
					s.pass(aDay)
				}
				s.says(one.user, "s9", one.refuses)
				s.pass(aDay)
				conclusions := func() (out []memory.Form) {
					t.Helper()
					for _, r := range s.records(one.user) {
						if slices.Contains(r.Tags, memory.TagReflection) && r.Status == memory.Current {
							out = append(out, r)
						}
					}
					return out
				}
				s.upkeep("reflect", one.user)
				drawn := conclusions()
				if model && (len(drawn) != 4 || asked.Load() == 0) || !model && len(drawn) == 0 {
					t.Fatalf("drawn: %+v", drawn)
				}
				for _, r := range drawn {
					if r.Confidence < 0.5 || r.Confidence >= 1 || r.Weight != 0.9 || r.Source != memory.AIInference {
						t.Errorf("%s: confidence %v, weight %v, from %s", r.Text, r.Confidence, r.Weight, r.Source)
					}
				}
				if got := s.block(one.user, one.question); !model && !strings.Contains(got, one.word) {
					t.Errorf("%q: %q", one.question, got)
				}

				// One of them is forgotten: its words stand nowhere any more.
				forget := func(topic string) {
					t.Helper()
					if err := s.admin.call(context.Background(), "DELETE", "/memories", url.Values{"user_id": {one.user}, "topic": {topic}}, nil, nil); err != nil {
						t.Fatal(err)
					}
				}
				canary := map[string]string{"ida": "quibblewort", "yun": "盔甲草"}[one.user]
				forget(canary)
				for range 2 {
					for _, job := range []string{"reflect", "merge", "rederive", "reflect"} {
						s.upkeep(job, one.user)
					}
					s.pass(8 * aDay)
				}
				if got := s.exported(one.user); strings.Contains(got, canary) {
					t.Error("what was forgotten came back")
				}
				// All of them: nothing is left to conclude it from.
				forget(one.word)
				for _, r := range conclusions() {
					if strings.Contains(r.Text, one.word) {
						t.Errorf("without evidence it says %q", r.Text)
					}
				}
				s.upkeep("all", one.user)
				if got := s.exported(one.user); strings.Contains(got, one.word) {
					t.Error("what was forgotten came back with the next round")
				}
			})
		}
	}
}

func TestATenantsOperatorSeesTheVitalityOfNoOther(t *testing.T) {
	r, all := village(t)
	for _, p := range all {
		owner := memory.UserOwner(p.tenant, p.realm, p.user)
		one := memory.Record{ID: "home", Layer: memory.Semantic, Kind: memory.KindState, Text: "lives in a mill", Subject: "user", Predicate: "home", Object: "mill",
			Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1, Created: time.Now(), Updated: time.Now()}
		if _, err := r.house.store.Commit(t.Context(), memory.Commit{Owner: owner, Base: -1, Put: []memory.Record{one}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tenant := range []string{"tenant0", "tenant1", "tenant2"} {
		if err := r.admin.call(t.Context(), "POST", "/jobs/vitality", nil, map[string]any{"tenant_id": tenant}, nil); err != nil {
			t.Fatal(err)
		}
	}
	scrape := func(key string) (int, string) {
		t.Helper()
		request, err := http.NewRequest(http.MethodGet, r.house.adminURL()+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+key)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if _, text := scrape("root-key"); !strings.Contains(text, `mneme_vitality_facts{tenant="tenant0"} 3`) || !strings.Contains(text, `{tenant="tenant2"}`) {
		t.Errorf("the operator of all sees %s", text)
	}
	if _, text := scrape("admin-tenant1"); !strings.Contains(text, `{tenant="tenant1"}`) || strings.Contains(text, "tenant0") || strings.Contains(text, "tenant2") {
		t.Errorf("the operator of one sees %s", text)
	}
}
