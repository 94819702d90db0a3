package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// evaluated runs `mneme eval` on questions and returns what it prints.
func evaluated(t *testing.T, questions string, args ...string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "questions.jsonl")
	if err := os.WriteFile(file, []byte(questions), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	err := evalCommand(t.Context(), stdio{strings.NewReader(""), &out, &errs}, append(args, file))
	return out.String(), err
}

func TestEvalSaysHowMuchOfTheAnswersIsInTheBlocks(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("ana", "s1"), "I live in Oslo.")
	r.chat(as("ana", "s2"), "I am allergic to peanuts.")
	r.chat(as("小林", "s3"), "我住在杭州。")
	r.flush()
	questions := `{"question":"Where do I live?","answers":["oslo"],"user":"ana"}
{"question":"Where do I live, and what am I allergic to?","answers":["Oslo",["tree nuts","peanuts"]],"user":"ana","id":"both"}
{"messages":[{"role":"user","content":"我住在哪里？"}],"answers":["杭州"],"user":"小林"}
{"question":"Where do I live?","answers":["Lisbon",{"record":"no such record"}],"user":"ana","id":"wrong"}

{"question":"What is the boiling point of water?","none":true,"user":"ana"}
`
	out, err := evaluated(t, questions, "-admin", r.admin.base[:len(r.admin.base)-len("/memory/v1")], "-budgets", "800, 40", "-misses")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"5 questions, of which nothing answers 1", "all              800   75.0%   75.0%          0.0%        100.0%",
		"all               40", "episodic         800", "semantic         800", "procedural       800    0.0%",
		`wrong: "Lisbon": not in the block`, "wrong: record no such record: not in the block", "search: p50",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "both:") || strings.Contains(out, "boiling") {
		t.Errorf("names what was not missed, or a question's words:\n%s", out)
	}
	// The same of a folder that no mneme runs on.
	r.stop()
	out, err = evaluated(t, questions, "-folder", r.house.opts.data, "-budgets", "800")
	if err != nil || !strings.Contains(out, "all              800   75.0%   75.0%          0.0%        100.0%") {
		t.Errorf("%v:\n%s", err, out)
	}
}

func TestEvalTriesSettingsOnQuestionsHeldApart(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("ana", "s"), "I live in Oslo.")
	r.flush()
	var questions strings.Builder
	for i := range 8 {
		fmt.Fprintf(&questions, "{\"question\":\"Where do I live, %d?\",\"answers\":[\"Oslo\"],\"user\":\"ana\"}\n", i)
	}
	args := []string{"-admin", r.admin.base[:len(r.admin.base)-len("/memory/v1")], "-budgets", "800", "-tune", "-folds", "2"}
	out, err := evaluated(t, questions.String(), args...)
	if err != nil || !strings.Contains(out, "fold 2: chosen on the others: nothing changed; on this one 100.0%, as it is set 100.0%") || !strings.Contains(out, "keep what is set") {
		t.Errorf("%v:\n%s", err, out)
	}
	if _, err := evaluated(t, `{"question":"Where?","none":true}`, args...); err == nil || !strings.Contains(err.Error(), "at least 8 questions for 2 folds") {
		t.Errorf("too few questions: %v", err)
	}
}

// TestAChoiceIsWhatOtherQuestionsBearOut tunes over outcomes that are known beforehand.
func TestAChoiceIsWhatOtherQuestionsBearOut(t *testing.T) {
	e := &evaluation{questions: make([]labelled, 10)}
	tn := &tuner{e: e, marks: map[string][]graded{}}
	outcome := func(c choice, right ...int) {
		marks := make([]graded, len(e.questions))
		for _, i := range right {
			marks[i].all = 1
		}
		tn.marks[c.String()] = marks
	}
	fill := func(c choice) { // everything that may be tried comes out as if nothing had changed
		for _, knob := range tried() {
			for _, value := range knob.values {
				n := choice{knob.name: value}
				for name, v := range c {
					n[name] = v
				}
				if _, known := tn.marks[n.String()]; !known && len(n) > len(c) {
					outcome(n, 0, 1, 2)
				}
			}
		}
	}
	outcome(choice{}, 0, 1, 2)
	outcome(choice{"vector": 0.6}, 0, 1, 2, 3, 4, 5)
	outcome(choice{"vector": 0.6, floorName: 0.25}, 0, 1, 2, 3, 4, 5, 6)
	fill(choice{})
	fill(choice{"vector": 0.6})
	fill(choice{"vector": 0.6, floorName: 0.25})
	chosen, err := tn.choose(t.Context(), func(int) bool { return true })
	if err != nil || chosen.String() != "floor 0.25, vector 0.6" {
		t.Errorf("chose %v: %v", chosen, err)
	}
	if got, want := chosen.policy(), "  limits: {floor: 0.25}\n  weights: {vector: 0.6}\n"; got != want {
		t.Errorf("policy %q, not %q", got, want)
	}
	chosen, err = tn.choose(t.Context(), func(i int) bool { return i < 3 })
	if err != nil || len(chosen) != 0 {
		t.Errorf("where nothing is to be gained, chose %v: %v", chosen, err)
	}
	gain, noise := gainOf([]float64{0.5, 0.5}, []float64{0.7, 0.5})
	if gain < 0.0999 || gain > 0.1001 || noise < 0.0999 || noise > 0.1001 {
		t.Errorf("gain %v, noise %v", gain, noise)
	}
}

func TestEvalNamesWhatIsWrongWithItsFile(t *testing.T) {
	f := func(questions, want string, args ...string) {
		t.Helper()
		if _, err := evaluated(t, questions, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", questions, err, want)
		}
	}
	f("", "holds no question")
	f("{\"question\":\"a\"}\n\n{\"answers\":[\"b\"]}", "line 1: needs answers, or none: true\nline 3: needs a question, or messages")
	f(`{"question":"a","answers":["b"],"none":true}`, "none is true, and yet there are answers")
	f(`{"question":"a","answers":[{"massage":"m1"}]}`, `unknown field "massage"`)
	f(`{"question":"a","answers":[{"session":"s1"}]}`, "a session needs a message")
	f(`{"question":"a","answers":[" "]}`, "an answer is words, a record or a message")
	f(`{"question":"a","answers":[[]]}`, "an answer is an empty list")
	f(`{"question":"a","answer":"b"}`, `unknown field "answer"`)
	f(`{"question"`, "line 1: ")
	f(`{"question":"a","none":true}`, `"12x" is no number of tokens`, "-budgets", "800,12x")
	f(`{"question":"a","none":true}`, "-folds must be at least 2", "-folds", "1")
	f(`{"question":"a","none":true}`, "is no folder", "-folder", "/no/such/folder")
	f(`{"question":"a","none":true}`, "no mneme answers at", "-admin", "127.0.0.1:1")
	if err := evalCommand(t.Context(), stdio{}, nil); err == nil || !strings.Contains(err.Error(), "needs one file of labelled questions") {
		t.Errorf("without a file: %v", err)
	}
}
