package admin

import (
	"errors"
	"net/http"
	"strings"

	"mneme/capture"
	"mneme/memory"
	"mneme/memory/erase"
)

type page struct {
	Data any    `json:"data"`
	Next string `json:"next_cursor"`
}

func (s *Server) listMemories(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	level, team := q.filter("level"), q.filter("team_id")
	filter := memory.Filter{
		Kind: q.filter("kind"), SessionID: q.filter("session_id"), Source: memory.Source(q.filter("source")),
		Query: q.filter("q"), Since: q.time("since"), Until: q.time("until"), Limit: q.limit(), Cursor: q.text("cursor"),
	}
	for _, layer := range words(q.filter("layer")) {
		filter.Layers = append(filter.Layers, memory.Layer(layer))
	}
	for _, status := range words(q.filter("status")) {
		filter.Statuses = append(filter.Statuses, memory.Status(status))
	}
	if err := errors.Join(q.done(), checkFilter(filter)); err != nil {
		return 0, nil, err
	}
	owner, err := s.leveled(r, scope, level, team)
	if err != nil {
		return 0, nil, err
	}
	filter.Owner = owner
	found, err := s.deps.Truth.List(r.Context(), filter)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, page{Data: memory.FormsOf(found.Records), Next: found.Next}, nil
}

// words cuts a comma list; a filter may name several values.
func words(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

func checkFilter(f memory.Filter) error {
	for _, layer := range f.Layers {
		if err := checkLayer(string(layer)); err != nil {
			return err
		}
	}
	for _, status := range f.Statuses {
		switch status {
		case memory.Current, memory.Observed, memory.Pending, memory.Superseded, memory.Expired, memory.Archived, memory.Quarantined:
		default:
			return invalid("status", "status %q is unknown", status)
		}
	}
	return checkSource(string(f.Source))
}

func checkLayer(layer string) error {
	switch memory.Layer(layer) {
	case "", memory.Working, memory.Episodic, memory.Semantic, memory.Procedural:
		return nil
	}
	return invalid("layer", "layer %q is unknown: working, episodic, semantic or procedural", layer)
}

func checkSource(source string) error {
	switch memory.Source(source) {
	case "", memory.UserDirect, memory.OfficialDocument, memory.Verified, memory.Tool, memory.AIInference:
		return nil
	}
	return invalid("source", "source %q is unknown: user_direct, official_document, verified, tool or ai_inference", source)
}

// leveled returns the owner a call means: the user's own memory unless a level
// or a team is named, which only operators may.
func (s *Server) leveled(r *http.Request, scope scopeIn, level, team string) (memory.Owner, error) {
	if level == "" && team != "" {
		level = string(memory.LevelTeam)
	}
	if team != "" && memory.Level(level) != memory.LevelTeam && (r.Method == http.MethodGet || r.Method == http.MethodDelete) {
		return memory.Owner{}, invalid("team_id", "team_id names a team, and level %s asks for none", level)
	}
	if level == "" || memory.Level(level) == memory.LevelUser {
		return s.owner(r, scope)
	}
	if err := operator(r); err != nil {
		return memory.Owner{}, err
	}
	tenant, err := tenant(r, scope.TenantID)
	if err != nil {
		return memory.Owner{}, err
	}
	realm, err := realmOf(r, scope.Realm)
	if err != nil {
		return memory.Owner{}, err
	}
	switch memory.Level(level) {
	case memory.LevelTenant:
		return memory.TenantOwner(tenant, realm), nil
	case memory.LevelTeam:
		if err := memory.CheckID(team); err != nil {
			return memory.Owner{}, invalid("team_id", "team_id %v", err)
		}
		return memory.TeamOwner(tenant, realm, team), nil
	}
	return memory.Owner{}, invalid("level", "level %q is unknown: user, team or tenant", level)
}

// memoryIn is the body of POST /memories: a record's form and its owner.
type memoryIn memory.Form

func (s *Server) addMemory(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in memoryIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	owner, err := s.leveled(r, scopeIn{UserID: in.UserID, TenantID: in.TenantID, Realm: in.Realm}, string(in.Level), in.TeamID)
	if err != nil {
		return 0, nil, err
	}
	if in.Layer == "" {
		in.Layer = memory.Semantic
	}
	if in.Source == "" {
		in.Source = memory.UserDirect
	}
	if strings.TrimSpace(in.Text) == "" {
		return 0, nil, missing("text", "text is missing")
	}
	record, err := memory.Form(in).Record()
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	record.Owner = owner
	if err := caller(r).own(&record); err != nil {
		return 0, nil, err
	}
	added, err := s.deps.Desk.Add(r.Context(), record, caller(r).Name)
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	s.audit(r, owner, "write", added.ID)
	return http.StatusCreated, memory.FormOf(&added), nil
}

// fieldProblem says a fault of a field in the caller's terms.
func fieldProblem(err error) error {
	var fault *memory.FieldError
	if errors.As(err, &fault) {
		return invalid(fault.Field, "%v", fault)
	}
	var clash *capture.ClashError
	if errors.As(err, &clash) {
		return &Problem{Status: http.StatusConflict, Type: "invalid_request_error", Code: "conflict", Param: "text", Message: "this rule " + clash.Error()}
	}
	return err
}

// single reads the owner and the record that a path names.
func (s *Server) single(r *http.Request, extra func(q *query)) (memory.Owner, *memory.Record, error) {
	q := readQuery(r)
	scope, level, team := q.scope(), q.filter("level"), q.filter("team_id")
	if extra != nil {
		extra(q)
	}
	if err := q.done(); err != nil {
		return memory.Owner{}, nil, err
	}
	owner, err := s.leveled(r, scope, level, team)
	if err != nil {
		return memory.Owner{}, nil, err
	}
	record, err := s.get(r, owner, r.PathValue("id"))
	return owner, record, err
}

func (s *Server) get(r *http.Request, owner memory.Owner, id string) (*memory.Record, error) {
	found, err := s.deps.Truth.Get(r.Context(), owner, []string{id})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, notFound()
	}
	return &found[0], nil
}

func (s *Server) getMemory(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	_, record, err := s.single(r, nil)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, memory.FormOf(record), nil
}

func (s *Server) memoryHistory(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	owner, record, err := s.single(r, nil)
	if err != nil {
		return 0, nil, err
	}
	changes, err := s.deps.Truth.History(r.Context(), owner, record.ID)
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return 0, nil, err
	}
	if changes == nil {
		changes = []memory.Change{}
	}
	return http.StatusOK, page{Data: changes}, nil
}

// patchIn is the body of PATCH /memories/{id}.
type patchIn struct {
	scopeIn
	Level      string                 `json:"level"`
	TeamID     string                 `json:"team_id"`
	Text       *string                `json:"text"`
	Object     *string                `json:"object"`
	Constraint *memory.ConstraintForm `json:"constraint"`
	Confidence *float64               `json:"confidence"`
	Status     *memory.Status         `json:"status"`
}

func (s *Server) patchMemory(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in patchIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	q := readQuery(r)
	scope := q.scope()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.leveled(r, in.scopeIn.or(scope), in.Level, in.TeamID)
	if err != nil {
		return 0, nil, err
	}
	record, err := s.get(r, owner, r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	edit, err := in.edit(record)
	if err != nil {
		return 0, nil, err
	}
	changed, err := s.deps.Desk.Edit(r.Context(), owner, record.ID, edit, caller(r).Name)
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	s.audit(r, owner, "change", record.ID)
	return http.StatusOK, memory.FormOf(&changed), nil
}

// or fills what the body leaves out from the query string.
func (in scopeIn) or(other scopeIn) scopeIn {
	if in.UserID == "" {
		in.UserID = other.UserID
	}
	if in.TenantID == "" {
		in.TenantID = other.TenantID
	}
	if in.Realm == "" {
		in.Realm = other.Realm
	}
	return in
}

func (in patchIn) edit(record *memory.Record) (capture.Edit, error) {
	edit := capture.Edit{Text: in.Text, Object: in.Object, Confidence: in.Confidence, Status: in.Status}
	form := memory.FormOf(record)
	if in.Constraint != nil {
		form.Constraint = *in.Constraint
	}
	if in.Confidence != nil {
		form.Confidence = *in.Confidence
	}
	if in.Status != nil {
		form.Status = *in.Status
		if *in.Status == "" {
			return edit, invalid("status", "status is empty")
		}
	}
	if in.Text != nil && strings.TrimSpace(*in.Text) == "" {
		return edit, invalid("text", "text is empty: delete the record instead")
	}
	if in.Text == nil && in.Object == nil && in.Constraint == nil && in.Confidence == nil && in.Status == nil {
		return edit, missing("", "nothing to change: name text, object, constraint, confidence or status")
	}
	after, err := form.Record()
	if err != nil {
		return edit, fieldProblem(err)
	}
	if in.Constraint != nil {
		edit.Constraint = &after.Constraint
	}
	return edit, nil
}

func (s *Server) deleteMemory(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	dry := false
	owner, record, err := s.single(r, func(q *query) { dry = q.bool("dry_run") })
	if err != nil {
		return 0, nil, err
	}
	receipt, err := s.deps.Erase.Forget(r.Context(), erase.Request{Owner: owner, IDs: []string{record.ID}, DryRun: dry, By: caller(r).Name})
	if err != nil {
		return 0, nil, err
	}
	return s.showForget(r, owner, receipt)
}

func (s *Server) deleteMemories(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, level, team := q.scope(), q.filter("level"), q.filter("team_id")
	in := erase.Request{
		SessionID: q.filter("session_id"), Topic: q.filter("topic"), Source: memory.Source(q.filter("source")),
		MessageID: q.filter("message_id"), Since: q.time("since"), Until: q.time("until"),
		Layer: memory.Layer(q.filter("layer")), All: q.bool("all"), DryRun: q.bool("dry_run"), By: caller(r).Name,
	}
	if err := errors.Join(q.done(), checkLayer(string(in.Layer)), checkSource(string(in.Source))); err != nil {
		return 0, nil, err
	}
	// Whom to forget is never guessed: a deletion names its user.
	if scope.UserID == "" && level == "" && team == "" && caller(r).User == "" {
		return 0, nil, missing("user_id", "user_id is missing: a deletion names its user")
	}
	owner, err := s.leveled(r, scope, level, team)
	if err != nil {
		return 0, nil, err
	}
	in.Owner = owner
	receipt, err := s.deps.Erase.Forget(r.Context(), in)
	if err != nil {
		return 0, nil, err
	}
	return s.showForget(r, owner, receipt)
}

// wouldMost bounds the records that a dry run shows.
const wouldMost = 500

// showForget shows what a forget did, and of a dry run which records it would take.
func (s *Server) showForget(r *http.Request, owner memory.Owner, receipt erase.Receipt) (int, any, error) {
	out := showErasure(receipt, receipt.KeyID)
	if receipt.DryRun && len(receipt.Records) > 0 {
		records, err := s.deps.Truth.Get(r.Context(), owner, receipt.Records[:min(len(receipt.Records), wouldMost)])
		if err != nil {
			return 0, nil, err
		}
		out.Would = memory.FormsOf(records)
	}
	return http.StatusOK, out, nil
}

// erasureOut is the answer to a deletion.
type erasureOut struct {
	Deleted    map[string]int `json:"deleted"`
	ReceiptID  string         `json:"receipt_id"`
	Verified   bool           `json:"verified"`
	DryRun     bool           `json:"dry_run,omitempty"`
	DurationMS float64        `json:"duration_ms"`
	Hashes     hashesOut      `json:"hashes"`
	Would      []memory.Form  `json:"would_delete,omitempty"` // of a dry run, the first 500 records
}

type hashesOut struct {
	Algorithm string   `json:"algorithm"`
	KeyID     string   `json:"key_id"`
	Records   []string `json:"records"`
}

func showErasure(receipt erase.Receipt, keyID string) erasureOut {
	out := erasureOut{
		Deleted: map[string]int{"records": 0, "journal": 0, "index": 0}, ReceiptID: receipt.ID, Verified: receipt.Verified && !receipt.DryRun,
		DryRun: receipt.DryRun, DurationMS: milliseconds(receipt.Took),
		Hashes: hashesOut{Algorithm: "hmac-sha256", KeyID: keyID, Records: list(receipt.Hashes)},
	}
	for place, n := range receipt.Counts {
		out.Deleted[place] += n
	}
	return out
}

func (s *Server) audit(r *http.Request, owner memory.Owner, op string, ids ...string) {
	s.deps.Ops.WriteAudit(memory.Audit{At: s.deps.Now(), Owner: owner, By: caller(r).Name, Op: op, Records: ids})
}
