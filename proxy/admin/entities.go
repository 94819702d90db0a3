package admin

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"mneme/capture"
	"mneme/memory"
	"mneme/memory/upkeep"
)

// Calls about entities: who and what an owner's records are about, and which of them are one.

type mergeIn struct {
	scopeIn
	Level  string `json:"level"`
	TeamID string `json:"team_id"`
	From   string `json:"from"`
	Into   string `json:"into"`
}

// mergeOut is a merge and what it did.
type mergeOut struct {
	ID      string     `json:"id"`
	From    string     `json:"from"`
	Into    string     `json:"into"`
	Level   string     `json:"level"`
	Status  string     `json:"status"` // merged, split
	At      time.Time  `json:"at"`
	EndedAt *time.Time `json:"ended_at"`
	Records *int       `json:"records,omitempty"` // that go by another name now, or by their own again
	Yielded *int       `json:"yielded,omitempty"` // of those, facts that stand back for one heard of later, or are believed again
}

func showMerge(r *memory.Record) mergeOut {
	out := mergeOut{ID: r.ID, From: r.Subject, Into: r.Object, Level: string(r.Owner.Level), Status: "merged", At: r.Created.UTC()}
	if !r.Ended.IsZero() {
		ended := r.Ended.UTC()
		out.Status, out.EndedAt = "split", &ended
	}
	return out
}

func (s *Server) mergeEntities(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in mergeIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	owner, err := s.leveled(r, in.scopeIn, in.Level, in.TeamID)
	if err != nil {
		return 0, nil, err
	}
	done, err := s.deps.Desk.Merge(r.Context(), owner, in.From, in.Into, caller(r).Name)
	if err != nil {
		return 0, nil, mergeProblem(err)
	}
	out, err := s.merged(r, owner, "merge", done)
	return http.StatusCreated, out, err
}

func (s *Server) splitEntities(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, level, team := q.scope(), q.filter("level"), q.filter("team_id")
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.leveled(r, scope, level, team)
	if err != nil {
		return 0, nil, err
	}
	done, err := s.deps.Desk.Split(r.Context(), owner, r.PathValue("id"), caller(r).Name)
	if err != nil {
		return 0, nil, mergeProblem(err)
	}
	out, err := s.merged(r, owner, "split", done)
	return http.StatusOK, out, err
}

func mergeProblem(err error) error {
	conflict := func(code, param, message string) error {
		return &Problem{Status: http.StatusConflict, Type: "invalid_request_error", Code: code, Param: param, Message: message}
	}
	switch {
	case errors.Is(err, capture.ErrMerged):
		return conflict("conflict", "from", "this entity goes by another name already, or the other by its: undo that merge first")
	case errors.Is(err, capture.ErrSplit):
		return conflict("conflict", "id", "this merge is undone already")
	}
	return fieldProblem(err)
}

// merged tells of a merge or a split. One of a tenant's own reaches all of his users' records.
func (s *Server) merged(r *http.Request, owner memory.Owner, op string, done capture.Merge) (mergeOut, error) {
	s.audit(r, owner, op, done.Record.ID)
	out := showMerge(&done.Record)
	out.Records, out.Yielded = &done.Renamed, &done.Yielded
	if owner.Level != memory.LevelTenant || s.deps.Upkeep == nil {
		return out, nil
	}
	reports, err := s.deps.Upkeep.Do(r.Context(), upkeep.Order{Job: "rename", Tenant: owner.Tenant, Realm: owner.Realm, By: caller(r).Name})
	for i := range reports {
		*out.Records += len(reports[i].Deeds)
	}
	return out, err
}

func (s *Server) listMerges(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, level, team := q.scope(), q.filter("level"), q.filter("team_id")
	filter := memory.Filter{Kind: memory.KindAlias, Layers: []memory.Layer{memory.Semantic}, Limit: q.limit(), Cursor: q.text("cursor")}
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	var err error
	if filter.Owner, err = s.leveled(r, scope, level, team); err != nil {
		return 0, nil, err
	}
	found, err := s.deps.Truth.List(r.Context(), filter)
	if err != nil {
		return 0, nil, err
	}
	out := []mergeOut{}
	for i := range found.Records {
		if memory.IsMerge(&found.Records[i]) {
			out = append(out, showMerge(&found.Records[i]))
		}
	}
	return http.StatusOK, page{Data: out, Next: found.Next}, nil
}

// entityOut is an entity: its canonical name, how else it was called, and how many records are
// about it.
type entityOut struct {
	Name    string   `json:"name"`
	Names   []string `json:"names"`
	Records int      `json:"records"`
}

type entitiesOut struct {
	Data []entityOut `json:"data"`
	Next string      `json:"next_cursor"`
}

type mergesOut struct {
	Data []mergeOut `json:"data"`
	Next string     `json:"next_cursor"`
}

// mostEntities bounds the entities of one answer.
const mostEntities = 500

// listEntities shows who and what an owner's believed records are about, the most spoken of
// first.
func (s *Server) listEntities(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, level, team, part, limit := q.scope(), q.filter("level"), q.filter("team_id"), q.filter("q"), q.limit()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.leveled(r, scope, level, team)
	if err != nil {
		return 0, nil, err
	}
	all := map[string]*entityOut{}
	if err := s.eachBelieved(r.Context(), owner, func(record *memory.Record) { gather(all, record) }); err != nil {
		return 0, nil, err
	}
	out := make([]entityOut, 0, len(all))
	for _, e := range all {
		slices.Sort(e.Names)
		if part == "" || strings.Contains(memory.Fold(strings.Join(append([]string{e.Name}, e.Names...), "\n")), memory.Fold(part)) {
			out = append(out, *e)
		}
	}
	slices.SortFunc(out, func(a, b entityOut) int {
		return cmp.Or(cmp.Compare(b.Records, a.Records), cmp.Compare(a.Name, b.Name))
	})
	return http.StatusOK, page{Data: out[:min(len(out), limit, mostEntities)]}, nil
}

// eachBelieved calls f with the records of an owner that are believed.
func (s *Server) eachBelieved(ctx context.Context, owner memory.Owner, f func(*memory.Record)) error {
	filter := memory.Filter{Owner: owner, Statuses: []memory.Status{memory.Current}, Limit: 500}
	for {
		found, err := s.deps.Truth.List(ctx, filter)
		if err != nil {
			return err
		}
		for i := range found.Records {
			f(&found.Records[i])
		}
		if filter.Cursor = found.Next; found.Next == "" {
			return nil
		}
	}
}

// gather counts a record for each of its entities.
func gather(all map[string]*entityOut, r *memory.Record) {
	if memory.IsMerge(r) {
		return
	}
	count := func(name string, was []string) {
		switch name {
		case "", "user", "assistant", "system", "tool":
			return
		}
		key := memory.Fold(name)
		e := all[key]
		if e == nil {
			e = &entityOut{Name: name, Names: []string{}}
			all[key] = e
		}
		e.Records++
		for _, other := range was {
			if other != "" && memory.Fold(other) != key && !slices.Contains(e.Names, other) {
				e.Names = append(e.Names, other)
			}
		}
	}
	var subjects []string
	entities := map[string]bool{}
	for i := range r.Called {
		subjects = append(subjects, r.Called[i].Subject)
	}
	count(r.Subject, subjects)
	if len(r.Called) == 1 && len(r.Event.Entities) == 1 && len(r.Called[0].Entities) == 1 { // whose name is whose is plain
		count(r.Event.Entities[0], r.Called[0].Entities)
		return
	}
	for _, name := range r.Event.Entities {
		if !entities[name] {
			entities[name] = true
			count(name, nil)
		}
	}
}
