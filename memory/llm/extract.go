package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// Reading is what is to be read: turns, of which those not Seen may teach
// something, and what is known already.
type Reading struct {
	Turns      []memory.Turn
	Zone       *time.Location
	Known      []memory.Record
	Names      []string // of entities the tenant knows
	Predicates []memory.Predicate
	Language   string // "zh", else English; empty: as most of the turns
}

// knownLines bounds the records that are shown to the model.
const knownLines = 40

// item is one proposal as the model writes it.
type item struct {
	Turn       int     `json:"turn"`
	Quote      string  `json:"quote"`
	Layer      string  `json:"layer"`
	Subject    string  `json:"subject"`
	Predicate  string  `json:"predicate"`
	Object     string  `json:"object"`
	Text       string  `json:"text"`
	Act        string  `json:"act"`
	Replaces   string  `json:"replaces"`
	Target     string  `json:"target"`
	Context    string  `json:"context"`
	Negated    bool    `json:"negated"`
	Explicit   bool    `json:"explicit"`
	Temporary  bool    `json:"temporary"`
	Inferred   bool    `json:"inferred"`
	Confidence float64 `json:"confidence"`
	ValidFrom  string  `json:"valid_from"`
	ValidUntil string  `json:"valid_until"`
	Event      struct {
		Type      string   `json:"type"`
		Time      string   `json:"time"`
		Result    string   `json:"result"`
		Entities  []string `json:"entities"`
		Sentiment string   `json:"sentiment"`
	} `json:"event"`
}

// Extract has the model read, and returns what it proposes and what its quotes
// bear out. Turn in a draft is the index into the reading's turns. A turn that is
// too long is read in part; long readings are split at turns.
func (c *Client) Extract(ctx context.Context, owner memory.Owner, r Reading) ([]memory.Draft, error) {
	var drafts []memory.Draft
	for _, part := range c.parts(r) {
		found, err := c.extract(ctx, owner, r, part)
		if err != nil {
			return nil, fmt.Errorf("extract: %w", err)
		}
		drafts = append(drafts, found...)
	}
	return drafts, nil
}

// part is a run of turns that fits one call.
type part struct{ from, to, fresh int }

// contextTurns is how many turns before the new ones each call sees.
const contextTurns = 4

// parts splits a reading so that each call stays within its input.
func (c *Client) parts(r Reading) []part {
	var out []part
	at := slices.IndexFunc(r.Turns, func(t memory.Turn) bool { return !t.Seen })
	if at < 0 {
		return nil
	}
	for at < len(r.Turns) {
		p := part{from: max(at-contextTurns, 0), to: at, fresh: at}
		for size := 0; p.to < len(r.Turns); p.to++ {
			size += min(len(r.Turns[p.to].Text), c.opts.MaxInput/2)
			if size > c.opts.MaxInput && p.to > at {
				break
			}
		}
		out = append(out, p)
		at = p.to
	}
	return out
}

func (c *Client) extract(ctx context.Context, owner memory.Owner, r Reading, p part) ([]memory.Draft, error) {
	language := r.Language
	if language == "" {
		language = script(r.Turns[p.from:p.to])
	}
	text, handles := c.material(r, p)
	q := question{
		owner: owner, model: c.opts.Model, system: prompt("extract", language), text: text,
		name: "memory_items", schema: json.RawMessage(read("prompts/extract.schema.json")),
	}
	var items []item
	err := c.ask(ctx, q, func(answer string) error {
		found, err := itemsOf(answer)
		items = found
		return err
	})
	if err != nil {
		return nil, err
	}
	var drafts []memory.Draft
	ground := newGround(r, p)
	for _, it := range items {
		d, ok := draft(it, r, p, handles, ground)
		if !ok {
			c.Lies.Add(1)
			continue
		}
		drafts = append(drafts, d)
	}
	if len(items) > 0 && len(drafts) == 0 {
		return nil, &CallError{Code: "unfounded", err: ErrUnfounded}
	}
	return drafts, nil
}

// material renders a part of the reading as JSON lines, and returns what the
// handles in it stand for.
func (c *Client) material(r Reading, p part) (string, map[string]string) {
	var b strings.Builder
	line := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // maps of strings and numbers
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	zone := r.Zone
	if zone == nil {
		zone = time.UTC
	}
	predicates := map[string]string{}
	for _, p := range memory.Predicates() {
		predicates[p.Name] = p.Says
	}
	for _, p := range r.Predicates {
		predicates[p.Name] = p.Says
	}
	line(map[string]any{"predicates": predicates})
	if len(r.Names) > 0 {
		line(map[string]any{"names": r.Names[:min(len(r.Names), 100)]})
	}
	handles := map[string]string{}
	for _, k := range relevant(r, p) {
		handle := fmt.Sprintf("k%d", len(handles)+1)
		handles[handle] = k.ID
		line(map[string]any{"known": handle, "subject": k.Subject, "predicate": k.Predicate, "text": k.Text})
	}
	line(map[string]any{"now": r.Turns[p.to-1].At.In(zone).Format(time.RFC3339)})
	for i := p.from; i < p.to; i++ {
		t := &r.Turns[i]
		text := t.Text
		if len(text) > c.opts.MaxInput/2 {
			text = strings.ToValidUTF8(text[:c.opts.MaxInput/2], "")
		}
		row := map[string]any{"turn": i + 1, "role": t.Role, "at": t.At.In(zone).Format(time.RFC3339), "text": text}
		if t.Name != "" {
			row["name"] = t.Name
		}
		if i >= p.fresh && !t.Seen {
			row["new"] = true
		}
		line(row)
	}
	return b.String(), handles
}

// relevant chooses the known records that a part may be about: those that share
// words with it, then who is who and what is still open, then the newest.
func relevant(r Reading, p part) []*memory.Record {
	var b strings.Builder
	for i := p.from; i < p.to; i++ {
		b.WriteString(memory.Fold(r.Turns[i].Text))
		b.WriteByte('\n')
	}
	text := b.String()
	type ranked struct {
		record *memory.Record
		worth  int
	}
	var all []ranked
	for i := range r.Known {
		k := &r.Known[i]
		if k.Status != memory.Current && k.Status != memory.Pending {
			continue
		}
		one := ranked{record: k}
		for _, w := range append(pieces(k.Object), pieces(k.Subject)...) {
			if strings.Contains(text, w) {
				one.worth = 4
				break
			}
		}
		if k.Kind == memory.KindRelation || memory.Open(k) {
			one.worth += 2
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		if a.worth != b.worth {
			return b.worth - a.worth
		}
		return b.record.Created.Compare(a.record.Created)
	})
	out := make([]*memory.Record, 0, knownLines)
	for _, one := range all[:min(len(all), knownLines)] {
		out = append(out, one.record)
	}
	return out
}

var errNoItems = errors.New("llm: no items in the answer")

// itemsOf reads an answer's items. One that cannot be read is left out; an
// answer without a list is an error.
func itemsOf(answer string) ([]item, error) {
	raw, err := list(answer, "items")
	if err != nil {
		return nil, err
	}
	var out []item
	for _, one := range raw {
		var it item
		if json.Unmarshal(one, &it) == nil {
			out = append(out, it)
		}
	}
	if len(out) == 0 && len(raw) > 0 {
		return nil, errNoItems
	}
	return out, nil
}

// list finds the list in an answer: under its name, or bare.
func list(answer, name string) ([]json.RawMessage, error) {
	mended := repair(answer)
	if mended == nil {
		return nil, errNoItems
	}
	var object map[string]json.RawMessage
	var bare []json.RawMessage
	if json.Unmarshal(mended, &bare) == nil {
		return bare, nil
	}
	if json.Unmarshal(mended, &object) != nil {
		return nil, errNoItems
	}
	raw, ok := object[name]
	if !ok {
		return nil, errNoItems
	}
	if string(raw) == "null" {
		return nil, nil
	}
	if json.Unmarshal(raw, &bare) != nil {
		return nil, errNoItems
	}
	return bare, nil
}

// draft makes a draft of an item, or reports that it rests on nothing.
func draft(it item, r Reading, p part, handles map[string]string, ground *ground) (memory.Draft, bool) {
	i := it.Turn - 1
	if i < p.fresh || i >= p.to || r.Turns[i].Seen {
		return memory.Draft{}, false
	}
	turn := &r.Turns[i]
	quote, ok := find(turn.Text, it.Quote)
	if !ok || !ground.supports(it, i) {
		return memory.Draft{}, false
	}
	if it.Layer == string(memory.Semantic) && (it.Act == "" || it.Act == string(memory.Assert)) && subject(it.Subject) == "user" && ofAnother(turn.Text, quote) {
		return memory.Draft{}, false
	}
	record := memory.Record{
		Layer: memory.Layer(it.Layer), Text: strings.TrimSpace(it.Text), Subject: subject(it.Subject),
		Predicate: it.Predicate, Object: strings.TrimSpace(it.Object),
		Constraint: memory.Constraint{ValidFrom: when(it.ValidFrom), ValidUntil: when(it.ValidUntil), Context: it.Context},
		Confidence: min(max(it.Confidence, 0), 1), Source: memory.UserDirect, Count: 1,
	}
	if it.Inferred {
		record.Source = memory.AIInference
	}
	switch {
	case record.Layer == memory.Semantic && turn.Role != memory.RoleUser:
		return memory.Draft{}, false
	case record.Layer == memory.Semantic && record.Predicate == "" && it.Act != string(memory.Retract):
		return memory.Draft{}, false
	case record.Layer == memory.Episodic:
		if !slices.Contains(memory.EventTypes(), it.Event.Type) {
			return memory.Draft{}, false
		}
		record.Kind, record.Event = "event", memory.Event{
			Type: it.Event.Type, Time: when(it.Event.Time), Result: it.Event.Result,
			Entities: it.Event.Entities, Sentiment: it.Event.Sentiment,
		}
		if own := assistants(it.Event.Type); own != (turn.Role == memory.RoleAssistant) {
			return memory.Draft{}, false
		}
		if turn.Role == memory.RoleAssistant {
			record.Source = memory.AIInference
		}
	case record.Layer != memory.Semantic:
		return memory.Draft{}, false
	}
	act := memory.Act(it.Act)
	switch act {
	case memory.Assert, memory.Correct, memory.Retract, memory.Ask, memory.Verdict, memory.Withdraw:
	default:
		act = memory.Assert
	}
	return memory.Draft{
		Record: record, Quote: quote, Turn: i, Act: act, Replaces: it.Replaces, Target: handles[it.Target],
		Negated: it.Negated, Explicit: it.Explicit, Temporary: it.Temporary,
	}, true
}

// assistants reports whether events of a type are the assistant's.
func assistants(event string) bool {
	switch event {
	case memory.EventPromise, memory.EventRecommendation, memory.EventSettled, memory.EventDone:
		return true
	}
	return false
}

// subject folds the ways a model names the user.
func subject(s string) string {
	switch memory.Fold(strings.TrimSpace(s)) {
	case "", "user", "the user", "i", "me", "用户", "我", "speaker":
		return "user"
	}
	return strings.TrimSpace(s)
}

// when reads a time as models write it; zero for what is none.
func when(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
