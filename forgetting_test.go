package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"unicode"

	"mneme/memory"
	"mneme/memory/erase"
	"mneme/memory/memorytest"
)

// The words that tests look for. What must leave no trace holds gone or its
// Chinese twin, what must stay holds kept or its twin; none of them is a word.
const (
	gone, goneChinese = "Quokkazephyr", "袋熊风筝"
	kept, keptChinese = "Ibexlantern", "岩羊灯笼"
)

// wish is one line of the table of wishes, on its way through the proxy.
type wish struct {
	wants, text string
	user        string
	gone, kept  string // this line's words
	chinese     bool
	history     []string // what was said in its session so far
}

// readWishes reads the tables that policy keeps.
func readWishes(t *testing.T) []*wish {
	t.Helper()
	var tables strings.Builder
	for _, file := range []string{"forgetting.txt", "alone.txt"} {
		table, err := os.ReadFile("policy/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		tables.Write(table)
	}
	var all []*wish
	for line := range strings.Lines(tables.String()) {
		wants, text, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		w := &wish{wants: strings.TrimSpace(wants), text: strings.ReplaceAll(text, `\n`, "\n"), user: fmt.Sprintf("case-%03d", len(all))}
		w.chinese = strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		w.gone, w.kept = fmt.Sprintf("%s%03d", gone, len(all)), fmt.Sprintf("%s%03d", kept, len(all))
		if w.chinese {
			w.gone, w.kept = goneChinese+numeral(len(all)), keptChinese+numeral(len(all))
		}
		all = append(all, w)
	}
	return all
}

// numeral writes a number in Chinese digits.
func numeral(n int) string {
	var b strings.Builder
	for _, digit := range fmt.Sprintf("%03d", n) {
		b.WriteRune([]rune("零一二三四五六七八九")[digit-'0'])
	}
	return b.String()
}

// say is chat in the wish's session, with all that was said in it before.
func (w *wish) say(r *rig, header map[string]string, text string) http.Header {
	r.t.Helper()
	got := r.chat(header, append(append([]string{}, w.history...), text)...)
	w.history = append(w.history, text, demoAnswer(text))
	return got
}

// pet tells something that is learnt in any case.
func (w *wish) pet(name string) string {
	if w.chinese {
		return "我养了一只鹦鹉，名字叫" + name + "。"
	}
	return "I have a parrot called " + name + "."
}

// about tells what a topic is about, in the words of somebody who does not think
// of forgetting yet.
func (w *wish) about(topic string) string {
	told := map[string]string{
		"address": "I live in %s.", "phone number": "My phone number is an old one of the company %s.",
		"mother's name": "My mother's name is %s.", "diet": "I'm on a diet called %s.", "ex": "My ex is called %s.",
		"divorce": "My divorce is handled by the lawyer %s.", "i'm vegetarian": "I'm vegetarian because of %s.",
		"i live in lisbon": "I live in Lisbon, near %s.", "salary": "My salary is paid by %s.", "allergy": "I am allergic to %s.", "birthday": "My birthday is in the month of %s.",
		"hotel": "My hotel is called %s.", "email": "My email provider is %s.", "trip": "My trip goes to %s.",
		"personal information": "I live in %s.",
		"地址":                   "我住在%s。", "生日": "我的生日是%s那天。", "前女友": "我前女友叫%s。", "电话": "我的电话是%s公司的。", "工资": "我的工资是%s发的。",
		"住杭州": "我住杭州%s。", "手机号": "我的手机号是%s的老号。",
		"last billing problem": "My last billing problem was with %s.", "login problem": "I have a login problem with %s.",
		"problem with the printer": "I have a problem with the printer %s.", "refund issue": "My refund issue is with %s.",
		"job": "My job is at %s.", "ex-wife": "My ex-wife is called %s.", "john": "My friend John works at %s.",
		"上次那个问题": "我上次那个问题是%s。", "登录的问题": "我的%s登录有问题。", "退款": "我的退款在%s那里。", "昨天那件事": "我昨天那件事是和%s吵架。",
		"前男友": "我前男友叫%s。", "离婚": "我离婚的律师是%s。",
		"number plate": "My number plate is from %s.", "车牌号": "我的车牌号是%s。", "过敏": "我对%s过敏。",
		"where i live": "I live in %s.", "吃素": "我吃素是因为%s。", "女儿": "我女儿叫%s。",
		"peanuts": "I am allergic to peanuts because of %s.", "greg": "My brother Greg works at %s.", "skoda": "My car is a Skoda from %s.", "rex": "My dog Rex comes from %s.",
		"住址": "我的住址在%s。", "土豆": "我喜欢吃%s土豆。", "狗": "我的狗叫%s。", "旺财": "我的狗旺财是从%s来的。", "李强": "我的朋友李强在%s上班。", "小王": "我的朋友小王在%s上班。", "工作": "我的工作在%s。",
		"denver": "I plan to move to Denver with %s in May 2031.", "santa fe": "I plan to move to Santa Fe with %s in May 2031.", "surprise party": "The surprise party is with %s at home.",
		"how old i am": "I am 41 years old, as old as %s.", "how tall i am": "I am 183 cm tall, as tall as %s.", "how much i earn": "I earn 4,000 a month at %s.",
		"多大": "我今年三十五岁，和%s同岁。", "年龄": "我今年三十五岁，和%s同岁。",
		"staging server name": "Our staging server name is %s.", "杨昊": "我的朋友杨昊在%s上班。", "丹佛之行": "我的丹佛之行是和%s一起。", "退款的问题": "我的退款在%s那里。", "问题": "我有个问题是%s弄出来的。",
	}[topic]
	if told == "" {
		return ""
	}
	return fmt.Sprintf(told, w.gone)
}

func (w *wish) topic() string {
	if strings.HasPrefix(w.wants, "take-up") {
		return "" // nothing was dropped here: what it does is shown elsewhere
	}
	_, rest, _ := strings.Cut(w.wants, "(")
	topic, _, _ := strings.Cut(rest, ")")
	return topic
}

// TestWishesThroughTheProxy says every line of the table of wishes to a running
// mneme: what must not be remembered leaves nothing, what must be forgotten is
// gone, and what only sounds like a wish does no harm.
func TestWishesThroughTheProxy(t *testing.T) {
	r := startRig(t, nil)
	all := readWishes(t)
	if len(all) < 137 {
		t.Fatalf("only %d cases", len(all))
	}
	is := func(w *wish, kinds ...string) bool {
		for _, kind := range kinds {
			if w.wants == kind || strings.Contains(w.wants, kind+"(") || strings.Contains("+"+w.wants+"+", "+"+kind+"+") {
				return true
			}
		}
		return false
	}
	// What is known before.
	for _, w := range all {
		r.chat(as(w.user, "early"), w.pet(w.kept))
		now := as(w.user, "now")
		switch {
		case is(w, "skip-last", "forget-session"):
			w.say(r, now, w.pet(w.gone))
		case is(w, "forget-all"):
			r.chat(as(w.user, "long ago"), w.pet(w.gone))
		case w.topic() != "":
			told := w.about(w.topic())
			if told == "" {
				t.Fatalf("%q: the test does not know what to tell about %q", w.text, w.topic())
			}
			r.chat(as(w.user, "long ago"), told)
		case is(w, "drop"):
			w.say(r, now, w.pet(w.gone))
		case is(w, "resume-session"):
			w.say(r, now, "From now on, don't remember anything.")
		}
	}
	r.flush()
	for _, w := range all {
		if !r.knows(w.user, w.kept) {
			t.Errorf("%q: what should stay was never learnt", w.text)
		}
		if w.topic() != "" || is(w, "skip-last", "forget-session", "forget-all", "drop") {
			if !r.knows(w.user, w.gone) {
				t.Errorf("%q: what should go was never learnt", w.text)
			}
		}
	}
	// The wish.
	for _, w := range all {
		now, text := as(w.user, "now"), w.text
		if is(w, "skip-turn") && !strings.Contains(w.wants, "+") {
			text += "\n" + w.pet(w.gone)
		}
		got := w.say(r, now, text)
		capture := "not-stored"
		if is(w, "nothing", "remember") && !strings.Contains(w.wants, "+") {
			capture = "queued"
			if got.Get("X-Memory-Reason") == "not-human" { // code and nothing beside it
				capture = "off"
			}
		}
		if is := got.Get("X-Memory-Capture"); is != capture {
			t.Errorf("%q: capture is %s (%s), want %s", w.text, is, got.Get("X-Memory-Reason"), capture)
		}
		if named := strings.HasPrefix(got.Get("X-Memory-Reason"), "said:"); named != (capture == "not-stored") {
			t.Errorf("%q: the reason is %q", w.text, got.Get("X-Memory-Reason"))
		}
	}
	r.flush()
	// What comes after it.
	for _, w := range all {
		switch now := as(w.user, "now"); {
		case is(w, "skip-session"):
			want(t, w.text+": the next turn", w.say(r, now, w.pet(w.gone)).Get("X-Memory-Capture"), "not-stored")
		case is(w, "resume-session"):
			want(t, w.text+": the next turn", w.say(r, now, w.pet(w.kept+"Two")).Get("X-Memory-Capture"), "queued")
		case is(w, "skip-turn", "skip-last", "forget", "forget-all"):
			// The agent sends its history again.
			question := "What else should I see in Rome?"
			if w.chinese {
				question = "罗马还有什么值得看的？"
			}
			w.say(r, now, question)
		}
	}
	r.flush()
	for _, w := range all {
		r.judge(w, is)
	}
	r.leavesNoTrace([]string{gone, goneChinese, kept, keptChinese})
	r.restart()
	r.leavesNoTrace([]string{gone, goneChinese, kept, keptChinese})
}

// judge looks at what became of a line's words.
func (r *rig) judge(w *wish, is func(*wish, ...string) bool) {
	r.t.Helper()
	told := "What do you know about my parrot, and about my " + w.topic() + "?"
	if w.chinese {
		told = "你还记得我的鹦鹉和" + w.topic() + "吗？"
	}
	exported := r.exported(w.user)
	hears := func(words string) bool {
		r.chat(and(as(w.user, "later"), "X-Memory-Mode", "read"), told)
		return strings.Contains(strings.TrimPrefix(r.forwarded(), told), words)
	}
	switch {
	case is(w, "drop"):
		if !strings.Contains(exported, w.gone) {
			r.t.Errorf("%q: what was to be left alone was forgotten", w.text)
		}
		if hears(w.gone) {
			r.t.Errorf("%q: what was dropped comes up: %s", w.text, r.forwarded())
		}
	case strings.Contains(exported, w.gone):
		r.t.Errorf("%q: what should have gone is still kept", w.text)
	case hears(w.gone):
		r.t.Errorf("%q: what should have gone was put into a prompt", w.text)
	}
	if lost := !strings.Contains(exported, w.kept); lost != is(w, "forget-all") {
		r.t.Errorf("%q: what has nothing to do with it is lost: %v", w.text, lost)
	}
	if is(w, "resume-session") && !strings.Contains(exported, w.kept+"Two") {
		r.t.Errorf("%q: what was said on the record again is not kept", w.text)
	}
}

// exported is all that is kept about a user.
func (r *rig) exported(user string) string {
	r.t.Helper()
	body, err := r.admin.open(context.Background(), "GET", "/users/"+user+"/export", nil, nil)
	if err != nil {
		if strings.Contains(err.Error(), "not_found") {
			return ""
		}
		r.t.Fatal(err)
	}
	defer body.Close()
	text, err := io.ReadAll(body)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// leavesNoTrace looks for words in every file, in the log, in metrics, and in
// what the admin API says about requests.
func (r *rig) leavesNoTrace(words []string) {
	r.t.Helper()
	memorytest.Canary(r.t, words, r.house.opts.data)
	texts := map[string]string{"the log": r.log.String()}
	for _, where := range []string{"/metrics", "/memory/v1/audit?limit=500", "/memory/v1/stats?user_id=case-000"} {
		answer, err := http.Get(r.house.adminURL() + where)
		if err != nil {
			r.t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			r.t.Fatal(err)
		}
		texts[where] = string(text)
	}
	for where, text := range texts {
		for _, word := range words {
			if strings.Contains(text, word) {
				r.t.Errorf("%s holds %q", where, word)
			}
		}
	}
}

// TestAnAnswerDoesNotTellWhatWasForgotten: the model is shown it in the history that comes again,
// and an answer that repeats it is not learnt; what is told anew elsewhere is.
func TestAnAnswerDoesNotTellWhatWasForgotten(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, told, wish, question, answer, word string) {
		t.Helper()
		for _, header := range []map[string]string{as(user, "one"), {"X-Memory-User-Id": user + "-derived"}} {
			user := header["X-Memory-User-Id"]
			r.chat(header, told)
			r.flush()
			r.chat(as(user, "two"), wish)
			r.provider.answer = func(string) string { return answer }
			r.chat(header, told, "Fine.", question)
			r.provider.answer = demoAnswer
			r.flush()
			if r.knows(user, word) {
				t.Errorf("%s: %s", user, r.exported(user))
			}
			r.chat(as(user, "three"), told)
			r.flush()
			if !r.knows(user, word) {
				t.Errorf("%s: told anew it is not learnt", user)
			}
		}
	}
	f("english", "I have a boat called Zyx. I live in Leeds.", "Forget my boat.", "What else is there to see?", "You could take your boat Zyx to the lake.", "Zyx")
	f("chinese", "我有一只船叫齐克斯。我住在苏州。", "忘掉我的船。", "还有什么好玩的？", "可以开着齐克斯去湖上。", "齐克斯")
}

// TestAForgetInWordsThatFailsRecallsNothing asks in words for a forget that a
// part of the house cannot do.
func TestAForgetInWordsThatFailsRecallsNothing(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I have a parrot called Quokkazephyr.")
	r.flush()
	broken := place{"broken", func(context.Context, memory.Owner, []string) (int, error) { return 0, errors.New("it is broken") }}
	r.house.eraser = erase.New(erase.Parts{
		Truth: r.house.store, Control: r.house.control, Hasher: r.house.keys, Match: r.house.topics(), Places: []erase.Place{broken},
	})
	header := r.chat(as("nora", "two"), "Forget the problem with my bicycle. What is my parrot called?", "Fine.", "Forget my bicycle. What is my parrot called?")
	want(t, "status", header.Get("X-Memory-Status"), "degraded")
	want(t, "reason", header.Get("X-Memory-Reason"), "forget-failed")
	want(t, "capture", header.Get("X-Memory-Capture"), "not-stored")
	if strings.Contains(r.forwarded(), gone) {
		t.Errorf("it was recalled: %s", r.forwarded())
	}
	body := []byte(`{"model":"m","messages":[{"role":"user","content":"hello"}]}`)
	answer, _ := r.post("/v1/chat/completions", and(as("nora", "three"), "X-Memory-Forget", "topic:bicycle"), body)
	want(t, "a header's forget that fails", answer.StatusCode, http.StatusInternalServerError)
}

// TestAnImportIsMasked brings sensitive fields in a file.
func TestAnImportIsMasked(t *testing.T) {
	r := startRig(t, nil)
	line := `{"type":"record","record":{"id":"06h2k85qhvq3f1a6jqde80tym4","layer":"semantic","text":"writes from quokka@zephyr.example","object":"quokka@zephyr.example","subject":"user","predicate":"likes","confidence":0.9,"source":"user_direct","status":"current","tags":["quokka@zephyr.example"],"event":{"entities":["quokka@zephyr.example"],"participants":["quokka@zephyr.example"],"result":"quokka@zephyr.example"},"constraint":{"context":"for quokka@zephyr.example"},"sources":[{"session_id":"s","message_id":"m","quote":"mail me at quokka@zephyr.example"}]}}`
	body, err := r.admin.open(context.Background(), "POST", "/users/nora/import", nil, strings.NewReader(line))
	if err != nil {
		t.Fatal(err)
	}
	body.Close()
	if got := r.exported("nora"); !strings.Contains(got, "writes from") || strings.Contains(got, "zephyr.example") {
		t.Errorf("it was kept as %s", got)
	}
}

// TestAnImportStaysInItsRealms brings lines of several realms in for callers that
// may use some of them.
func TestAnImportStaysInItsRealms(t *testing.T) {
	r := startRig(t, func(_ *options, s *secrets) { s.adminKey = "root-key" })
	ctx := context.Background()
	line := func(id, realm string) string {
		return fmt.Sprintf(`{"type":"record","realm":%q,"record":{"id":"06h2k85qhvq3f1a6jqde80ty%s","layer":"semantic","text":"likes %s","object":"%s","subject":"user","predicate":"likes","confidence":0.9,"source":"user_direct","status":"current"}}`, realm, id, kept, kept)
	}
	bound := func(realms ...string) *client {
		var made struct{ Secret string }
		if err := r.admin.call(ctx, "POST", "/keys", nil, map[string]any{"tenants": []string{"default"}, "realms": realms, "admin": true}, &made); err != nil {
			t.Fatal(err)
		}
		return &client{base: r.admin.base, http: r.admin.http, key: made.Secret}
	}
	f := func(name string, as *client, query, text string, wanted map[string]int) {
		t.Helper()
		if body, err := as.open(ctx, "POST", "/users/"+name+"/import"+query, nil, strings.NewReader(text)); err == nil {
			body.Close()
		} else if len(wanted) > 0 {
			t.Errorf("%s: %v", name, err)
		}
		for _, realm := range []string{"default", "work", "home"} {
			if got := r.count(name, "default", realm); got != wanted[realm] {
				t.Errorf("%s: %d records in %s, want %d", name, got, realm, wanted[realm])
			}
		}
	}
	f("anywhere", r.admin, "", line("m1", "work")+"\n"+line("m2", ""), map[string]int{"work": 1, "default": 1})
	f("one", bound("work"), "", line("m1", "")+"\n"+line("m2", "work"), map[string]int{"work": 2})
	f("one, beyond", bound("work"), "", line("m1", "default"), nil)
	f("two", bound("work", "home"), "", line("m1", "work")+"\n"+line("m2", "home"), map[string]int{"work": 1, "home": 1})
	f("two, beyond", bound("work", "home"), "", line("m1", "default"), nil)
	f("two, unnamed", bound("work", "home"), "", line("m1", ""), nil)
	f("a realm that is named", r.admin, "?realm=work", line("m1", "home"), nil)
}
