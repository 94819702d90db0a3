package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// conversation is one user's whole history with questions about it: a line of a data file.
type conversation struct {
	ID        string         `json:"conversation_id"`
	User      string         `json:"user"`
	Sessions  []dataSession  `json:"sessions"`
	Questions []dataQuestion `json:"questions"`

	place map[string]turnPlace // of each turn, by id
}

type dataSession struct {
	ID    string     `json:"session_id"`
	Time  string     `json:"time"`
	Turns []dataTurn `json:"turns"`
}

type dataTurn struct {
	ID      string `json:"turn_id"`
	Role    string `json:"role"`
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
	Time    string `json:"time"`
}

type dataQuestion struct {
	ID         string     `json:"qid"`
	Text       string     `json:"question"`
	Answer     string     `json:"answer"`
	Evidence   []string   `json:"evidence_turn_ids"`
	Groups     [][]string `json:"evidence_groups"` // any of an inner list satisfies it
	Category   string     `json:"category"`
	AskedAt    string     `json:"asked_at"`
	Answerable *bool      `json:"answerable"`
	Current    []string   `json:"current_turn_ids"` // hold the value now in force
	Stale      []string   `json:"stale_turn_ids"`   // hold the superseded one
	History    *int       `json:"history_sessions"` // only so many sessions have happened
	AtTurn     string     `json:"query_turn_id"`    // the question is this turn of the running session
	Context    []dataTurn `json:"context"`          // the running request's earlier turns
}

type turnPlace struct{ session, turn int }

func (q *dataQuestion) answerable() bool { return q.Answerable == nil || *q.Answerable }

// history returns how many sessions have happened when the question comes.
func (c *conversation) history(q *dataQuestion) int {
	if q.History != nil {
		return *q.History
	}
	return len(c.Sessions)
}

// before returns the turns of the running request before the question.
func (c *conversation) before(q *dataQuestion) []dataTurn {
	if len(q.Context) > 0 {
		return q.Context
	}
	at, ok := c.place[q.AtTurn]
	if !ok {
		return nil
	}
	return c.Sessions[at.session].Turns[:at.turn]
}

// evidence returns the pieces of evidence that exist when the question comes.
func (c *conversation) evidence(q *dataQuestion) [][]string {
	groups := q.Groups
	if len(groups) == 0 {
		for _, id := range q.Evidence {
			groups = append(groups, []string{id})
		}
	}
	var out [][]string
	for _, group := range groups {
		var known []string
		for _, id := range group {
			if at, ok := c.place[id]; ok && at.session < c.history(q) {
				known = append(known, id)
			}
		}
		if len(known) > 0 {
			out = append(out, known)
		}
	}
	return out
}

func (c *conversation) text(id string) string {
	at := c.place[id]
	return c.Sessions[at.session].Turns[at.turn].Text
}

// readSet reads a data file: one conversation a line.
func readSet(path string) (name string, set []*conversation, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	const longest = 256 << 20
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 1<<20), longest)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		c := &conversation{place: map[string]turnPlace{}}
		if err := json.Unmarshal(lines.Bytes(), c); err != nil {
			return "", nil, fmt.Errorf("read %s line %d: %w", path, n, err)
		}
		for i := range c.Sessions {
			for k := range c.Sessions[i].Turns {
				c.place[c.Sessions[i].Turns[k].ID] = turnPlace{i, k}
			}
		}
		set = append(set, c)
	}
	return strings.TrimSuffix(filepath.Base(path), ".jsonl"), set, lines.Err()
}
