package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/url"
	"sort"
	"strings"
	"time"

	"mneme/memory"
)

// tailRetry is how long tail waits for a mneme that went away.
const tailRetry = 2 * time.Second

func tailCommand(ctx context.Context, std stdio, args []string) error {
	texts := true
	c, rest, err := dial(std, "tail", args, func(set *flag.FlagSet) {
		set.BoolVar(&texts, "texts", texts, "show the texts of what is injected and learnt")
	})
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	for met := false; ; met = true {
		err := c.watch(ctx, texts, func() {
			fmt.Fprintln(std.err, "waiting for requests; ctrl-c ends")
		})
		if ctx.Err() != nil {
			return nil
		}
		if !met && err != nil {
			return err
		}
		if met || err == nil {
			fmt.Fprintln(std.err, "mneme went away; waiting for it to come back")
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(tailRetry):
		}
	}
}

// watch prints events until the stream ends.
func (c *client) watch(ctx context.Context, texts bool, begun func()) error {
	q := c.owner()
	q.Del("user_id")
	q.Del("realm")
	stream, err := c.open(ctx, "GET", "/events", q, nil)
	if err != nil {
		return err
	}
	defer stream.Close()
	begun()
	lines := bufio.NewScanner(stream)
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var event memory.Activity
		if json.Unmarshal([]byte(text), &event) != nil || c.user != "" && event.User != c.user {
			continue
		}
		if c.json {
			fmt.Fprintln(c.out, text)
			continue
		}
		printEvent(c.out, event)
		if texts {
			c.printTexts(ctx, event)
		}
	}
	return nil
}

// printTexts prints what an event is about, as far as it may be read and still
// exists.
func (c *client) printTexts(ctx context.Context, e memory.Activity) {
	sign := map[string]string{"request": "→", "learnt": "+"}[e.Kind]
	for _, id := range e.Records {
		q := url.Values{"user_id": {e.User}, "tenant_id": {e.Tenant}}
		var r memory.Form
		if c.call(ctx, "GET", "/memories/"+url.PathEscape(id), q, nil, &r) == nil {
			fmt.Fprintf(c.out, "            %s %-9s %s\n", sign, r.Layer, oneLine(r.Text))
		}
	}
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
