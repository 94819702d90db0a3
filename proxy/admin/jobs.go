package admin

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"mneme/memory"
	"mneme/memory/upkeep"
)

// Upkeep looks after what is remembered. *upkeep.Keeper is one.
type Upkeep interface {
	Jobs() []upkeep.Job
	Running() (done, all int)
	Do(ctx context.Context, o upkeep.Order) ([]memory.Report, error)
	Reports(ctx context.Context, owner memory.Owner, job string, limit int) ([]memory.Report, error)
	Vitality(ctx context.Context, owner memory.Owner) (upkeep.Vitality, error)
	Promote(ctx context.Context, owner memory.Owner, id, team, by string) (memory.Record, error)
	Silence(ctx context.Context, owner memory.Owner, topic string) error
	Unsilence(ctx context.Context, owner memory.Owner, topic string) error
}

// maxDeeds bounds the records that one report names in an answer.
const maxDeeds = 1000

type jobOut struct {
	Name    string `json:"name"`
	Says    string `json:"says"`
	EveryMS int64  `json:"every_ms"`
}

type reportOut struct {
	ID       string         `json:"id"`
	Job      string         `json:"job"`
	TenantID string         `json:"tenant_id"`
	Realm    string         `json:"realm"`
	Level    string         `json:"level"`
	UserID   string         `json:"user_id"`
	By       string         `json:"by"`
	BegunAt  time.Time      `json:"begun_at"`
	EndedAt  time.Time      `json:"ended_at"`
	Counts   map[string]int `json:"counts"`
	Deeds    []memory.Deed  `json:"deeds"`
	More     int            `json:"more"` // deeds that are not named here
}

func showReports(reports []memory.Report) []reportOut {
	out := make([]reportOut, 0, len(reports))
	for _, r := range reports {
		one := reportOut{
			ID: r.ID, Job: r.Job, TenantID: r.Owner.Tenant, Realm: r.Owner.Realm, Level: string(r.Owner.Level), UserID: r.Owner.ID, By: r.By,
			BegunAt: r.Begun.UTC(), EndedAt: r.Ended.UTC(), Counts: r.Counts, Deeds: r.Deeds,
		}
		if one.Deeds == nil {
			one.Deeds = []memory.Deed{}
		}
		if one.Counts == nil {
			one.Counts = map[string]int{}
		}
		if over := len(one.Deeds) - maxDeeds; over > 0 {
			one.Deeds, one.More = one.Deeds[:maxDeeds], over
		}
		out = append(out, one)
	}
	return out
}

// runningOut tells of what was asked for on demand how many owners are done.
type runningOut struct {
	Done int `json:"done"`
	All  int `json:"all"`
}

type jobsOut struct {
	Jobs    []jobOut    `json:"jobs"`
	Running *runningOut `json:"running"` // null: nothing runs on demand
	Reports []reportOut `json:"reports"`
}

// listJobs shows the jobs there are and what they did: for one user, or for all of
// a tenant's.
func (s *Server) listJobs(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, job, limit := q.scope(), q.filter("job"), q.limit()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.scoped(r, scope)
	if err != nil {
		return 0, nil, err
	}
	out := jobsOut{Jobs: []jobOut{}}
	for _, j := range s.deps.Upkeep.Jobs() {
		out.Jobs = append(out.Jobs, jobOut{j.Name, j.Says, j.Every.Milliseconds()})
	}
	if done, all := s.deps.Upkeep.Running(); all > 0 {
		out.Running = &runningOut{done, all}
	}
	if job != "" && !slices.ContainsFunc(out.Jobs, func(j jobOut) bool { return j.Name == job }) {
		return 0, nil, invalid("job", "job %q is unknown", job)
	}
	reports, err := s.deps.Upkeep.Reports(r.Context(), owner, job, limit)
	if err != nil {
		return 0, nil, err
	}
	out.Reports = showReports(reports)
	return http.StatusOK, out, nil
}

// scoped is the user a call names, or every user of the tenant's realm.
func (s *Server) scoped(r *http.Request, scope scopeIn) (memory.Owner, error) {
	t, realm, err := scopeOf(r, scope)
	if err != nil {
		return memory.Owner{}, err
	}
	owner := memory.Owner{Tenant: t, Realm: realm, Level: memory.LevelUser}
	if scope.UserID != "" || caller(r).User != "" {
		owner.ID, err = s.user(r, t, realm, scope.UserID)
	}
	return owner, err
}

// runJob does a job now; the job "all" is every one of them.
func (s *Server) runJob(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in scopeIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	owner, err := s.scoped(r, in)
	if err != nil {
		return 0, nil, err
	}
	order := upkeep.Order{Job: r.PathValue("name"), Tenant: owner.Tenant, Realm: owner.Realm, User: owner.ID, By: caller(r).Name}
	if order.Job == "all" {
		order.Job = ""
	}
	if order.Job == "sweep" {
		if err := operator(r); err != nil { // it is about everybody
			return 0, nil, err
		}
	}
	reports, err := s.deps.Upkeep.Do(r.Context(), order)
	if errors.Is(err, upkeep.ErrNoJob) {
		return 0, nil, notFound()
	}
	if err != nil {
		return 0, nil, err
	}
	s.audit(r, owner, "upkeep")
	return http.StatusOK, page{Data: showReports(reports)}, nil
}

// vitality shows how alive a user's memory is, or a tenant's.
func (s *Server) vitality(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.scoped(r, scope)
	if err != nil {
		return 0, nil, err
	}
	v, err := s.deps.Upkeep.Vitality(r.Context(), owner)
	return http.StatusOK, v, err
}

type promoteIn struct {
	scopeIn
	TeamID string `json:"team_id"`
}

// promote copies a user's verified record into a team's memory.
func (s *Server) promote(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in promoteIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if err := operator(r); err != nil {
		return 0, nil, err
	}
	if in.TeamID == "" {
		return 0, nil, missing("team_id", "team_id is missing")
	}
	if err := memory.CheckID(in.TeamID); err != nil {
		return 0, nil, invalid("team_id", "team_id %v", err)
	}
	owner, err := s.owner(r, in.scopeIn)
	if err != nil {
		return 0, nil, err
	}
	record, err := s.deps.Upkeep.Promote(r.Context(), owner, r.PathValue("id"), in.TeamID, caller(r).Name)
	if errors.Is(err, upkeep.ErrUnverified) {
		return 0, nil, invalid("id", "only a verified record becomes a team's")
	}
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, memory.FormOf(&record), nil
}

type topicIn struct {
	scopeIn
	Topic  string `json:"topic"`
	Silent *bool  `json:"silent"`
}

// silence drops a topic of a user's, or takes it up again.
func (s *Server) silence(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in topicIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	if in.Silent == nil {
		return 0, nil, missing("silent", "silent is missing: true or false")
	}
	owner, err := s.owner(r, in.scopeIn)
	if err != nil {
		return 0, nil, err
	}
	act := s.deps.Upkeep.Silence
	if !*in.Silent {
		act = s.deps.Upkeep.Unsilence
	}
	if err := act(r.Context(), owner, in.Topic); err != nil {
		if errors.Is(err, upkeep.ErrNoTopic) {
			return 0, nil, missing("topic", "topic is missing")
		}
		return 0, nil, err
	}
	s.audit(r, owner, "settings")
	return http.StatusOK, map[string]any{"silent": *in.Silent}, nil
}

// jobRoutes registers the calls about upkeep, where there is any.
func (s *Server) jobRoutes() {
	if s.deps.Upkeep == nil {
		return
	}
	s.call(operation{"GET", "/jobs", "The jobs of upkeep, and what they did to which record and why, newest first.", with("job", "limit"), nil, jobsOut{}, 200}, s.listJobs)
	s.call(operation{"POST", "/jobs/{name}", "Do a job now, for a user or a whole tenant; \"all\" is every job.", nil, scopeIn{}, page{}, 200}, s.runJob)
	s.call(operation{"GET", "/vitality", "How alive a user's memory is, with the questions that would wake it up; without a user the tenant's.", owned, nil, upkeep.Vitality{}, 200}, s.vitality)
	s.call(operation{"POST", "/memories/{id}/promote", "Copy a verified record into a team's memory.", nil, promoteIn{}, memory.Form{}, 201}, s.promote)
	s.call(operation{"POST", "/topics", "Drop a topic, or take it up again.", nil, topicIn{}, nil, 200}, s.silence)
}
