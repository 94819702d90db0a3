package memory

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestAPenIsOneWritersAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pens Pens
		ann, bob := UserOwner("acme", "default", "ann"), UserOwner("acme", "default", "bob")
		writing, most, wrote := 0, 0, 0
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				put, err := pens.Take(t.Context(), ann)
				if err != nil {
					t.Error(err)
					return
				}
				defer put()
				mu.Lock()
				writing++
				most = max(most, writing)
				mu.Unlock()
				time.Sleep(time.Millisecond)
				mu.Lock()
				writing--
				wrote++
				mu.Unlock()
			})
		}
		synctest.Wait()
		if put, err := pens.Take(t.Context(), bob); err != nil {
			t.Errorf("another owner's: %v", err)
		} else {
			put()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond/2)
		defer cancel()
		if _, err := pens.Take(ctx, ann); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who cannot wait: %v", err)
		}
		wg.Wait()
		if most != 1 || wrote != 20 {
			t.Errorf("%d wrote, up to %d at a time", wrote, most)
		}
		if len(pens.held) != 0 {
			t.Errorf("%d pens are kept of nobody", len(pens.held))
		}
	})
}
