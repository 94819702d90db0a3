package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// references are the pages that list every value of our headers.
var references = sync.OnceValue(func() map[string]string {
	pages := map[string]string{}
	for _, name := range []string{"proxy/HEADERS.md", "proxy/HEADERS.zh.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err) // the tests run where the pages are
		}
		pages[name] = string(text)
	}
	return pages
})

// documented fails for a value of a header that a page does not list.
func documented(t testing.TB, value string) {
	t.Helper()
	value = strings.TrimPrefix(strings.TrimPrefix(value, "said:"), "zh-")
	for name, page := range references() {
		if !strings.Contains(page, "`"+value+"`") {
			t.Errorf("%s does not list %q", name, value)
		}
	}
}

// readable fails for an answer whose headers say what no page lists. Every answer that a
// test of the whole gets goes through it.
func readable(t testing.TB, h http.Header) {
	t.Helper()
	for name := range h {
		if strings.HasPrefix(name, "X-Memory-") {
			documented(t, name)
		}
	}
	for _, name := range []string{"X-Memory-Status", "X-Memory-Reason", "X-Memory-Capture", "X-Memory-Error"} {
		for value := range strings.SplitSeq(h.Get(name), ",") {
			if value != "" {
				documented(t, value)
			}
		}
	}
}

// TestTheReferenceListsEveryCode looks for codes where they are written in the source: those
// of phrases, of refusals, and of what memory did.
func TestTheReferenceListsEveryCode(t *testing.T) {
	find := func(expression string, least int, folders ...string) {
		t.Helper()
		codes := regexp.MustCompile(expression)
		n := 0
		for _, folder := range folders {
			files, err := filepath.Glob(folder)
			if err != nil || len(files) == 0 {
				t.Fatalf("%s: %v", folder, err)
			}
			for _, file := range files {
				if strings.HasSuffix(file, "_test.go") {
					continue
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, match := range codes.FindAllStringSubmatch(string(text), -1) {
					documented(t, match[1])
					n++
				}
			}
		}
		if n < least {
			t.Errorf("%s finds %d codes, fewer than %d: are they written in another way now?", expression, n, least)
		}
	}
	find(`code: +"([a-z-]+)", verb: (?:Skip|Forget|Drop|TakeUp|Resume)`, 100, "policy/phrases*.go")
	find(`(?:Code: |ownError\([a-z0-9]+, |e\.Status, e\.Code, e\.Message = \d+, |\te\.Code, e\.Message = |"server_error", )"([a-z_]+)"`, 20, "policy/*.go", "proxy/*.go")
	find(`missing = (?:cmp\.Or\(id\.missing, )?"([a-z-]+)"`, 7, "policy/identity.go")
	find(`(?:policy\.Off, "off"|"degraded"|"skipped"), "([a-z-]+)"`, 3, "policy/*.go", "proxy/*.go")
	find(`Reason = "([a-z-]+)"`, 5, "policy/rule.go", "memory/recall.go", "inject/inject.go")
	find(`memory\.Result\{\}, "([a-z]+)"`, 6, "inject/recall.go")
	find(`return "(top-k|budget|in-prompt|silenced)"`, 4, "inject/inject.go")
	find(`memoryDown\("([a-z-]+)"`, 4, "house.go")
	find(`Rung = "([a-z]+)"`, 7, "policy/ladder.go")
}

// TestThePoliciesOfTheReadmesAreValid reads the policy file that each README shows.
func TestThePoliciesOfTheReadmesAreValid(t *testing.T) {
	shown := regexp.MustCompile("(?s)```yaml\n(upstreams:.*?)```")
	digits := regexp.MustCompile(`<64[^>]*>`)
	t.Setenv("OPENAI_KEY", "a key")
	for _, name := range []string{"README.md", "README.zh.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := shown.FindSubmatch(text)
		if found == nil {
			t.Errorf("%s shows no policy file", name)
			continue
		}
		file := filepath.Join(t.TempDir(), "policy.yaml")
		write(t, file, digits.ReplaceAllString(string(found[1]), strings.Repeat("0", 64)))
		out, err := serveWith("-check", "-policy", file, "-data", filepath.Join(t.TempDir(), "data"), "-listen", "127.0.0.1:0", "-admin", "127.0.0.1:0")
		if err != nil || !strings.Contains(out, "no faults") {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}
