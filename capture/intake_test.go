package capture

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/memory"
	"mneme/policy"
)

func TestAnExchangeIsLearnt(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("Noted.", "system: You are kind.", "user: I like tea."), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Noted.")
	r.want("facts", r.facts(), "likes tea")
	receipt, _ := r.truth.Receipt(context.Background(), "r1")
	if receipt.Capture.State != StateLearnt || len(receipt.Capture.Records) != 3 || len(receipt.Capture.Messages) != 2 {
		t.Errorf("receipt: %+v", receipt.Capture)
	}
	for _, stage := range []string{"optout", "secrets", "noise", "slice", "extract", "normalise", "intent", "resolve", "admit", "score", "episode", "dedupe", "conflict", "commit"} {
		found := false
		for _, n := range receipt.Capture.Trace {
			found = found || n.Stage == stage
		}
		if !found {
			t.Errorf("stage %s left no note", stage)
		}
	}
	fact := r.truth.all(r.owner, memory.Semantic)[0]
	if s := fact.Sources[0]; s.Quote != "I like tea" || s.SessionID != "s1" || s.MessageID != receipt.Capture.Messages[0] || s.TraceID != "r1" {
		t.Errorf("provenance: %+v", s)
	}
	if len(r.told) != 1 {
		t.Errorf("the index was told %d times, want once", len(r.told))
	}
}

func TestTheSameExchangeTwiceIsOne(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("Noted.", "user: I like tea."), Queued)
	r.take(r.exchange("Noted.", "user: I like tea."), CaptureOff)
	r.take(r.exchange("Noted.", "user:  I like\n tea. "), CaptureOff)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Noted.")
	if got := r.truth.all(r.owner, memory.Semantic)[0].Count; got != 1 {
		t.Errorf("count %d, want 1", got)
	}
}

func TestHistoryIsNotLearntAgain(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("Noted.", "user: I like tea."), Queued)
	r.take(r.exchange("Fine.", "user: I like tea.", "assistant: Noted.", "user: I live in Rome."), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Noted.", "I live in Rome.", "Fine.")
}

func TestHistoryThatWasNotCapturedIsNeverLearnt(t *testing.T) {
	r := newRig(t)
	off := r.exchange("Noted.", "user: I like gin.")
	off.Ruling.Mode = policy.Read
	r.take(off, CaptureOff)
	r.take(r.exchange("Fine.", "user: I like gin.", "assistant: Noted.", "user: I like tea."), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Fine.")
	r.want("facts", r.facts(), "likes tea")
}

func TestARegeneratedAnswerTakesThePlaceOfTheFirst(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("Try the old port.", "user: I like tea."), Queued)
	r.learn()
	r.take(r.exchange("Try the new market.", "user: I like tea."), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Try the new market.")
	r.want("facts", r.facts(), "likes tea")
}

func TestAnEditedTurnTakesThePlaceOfTheFirst(t *testing.T) {
	r := newRig(t)
	before := []string{"user: Hello, here I am.", "assistant: Where do you live?"}
	r.take(r.exchange("Noted.", append(before, "user: I live in Rome.")...), Queued)
	r.learn()
	r.now = r.now.Add(time.Minute)
	r.take(r.exchange("Noted so.", append(before, "user: I live in Paris.")...), Queued)
	r.learn()
	r.want("said", r.said(), "Noted.", "I live in Paris.", "Noted so.")
	r.want("facts", r.facts(), "home Paris")
}

func TestAClientWithoutHistoryLosesNothing(t *testing.T) {
	r := newRig(t)
	say := func(answer, text string, want State) {
		t.Helper()
		r.take(r.exchange(answer, "user: "+text), want)
		r.learn()
	}
	say("Noted.", "I like tea.", Queued)
	say("Noted.", "I like tea.", CaptureOff) // a retry
	say("Good.", "I live in Rome.", Queued)
	say("Part one.", "Go on.", Queued)
	r.now = r.now.Add(5 * time.Minute)
	say("Part one again.", "Go on.", Queued) // made again: takes the place of the first
	r.now = r.now.Add(6 * time.Minute)
	say("Part two.", "Go on.", Queued)
	r.want("said", r.said(), "I like tea.", "Noted.", "I live in Rome.", "Good.", "Go on.", "Part one again.", "Go on.", "Part two.")
}

func TestAChainOfAnswersIsItsHistory(t *testing.T) {
	r := newRig(t)
	for i, text := range []string{"I like tea.", "Go on.", "Go on.", "Go on."} {
		x := r.exchange(fmt.Sprint("Part ", i), "user: "+text)
		if i > 0 {
			x.Request.PreviousResponseID = fmt.Sprint("resp_", i)
		}
		r.take(x, Queued)
		r.take(x, CaptureOff)
		r.learn()
		r.now = r.now.Add(11 * time.Minute)
	}
	r.want("said", r.said(), "I like tea.", "Part 0", "Go on.", "Part 1", "Go on.", "Part 2", "Go on.", "Part 3")
}

func TestALongToolLoopDoesNotDouble(t *testing.T) {
	r := newRig(t)
	lines := []string{"user: I like tea. Plan a trip."}
	r.take(r.exchange("", lines...), Queued)
	for range 5 {
		r.now = r.now.Add(20 * time.Minute)
		lines = append(lines, "call: search", "tool: x")
		r.take(r.exchange("", lines...), CaptureOff)
	}
	r.take(r.exchange("Here is the plan.", lines...), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea. Plan a trip.", "Here is the plan.")
}

func TestALoopOffTheRecordStaysSoToItsEnd(t *testing.T) {
	f := func(name string, change func(*Exchange), steps ...string) {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			first := r.exchange("", "user: I like gin.")
			if strings.HasPrefix(name, "words") {
				first = r.exchange("", "user: I like gin. don't remember this")
			}
			change(&first)
			text := "user: " + first.Request.Messages[0].Text()
			r.take(first, NotStored)
			r.take(r.exchange("Gin it is.", append([]string{text}, steps...)...), NotStored)
			r.learn()
			if all := r.kept(); strings.Contains(all, "in it is") {
				t.Errorf("something was kept: %s", all)
			}
		})
	}
	flag := func(x *Exchange) { x.Ruling.NoStore = true }
	f("flag", flag, "call: search", "tool: x")
	f("flag, an answer in words on the way", flag, "assistant: Let me look.", "tool: x")
	f("words", func(*Exchange) {}, "call: search", "tool: x")
	f("words, an answer in words on the way", func(*Exchange) {}, "assistant: Let me look.", "tool: x")
}

func TestTakingBackIsDoneOncePerAsking(t *testing.T) {
	r := newRig(t)
	ask := []string{"user: I like gin.", "assistant: Noted.", "user: don't record what I just said"}
	r.take(r.exchange("Gone.", ask...), NotStored)
	r.take(r.exchange("Gone.", ask...), NotStored) // a retry
	r.take(r.exchange("Gone.", append(ask, "call: search", "tool: x")...), NotStored)
	if len(r.granted) != 1 {
		t.Errorf("granted %d times, want once", len(r.granted))
	}
	r.take(r.exchange("Gone.", append(ask, "assistant: Gone.", "user: I live in Rome.", "assistant: Noted.", "user: don't record what I just said")...), NotStored)
	if len(r.granted) != 2 {
		t.Errorf("granted %d times, want twice: it was asked anew", len(r.granted))
	}
}

func TestAShortAnswerSaidOftenHidesNothing(t *testing.T) {
	r := newRig(t)
	history := []string{}
	for i := range 6 {
		history = append(history, fmt.Sprintf("user: Please do step %c.", 'a'+i))
		window := history[max(0, len(history)-5):] // a client that cuts its history
		r.take(r.exchange("Done.", window...), Queued)
		history = append(history, "assistant: Done.")
		r.learn()
		r.now = r.now.Add(11 * time.Minute)
	}
	if got := len(r.said()); got != 12 {
		t.Errorf("%d episodes, want 12: %q", got, r.said())
	}
}

func TestAToolLoopIsOneExchange(t *testing.T) {
	r := newRig(t)
	ask := []string{"user: I like tea. Find a shop."}
	first := r.exchange("", ask...)
	r.take(first, Queued)
	loop := append(ask, "call: search, map", "tool: three shops")
	r.take(r.exchange("", loop...), CaptureOff)
	r.take(r.exchange("The one by the river.", append(loop, "call: route", "tool: 5 min")...), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea. Find a shop.", "The one by the river.")
	digest := ""
	for _, e := range r.truth.entries {
		for _, turn := range e.Entry.Turns {
			if turn.Role == memory.RoleTool {
				digest = turn.Text
			}
		}
	}
	if digest != "search, map, route" {
		t.Errorf("digest of the loop: %q", digest)
	}
}

func TestNoStoreLeavesNothingAndStaysUnlearnt(t *testing.T) {
	f := func(name string, change func(*Exchange)) {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			x := r.exchange("I will keep your love of gin to myself.", "user: I like gin.")
			change(&x)
			r.take(x, NotStored)
			// The same words come again, without their flag.
			r.take(r.exchange("Gin it is.", "user: I like gin."), NotStored)
			r.take(r.exchange("Fine.", "user: Hello there.", "user: I like gin."), Queued)
			in := Batch{Owner: r.owner, Session: "s1", Messages: []Message{{Role: memory.RoleUser, Content: "I like gin."}, {Role: memory.RoleAssistant, Content: "Gin."}}}
			if got, err := r.intake.Ingest(context.Background(), in); err != nil || got.Accepted != 0 || got.State != NotStored {
				t.Errorf("ingested: %+v, %v", got, err)
			}
			r.learn()
			if all := r.kept(); regexp.MustCompile(`(?i)\bgin\b`).MatchString(all) {
				t.Errorf("something was kept: %s", all)
			}
		})
	}
	f("header", func(x *Exchange) { x.Ruling.NoStore = true })
	f("body", func(x *Exchange) { no := false; x.Request.Memory = &no })
	f("message", func(x *Exchange) { x.Request.Messages = say("secret: I like gin.") })
}

func TestWordsThatAskNotToBeKeptAreNotKept(t *testing.T) {
	r := newRig(t)
	reason := r.take(r.exchange("Your secret love of gin is safe.", "user: I like gin. don't remember this"), NotStored)
	if reason != "said:skip-turn" {
		t.Errorf("reason %q does not name the phrase", reason)
	}
	r.take(r.exchange("好。", "user: 我喜欢喝酒，别记这句"), NotStored)
	r.learn()
	if all := r.kept(); regexp.MustCompile(`(?i)\bgin\b|酒`).MatchString(all) {
		t.Errorf("something was kept: %s", all)
	}
}

// TestALaterAnswerDoesNotTellWhatWasOffTheRecord lets an assistant repeat in a later
// answer what it was told not to remember: nothing of that answer is kept, and all
// of one that does not repeat it is.
func TestALaterAnswerDoesNotTellWhatWasOffTheRecord(t *testing.T) {
	f := func(name, word string, answer, other string, turns ...string) {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			secret := r.exchange("Fine.", turns[0])
			if strings.HasPrefix(name, "header") {
				secret.Ruling.NoStore = true
			}
			r.take(secret, NotStored)
			r.take(r.exchange(answer, turns...), Queued)
			r.take(r.exchange(other, append(turns, "assistant: "+answer, "user: I live in Rome.")...), Queued)
			r.learn()
			all := r.kept()
			if strings.Contains(all, word) {
				t.Errorf("%q was kept: %s", word, all)
			}
			if !strings.Contains(all, other) {
				t.Errorf("the answer %q was not kept: %s", other, all)
			}
		})
	}
	f("words", "Zorblax", "Zorblax should get kibble twice a day.", "Rome has many fountains.",
		"user: don't remember this: I have a cat called Zorblax", "assistant: Fine.", "user: How often should one feed a pet?")
	f("header", "Zorblax", "Zorblax should get kibble twice a day.", "Rome has many fountains.",
		"user: I have a cat called Zorblax.", "assistant: Fine.", "user: How often should one feed a pet?")
	f("Chinese", "佐布拉", "佐布拉一天喂两次就够了。", "罗马有很多喷泉。",
		"user: 别记这句，我的猫叫佐布拉", "assistant: 好的。", "user: 宠物一天该喂几次？")
	f("header, Chinese", "佐布拉", "佐布拉一天喂两次就够了。", "罗马有很多喷泉。",
		"user: 我的猫叫佐布拉。", "assistant: 好的。", "user: 宠物一天该喂几次？")
	// Said on the record too, it is no secret.
	r := newRig(t)
	r.take(r.exchange("Fine.", "user: My cat Zorblax is grey."), Queued)
	r.take(r.exchange("Fine.", "user: My cat Zorblax is grey.", "assistant: Fine.", "user: don't remember this: I have a cat called Zorblax"), NotStored)
	r.take(r.exchange("Zorblax should get kibble.", "user: My cat Zorblax is grey.", "assistant: Fine.", "user: don't remember this: I have a cat called Zorblax", "assistant: Fine.", "user: What should my cat Zorblax eat?"), Queued)
	r.learn()
	if all := r.kept(); !strings.Contains(all, "should get kibble") {
		t.Errorf("an answer to what was asked on the record was not kept: %s", all)
	}
	// What is taken back afterwards is off the record from then on.
	r = newRig(t)
	debt := []string{"user: I have a 40k card debt", "assistant: Noted.", "user: don't record what I just said", "assistant: Gone.", "user: What should I do this month?"}
	r.take(r.exchange("Gone.", debt[:3]...), NotStored)
	r.take(r.exchange("Pay the card debt first.", debt...), Queued)
	r.learn()
	if all := r.kept(); strings.Contains(all, "debt") {
		t.Errorf("the debt was kept: %s", all)
	}
}

// What a user says of a secret afterwards tells it again; what has nothing to do with it is kept, and
// so is what takes the place of something that was forgotten.
func TestAFollowUpDoesNotTellASecretAgain(t *testing.T) {
	f := func(secret, follow, second, other, word string) {
		t.Helper()
		for _, header := range []bool{false, true} {
			r := newRig(t)
			x := r.exchange("Fine.", "user: "+secret)
			x.Ruling.NoStore = header
			r.take(x, NotStored)
			talk := []string{"user: " + secret, "assistant: Fine.", "user: " + follow}
			r.take(r.exchange("Well.", talk...), NotStored)
			talk = append(talk, "assistant: Well.", "user: "+second)
			r.take(r.exchange("Well.", talk...), NotStored)
			talk = append(talk, "assistant: Well.", "user: "+other)
			r.take(r.exchange("Well.", talk...), Queued)
			r.learn()
			if all := r.kept(); strings.Contains(all, word) || !strings.Contains(all, other) {
				t.Errorf("%q then %q: %s", secret, follow, all)
			}
		}
	}
	f("don't remember this: last week I was told that I have lupus", "for the lupus, is wine ok?", "And is lupus a thing for life?", "I live in Rome since last week.", "lupus")
	f("don't remember this: I'm interviewing at Monzo", "the interview is with Priya", "What would Priya ask?", "What is a good book to read?", "Priya")
	f("别记这句，我最近查出了红斑狼疮", "红斑狼疮能喝酒吗？", "狼疮要吃什么药？", "我最近住在罗马。", "狼疮")
	r := newRig(t)
	r.take(r.exchange("Gone.", "user: forget my address"), NotStored)
	r.take(r.exchange("Noted.", "user: forget my address", "assistant: Gone.", "user: My address is in Rome."), Queued)
}

// What was off the record when it was said is not there to be taken back, and what was said before it
// is not meant.
func TestNothingIsTakenBackBehindWhatWasOffTheRecord(t *testing.T) {
	for _, header := range []bool{false, true} {
		r := newRig(t)
		talk := []string{"user: I like gin.", "assistant: Noted.", "user: don't remember this: I owe 40k"}
		r.take(r.exchange("Noted.", talk[0]), Queued)
		x := r.exchange("Fine.", talk...)
		x.Ruling.NoStore = header
		r.take(x, NotStored)
		r.take(r.exchange("Gone.", append(talk, "assistant: Fine.", "user: don't record what I just said")...), NotStored)
		if len(r.granted) != 0 {
			t.Errorf("taken back: %v", r.granted)
		}
	}
}

// However long ago it was said, and however much was said with it.
func TestAnAnswerTellsNoSecretOfLongAgo(t *testing.T) {
	for _, secret := range []string{"don't remember this: I owe Quokka 40k", "别记这句: I owe Quokka 40k", "don't remember this: " + strings.Repeat("it is a long and sad story of mine. ", 200) + "I owe Quokka 40k"} {
		r := newRig(t)
		r.take(r.exchange("Noted.", "user: "+secret), NotStored)
		talk := []string{"user: " + secret, "assistant: Noted."}
		for i := range 20 {
			talk = append(talk, fmt.Sprintf("user: And what of number %d?", i), "assistant: Nothing.")
		}
		r.take(r.exchange("Pay Quokka first.", append(slices.Clone(talk), "user: What now?")...), Queued)
		r.take(r.exchange("A sad story needs time.", append(slices.Clone(talk), "user: Tell me a tale.")...), Queued)
		r.learn()
		if all := r.kept(); strings.Contains(all, "Quokka") {
			t.Errorf("%.30q: %s", secret, all)
		} else if len(secret) > typedBytes && !strings.Contains(all, "sad story") {
			t.Errorf("an answer of everyday words is lost: %s", all)
		}
	}
}

func TestASessionOffTheRecordStaysSoUntilItsUserSaysOtherwise(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("Very well.", "user: from now on, off the record"), NotStored)
	r.take(r.exchange("Noted.", "user: I like gin."), NotStored)
	other := r.exchange("Noted.", "user: I like tea.")
	other.Session = "s2"
	r.take(other, Queued)
	r.now = r.now.Add(time.Minute)
	r.take(r.exchange("Good.", "user: you may remember again"), NotStored)
	r.take(r.exchange("Noted.", "user: I live in Rome."), Queued)
	r.learn()
	r.want("facts", r.facts(), "likes tea", "home Rome")
}

func TestHeedingBeforeTheAnswerIsHeedingOnce(t *testing.T) {
	r := newRig(t)
	ctx := context.Background()
	play := func(want State, reason, answer string, lines ...string) {
		t.Helper()
		x := r.exchange(answer, lines...)
		heeded, err := r.intake.Heed(ctx, x.Ruling, x.Session, x.Request)
		if err != nil || heeded.Reason != reason {
			t.Errorf("heeded %+v, %v; want %q", heeded, err, reason)
		}
		x.Heeded = &heeded
		r.take(x, want)
	}
	play(Queued, "", "Noted.", "user: I like tea.")
	play(NotStored, "said:forget", "Gone.", "user: forget my address")
	play(NotStored, "said:skip-session", "Yes.", "user: from now on, off the record")
	play(NotStored, "session-silent", "Gin.", "user: I like gin.")
	play(NotStored, "said:resume-session", "Good.", "user: you may remember again")
	play(NotStored, "", "Gin.", "user: I like gin.") // it was said off the record
	play(Queued, "", "Rome.", "user: I live in Rome.")
	play(CaptureOff, "", "A title", "user: Generate a title for: forget my address")
	if len(r.granted) != 1 {
		t.Errorf("granted %+v", r.granted)
	}
	off := r.exchange("", "user: forget my address")
	off.Ruling.Mode = policy.Read
	if heeded, err := r.intake.Heed(ctx, off.Ruling, "s1", off.Request); err != nil || !heeded.TookBack {
		t.Errorf("a forget is heeded where nothing is written too: %+v, %v", heeded, err)
	}
}

func TestTakingBackIsGrantedAndItsExchangeNotKept(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("I forgot that you live in Elm Street.", "user: forget my address"), NotStored)
	r.take(r.exchange("Gone.", "user: don't record what I just said"), NotStored)
	if len(r.granted) != 2 || r.granted[0].Verb != policy.ForgetTopic || r.granted[1].Verb != policy.SkipLast {
		t.Errorf("granted %+v", r.granted)
	}
	r.learn()
	r.want("said", r.said())
}

func TestOffAndUnknownUsersAreNotCaptured(t *testing.T) {
	f := func(name string, change func(*Exchange), want State) {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			x := r.exchange("Noted.", "user: I like tea.")
			change(&x)
			r.take(x, want)
			if r.truth.appends != 0 {
				t.Error("something was journaled")
			}
		})
	}
	f("off", func(x *Exchange) { x.Ruling.Mode = policy.Off }, CaptureOff)
	f("read", func(x *Exchange) { x.Ruling.Mode = policy.Read }, CaptureOff)
	f("no user", func(x *Exchange) { x.Ruling.User = "" }, CaptureOff)
	f("no user, flagged", func(x *Exchange) { x.Ruling.User, x.Ruling.NoStore = "", true }, NotStored)
	f("as of", func(x *Exchange) { x.Ruling.AsOf = x.At }, CaptureOff)
	f("unread", func(x *Exchange) { x.Request = nil }, CaptureOff)
	f("title", func(x *Exchange) { x.Request.Messages = say("user: Generate a title for: I like tea.") }, CaptureOff)
	f("title within a conversation", func(x *Exchange) {
		x.Request.Messages = say("user: I like tea.", "assistant: Noted.", "user: Generate a title for this.")
	}, CaptureOff)
}

func TestWhatIsNotThePersonsOwnIsLeftOut(t *testing.T) {
	r := newRig(t)
	block := memory.BlockOpen + "\n- likes gin\n" + memory.BlockClose
	r.take(r.exchange("Noted.\n\n"+block, "user: I like tea.<file>x</file>\n\n"+block), Queued)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Noted.")
}

func TestFieldsAreMaskedBeforeTheJournal(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("I noted 13800138000.", "user: My phone is 13800138000."), Queued)
	if all := fmt.Sprintf("%+v", *r.truth.entries[0]); strings.Contains(all, "13800138000") {
		t.Errorf("the journal holds the number: %s", all)
	}
	r.learn()
	r.want("said", r.said(), "My phone is [number].", "I noted [number].")
}

func TestBrokenAnswersArePartialAndRefusedOnesNone(t *testing.T) {
	f := func(name string, change func(*Exchange), partial bool, want ...string) {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			x := r.exchange("Half of an ans", "user: I like tea.")
			change(&x)
			r.take(x, Queued)
			r.learn()
			r.want("said", r.said(), want...)
			all := r.truth.all(r.owner, memory.Episodic)
			if got := memory.HasTag(all[len(all)-1], tagPartial); got != partial {
				t.Errorf("partial: %v, want %v", got, partial)
			}
		})
	}
	f("broken", func(x *Exchange) { x.Reply.Complete = false }, true, "I like tea.", "Half of an ans")
	f("cut", func(x *Exchange) { x.Reply.Truncated = true }, true, "I like tea.", "Half of an ans")
	f("error", func(x *Exchange) { x.Reply.Status = 500 }, false, "I like tea.")
	f("nothing", func(x *Exchange) { x.Reply.Text = "" }, false, "I like tea.")
}

func TestAFullQueueRefuses(t *testing.T) {
	r := newRig(t, func(o *Options, in *IntakeParts, _ *LearnerParts) { o.QueueEntries = 2 })
	r.truth.hold = make(chan struct{})
	var wg sync.WaitGroup
	states := make(chan State, 8)
	for i := range 8 {
		x := r.exchange("Noted.", fmt.Sprintf("user: I like tea %d.", i))
		wg.Go(func() {
			state, _ := r.intake.Take(context.Background(), x)
			if state == Refused {
				states <- state
				return
			}
			states <- state
		})
	}
	for range 6 { // whatever the order, six find no room while the write is held
		if got := <-states; got != Refused {
			t.Errorf("got %s while the journal was held", got)
		}
	}
	close(r.truth.hold)
	wg.Wait()
	if a, b := <-states, <-states; a != Queued || b != Queued {
		t.Errorf("got %s and %s, want both queued", a, b)
	}
}

func TestTakeKeepsToItsTime(t *testing.T) {
	r := newRig(t)
	r.truth.hold = make(chan struct{})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	x := r.exchange("Noted.", "user: I like tea.")
	if state, reason := r.intake.Take(ctx, x); state != Refused || reason != "timeout" {
		t.Errorf("got %s (%s)", state, reason)
	}
	// The write was under way: it is kept after all, and the receipt says so.
	close(r.truth.hold)
	r.intake.Close()
	if receipt, _ := r.truth.Receipt(context.Background(), x.ReceiptID); receipt.Capture.State != string(Queued) || receipt.Capture.Reason != "late" {
		t.Errorf("receipt: %+v", receipt.Capture)
	}
}

func TestAJournalThatFailsRefuses(t *testing.T) {
	f := func(err error, want string) {
		t.Helper()
		r := newRig(t)
		r.truth.appendErr = err
		if got := r.take(r.exchange("Noted.", "user: I like tea."), Refused); got != want {
			t.Errorf("reason %q, want %q", got, want)
		}
	}
	f(memory.ErrFull, "full")
	f(memory.ErrErased, "erased")
	f(context.DeadlineExceeded, "timeout")
	f(fmt.Errorf("disk I/O error"), "journal")
}

func TestExchangesThatEndTogetherShareAWrite(t *testing.T) {
	r := newRig(t)
	r.truth.hold = make(chan struct{})
	var wg sync.WaitGroup
	for i := range 50 {
		x := r.exchange("Noted.", fmt.Sprintf("user: I like tea %d.", i))
		wg.Go(func() { r.intake.Take(context.Background(), x) })
	}
	for { // until all of them wait
		r.intake.group.mu.Lock()
		n := r.intake.group.count
		r.intake.group.mu.Unlock()
		if n == 50 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	close(r.truth.hold)
	wg.Wait()
	if got := len(r.truth.entries); got != 50 || r.truth.appends > 3 {
		t.Errorf("%d entries in %d writes", got, r.truth.appends)
	}
}

func TestWhatIsWrappedAroundWordsChangesNothing(t *testing.T) {
	r := newRig(t)
	r.take(r.exchange("", "user: I like tea.<file>x</file>"), Queued)
	r.take(r.exchange("Noted.", "user: I like tea.", "call: look", "tool: x"), Queued)
	r.take(r.exchange("Fine.", "user: I like tea.<file>x</file>", "assistant: Noted.", "user: I live in Rome."), Queued)
	r.take(r.exchange("Fine.", "user: I like tea.", "assistant: Noted.", "user: I live in Rome.<file>x</file>"), CaptureOff)
	r.learn()
	r.want("said", r.said(), "I like tea.", "Noted.", "I live in Rome.", "Fine.")
}

func TestAFieldAcrossTheCutIsMaskedWhole(t *testing.T) {
	r := newRig(t, func(o *Options, _ *IntakeParts, _ *LearnerParts) { o.TurnBytes = 30 })
	r.take(r.exchange("", "user: call me any time at 13800138000 or write"), Queued)
	turn := r.truth.entries[0].Entry.Turns[0]
	if strings.Contains(turn.Text, "138") || !turn.Partial || len(turn.Text) > 30 {
		t.Errorf("%+v kept as %q", turn, turn.Text)
	}
}

func TestASpeakersNameIsMaskedAndBounded(t *testing.T) {
	r := newRig(t)
	x := r.exchange("", "user: I like tea.")
	x.Request.Messages[0].Name = "Ann 13800138000 " + strings.Repeat("n", 500)
	r.take(x, Queued)
	if name := r.truth.entries[0].Entry.Turns[0].Name; !strings.HasPrefix(name, "Ann [number]") || len(name) > nameBytes {
		t.Errorf("name %q", name)
	}
}

func TestNothingIsIngestedForWhoSwitchedMemoryOff(t *testing.T) {
	r := newRig(t, func(_ *Options, in *IntakeParts, _ *LearnerParts) {
		in.Writes = func(context.Context, memory.Owner) (string, error) { return "user-setting", nil }
	})
	got, err := r.intake.Ingest(context.Background(), Batch{Owner: r.owner, Messages: []Message{{Role: memory.RoleUser, Content: "I like tea."}}})
	if err != nil || got.State != CaptureOff || got.Reason != "user-setting" || r.truth.appends != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// What goes on from a session off the record is off it too, whatever its name; what only greets the
// same way is not, nor is one whose user said that it is on the record again.
func TestWhatGoesOnFromASessionOffTheRecordIsOffItToo(t *testing.T) {
	long := "The lease of the shop ends in March and the landlord wants a third more for the next five years, which is far too much for it."
	summary := "- The lease of the shop ends in March, the landlord wants more.\n- Next the landlord is to be written to, with a counter-offer."
	play := func(r *rig, session, answer string, lines ...string) State {
		t.Helper()
		x := r.exchange(answer, lines...)
		x.Session = session
		heeded, err := r.intake.Heed(t.Context(), x.Ruling, session, x.Request)
		if err != nil {
			t.Fatal(err)
		}
		x.Heeded = &heeded
		state, _ := r.intake.Take(t.Context(), x)
		return state
	}
	for _, c := range []struct {
		want  State
		lines []string
	}{
		{NotStored, []string{"user: What of my lease?", "assistant: Noted.", "user: I like gin."}},
		{NotStored, []string{"user: 我的租约怎么办？", "assistant: 好的。", "user: I like gin."}},
		{NotStored, []string{"assistant: " + long, "user: I like gin."}},
		{NotStored, []string{"system: What was said so far:\n" + summary, "user: I like gin."}},
		{NotStored, []string{"user: <context>\n" + summary + "\n</context>\nI like gin."}},
		{NotStored, []string{"user: hi", "assistant: Hello!", "user: What of my lease?", "assistant: Noted.", "user: I like gin."}},
		{Queued, []string{"user: hi", "assistant: Hello!", "user: I like gin."}},
		{Queued, []string{"user: What of my lease?", "assistant: It ends.", "user: I like gin."}},
		{Queued, []string{"user: What of my lease?"}},
	} {
		r := newRig(t)
		play(r, "s1", "Hello!", "user: hi")
		play(r, "s1", "Hello!", "user: from now on, off the record")
		play(r, "s1", "Hello!", "user: hi")
		play(r, "s1", "Noted.", "user: What of my lease?")
		play(r, "s1", "好的。", "user: 我的租约怎么办？")
		play(r, "s1", long, "user: And now?")
		play(r, "s1", "<summary>\n"+summary+"\n</summary>", "user: And now?", "user: Generate a title")
		if got := play(r, "s2", "Noted.", c.lines...); got != c.want {
			t.Errorf("%q: %s, want %s", c.lines, got, c.want)
		}
		if got := play(r, "s2", "Noted.", append(c.lines, "assistant: Noted.", "user: I like figs.")...); got != c.want {
			t.Errorf("%q: then %s, want %s", c.lines, got, c.want)
		}
		play(r, "s2", "Good.", "user: you may remember again")
		if got := play(r, "s2", "Noted.", append(c.lines, "assistant: Good.", "user: I like tea.")...); got != Queued {
			t.Errorf("%q: on the record again: %s", c.lines, got)
		}
	}
}
