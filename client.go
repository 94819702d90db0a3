package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// client calls the admin API of a running mneme. The commands for people are
// clients: only one process opens the data folder.
type client struct {
	base string
	key  string
	http *http.Client

	user, tenant, realm string
	json                bool
	out                 io.Writer
}

// clientFlags binds what every client command needs.
func clientFlags(c *client, set *flag.FlagSet) (adminAddress, keyFile *string) {
	adminAddress = set.String("admin", "127.0.0.1:8701", "`address` of the admin API")
	keyFile = set.String("admin-key-file", "", "`file` with the admin key (or MNEME_ADMIN_KEY)")
	set.StringVar(&c.user, "user", "", "the `user` whose memory is meant; empty: the default one, where it is the only one")
	set.StringVar(&c.tenant, "tenant", "", "the `tenant`; empty: default")
	set.StringVar(&c.realm, "realm", "", "the `realm`; empty: default")
	set.BoolVar(&c.json, "json", false, "print the answer as JSON")
	return adminAddress, keyFile
}

// dial parses the flags of a client command and returns the client with the
// arguments that are left.
func dial(std stdio, name string, args []string, more func(set *flag.FlagSet)) (*client, []string, error) {
	set := newFlags(name)
	c := &client{out: std.out, http: &http.Client{}}
	address, keyFile := clientFlags(c, set)
	if more != nil {
		more(set)
	}
	rest, err := parseFlags(set, args, std.err)
	if err != nil {
		return nil, nil, err
	}
	if err := environment(set, os.LookupEnv); err != nil {
		return nil, nil, err
	}
	o := options{adminKeyFile: *keyFile}
	secret, err := o.readSecrets(os.LookupEnv)
	if err != nil {
		return nil, nil, err
	}
	c.key = secret.adminKey
	c.base = *address
	if !strings.Contains(c.base, "://") {
		c.base = "http://" + c.base
	}
	c.base = strings.TrimSuffix(c.base, "/") + "/memory/v1"
	return c, rest, nil
}

// owner is the query that names whose memory is meant.
func (c *client) owner() url.Values {
	q := url.Values{}
	for name, value := range map[string]string{"user_id": c.user, "tenant_id": c.tenant, "realm": c.realm} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

func (c *client) body(fields map[string]any) map[string]any {
	for name, value := range map[string]string{"user_id": c.user, "tenant_id": c.tenant, "realm": c.realm} {
		if value != "" {
			fields[name] = value
		}
	}
	return fields
}

// open sends a call and returns the answer's body; an error of the API comes
// back in its own words.
func (c *client) open(ctx context.Context, method, path string, q url.Values, body io.Reader) (io.ReadCloser, error) {
	target := c.base + path
	if len(q) > 0 {
		target += "?" + q.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	if c.key != "" {
		request.Header.Set("Authorization", "Bearer "+c.key)
	}
	response, err := c.http.Do(request)
	var refused *net.OpError
	if errors.As(err, &refused) && refused.Op == "dial" {
		return nil, fmt.Errorf("no mneme answers at %s: start one with `mneme serve`, or name it with -admin", strings.TrimSuffix(c.base, "/memory/v1"))
	}
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 300 {
		return response.Body, nil
	}
	defer response.Body.Close()
	var problem struct {
		Error struct{ Message, Code string }
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if json.Unmarshal(text, &problem) == nil && problem.Error.Message != "" {
		return nil, fmt.Errorf("%s (%s)", problem.Error.Message, problem.Error.Code)
	}
	return nil, fmt.Errorf("the admin API answered %s", response.Status)
}

// call sends a JSON body and reads a JSON answer into out. Where JSON is asked for it prints it: one
// call makes one document.
func (c *client) call(ctx context.Context, method, path string, q url.Values, in, out any) error {
	text, err := c.ask(ctx, method, path, q, in, out)
	if err == nil && c.json && out != nil {
		c.print(text)
	}
	return err
}

// print prints JSON for people and programs.
func (c *client) print(text []byte) {
	var pretty bytes.Buffer
	if json.Indent(&pretty, text, "", "  ") == nil {
		fmt.Fprintln(c.out, pretty.String())
	}
}

// ask is call for an answer that is one of several, or is not to be shown.
func (c *client) ask(ctx context.Context, method, path string, q url.Values, in, out any) ([]byte, error) {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	answer, err := c.open(ctx, method, path, q, body)
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	text, err := io.ReadAll(answer)
	if err != nil || out == nil {
		return text, err
	}
	return text, json.Unmarshal(text, out)
}

func one(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("needs one %s", what)
	}
	return args[0], nil
}

func searchCommand(ctx context.Context, std stdio, args []string) error {
	topK, budget := 0, 0
	c, rest, err := dial(std, "search", args, func(set *flag.FlagSet) {
		set.IntVar(&topK, "top-k", 0, "most `records`; 0: the tenant's")
		set.IntVar(&budget, "budget", 0, "most `tokens`; 0: the tenant's")
	})
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return errors.New("needs a question")
	}
	in := c.body(map[string]any{"query": strings.Join(rest, " "), "explain": true})
	if topK > 0 {
		in["top_k"] = topK
	}
	if budget > 0 {
		in["budget_tokens"] = budget
	}
	var found struct {
		Hits []struct {
			Record memory.Form
			Score  float64
			Routes []string
			Tokens int
		}
		Dropped []struct {
			ID, Reason string
			Score      float64
		}
		Block    string
		Tokens   int
		Reason   string
		Latency  float64 `json:"latency_ms"`
		Degraded bool
	}
	if err := c.call(ctx, "POST", "/search", nil, in, &found); err != nil || c.json {
		return err
	}
	if len(found.Hits) == 0 {
		fmt.Fprintf(c.out, "nothing would be injected (%s)\n", nameOr(found.Reason, "nothing found"))
	}
	for _, hit := range found.Hits {
		fmt.Fprintf(c.out, "%.2f  %-9s %s  %s\n      %s · %d tokens\n", hit.Score, hit.Record.Layer, hit.Record.ID, oneLine(hit.Record.Text), strings.Join(hit.Routes, "+"), hit.Tokens)
	}
	for i, drop := range found.Dropped {
		if i == 10 {
			fmt.Fprintf(c.out, "... and %d more were left out\n", len(found.Dropped)-i)
			break
		}
		fmt.Fprintf(c.out, "out   %.2f %s: %s\n", drop.Score, drop.ID, drop.Reason)
	}
	if found.Block != "" {
		fmt.Fprintf(c.out, "\nthe block (%d tokens, %.1f ms):\n%s\n", found.Tokens, found.Latency, found.Block)
	}
	return nil
}

func listCommand(ctx context.Context, std stdio, args []string) error {
	layer, status, words := "", "current", ""
	c, rest, err := dial(std, "list", args, func(set *flag.FlagSet) {
		set.StringVar(&layer, "layer", "", "only this `layer`: episodic, semantic, procedural")
		set.StringVar(&status, "status", status, "only this `status`; all: every one")
		set.StringVar(&words, "q", "", "only records that contain these `words`")
	})
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	q := c.owner()
	for name, value := range map[string]string{"layer": layer, "status": strings.TrimPrefix(status, "all"), "q": words} {
		if value != "" {
			q.Set(name, value)
		}
	}
	q.Set("limit", "500")
	all := []json.RawMessage{}
	for {
		var page struct {
			Data []json.RawMessage
			Next string `json:"next_cursor"`
		}
		if _, err := c.ask(ctx, "GET", "/memories", q, nil, &page); err != nil {
			return err
		}
		for _, text := range page.Data {
			var r memory.Form
			if err := json.Unmarshal(text, &r); err != nil {
				return err
			}
			if !c.json {
				c.line(r)
			}
		}
		all = append(all, page.Data...)
		if page.Next == "" {
			break
		}
		q.Set("cursor", page.Next)
	}
	if c.json {
		text, err := json.Marshal(map[string]any{"data": all, "next_cursor": ""})
		c.print(text)
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(c.out, "nothing is remembered of this user")
	}
	return nil
}

// line prints a record on a line.
func (c *client) line(r memory.Form) {
	fmt.Fprintf(c.out, "%s  %s  %-9s %-10s %s\n", r.ID, dayOf(r), r.Layer, r.Status, oneLine(r.Text))
}

// dayOf is the day a record is from: when it happened, else when it was learnt.
func dayOf(r memory.Form) string {
	switch {
	case r.Event.Time != nil:
		return r.Event.Time.Format(time.DateOnly)
	case r.CreatedAt != nil:
		return r.CreatedAt.Format(time.DateOnly)
	}
	return "          "
}

// oneLine keeps a text of several lines on one.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func showCommand(ctx context.Context, std stdio, args []string) error {
	c, rest, err := dial(std, "show", args, nil)
	if err != nil {
		return err
	}
	id, err := one(rest, "record id")
	if err != nil {
		return err
	}
	var r memory.Form
	record, err := c.ask(ctx, "GET", "/memories/"+url.PathEscape(id), c.owner(), nil, &r)
	if err != nil {
		return err
	}
	var history struct{ Data []memory.Change }
	changes, err := c.ask(ctx, "GET", "/memories/"+url.PathEscape(id)+"/history", c.owner(), nil, &history)
	if err != nil {
		return err
	}
	if c.json {
		c.print(fmt.Appendf(nil, `{"record":%s,"history":%s}`, record, changes))
		return nil
	}
	fmt.Fprintf(c.out, "%s\n  %s · %s · %s · confidence %.2f · source %s\n", r.Text, r.Layer, r.Kind, r.Status, r.Confidence, r.Source)
	if r.Predicate != "" {
		fmt.Fprintf(c.out, "  %s %s %s\n", r.Subject, r.Predicate, r.Object)
	}
	for _, s := range r.Sources {
		fmt.Fprintf(c.out, "  said in session %s, message %s: %q\n", s.SessionID, s.MessageID, s.Quote)
	}
	for _, change := range history.Data {
		fmt.Fprintf(c.out, "  %s  %s by %s: %s\n", change.At.Format(time.DateTime), change.Op, change.By, change.Reason)
	}
	return nil
}

// deleted is the answer to a forget.
type deleted struct {
	Deleted  map[string]int
	Verified bool
	Receipt  string        `json:"receipt_id"`
	Took     float64       `json:"duration_ms"`
	Dry      bool          `json:"dry_run"`
	Would    []memory.Form `json:"would_delete"`
}

func (d deleted) print(w io.Writer) {
	verb := "forgotten"
	if d.Dry {
		verb = "would be forgotten"
	}
	fmt.Fprintf(w, "%s: %d records", verb, d.Deleted["records"])
	for _, place := range sortedKeys(d.Deleted) {
		if place != "records" && d.Deleted[place] > 0 {
			fmt.Fprintf(w, ", %s %d", place, d.Deleted[place])
		}
	}
	fmt.Fprintln(w)
	switch {
	case d.Dry:
	case d.Deleted["records"] == 0:
		fmt.Fprintf(w, "nothing that was named is known; receipt %s; %.0f ms\n", d.Receipt, d.Took)
	default:
		fmt.Fprintf(w, "read back: nothing left = %v; receipt %s; %.0f ms\n", d.Verified, d.Receipt, d.Took)
	}
}

func forgetCommand(ctx context.Context, std stdio, args []string) error {
	var topic, session string
	var all, dry bool
	c, rest, err := dial(std, "forget", args, func(set *flag.FlagSet) {
		set.StringVar(&topic, "topic", "", "forget everything about a `topic`")
		set.StringVar(&session, "session", "", "forget what a `session` taught")
		set.BoolVar(&all, "all", false, "forget everything of the user")
		set.BoolVar(&dry, "dry-run", false, "show what would go, and leave it")
	})
	if err != nil {
		return err
	}
	q := c.owner()
	path := "/memories"
	switch {
	case len(rest) == 1 && topic == "" && session == "" && !all:
		path += "/" + url.PathEscape(rest[0])
	case len(rest) > 0:
		return errors.New("needs one record id, or -topic, -session or -all")
	default:
		for name, value := range map[string]string{"topic": topic, "session_id": session} {
			if value != "" {
				q.Set(name, value)
			}
		}
		if all {
			q.Set("all", "true")
		}
		if c.user == "" {
			q.Set("user_id", memory.DefaultUser)
		}
	}
	if dry {
		q.Set("dry_run", "true")
	}
	var gone deleted
	if err := c.call(ctx, "DELETE", path, q, nil, &gone); err != nil || c.json {
		return err
	}
	for _, r := range gone.Would {
		c.line(r)
	}
	gone.print(c.out)
	return nil
}

func eraseCommand(ctx context.Context, std stdio, args []string) error {
	dry := false
	c, rest, err := dial(std, "erase", args, func(set *flag.FlagSet) {
		set.BoolVar(&dry, "dry-run", false, "count what would go, and leave it")
	})
	if err != nil {
		return err
	}
	user, err := one(rest, "user")
	if err != nil {
		return err
	}
	c.user = ""
	q := c.owner()
	if dry {
		q.Set("dry_run", "true")
	}
	var gone deleted
	if err := c.call(ctx, "DELETE", "/users/"+url.PathEscape(user), q, nil, &gone); err != nil || c.json {
		return err
	}
	gone.print(c.out)
	return nil
}

// path of a user, for calls that name him there; the query keeps the rest.
func (c *client) userPath(call string) (string, url.Values) {
	user := nameOr(c.user, memory.DefaultUser)
	q := c.owner()
	q.Del("user_id")
	return "/users/" + url.PathEscape(user) + call, q
}

func exportCommand(ctx context.Context, std stdio, args []string) error {
	c, rest, err := dial(std, "export", args, nil)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("does not take %q", rest[0])
	}
	path, q := c.userPath("/export")
	answer, err := c.open(ctx, "GET", path, q, nil)
	if err != nil {
		return err
	}
	defer answer.Close()
	_, err = io.Copy(c.out, answer)
	return err
}

func keyCommand(ctx context.Context, std stdio, args []string) error {
	if len(args) == 0 {
		return errors.New("needs new, list or revoke")
	}
	if asksHelp(args[0]) {
		args = []string{"new", "-h"}
	}
	var tenants, realms, mode string
	var isAdmin bool
	c, rest, err := dial(std, "key "+args[0], args[1:], func(set *flag.FlagSet) {
		set.StringVar(&tenants, "tenants", "", "`tenants` the key may use, separated by commas; empty: default")
		set.StringVar(&realms, "realms", "", "`realms` the key may use; empty: every one")
		set.StringVar(&mode, "mode", "on", "the most the key allows: on, read, write, off")
		set.BoolVar(&isAdmin, "admin-rights", false, "the key opens the admin API instead")
	})
	if err != nil {
		return err
	}
	switch args[0] {
	case "new":
		in := map[string]any{"tenants": split(nameOr(tenants, memory.DefaultTenant)), "realms": split(realms), "mode": mode, "admin": isAdmin}
		var key struct{ ID, Secret string }
		if err := c.call(ctx, "POST", "/keys", nil, in, &key); err != nil || c.json {
			return err
		}
		fmt.Fprintf(c.out, "%s\nThis is shown once. Send it as X-Memory-Key. Its public id is %s.\n", key.Secret, key.ID)
		if !isAdmin {
			fmt.Fprintln(c.out, "From now on a request without a key goes on without memory, also after the last key is revoked.")
		}
		return nil
	case "list":
		var page struct {
			Data []struct {
				ID      string
				Tenants []string
				Mode    string
				Admin   bool
				Revoked *time.Time `json:"revoked_at"`
			}
		}
		if err := c.call(ctx, "GET", "/keys", nil, nil, &page); err != nil || c.json {
			return err
		}
		for _, k := range page.Data {
			state := nameOr(k.Mode, "on")
			if k.Admin {
				state = "admin"
			}
			if k.Revoked != nil {
				state = "revoked"
			}
			fmt.Fprintf(c.out, "%s  %-8s %s\n", k.ID, state, strings.Join(k.Tenants, ","))
		}
		return nil
	case "revoke":
		id, err := one(rest, "key id")
		if err != nil {
			return err
		}
		if err := c.call(ctx, "DELETE", "/keys/"+url.PathEscape(id), nil, nil, nil); err != nil {
			return err
		}
		fmt.Fprintln(c.out, "revoked")
		return nil
	}
	return fmt.Errorf("%q is none of new, list and revoke", args[0])
}

// asksHelp reports whether a word asks for help.
func asksHelp(word string) bool { return word == "-h" || word == "-help" || word == "--help" }

func split(list string) []string {
	if list == "" {
		return []string{}
	}
	return strings.Split(list, ",")
}

func tenantCommand(ctx context.Context, std stdio, args []string) error {
	if len(args) > 0 && asksHelp(args[0]) {
		args = []string{"on", "-h"}
	}
	if len(args) == 0 || (args[0] != "on" && args[0] != "off") {
		return errors.New("needs on or off, and a tenant")
	}
	anew := false
	c, rest, err := dial(std, "tenant "+args[0], args[1:], func(set *flag.FlagSet) {
		set.BoolVar(&anew, "new", false, "of a tenant that nothing names yet: no policy, key or user")
	})
	if err != nil {
		return err
	}
	name, err := one(rest, "tenant")
	if err != nil {
		return err
	}
	if !anew {
		known, err := c.knowsTenant(ctx, name)
		if err != nil {
			return err
		}
		if !known {
			return fmt.Errorf("no policy, key or user names a tenant %q, and its memory was left as it is; is it spelt so? -new switches it all the same", name)
		}
	}
	var policy struct{ Mode string }
	if err := c.call(ctx, "PUT", "/tenants/"+url.PathEscape(name)+"/policy", nil, map[string]any{"mode": args[0]}, &policy); err != nil || c.json {
		return err
	}
	fmt.Fprintf(c.out, "memory of tenant %s is %s\n", name, policy.Mode)
	return nil
}

// knowsTenant reports whether anything names a tenant: a policy, a key, or a user of his.
func (c *client) knowsTenant(ctx context.Context, name string) (bool, error) {
	if name == memory.DefaultTenant {
		return true, nil
	}
	var policy struct{ Origin map[string]any }
	if _, err := c.ask(ctx, "GET", "/tenants/"+url.PathEscape(name)+"/policy", nil, nil, &policy); err != nil || len(policy.Origin) > 0 {
		return err == nil, err
	}
	var users struct{ Data []json.RawMessage }
	if _, err := c.ask(ctx, "GET", "/users", url.Values{"tenant_id": {name}, "limit": {"1"}}, nil, &users); err != nil || len(users.Data) > 0 {
		return err == nil, err
	}
	var keys struct{ Data []struct{ Tenants []string } }
	if _, err := c.ask(ctx, "GET", "/keys", nil, nil, &keys); err != nil {
		return false, nil // a key that is bound to tenants may not see the others
	}
	for _, key := range keys.Data {
		if slices.Contains(key.Tenants, name) {
			return true, nil
		}
	}
	return false, nil
}
