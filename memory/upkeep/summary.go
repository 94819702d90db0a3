package upkeep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// TagSummary marks a record that several similar events were merged into.
const TagSummary = "summary"

// KindSummary is its kind.
const KindSummary = "summary"

const (
	gistWidth    = 160
	summaryNames = 12
)

// piece is one event of a summary: a record that is there, or a source of one
// whose retention is over.
type piece struct {
	text   string
	at     time.Time
	count  int
	result string
}

// compose says in one line what several events come to: what it was, how often,
// from when to when, and how it ended. It uses the words of the pieces and no
// others. told replaces the words of the most typical piece; empty: those.
func compose(pieces []piece, result, told string) string {
	if len(pieces) == 0 {
		return ""
	}
	first, last, count := pieces[0].at, pieces[0].at, 0
	for _, p := range pieces {
		first, last = earlier(first, p.at), later(last, p.at)
		count += p.count
	}
	if told == "" {
		told = gist(typical(pieces), gistWidth)
	}
	zh := memory.Han(told)
	var notes []string
	from, to := first.UTC().Format(time.DateOnly), last.UTC().Format(time.DateOnly)
	if count > 1 {
		notes = append(notes, words(zh, fmt.Sprintf("%d times", count), fmt.Sprintf("共%d次", count)))
	}
	if from != to {
		notes = append(notes, words(zh, from+" to "+to, from+"至"+to))
	} else {
		notes = append(notes, from)
	}
	if result != "" && result != memory.ResultOpen {
		notes = append(notes, words(zh, "outcome: "+result, "结果："+outcomeZH(result)))
	}
	return words(zh, told+" ("+strings.Join(notes, "; ")+")", told+"（"+strings.Join(notes, "；")+"）")
}

// toldOf is what a record tells: of a summary, without how often and when.
func toldOf(r *memory.Record) string {
	if !memory.HasTag(*r, TagSummary) {
		return r.Text
	}
	for _, notes := range []string{" (", "（"} {
		if at := strings.LastIndex(r.Text, notes); at > 0 {
			return r.Text[:at]
		}
	}
	return r.Text
}

// typical is the text that has most in common with the others; of equals the
// newest.
func typical(pieces []piece) string {
	terms := make([][]memory.Term, len(pieces))
	for i := range pieces {
		terms[i] = termsOf(pieces[i].text)
	}
	best, most := 0, -1.0
	for i := range pieces {
		sum := 0.0
		for j := max(0, len(pieces)-24); j < len(pieces); j++ {
			if i != j {
				sum += overlap(terms[i], terms[j])
			}
		}
		if sum > most || sum == most && pieces[i].at.After(pieces[best].at) {
			best, most = i, sum
		}
	}
	return pieces[best].text
}

func outcomeZH(result string) string {
	switch result {
	case memory.ResultKept:
		return "已兑现"
	case memory.ResultWithdrawn:
		return "已撤回"
	case memory.ResultWorked:
		return "有效"
	case memory.ResultFailed:
		return "无效"
	case memory.ResultRefused:
		return "被拒绝"
	}
	return result
}

func words(zh bool, en, chinese string) string {
	if zh {
		return chinese
	}
	return en
}

// pieces of a summary: of its living members, oldest first, and of the sources it
// took over.
func piecesOf(members []*memory.Record, sources []memory.Provenance) []piece {
	var out []piece
	for _, r := range members {
		out = append(out, piece{text: r.Text, at: time.Unix(0, whenOf(r)), count: max(r.Count, 1), result: r.Event.Result})
	}
	for _, s := range sources {
		if s.Quote != "" {
			out = append(out, piece{text: s.Quote, at: s.At, count: 1})
		}
	}
	slices.SortStableFunc(out, func(a, b piece) int { return a.at.Compare(b.at) })
	return out
}

// outcome is the last result that is known.
func outcome(pieces []piece, otherwise string) string {
	for i := len(pieces) - 1; i >= 0; i-- {
		if r := pieces[i].result; r != "" && r != memory.ResultOpen {
			return r
		}
	}
	return otherwise
}

// summarise makes the state of a summary from its living members and the sources
// it has taken over. old is its state before, or one with an id and an owner
// only; nothing of its words is used. ok is false when nothing is left to tell.
func summarise(old memory.Record, members []*memory.Record, told string, now time.Time) (out memory.Record, ok bool) {
	pieces := piecesOf(members, old.Sources)
	if len(pieces) == 0 {
		return old, false
	}
	out = old
	out.Layer, out.Kind, out.Status, out.Review = memory.Episodic, KindSummary, memory.Current, false
	out.Tags = withTag(old.Tags, TagSummary)
	out.DependsOn = nil
	out.Event.Result = outcome(pieces, old.Event.Result)
	out.Text = compose(pieces, out.Event.Result, told)
	out.Cost = memory.Cost{}
	out.Event.Time = pieces[len(pieces)-1].at
	out.Constraint.ValidFrom = pieces[0].at
	out.Count = 0
	for _, p := range pieces {
		out.Count += p.count
	}
	sure := 0.0
	for i, r := range members {
		out.DependsOn = append(out.DependsOn, r.ID)
		sure += r.Confidence
		out.LastUsed = later(out.LastUsed, later(r.LastUsed, r.Created))
		if i == 0 || r.Source.Authority() < out.Source.Authority() {
			out.Source = r.Source
		}
		if i == 0 {
			out.Event.Type, out.Event.Participants, out.Project, out.Subject = r.Event.Type, r.Event.Participants, r.Project, r.Subject
			out.Object, out.AgentID = r.Object, r.AgentID
		}
		if !memory.SameObject(out.Object, r.Object) {
			out.Object = ""
		}
		if r.Event.Sentiment != "" {
			out.Event.Sentiment = r.Event.Sentiment
		}
	}
	if len(members) > 0 {
		out.Confidence = sure / float64(len(members))
		out.Event.Entities = entities(members)
	}
	if out.Created.IsZero() {
		out.Created = now
	}
	out.Updated = now
	return out, true
}

// entities are those that the most members name.
func entities(members []*memory.Record) []string {
	count := map[string]int{}
	var out []string
	for _, r := range members {
		for _, e := range r.Event.Entities {
			if count[e]++; count[e] == 1 {
				out = append(out, e)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	return out[:min(len(out), summaryNames)]
}

func withTag(tags []string, tag string) []string {
	if slices.Contains(tags, tag) {
		return tags
	}
	return append(slices.Clone(tags), tag)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
