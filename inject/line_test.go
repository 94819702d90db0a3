package inject

import (
	"strings"
	"testing"

	"mneme/memory"
)

func TestContextIsShownWhereItSaysMore(t *testing.T) {
	f := func(text, context, want string) {
		t.Helper()
		if got := contextOf(&memory.Record{Text: text, Constraint: memory.Constraint{Context: context}}); got != want {
			t.Errorf("context %q of %q is shown as %q", context, text, got)
		}
	}
	f("favorite editor Vim", "editor", "")
	f("最喜欢的水果是芒果", "水果", "")
	f("likes tea", "at work", "at work")
	f("喜欢喝茶", "上班时", "上班时")
	f("likes tea", "", "")
}

func TestWhoSpokeIsShown(t *testing.T) {
	f := func(who, kind string, lang language, want string) {
		t.Helper()
		r := &memory.Record{Layer: memory.Episodic, Text: "The harbour is far.", Event: memory.Event{Type: kind, Participants: []string{who}}}
		if got := speakerOf(r, &look{lang: lang}); got != want {
			t.Errorf("%s of %q: %q", kind, who, got)
		}
	}
	f("user", memory.EventMessage, english, "")
	f("assistant", memory.EventMessage, english, "assistant: ")
	f("assistant", memory.EventMessage, chinese, "助手：")
	f("Ida", memory.EventMessage, english, "Ida: ")
	f("entity-7", "trip", english, "")
}

func TestANameThatSetsNobodyApartIsLeftOut(t *testing.T) {
	said := func(who string, source memory.Source) memory.Hit {
		return memory.Hit{Record: &memory.Record{Layer: memory.Episodic, Source: source, Text: "The harbour is far. 港口很远。", Event: memory.Event{Type: memory.EventMessage, Participants: []string{who}}}}
	}
	f := func(question string, shown bool, hits ...memory.Hit) {
		t.Helper()
		b := pack(hits, section{}, bounds{tokens: 800, topK: 8}, look{asked: question, at: noon()})
		if strings.Contains(b.text, "Ida: ") != shown {
			t.Errorf("%q shows\n%s", question, b.text)
		}
	}
	ida := said("Ida", memory.UserDirect)
	f("How far is the harbour?", false, ida, ida)
	f("港口远吗？", false, ida, ida)
	f("How far does Ida walk to the harbour?", true, ida, ida)
	f("How far is the harbour?", true, ida, said("Mara", memory.UserDirect))
	f("How far is the harbour?", true, ida, said("assistant", memory.AIInference))
}

func TestTheRunningConversationIsNotToldAgain(t *testing.T) {
	said := func(id, text, quote string) memory.Hit {
		return memory.Hit{Record: &memory.Record{ID: id, Layer: memory.Semantic, Text: text, Sources: []memory.Provenance{{Quote: quote}}}}
	}
	hits := []memory.Hit{said("here", "lives in Bergen", "I live in Bergen."), said("这里", "住在杭州", "我住在杭州。"), said("other", "likes tea", "I like tea."), said("short", "tea", "tea")}
	texts := []string{"Where do I live? tea", "I live in Bergen. And you?", "我住在杭州。"}
	kept, dropped := new(phrases).unspoken(hits, len(texts), 50, func(i int, _ *[]byte) string { return texts[i] })
	if len(kept) != 2 || kept[0].Record.ID != "other" || kept[1].Record.ID != "short" {
		t.Errorf("kept %v", kept)
	}
	if len(dropped) != 2 || dropped[0].ID != "here" || dropped[0].Reason != "in-prompt" {
		t.Errorf("dropped %v", dropped)
	}
}

func TestADayIsNotToldTwice(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		b := pack([]memory.Hit{{Record: &memory.Record{Layer: memory.Semantic, Text: text, Constraint: memory.Constraint{ValidFrom: noon()}}}},
			section{}, bounds{tokens: 800, topK: 8}, look{asked: "When?", at: noon()})
		if !strings.Contains(b.text, "\n"+want+"\n") {
			t.Errorf("%q is shown as\n%s", text, b.text)
		}
	}
	day := noon().UTC().Format("2006-01-02")
	f("dentist on "+day+" at 10:00", "dentist on "+day+" at 10:00")
	f(day+"下午三点看牙医", day+"下午三点看牙医")
	f("dentist on 1999-01-02", day+" dentist on 1999-01-02")
}
