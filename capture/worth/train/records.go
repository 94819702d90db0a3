package main

import (
	"context"
	"fmt"
	"log"
	"slices"
	"strings"
	"time"

	"mneme/capture/extract"
	"mneme/capture/worth"
	"mneme/memory"
)

// window is how many turns before one are known when it is read.
const window = 8

// derived is what a record counts for whose verdict follows from the labels of what it quotes: whether it reads
// well alone, nobody has judged.
const derived = 0.1

// recordsOf plays talks to the extractor and returns the statements that it weighs, with their
// verdicts. Each talk is heard with odds of sentences that never saw its file, as talks of
// others will be.
func recordsOf(m worth.Model, talks []talk) []sample {
	var out []sample
	for from := 0; from < len(talks); {
		to := from
		for to < len(talks) && talks[to].file == talks[from].file {
			to++
		}
		others := learn(sentencesOf(slices.Concat(talks[:from], talks[to:])), heads[:])
		if chinese(talks[from].file) {
			m.Chinese = others
		} else {
			m.English = others
		}
		rules := extract.With(&m)
		for _, t := range talks[from:to] {
			out = append(out, t.play(rules)...)
		}
		from = to
	}
	return out
}

func chinese(file string) bool { return strings.HasPrefix(file, "zh") }

// play has a talk heard and returns what was weighed of it and judged.
func (t talk) play(rules *extract.Rules) []sample {
	var out []sample
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	var before []memory.Turn
	var known []memory.Record
	for n, one := range t.turns {
		if one.after > 0 {
			before, now = nil, now.Add(one.after)
		}
		heard := memory.Turn{ID: fmt.Sprint("m", n), Role: memory.RoleAssistant, Text: one.answer, At: now}
		if len(one.pieces) > 0 {
			heard.Role, heard.Text = memory.RoleUser, one.said(chinese(t.file))
		}
		in := extract.Input{Zone: time.UTC, Turns: append(slices.Clone(before), heard), Watch: func(c extract.Candidate) {
			if label, weight := one.judge(c); label != "" {
				out = append(out, sample{t.file, label, worth.AppendRecordSigns(nil, c.Statement), weight})
			}
		}}
		for i := range before {
			in.Turns[i].Seen = true
		}
		for _, r := range known {
			if r.Status == memory.Current {
				in.Known = append(in.Known, r)
			}
		}
		drafts, err := rules.Extract(context.Background(), in)
		if err != nil {
			log.Fatal(err)
		}
		judge := memory.Rules{Catalogue: memory.NewCatalogue(nil), Now: now}
		for i, d := range drafts {
			d.Record.ID, d.Record.Created = fmt.Sprintf("r%d.%d", n, i), now
			d.Record.Sources = []memory.Provenance{{MessageID: heard.ID, Quote: d.Quote, At: now}}
			known = memory.Apply(known, memory.Reconcile(known, d, judge))
		}
		if before = append(before, heard); len(before) > window {
			before = before[1:]
		}
		now = now.Add(time.Minute)
	}
	return out
}

// judge returns the verdict on a record of a turn and what it counts for: the judge's, or else what the labels of
// the pieces that it quotes say, where they agree.
func (t turn) judge(c extract.Candidate) (label string, weight float64) {
	for _, v := range t.verdicts {
		if v.text == strings.TrimSpace(c.Text) {
			return v.letter, 1
		}
	}
	good, useless := false, false
	for _, p := range t.pieces {
		if strings.Contains(c.Quote, p.text) || strings.Contains(p.text, c.Quote) {
			worthIt := strings.Contains("KTS", p.label)
			good, useless = good || worthIt, useless || !worthIt
		}
	}
	switch {
	case good && !useless:
		return "G", derived
	case useless && !good:
		return "U", derived
	}
	return "", 0
}
