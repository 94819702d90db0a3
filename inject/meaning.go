package inject

import "sync"

// Meaning compares texts by what they mean, across languages and in this process.
type Meaning interface {
	Dims() int
	EmbedTo(dst []float32, text string) // a unit vector
	Calibrate(cosine float64) float64   // the similarity that thresholds speak of, 0..1
}

// meantFrom is the similarity from which a turn speaks of a condition though it shares no word
// with it: "I want my money back" of "asks for a refund". What is of another matter stays some
// way below: an invoice is no return.
const meantFrom = 0.84

// mostConditions bounds the conditions whose vectors are kept; a tenant has a hundred rules at most.
const mostConditions = 4096

// conditions keeps the vectors of rules' conditions.
type conditions struct {
	mu    sync.RWMutex
	ready map[string][]float32
}

func (c *conditions) of(m Meaning, words string) []float32 {
	c.mu.RLock()
	v := c.ready[words]
	c.mu.RUnlock()
	if v != nil {
		return v
	}
	v = make([]float32, m.Dims())
	m.EmbedTo(v, words)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ready == nil || len(c.ready) >= mostConditions {
		c.ready = map[string][]float32{}
	}
	c.ready[words] = v
	return v
}

// means returns a function that reports whether a question means what a condition says. The
// question is embedded when the first condition asks.
func (in *Injector) means(question string) func(words string) bool {
	m := in.parts.Meaning
	if m == nil {
		return func(string) bool { return false }
	}
	var asked []float32
	return func(words string) bool {
		if asked == nil {
			asked = make([]float32, m.Dims())
			m.EmbedTo(asked, cutBytes(question, meantBytes))
		}
		var cosine float32
		for i, x := range in.conditions.of(m, words) {
			cosine += x * asked[i]
		}
		return m.Calibrate(float64(cosine)) >= meantFrom
	}
}

// meantBytes is how much of a question is compared: a long one is of many things.
const meantBytes = 600
