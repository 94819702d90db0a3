package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"mneme/memory"
)

// Reflection is a conclusion from several records.
type Reflection struct {
	Kind       string // focus, priority, worked, refused
	Text       string
	Evidence   []string // ids of the records it rests on
	Confidence float64
}

// Reflect has the larger model conclude from an owner's records. A conclusion
// without two records behind it is dropped.
func (c *Client) Reflect(ctx context.Context, owner memory.Owner, records []memory.Record, language string) ([]Reflection, error) {
	var b strings.Builder
	shown := 0
	for i := range records {
		line := fmt.Sprintf("%d. [%s] %s\n", i+1, dateOf(&records[i]), records[i].Text)
		if b.Len()+len(line) > c.opts.MaxInput {
			break
		}
		b.WriteString(line)
		shown++
	}
	if shown < 2 {
		return nil, nil
	}
	q := question{
		owner: owner, model: c.opts.ReflectModel, system: prompt("reflect", language), text: b.String(),
		name: "reflections", schema: json.RawMessage(read("prompts/reflect.schema.json")),
	}
	var out []Reflection
	err := c.ask(ctx, q, func(answer string) error {
		raw, err := list(answer, "reflections")
		if err != nil {
			return err
		}
		out = out[:0]
		for _, one := range raw {
			if r, ok := c.reflection(one, records[:shown]); ok {
				out = append(out, r)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reflect: %w", err)
	}
	return out, nil
}

func (c *Client) reflection(raw json.RawMessage, records []memory.Record) (Reflection, bool) {
	var in struct {
		Kind       string  `json:"kind"`
		Text       string  `json:"text"`
		Evidence   []int   `json:"evidence"`
		Confidence float64 `json:"confidence"`
	}
	if json.Unmarshal(raw, &in) != nil || strings.TrimSpace(in.Text) == "" {
		return Reflection{}, false
	}
	switch in.Kind {
	case "focus", "priority", "worked", "refused":
	default:
		return Reflection{}, false
	}
	out := Reflection{Kind: in.Kind, Text: strings.TrimSpace(in.Text), Confidence: min(max(in.Confidence, 0), 1)}
	seen := map[int]bool{}
	var rests strings.Builder
	for _, n := range in.Evidence {
		if n < 1 || n > len(records) || seen[n] {
			continue
		}
		seen[n] = true
		out.Evidence = append(out.Evidence, records[n-1].ID)
		rests.WriteString(memory.Fold(records[n-1].Text))
		rests.WriteString(dateOf(&records[n-1]))
		rests.WriteByte('\n')
	}
	if len(out.Evidence) < 2 {
		c.Lies.Add(1)
		return Reflection{}, false
	}
	for _, n := range numbers(out.Text) {
		if !strings.Contains(rests.String(), n) { // a number that no note holds
			c.Lies.Add(1)
			return Reflection{}, false
		}
	}
	return out, true
}

func dateOf(r *memory.Record) string {
	t := r.Event.Time
	if t.IsZero() {
		t = r.Created
	}
	return t.UTC().Format(time.DateOnly)
}

// Summarise has the larger model tell texts in at most so many words (Chinese:
// characters).
func (c *Client) Summarise(ctx context.Context, owner memory.Owner, texts []string, words int, language string) (string, error) {
	var b strings.Builder
	for _, text := range texts {
		if b.Len()+len(text) > c.opts.MaxInput {
			break
		}
		b.WriteString(text)
		b.WriteString("\n")
	}
	if strings.TrimSpace(b.String()) == "" {
		return "", nil
	}
	system := strings.ReplaceAll(prompt("summarise", language), "{words}", fmt.Sprint(words))
	q := question{owner: owner, model: c.opts.ReflectModel, system: system, text: b.String()}
	var out string
	err := c.ask(ctx, q, func(answer string) error {
		if at := strings.LastIndex(answer, "</think>"); at >= 0 {
			answer = answer[at+len("</think>"):]
		}
		out = strings.TrimSpace(answer)
		if out == "" || len(out) > 20*words+200 {
			return ErrAnswer
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("summarise: %w", err)
	}
	return out, nil
}
