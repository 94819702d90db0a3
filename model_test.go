package main

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"mneme/memory"
)

// TestAModelOfOnesOwnLearnsAndALieIsNotKept gives memory a scripted model: what it
// reads with a true quote is known, what it invents is not, and when it is gone
// the rules go on.
func TestAModelOfOnesOwnLearnsAndALieIsNotKept(t *testing.T) {
	items := `{"items":[` +
		item("I take my coffee with cardamom", "uses", "cardamom", "takes coffee with cardamom") + "," +
		item("I own a yacht", "owns", "yacht", "owns a yacht") + `]}`
	var calls atomic.Int32
	var broken atomic.Bool
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if broken.Load() {
			http.Error(w, `{"error":{"message":"gone","type":"server_error"}}`, http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		writeScripted(w, items)
	}))
	defer model.Close()
	r := startRig(t, func(o *options, _ *secrets) {
		o.llmURL, o.llmModel = model.URL+"/v1", "small"
	})
	r.chat(as("nora", "one"), "I take my coffee with cardamom.")
	r.flush()
	if calls.Load() == 0 {
		t.Fatal("the model was not asked")
	}
	facts := func() string {
		var texts []string
		for _, record := range r.records("nora") {
			if record.Layer == "semantic" {
				texts = append(texts, record.Text)
			}
		}
		return strings.Join(texts, "; ")
	}
	if got := facts(); !strings.Contains(got, "cardamom") || strings.Contains(got, "yacht") {
		t.Errorf("known: %s", got)
	}
	broken.Store(true)
	r.chat(as("nora", "two"), "I'm allergic to peanuts.")
	r.flush()
	if got := facts(); !strings.Contains(got, "peanuts") {
		t.Errorf("without the model the rules should have learnt: %s", got)
	}
}

// item is one proposal as the model writes it.
func item(quote, predicate, object, text string) string {
	return `{"turn":1,"quote":"` + quote + `","layer":"semantic","subject":"user","predicate":"` + predicate + `","object":"` + object +
		`","text":"` + text + `","act":"assert","replaces":"","target":"","context":"","negated":false,"explicit":false,"temporary":false,` +
		`"inferred":false,"confidence":0.95,"valid_from":"","valid_until":"","event":{"type":"","time":"","result":"","entities":[],"sentiment":""}}`
}

// TestAnEmbeddingEndpointTakesOverWithoutAGap starts on the builtin embedder,
// then on an endpoint: what was known is found all the while, and every owner is
// embedded anew.
func TestAnEmbeddingEndpointTakesOverWithoutAGap(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I'm allergic to peanuts.")
	r.flush()
	endpoint := httptest.NewServer(http.HandlerFunc(embeddings))
	defer endpoint.Close()
	r.stop()
	o := r.house.opts
	o.embed, o.embedURL, o.embedModel = "openai", endpoint.URL+"/v1", "tiny"
	r.start(o, secrets{})
	want(t, "while it changes", r.chat(as("nora", "two"), "What am I allergic to?").Get("X-Memory-Status"), "injected")
	waitFor(t, func() bool { return r.house.settled(t.Context()) })
	r.stop()
	r.start(o, secrets{})
	if r.house.moving {
		t.Error("it changes again")
	}
	want(t, "after the change", r.chat(as("nora", "three"), "What am I allergic to?").Get("X-Memory-Status"), "injected")
}

// TestATableOfAnotherBinaryIsEmbeddedAnew starts on a folder whose vectors an earlier table made: what
// was known is found at once, every owner is embedded anew, and the old vectors go.
func TestATableOfAnotherBinaryIsEmbeddedAnew(t *testing.T) {
	const before = "builtin-0"
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I'm allergic to peanuts.")
	r.flush()
	owner := memory.UserOwner(memory.DefaultTenant, memory.DefaultRealm, "nora")
	r.house.index.Store(t.Context())
	blob, revision, err := r.house.store.LoadPartition(t.Context(), owner, r.house.embedder.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.house.store.SavePartition(t.Context(), owner, before, revision, blob); err != nil {
		t.Fatal(err)
	}
	if err := r.house.store.DropPartitions(t.Context(), owner, before); err != nil {
		t.Fatal(err)
	}
	if err := r.house.store.Mark(t.Context(), memory.DefaultTenant, r.house.spaceHash(), before); err != nil {
		t.Fatal(err)
	}
	o := r.house.opts
	r.stop()
	r.start(o, secrets{})
	if !r.house.moving {
		t.Error("nothing is embedded anew")
	}
	want(t, "while it changes", r.chat(as("nora", "two"), "What am I allergic to?").Get("X-Memory-Status"), "injected")
	waitFor(t, func() bool { return r.house.settled(t.Context()) })
	if _, _, err := r.house.store.LoadPartition(t.Context(), owner, before); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("the old vectors are still there: %v", err)
	}
	r.stop()
	r.start(o, secrets{})
	if r.house.moving {
		t.Error("it changes again")
	}
}

// TestWeightsThatCannotBeReadAreAFaultOfTheStart asks for the encoder with no file, with none at the
// place, and with one of something else.
func TestWeightsThatCannotBeReadAreAFaultOfTheStart(t *testing.T) {
	o := defaultOptions()
	o.embed = "quality"
	if err := o.validate(); err == nil || !strings.Contains(err.Error(), "-embed-file: is needed") {
		t.Errorf("without a file: %v", err)
	}
	other := filepath.Join(t.TempDir(), "other.bin")
	if err := os.WriteFile(other, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{other: "damaged", other + ".none": "no such file"} {
		o.embedFile, o.data = file, t.TempDir()
		if _, err := open(t.Context(), o, secrets{}, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
