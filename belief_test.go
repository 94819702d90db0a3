package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// TestWhereEverythingIsConfirmedItWaitsInTheQueue has a tenant confirm all: what is learnt is in
// the queue and in no prompt until it is answered, but for what its user asked to have kept.
func TestWhereEverythingIsConfirmedItWaitsInTheQueue(t *testing.T) {
	r := startRig(t, nil)
	r.must("PUT", "/tenants/default/policy", nil, map[string]any{"confirmations": "all"}, nil)
	for user, one := range map[string]struct{ fact, keep, word, kept string }{
		"nora": {"I'm allergic to peanuts.", "Remember this: I hate olives.", "peanuts", "olives"},
		"yan":  {"我对花生过敏。", "记住：我讨厌橄榄。", "花生", "橄榄"},
	} {
		r.chat(as(user, "one"), one.fact)
		r.chat(as(user, "two"), one.fact) // to hear it again is no answer
		r.chat(as(user, "three"), one.keep)
		r.flush()
		queue := func() (out []memory.Form) {
			var page struct{ Data []memory.Form }
			r.must("GET", "/confirmations", url.Values{"user_id": {user}}, nil, &page)
			return page.Data
		}
		waiting := queue()
		if len(waiting) != 1 || waiting[0].Status != memory.Observed || !strings.Contains(waiting[0].Text, one.word) {
			t.Fatalf("%s: the queue holds %+v", user, waiting)
		}
		r.must("POST", "/confirmations/"+waiting[0].ID, nil, map[string]any{"user_id": user, "accept": true}, nil)
		if left := queue(); len(left) != 0 || r.record(user, waiting[0].ID).Status != memory.Current {
			t.Errorf("%s: after the answer: %+v", user, left)
		}
		kept := false
		for _, f := range r.records(user) {
			kept = kept || f.Layer == memory.Semantic && f.Status == memory.Current && strings.Contains(f.Text, one.kept)
		}
		if !kept {
			t.Errorf("%s: what was to be kept at once is not", user)
		}
	}
}

// TestWhatWasTakenBackIsToldByNobody reads now and as of then: words whose fact was taken back or
// replaced are not recalled as if they stood.
func TestWhatWasTakenBackIsToldByNobody(t *testing.T) {
	r := startRig(t, nil)
	ingest := func(user, session, at, text string) {
		r.must("POST", "/ingest", nil, map[string]any{"user_id": user, "session_id": session, "messages": []any{
			map[string]any{"id": session, "role": "user", "content": text, "created_at": at},
		}}, nil)
	}
	block := func(user, question, asOf string) string {
		body := map[string]any{"user_id": user, "query": question}
		if asOf != "" {
			body["as_of"] = asOf
		}
		var out struct{ Block string }
		r.must("POST", "/search", nil, body, &out)
		return out.Block
	}
	const jan, jun, mar, jul = "2026-01-10T10:00:00Z", "2026-06-10T10:00:00Z", "2026-03-01T00:00:00Z", "2026-07-01T00:00:00Z"
	for user, one := range map[string]struct{ first, then, question, old, now string }{
		"nora": {"I live in Porto.", "I moved to Lisbon.", "Where do I live?", "Porto", "Lisbon"},
		"yan":  {"我住在杭州。", "我搬到苏州了。", "我住在哪里？", "杭州", "苏州"},
	} {
		ingest(user, "one", jan, one.first)
		ingest(user, "two", jun, one.then)
		r.flush()
		if got := block(user, one.question, mar); !strings.Contains(got, one.old) || strings.Contains(got, one.now) {
			t.Errorf("%s, as of March: %s", user, got)
		}
		if got := block(user, one.question, jul); strings.Contains(got, one.old) || !strings.Contains(got, one.now) {
			t.Errorf("%s, as of July: %s", user, got)
		}
	}
	for user, one := range map[string][3]string{
		"mira": {"I plan to travel to Rome in May.", "The Rome trip is cancelled.", "What are my plans?"},
		"ming": {"我计划五月去罗马旅行。", "罗马之行取消了。", "我有什么计划？"},
	} {
		r.chat(as(user, "one"), one[0])
		r.flush()
		r.chat(as(user, "two"), one[1])
		r.flush()
		if got := block(user, one[2], ""); strings.Contains(got, strings.TrimRight(one[0], ".。")) {
			t.Errorf("%s: a cancelled plan is told: %s", user, got)
		}
	}
	r.chat(as("lea", "one"), "I prefer tea.")
	r.flush()
	r.chat(as("lea", "two"), "Actually I prefer coffee now, not tea.")
	r.flush()
	for _, f := range r.records("lea") {
		if f.Object == "tea" && f.Status == memory.Current {
			t.Errorf("she still %s", f.Text)
		}
	}
}

// TestEpisodesTellTheMoodTheyWereToldIn looks at the sentiment of what was said, and at rules
// that depend on it.
func TestEpisodesTellTheMoodTheyWereToldIn(t *testing.T) {
	r := startRig(t, nil)
	r.must("PUT", "/tenants/default/policy", nil, map[string]any{"procedures": []any{
		map[string]any{"name": "calm", "when": "sentiment: negative", "steps": []string{"say sorry first"}},
		map[string]any{"name": "help", "when": "intent: complaint", "steps": []string{"offer the hotline"}},
	}}, nil)
	for user, said := range map[string]string{"nora": "I'm really disappointed, my parcel is late again.", "yan": "我很不满意，快递又晚到了。"} {
		r.chat(as(user, "one"), said)
		got := r.forwarded()
		if !strings.Contains(got, "say sorry first") {
			t.Errorf("%s: a rule for the cross was not put: %s", user, got)
		}
		r.flush()
		mood := ""
		for _, f := range r.records(user) {
			if f.Layer == memory.Episodic {
				mood += f.Event.Sentiment + " "
			}
		}
		if !strings.Contains(mood, memory.Negative) {
			t.Errorf("%s: moods %q", user, mood)
		}
	}
	r.chat(as("mira", "one"), "Where is my parcel?")
	if got := r.forwarded(); strings.Contains(got, "sorry") {
		t.Errorf("a rule for the cross was put to the calm: %s", got)
	}
}

// TestAVerdictMeetsWhatWasAdvised takes the user's judgement of what the assistant recommended.
func TestAVerdictMeetsWhatWasAdvised(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, advice, verdict, result string) {
		t.Helper()
		message := func(id, role, text string) any { return map[string]any{"id": id, "role": role, "content": text} }
		r.must("POST", "/ingest", nil, map[string]any{"user_id": user, "session_id": "s", "messages": []any{
			message("1", "user", "What do you say?"), message("2", "assistant", advice), message("3", "user", verdict),
		}}, nil)
		r.flush()
		got := ""
		for _, one := range r.records(user) {
			if one.Event.Type == memory.EventRecommendation {
				got = one.Event.Result
			}
		}
		want(t, verdict, got, result)
	}
	f("a", "I recommend the Casa Azul.", "Casa Azul was terrible, never again.", memory.ResultFailed)
	f("b", "I recommend the Casa Azul.", "The Casa Azul was great, I loved it.", memory.ResultWorked)
	f("c", "我推荐蓝屋酒店。", "蓝屋酒店太差了，再也不去了。", memory.ResultFailed)
	f("d", "我推荐蓝屋酒店。", "蓝屋酒店我去了，不喜欢。", memory.ResultFailed)
	f("e", "我推荐蓝屋酒店。", "蓝屋酒店很好，我很满意。", memory.ResultWorked)
}

// TestATenantSetsHisOwnMeasures changes how long things last and how often they must be heard.
func TestATenantSetsHisOwnMeasures(t *testing.T) {
	r := startRig(t, nil)
	r.must("PUT", "/tenants/default/policy", nil, map[string]any{"limits": map[string]any{
		"temporary_life": "24h", "state_life": "240h", "hearings": 3, "procedures": 1, "fact_words": 30,
	}}, nil)
	facts := func(user, status string) (out []memory.Form) {
		for _, f := range r.records(user) {
			if f.Layer == memory.Semantic && (status == "" || string(f.Status) == status) {
				out = append(out, f)
			}
		}
		return out
	}
	for user, said := range map[string][3]string{
		"nora": {"I live in Porto.", "My tracking number is 1Z999AA10123456784.", "I think I like sushi."},
		"yan":  {"我住在杭州。", "快递单号是SF1234567890123。", "我好像喜欢寿司。"},
	} {
		r.chat(as(user, "one"), said[0])
		r.chat(as(user, "two"), said[1])
		r.flush()
		lives := map[string]time.Duration{}
		for _, f := range facts(user, "current") {
			lives[f.Predicate] = f.Constraint.ValidUntil.Sub(*f.CreatedAt)
		}
		if lives["home"] != 240*time.Hour || lives["tracking"] != 24*time.Hour {
			t.Errorf("%s: lives %v", user, lives)
		}
		for i := range 3 {
			if n := len(facts(user, "observed")); i > 0 && n != 1 {
				t.Errorf("%s: after %d hearings %d are observed", user, i, n)
			}
			r.chat(as(user, fmt.Sprint("heard ", i)), said[2])
			r.flush()
		}
		if n := len(facts(user, "observed")); n != 0 {
			t.Errorf("%s: heard three times, %d are observed", user, n)
		}
	}
	rule := func(name string) any { return map[string]any{"name": name, "when": name, "steps": []string{name}} }
	err := r.admin.call(t.Context(), "PUT", "/tenants/default/policy", nil, map[string]any{"procedures": []any{rule("a"), rule("b")}}, nil)
	if err == nil || !strings.Contains(err.Error(), "at most 1") {
		t.Errorf("two procedures of one: %v", err)
	}
}
