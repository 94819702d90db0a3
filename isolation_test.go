package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// somebody is one user of one tenant in one realm; the same names live in every
// tenant.
type somebody struct {
	tenant, realm, user string
	name                string // a word that is told by nobody else
	key, admin          string
}

// names finds everybody's words in a text.
var names = regexp.MustCompile(`Zq\d+x\d+x\d+q`)

// village is a running mneme with tenants, realms, teams and users.
func village(t *testing.T) (*rig, []somebody) {
	t.Helper()
	echo, err := startProvider(func(lastUser string) string { return lastUser })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(echo.close)
	text := "tenants:\n"
	keys := "keys:\n"
	var all []somebody
	for ten := range 3 {
		tenant := fmt.Sprintf("tenant%d", ten)
		text += fmt.Sprintf("  %s: {teams: {crew: [user0, user1]}}\n", tenant)
		keys += keyLine("k-"+tenant, "tenants: ["+tenant+"]") + keyLine("admin-"+tenant, "tenants: ["+tenant+"], admin: true")
		for re, realm := range []string{"default", "work"} {
			for us := range 3 {
				all = append(all, somebody{
					tenant: tenant, realm: realm, user: fmt.Sprintf("user%d", us), name: fmt.Sprintf("Zq%dx%dx%dq", ten, re, us),
					key: "k-" + tenant, admin: "admin-" + tenant,
				})
			}
		}
	}
	file := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(file, []byte(text+keys), 0o600); err != nil {
		t.Fatal(err)
	}
	return startRig(t, func(o *options, s *secrets) {
		o.policy, o.upstream, s.adminKey = file, echo.url, "root-key"
	}), all
}

// may reports whether somebody may hear a word: his own, his team's, his
// tenant's.
func (p somebody) may(word string) bool {
	var ten, re, who int
	if _, err := fmt.Sscanf(word, "Zq%dx%dx%dq", &ten, &re, &who); err != nil {
		return false
	}
	realm := map[bool]int{true: 1}[p.realm == "work"]
	switch {
	case fmt.Sprintf("tenant%d", ten) != p.tenant || re != realm:
		return false
	case who == 8: // the team's
		return p.user == "user0" || p.user == "user1"
	}
	return who == 9 || fmt.Sprintf("user%d", who) == p.user
}

func (p somebody) chat(r *rig, session, text string) (http.Header, string, error) {
	body, err := json.Marshal(map[string]any{"model": "m", "messages": []any{map[string]string{"role": "user", "content": text}}})
	if err != nil {
		return nil, "", err
	}
	request, err := http.NewRequest(http.MethodPost, r.house.dataURL()+"/v1/chat/completions", strings.NewReader(string(body)))
	if err != nil {
		return nil, "", err
	}
	for name, value := range map[string]string{"X-Memory-Key": p.key, "X-Memory-User-Id": p.user, "X-Memory-Realm": p.realm, "X-Memory-Session-Id": session} {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	return answer.Header, string(got), err
}

// ask makes a call of the admin API with the tenant's own admin key.
func (p somebody) ask(r *rig, method, path string, body map[string]any) (int, string, error) {
	target := r.admin.base + path
	var in io.Reader
	if body != nil {
		body["user_id"], body["tenant_id"], body["realm"] = p.user, p.tenant, p.realm
		text, err := json.Marshal(body)
		if err != nil {
			return 0, "", err
		}
		in = strings.NewReader(string(text))
	} else {
		target += fmt.Sprintf("?user_id=%s&tenant_id=%s&realm=%s", p.user, p.tenant, p.realm)
	}
	request, err := http.NewRequest(method, target, in)
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Authorization", "Bearer "+p.admin)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(got), err
}

// TestNothingCrosses lets everybody talk, ask, search, list and export at once,
// and looks for words that are not theirs in whatever they get.
func TestNothingCrosses(t *testing.T) {
	r, all := village(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for ten := range 3 {
		for re, realm := range []string{"default", "work"} {
			for level, who := range map[string]int{"team": 8, "tenant": 9} {
				record := map[string]any{"tenant_id": fmt.Sprintf("tenant%d", ten), "realm": realm, "level": level, "text": fmt.Sprintf("The parrot of the house is called Zq%dx%dx%dq.", ten, re, who)}
				if level == "team" {
					record["team_id"] = "crew"
				}
				if err := r.admin.call(ctx, "POST", "/memories", nil, record, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	var watched sync.WaitGroup
	for _, p := range all {
		if p.realm == "default" && p.user == "user0" {
			watched.Go(func() { p.watch(ctx, t, r) })
		}
	}
	var mu sync.Mutex
	heard, ids := map[string]bool{}, map[string][]string{}
	check := func(p somebody, what, text string) {
		for _, word := range names.FindAllString(text, -1) {
			if !p.may(word) {
				t.Errorf("%s/%s/%s: %s shows %s", p.tenant, p.realm, p.user, what, word)
			}
			mu.Lock()
			heard[word] = true
			mu.Unlock()
		}
	}
	var work sync.WaitGroup
	for seed := range 8 {
		work.Go(func() {
			dice := rand.New(rand.NewPCG(uint64(seed), 7))
			for n := range 60 {
				p := all[dice.IntN(len(all))]
				session := fmt.Sprintf("s%d", dice.IntN(3)) // the same names in every tenant
				var what, text string
				var err error
				switch dice.IntN(8) {
				case 0, 1, 2:
					what = "prompt of a telling"
					_, text, err = p.chat(r, session, "I have a parrot called "+p.name+".")
				case 3:
					what = "prompt of a question"
					var header http.Header
					header, text, err = p.chat(r, fmt.Sprint(session, n), "What is my parrot called, and the parrot of the house?")
					if id := header.Get("X-Memory-Receipt-Id"); id != "" {
						mu.Lock()
						ids[p.tenant] = append(ids[p.tenant], id)
						mu.Unlock()
					}
				case 4:
					what = "search"
					_, text, err = p.ask(r, "POST", "/search", map[string]any{"query": "Which parrots are there? What is it called?", "top_k": 50, "budget_tokens": 4000})
				case 5:
					what = "list"
					_, text, err = p.ask(r, "GET", "/memories", nil)
				case 6:
					what = "export"
					_, text, err = p.ask(r, "GET", "/users/"+p.user+"/export", nil)
				case 7:
					what = "receipts"
					_, text, err = p.ask(r, "GET", "/receipts", nil)
				}
				if err != nil {
					t.Error(err)
				}
				check(p, what, text)
			}
		})
	}
	work.Wait()
	r.flush()
	for _, p := range all {
		_, text, err := p.chat(r, "last", "What is my parrot called, and the parrot of the house?")
		if err != nil {
			t.Fatal(err)
		}
		check(p, "last prompt", text)
		for other, receipts := range ids {
			if other == p.tenant {
				continue
			}
			for _, id := range receipts[:min(2, len(receipts))] {
				if status, text, _ := p.ask(r, "GET", "/receipts/"+id, nil); status != 404 {
					t.Errorf("%s got a receipt of %s: %s", p.tenant, other, text)
				}
			}
		}
	}
	if len(heard) < len(all)/2 {
		t.Errorf("only %d words were ever heard: the test shows little", len(heard))
	}
	cancel()
	watched.Wait()
	answer, err := http.NewRequest(http.MethodGet, strings.TrimSuffix(r.admin.base, "/memory/v1")+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Header.Set("Authorization", "Bearer root-key")
	got, err := http.DefaultClient.Do(answer)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	metrics, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(metrics), "mneme_requests_total") {
		t.Errorf("these are no metrics: %.200s", metrics)
	}
	for _, word := range []string{"Zq", "user0", "user1", "user2", "k-tenant", "crew"} {
		if strings.Contains(string(metrics), word) || strings.Contains(r.log.String(), word) {
			t.Errorf("metrics or log hold %q", word)
		}
	}
}

// watch follows a tenant's live view.
func (p somebody) watch(ctx context.Context, t *testing.T, r *rig) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.admin.base+"/events?tenant_id="+p.tenant, nil)
	if err != nil {
		t.Error(err)
		return
	}
	request.Header.Set("Authorization", "Bearer "+p.admin)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		if ctx.Err() == nil {
			t.Error(err)
		}
		return
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		for ten := range 3 {
			if other := fmt.Sprintf("tenant%d", ten); other != p.tenant && strings.Contains(lines.Text(), other) {
				t.Errorf("the live view of %s shows %s", p.tenant, lines.Text())
			}
		}
	}
}

// TestAnothersRecordLooksLikeNone asks for records and receipts that are
// another's, and for ones that are nobody's.
func TestAnothersRecordLooksLikeNone(t *testing.T) {
	r, all := village(t)
	eve, ann := all[0], all[len(all)-1]
	if _, _, err := ann.chat(r, "one", "I have a parrot called "+ann.name+"."); err != nil {
		t.Fatal(err)
	}
	r.flush()
	_, listed, err := ann.ask(r, "GET", "/memories", nil)
	if err != nil {
		t.Fatal(err)
	}
	var page struct{ Data []struct{ ID string } }
	if err := json.Unmarshal([]byte(listed), &page); err != nil || len(page.Data) == 0 {
		t.Fatalf("nothing was learnt: %s, %v", listed, err)
	}
	real := page.Data[0].ID
	fake := strings.Repeat("0", len(real))
	for _, path := range []string{"/memories/%s", "/memories/%s/history", "/receipts/%s", "/users/%s/export"} {
		for _, method := range []string{"GET", "DELETE"} {
			statusReal, textReal, err := eve.ask(r, method, fmt.Sprintf(path, real), nil)
			if err != nil {
				t.Fatal(err)
			}
			statusFake, textFake, err := eve.ask(r, method, fmt.Sprintf(path, fake), nil)
			if err != nil {
				t.Fatal(err)
			}
			if statusReal != statusFake || strings.ReplaceAll(textReal, real, fake) != textFake {
				t.Errorf("%s %s: another's is %d %s, nobody's is %d %s", method, path, statusReal, textReal, statusFake, textFake)
			}
		}
	}
	if _, text, _ := ann.ask(r, "GET", "/memories/"+real, nil); !strings.Contains(text, real) {
		t.Error("ann's record is gone")
	}
	took := func(id string) time.Duration {
		var all []time.Duration
		for range 101 {
			start := time.Now()
			if _, _, err := eve.ask(r, "GET", "/memories/"+id, nil); err != nil {
				t.Fatal(err)
			}
			all = append(all, time.Since(start))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	another, nobodys := took(real), took(fake)
	if another > 3*nobodys+time.Millisecond || nobodys > 3*another+time.Millisecond {
		t.Errorf("another's takes %s, nobody's %s", another, nobodys)
	}
}
