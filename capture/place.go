package capture

import (
	"context"

	"mneme/memory"
)

// Name names the learner among the places where a memory may be kept.
func (l *Learner) Name() string { return "learner" }

// Forget lets go of what is kept at hand of an owner, whichever records it is
// about: beliefs are read again from truth. It returns how many records that were.
// What is being worked on meets its tombstones when it is committed.
func (l *Learner) Forget(ctx context.Context, owner memory.Owner, ids []string) (int, error) {
	held := l.shelf.records(owner)
	l.shelf.drop(owner)
	if ids == nil {
		l.rate.drop(ctx, owner)
	}
	return held, nil
}

// Left counts the records of an owner that are still kept at hand.
func (l *Learner) Left(_ context.Context, owner memory.Owner, ids []string) (int, error) {
	if ids == nil {
		return l.shelf.records(owner), nil
	}
	return l.shelf.among(owner, ids), nil
}

// records counts what is kept of an owner. What a worker has taken out is not
// counted: it is not given back once it was dropped.
func (s *shelf) records(owner memory.Owner) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.kept[owner.Key()]; b != nil {
		return len(b.records) + len(b.spoken)
	}
	return 0
}

// among counts which of the given records are kept.
func (s *shelf) among(owner memory.Owner, ids []string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.kept[owner.Key()]
	if b == nil {
		return 0
	}
	n := 0
	for _, id := range ids {
		if _, ok := b.at[id]; ok {
			n++
			continue
		}
		for i := range b.spoken {
			if b.spoken[i].ID == id {
				n++
				break
			}
		}
	}
	return n
}

func (r *rate) drop(ctx context.Context, owner memory.Owner) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.counts, owner.Key())
	if r.days != nil {
		_ = r.days.Note(ctx, owner, dayCaptures, "") // a count under a hash of an owner who is gone
	}
}
