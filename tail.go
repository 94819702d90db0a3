package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"mneme/memory"
)

func tailCommand(ctx context.Context, std stdio, args []string) error {
	c, rest, err := dial(std, "tail", args, nil)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	q := c.owner()
	q.Del("user_id")
	q.Del("realm")
	stream, err := c.open(ctx, "GET", "/events", q, nil)
	if err != nil {
		return err
	}
	defer stream.Close()
	fmt.Fprintln(std.err, "waiting for requests; ctrl-c ends")
	lines := bufio.NewScanner(stream)
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var event memory.Activity
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			continue
		}
		if c.user != "" && event.User != c.user {
			continue
		}
		if c.json {
			fmt.Fprintln(c.out, text)
			continue
		}
		printEvent(c.out, event)
	}
	if err := lines.Err(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// printEvent prints one line: when, what, of whom, and the reason in words.
func printEvent(w io.Writer, e memory.Activity) {
	who := e.User
	if who == "" {
		who = "(no user)"
	}
	fmt.Fprintf(w, "%s  %-8s %-12s %-20s", e.At.Local().Format("15:04:05"), e.Kind, nameOr(e.Status, "-"), e.Tenant+"/"+who)
	switch e.Kind {
	case "request":
		fmt.Fprintf(w, " %d memories, %d tokens, %.1f ms", e.Count, e.Tokens, e.TookMS)
		if e.Capture != "" {
			fmt.Fprintf(w, "; capture %s", e.Capture)
		}
	default:
		fmt.Fprintf(w, " %d records", e.Count)
	}
	if e.Reason != "" {
		fmt.Fprintf(w, "; %s", e.Reason)
	}
	fmt.Fprintln(w)
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
