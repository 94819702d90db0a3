package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConversationsOfThePastAreTakenInOnce(t *testing.T) {
	r := startRig(t, nil)
	f := func(name, file, user, words string) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "file.json")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"2 messages taken in, 0 known", "0 messages taken in, 2 known"} {
			var out, errs strings.Builder
			args := []string{"import", path, "-user", user, "-admin", strings.TrimSuffix(r.admin.base, "/memory/v1")}
			if code := run(t.Context(), stdio{strings.NewReader(""), &out, &errs}, args); code != 0 {
				t.Fatalf("%s: %s", name, errs.String())
			}
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: says %q, want %q", name, out.String(), want)
			}
		}
		r.flush()
		if !r.knows(user, words) {
			t.Errorf("%s: %q is not known", name, words)
		}
		for _, record := range r.records(user) {
			if record.Event.Time != nil && record.Event.Time.Year() != 2023 {
				t.Errorf("%s: %q happened in %d", name, record.Text, record.Event.Time.Year())
			}
		}
	}
	f("ours", `{"session_id":"s1","messages":[{"role":"user","content":"I live in Lisbon.","created_at":"2023-05-08T10:00:00Z"},{"role":"assistant","content":"A fine town with steep streets.","created_at":"2023-05-08T10:00:05Z"}]}`, "a", "Lisbon")
	f("ours, a list", `[{"messages":[{"id":"1","role":"user","content":"我住在杭州。","created_at":"2023-05-08T10:00:00Z"},{"id":"2","role":"assistant","content":"杭州的西湖在春天特别美。","created_at":"2023-05-08T10:00:05Z"}]}]`, "b", "杭州")
	f("ChatGPT", `[{"id":"c1","title":"t","mapping":{"n0":{"message":null},"n2":{"message":{"id":"m2","author":{"role":"assistant"},"create_time":1683540005.5,"content":{"parts":["A fine town with steep streets."]}}},"n1":{"message":{"id":"m1","author":{"role":"user"},"create_time":1683540000.1,"content":{"parts":["I live in Lisbon.",{"asset":"x"}]}}}}}]`, "c", "Lisbon")
	f("Claude", `[{"uuid":"u1","name":"t","chat_messages":[{"uuid":"m1","text":"I live in Lisbon.","sender":"human","created_at":"2023-05-08T10:00:00.123456Z"},{"uuid":"m2","text":"A fine town with steep streets.","sender":"assistant","created_at":"2023-05-08T10:00:05.1Z"}]}]`, "d", "Lisbon")
}

func TestAFileThatIsNoConversationSaysWhatOneIs(t *testing.T) {
	for _, file := range []string{`{}`, `[{"x":1}]`, ``, `{"messages":[]}`, `nonsense`} {
		if _, err := readConversations(strings.NewReader(file)); err == nil {
			t.Errorf("%q was read", file)
		}
	}
}

func TestExportComesBackByTheCommand(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I live in Lisbon.")
	r.flush()
	admin := strings.TrimSuffix(r.admin.base, "/memory/v1")
	var file, out, errs strings.Builder
	if code := run(t.Context(), stdio{strings.NewReader(""), &file, &errs}, []string{"export", "-user", "nora", "-admin", admin}); code != 0 {
		t.Fatal(errs.String())
	}
	if code := run(t.Context(), stdio{strings.NewReader(file.String()), &out, &errs}, []string{"import", "-user", "mei", "-admin", admin}); code != 0 {
		t.Fatal(errs.String())
	}
	if !r.knows("mei", "Lisbon") {
		t.Errorf("says %q, and Lisbon is not known", out.String())
	}
}
