package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"mneme/memory"
)

// talk is one of a user with an assistant, over one session or several; README.md tells how it is written.
type talk struct {
	file  string
	turns []turn
}

// turn is what one of the two says at once.
type turn struct {
	answer   string        // of the assistant, where it is his
	pieces   []piece       // of the user, with their labels
	verdicts []verdict     // on records that were proposed from the turn
	after    time.Duration // since the session before, where it begins another
}

// piece is a sentence of the user's, or a readable part of one.
type piece struct {
	label  string
	text   string // as it was typed
	folded string
}

// verdict is a judge's on what a record would say.
type verdict struct{ letter, text string }

var labelled = regexp.MustCompile(`^([KTSPN])(?:[#>~]\d+)*$`)

// read reads the talks of files.
func read(folder, pattern string) ([]talk, error) {
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no talks in %s: %v", folder, err)
	}
	var out []talk
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		open := false // a turn of the user, that further pieces belong to
		var after time.Duration
		for n, line := range strings.Split(string(source), "\n") {
			line = strings.TrimSpace(line)
			label, text, cut := strings.Cut(line, "|")
			text = strings.TrimSpace(text)
			switch {
			case line == "":
				continue
			case strings.HasPrefix(line, "== "):
				out = append(out, talk{file: filepath.Base(file)})
				open = false
				continue
			case len(out) == 0:
				return nil, fmt.Errorf("%s:%d: no talk has begun: %q", file, n+1, line)
			case line == ".":
				open = false
				continue
			}
			t := &out[len(out)-1]
			if gap, ok := strings.CutPrefix(line, "-- "); ok {
				if after, err = gapOf(gap); err != nil {
					return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
				}
				open = false
				continue
			}
			m := labelled.FindStringSubmatch(label)
			switch {
			case cut && label == "A":
				t.turns = append(t.turns, turn{answer: text, after: after})
				open, after = false, 0
			case cut && m != nil:
				if !open {
					t.turns = append(t.turns, turn{after: after})
					open, after = true, 0
				}
				last := &t.turns[len(t.turns)-1]
				last.pieces = append(last.pieces, piece{m[1], text, memory.Fold(text)})
			case cut && len(label) == 1 && strings.Contains("GFUWD", label) && !open && len(t.turns) > 0:
				last := &t.turns[len(t.turns)-1]
				last.verdicts = append(last.verdicts, verdict{label, text})
			default:
				return nil, fmt.Errorf("%s:%d: no label: %q", file, n+1, line)
			}
		}
	}
	return out, nil
}

// gapOf reads how much later a session is: "3 weeks".
func gapOf(s string) (time.Duration, error) {
	var n int
	var unit string
	if _, err := fmt.Sscanf(s, "%d %s", &n, &unit); err != nil {
		return 0, fmt.Errorf("how much later? %q", s)
	}
	const day = 24 * time.Hour
	for name, d := range map[string]time.Duration{"hour": time.Hour, "day": day, "week": 7 * day, "month": 30 * day, "year": 365 * day} {
		if strings.TrimSuffix(unit, "s") == name {
			return time.Duration(n) * d, nil
		}
	}
	return 0, fmt.Errorf("how much later? %q", s)
}

// said is a turn of the user as he would have sent it: what lacks an end goes on behind a comma, on a
// line of its own or behind a full stop, as people have it.
func (t turn) said(chinese bool) string {
	var b strings.Builder
	for i, p := range t.pieces {
		b.WriteString(p.text)
		if i+1 == len(t.pieces) {
			break
		}
		if !strings.ContainsAny(p.text[max(0, len(p.text)-3):], ".!?,;:。！？，；：、…~～") {
			b.WriteString(joint(p.text, chinese))
		}
		if !chinese {
			b.WriteString(" ")
		}
	}
	return b.String()
}

// joint is chosen by the words alone, so that the same talks are always said the same.
func joint(text string, chinese bool) string {
	h := 0
	for _, c := range []byte(text) {
		h = h*31 + int(c)
	}
	switch n := uint(h) % 5; {
	case n < 2 && chinese:
		return "，"
	case n < 2:
		return ","
	case n < 4:
		return "\n"
	case chinese:
		return "。"
	}
	return "."
}
