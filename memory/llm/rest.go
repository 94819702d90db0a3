package llm

import (
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// rest is how long an endpoint asked to be left alone.
type rest struct {
	now   func() time.Time
	until atomic.Int64 // nanoseconds since 1970
}

// longestRest bounds what an endpoint may ask for.
const longestRest = time.Hour

// heard takes up what an answer asks for.
func (r *rest) heard(h http.Header) {
	if d := retryAfter(h, r.now()); d > 0 {
		r.until.Store(r.now().Add(min(d, longestRest)).UnixNano())
	}
}

// left is how long the endpoint is to be left alone still.
func (r *rest) left() time.Duration {
	return time.Duration(max(r.until.Load()-r.now().UnixNano(), 0))
}

// retryAfter reads the header: seconds or a date, and the milliseconds that some send beside it.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	return 0
}
