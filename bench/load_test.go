package main

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestQuestionsFitTheirPlace(t *testing.T) {
	for n := range 1000 {
		for _, q := range []int{n, 99_999_000 + n} {
			if text := appendQuestion(nil, q); len(text) != questionBytes {
				t.Fatalf("question %d has %d bytes: %s", q, len(text), text)
			}
		}
	}
	r := new(rival)
	r.asked = new(atomic.Int64)
	body := []byte(chat(2<<10, false))
	next := r.anew(body)(0)
	before := string(next())
	if after := next(); string(after) == before || !json.Valid(after) {
		t.Errorf("the next request is %s", after)
	}
}

func TestRivalsAreReadFromFlags(t *testing.T) {
	r, err := against("nginx=127.0.0.1:8080@1")
	if err != nil || r.name != "nginx" || r.addr != "127.0.0.1:8080" || r.process.pid != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
	for _, text := range []string{"", "127.0.0.1:80", "x=", "x=y", "x=127.0.0.1:80@", "x=127.0.0.1:80@-1", "=127.0.0.1:80"} {
		if _, err := against(text); err == nil {
			t.Errorf("%q is taken for a rival", text)
		}
	}
}

func TestWhatTwoPromptsShareIsCacheable(t *testing.T) {
	c := new(promptCache)
	for _, body := range []string{`{"a":1}`, `{"a":1,"role":"tool"}]}`, `{"b"`} {
		c.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/", strings.NewReader(body)))
	}
	if c.requests != 3 || c.bytes != 23+4 || c.common != 6+2 || c.loopBytes != 23 || c.loopCommon != 6 {
		t.Errorf("counted %+v", c)
	}
}
