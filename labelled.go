package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const labelledHelp = `usage: mneme eval [flags] FILE

Asks the questions of a file (-: the input) and says how much of what answers them would be
injected. One JSON object a line:

  {"question": "What does she eat?", "answers": ["allergic to peanuts"]}

  question   what is asked; or
  messages   a running conversation, [{"role","content"}], its last user message the question
  answers    the pieces that answer it, each of them one of
               "words"           that the block must hold, case and width aside
               {"record": "id"}  a record of memory
               {"message": "id", "session": "id"}
                                 a message that memory was told, as the provenance of
                                 records names it; the session may be left out
               [piece, piece]    any of which is enough
  none       true: nothing answers it, so nothing should be injected; answers is left out
  user       whose memory is asked [-user]
  as_of      the time it is asked at, RFC 3339 [now]
  id         names it in the list of -misses [its line]
`

// labelled is a question with what answers it.
type labelled struct {
	ID       string            `json:"id"`
	User     string            `json:"user"`
	Question string            `json:"question"`
	Messages []json.RawMessage `json:"messages"`
	AsOf     *time.Time        `json:"as_of"`
	Answers  []piece           `json:"answers"`
	None     bool              `json:"none"`
}

// piece is a part of an answer: any of its evidence is enough.
type piece []evidence

// evidence is one thing by which a piece is known.
type evidence struct {
	Text    string `json:"text"`
	Record  string `json:"record"`
	Message string `json:"message"`
	Session string `json:"session"`
}

// UnmarshalJSON reads words, one piece of evidence, or a list of which any is enough.
func (p *piece) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if b[0] != '[' {
		list = []json.RawMessage{b}
	} else if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	for _, item := range list {
		var e evidence
		if item[0] == '"' {
			if err := json.Unmarshal(item, &e.Text); err != nil {
				return err
			}
		} else if err := strictly(item, &e); err != nil {
			return err
		}
		if e.Message == "" && e.Session != "" {
			return errors.New("a session needs a message beside it")
		}
		if strings.TrimSpace(e.Text)+e.Record+e.Message == "" {
			return errors.New("an answer is words, a record or a message")
		}
		*p = append(*p, e)
	}
	if len(*p) == 0 {
		return errors.New("an answer is an empty list")
	}
	return nil
}

// strictly decodes an object whose every key must be known.
func strictly(b []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// readLabelled reads a file of questions and reports every faulty line at once.
func readLabelled(in io.Reader) ([]labelled, error) {
	const longest, mostFaults = 16 << 20, 20
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 64<<10), longest)
	var questions []labelled
	var faults []error
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		var q labelled
		err := strictly([]byte(text), &q)
		if err == nil {
			err = q.check()
		}
		if err != nil {
			if faults = append(faults, fmt.Errorf("line %d: %w", n, err)); len(faults) == mostFaults {
				break
			}
			continue
		}
		if q.ID == "" {
			q.ID = fmt.Sprint("line ", n)
		}
		questions = append(questions, q)
	}
	if err := lines.Err(); err != nil {
		faults = append(faults, err)
	}
	if len(faults) == 0 && len(questions) == 0 {
		faults = append(faults, errors.New("the file holds no question (`mneme eval -h` shows the form)"))
	}
	return questions, errors.Join(faults...)
}

func (q *labelled) check() error {
	switch {
	case q.Question == "" && len(q.Messages) == 0:
		return errors.New("needs a question, or messages")
	case q.None && len(q.Answers) > 0:
		return errors.New("none is true, and yet there are answers")
	case !q.None && len(q.Answers) == 0:
		return errors.New("needs answers, or none: true")
	}
	return nil
}
