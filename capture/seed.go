package capture

import (
	"sync"
	"time"

	"mneme/memory"
)

// again is how long the same words without any history before them are a retry
// or a step of the same turn, and not said once more.
const again = 10 * time.Minute

// seedsKept bounds the words that are remembered for it, by their hash.
const seedsKept = 1 << 15

// seeds tells apart words that come without a history. Within again the same
// words of a session have the same seed. It is a stretch of time, so that a
// restart in between changes nothing but at the border of two.
type seeds struct {
	mu   sync.Mutex
	said map[[32]byte]saidAt
}

type saidAt struct {
	seed string
	at   time.Time
}

// of returns the seed of words, by their hash.
func (s *seeds) of(words [32]byte, now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, ok := s.said[words]; ok && now.Sub(before.at).Abs() < again {
		return before.seed
	}
	if s.said == nil || len(s.said) >= seedsKept {
		s.sweep(now)
	}
	seed := now.UTC().Truncate(again).Format(time.RFC3339)
	if before, ok := s.said[words]; ok && before.seed == seed {
		seed += "+" // the border of two stretches was nearer than again
	}
	s.said[words] = saidAt{seed, now}
	return seed
}

// sweep drops what is too old to matter; where that is not enough, all.
func (s *seeds) sweep(now time.Time) {
	kept := map[[32]byte]saidAt{}
	for k, v := range s.said {
		if now.Sub(v.at).Abs() < again && len(kept) < seedsKept/2 {
			kept[k] = v
		}
	}
	s.said = kept
}

// seed returns the seeds of a session's words.
func (in *Intake) seed(owner memory.Owner, session string, now time.Time) func(text string) string {
	return func(text string) string {
		return in.seeds.of(in.parts.Sealer.Hash(owner, domainSeed, joined(session, squeeze(text))), now)
	}
}
