package main

import (
	"encoding/json"
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
