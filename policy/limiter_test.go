package policy

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestARateIsAMinutesWorth(t *testing.T) {
	l, now := NewLimiter(100), noon()
	for i := range 3 {
		if _, ok := l.Take("ada", 3, now); !ok {
			t.Fatalf("request %d of 3 was refused", i+1)
		}
	}
	wait, ok := l.Take("ada", 3, now)
	if ok || wait != 20*time.Second {
		t.Fatalf("the fourth: got %s %v, want to wait 20s", wait, ok)
	}
	if _, ok := l.Take("bob", 3, now); !ok {
		t.Error("one user's rate is another's")
	}
	if _, ok := l.Take("ada", 3, now.Add(wait)); !ok {
		t.Error("refused after the wait")
	}
	if _, ok := l.Take("ada", 3, now.Add(wait)); ok {
		t.Error("the wait gave more than one")
	}
	if _, ok := l.Take("ada", 0, now); !ok {
		t.Error("no limit is no limit")
	}
}

func TestARefusalCostsNothing(t *testing.T) {
	l, now := NewLimiter(10), noon()
	l.Take("ada", 1, now)
	for range 100 {
		l.Take("ada", 1, now)
	}
	if wait, ok := l.Take("ada", 1, now.Add(time.Minute)); !ok {
		t.Errorf("must still wait %s", wait)
	}
}

func TestAClockSetBackLocksNobodyOut(t *testing.T) {
	l, now := NewLimiter(10), noon()
	l.Take("ada", 1, now.Add(24*time.Hour))
	if wait, _ := l.Take("ada", 1, now); wait > time.Minute {
		t.Errorf("must wait %s", wait)
	}
}

func TestTheLimiterIsBounded(t *testing.T) {
	l, now := NewLimiter(100), noon()
	for i := range 10_000 {
		l.Take(fmt.Sprint(i), 1, now)
		l.Take("busy", 10_001, now)
	}
	if n := len(l.young) + len(l.old); n > 101 {
		t.Errorf("%d keys are remembered", n)
	}
	if _, ok := l.Take("busy", 10_001, now); !ok {
		t.Error("a busy key was refused early")
	}
	if _, ok := l.Take("busy", 10_001, now); ok {
		t.Error("a busy key was forgotten")
	}
}

func TestTheLimiterUnderConcurrency(t *testing.T) {
	l, now := NewLimiter(1000), noon()
	var wg sync.WaitGroup
	var mu sync.Mutex
	passed := 0
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if _, ok := l.Take("ada", 50, now); ok {
					mu.Lock()
					passed++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if passed != 50 {
		t.Errorf("%d requests passed, want 50", passed)
	}
}
