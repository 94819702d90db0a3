package admin

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"mneme/memory"
)

type receiptOut struct {
	ID        string         `json:"id"`
	At        time.Time      `json:"at"`
	TenantID  string         `json:"tenant_id"`
	UserID    string         `json:"user_id"`
	Realm     string         `json:"realm"`
	SessionID string         `json:"session_id"`
	Status    string         `json:"status"`
	Reason    string         `json:"reason"`
	Shadow    bool           `json:"shadow,omitempty"`
	Injected  []injectedOut  `json:"injected"`
	Dropped   []dropOut      `json:"dropped"`
	Tokens    int            `json:"tokens"`
	Prompt    map[string]int `json:"prompt_tokens"`
	LatencyMS float64        `json:"latency_ms"`
	Capture   captureOut     `json:"capture"`
	Usage     map[string]int `json:"usage"`
}

type injectedOut struct {
	ID      string          `json:"id"`
	Layer   memory.Layer    `json:"layer"`
	Text    string          `json:"text"`
	Tokens  int             `json:"tokens"`
	Score   float64         `json:"score"`
	Scores  memory.Scores   `json:"scores"`
	Routes  []memory.Route  `json:"routes"`
	Sources []sourceRefJSON `json:"sources"`
}

type sourceRefJSON struct {
	SessionID string `json:"session_id"`
	MessageID string `json:"message_id"`
}

type captureOut struct {
	State    string     `json:"state"`
	Records  []string   `json:"records"`
	Messages []string   `json:"messages"`
	Reason   string     `json:"reason"`
	Trace    []stageOut `json:"trace"`
}

type stageOut struct {
	Stage    string  `json:"stage"`
	Decision string  `json:"decision"`
	Detail   string  `json:"detail,omitempty"`
	Count    int     `json:"count"`
	TookMS   float64 `json:"took_ms"`
}

// mayRead reports whether the caller may see a receipt; if not, it does not
// exist for him.
func mayRead(c Caller, owner memory.Owner) bool {
	if c.User != "" && (owner.Level != memory.LevelUser || owner.ID != c.User) {
		return false
	}
	if len(c.Tenants) > 0 && !slices.Contains(c.Tenants, owner.Tenant) {
		return false
	}
	return len(c.Realms) == 0 || slices.Contains(c.Realms, owner.Realm)
}

func (s *Server) getReceipt(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	receipt, err := s.deps.Ops.Receipt(r.Context(), r.PathValue("id"))
	if err != nil {
		return 0, nil, err
	}
	if scope.UserID != "" {
		if scope.UserID, err = s.canonical(r.Context(), receipt.Owner.Tenant, scope.UserID); err != nil {
			return 0, nil, err
		}
	}
	if !mayRead(caller(r), receipt.Owner) || !scope.fits(receipt.Owner) {
		return 0, nil, notFound()
	}
	return http.StatusOK, s.showReceipt(r, receipt), nil
}

// fits reports whether an owner is one that the scope can mean.
func (in scopeIn) fits(owner memory.Owner) bool {
	return (in.UserID == "" || in.UserID == owner.ID) &&
		(in.TenantID == "" || in.TenantID == owner.Tenant) &&
		(in.Realm == "" || in.Realm == owner.Realm)
}

func (s *Server) listReceipts(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope, limit, cursor := q.scope(), q.limit(), q.text("cursor")
	if err := q.done(); err != nil {
		return 0, nil, err
	}
	owner, err := s.owner(r, scope)
	if err != nil {
		return 0, nil, err
	}
	receipts, next, err := s.deps.Ops.Receipts(r.Context(), owner, limit, cursor)
	if err != nil {
		return 0, nil, err
	}
	out := make([]receiptOut, 0, len(receipts))
	for _, receipt := range receipts {
		out = append(out, s.showReceipt(r, receipt))
	}
	return http.StatusOK, page{Data: out, Next: next}, nil
}

// showReceipt adds the texts that the receipt itself does not hold, as far as
// they still exist.
func (s *Server) showReceipt(r *http.Request, receipt memory.Receipt) receiptOut {
	out := receiptOut{
		ID: receipt.ID, At: receipt.At.UTC(), TenantID: receipt.Owner.Tenant, UserID: receipt.Owner.ID, Realm: receipt.Owner.Realm,
		SessionID: receipt.SessionID, Status: receipt.Status, Reason: receipt.Reason, Shadow: receipt.Shadow,
		Injected: []injectedOut{}, Dropped: []dropOut{}, Tokens: receipt.Tokens, LatencyMS: milliseconds(receipt.Latency),
		Prompt: map[string]int{
			"system": receipt.Parts.System, "tools": receipt.Parts.Tools, "history": receipt.Parts.History, "memory": receipt.Parts.Memory,
		},
		Capture: captureOut{
			State: receipt.Capture.State, Reason: receipt.Capture.Reason, Records: list(receipt.Capture.Records),
			Messages: list(receipt.Capture.Messages), Trace: []stageOut{},
		},
		Usage: map[string]int{"prompt": receipt.Usage.Prompt, "completion": receipt.Usage.Completion, "cached": receipt.Usage.Cached},
	}
	for _, note := range receipt.Capture.Trace {
		out.Capture.Trace = append(out.Capture.Trace, stageOut{note.Stage, note.Decision, note.Detail, note.Count, milliseconds(note.Took)})
	}
	for _, drop := range receipt.Dropped {
		out.Dropped = append(out.Dropped, dropOut(drop))
	}
	texts := s.texts(r, receipt)
	for _, hit := range receipt.Injected {
		shown := injectedOut{ID: hit.ID, Layer: hit.Layer, Tokens: hit.Tokens, Score: hit.Score, Scores: hit.Scores, Routes: hit.Routes, Sources: []sourceRefJSON{}}
		if shown.Routes == nil {
			shown.Routes = []memory.Route{}
		}
		if record, ok := texts[hit.ID]; ok {
			shown.Text = record.Text
			for _, source := range record.Sources {
				shown.Sources = append(shown.Sources, sourceRefJSON{source.SessionID, source.MessageID})
			}
		}
		out.Injected = append(out.Injected, shown)
	}
	return out
}

func (s *Server) texts(r *http.Request, receipt memory.Receipt) map[string]memory.Record {
	ids := make([]string, 0, len(receipt.Injected))
	for _, hit := range receipt.Injected {
		ids = append(ids, hit.ID)
	}
	texts := map[string]memory.Record{}
	if len(ids) == 0 {
		return texts
	}
	owners := []memory.Owner{receipt.Owner, memory.TenantOwner(receipt.Owner.Tenant, receipt.Owner.Realm)}
	for _, owner := range owners {
		records, err := s.deps.Truth.Get(r.Context(), owner, ids)
		if err != nil {
			// The receipt is worth showing without the texts.
			s.deps.Log.Warn("texts of a receipt could not be read", "err", err)
			continue
		}
		for _, record := range records {
			texts[record.ID] = record
		}
	}
	return texts
}

type auditOut struct {
	At       time.Time `json:"at"`
	By       string    `json:"by"`
	Op       string    `json:"op"`
	TenantID string    `json:"tenant_id"`
	UserID   string    `json:"user_id"`
	Realm    string    `json:"realm"`
	Records  []string  `json:"records"`
	Code     string    `json:"code"`
	Ref      string    `json:"ref"`
}

func (s *Server) listAudit(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	q := readQuery(r)
	scope := q.scope()
	filter := memory.AuditFilter{
		By: q.filter("by"), Op: q.filter("op"), Code: q.filter("code"), Since: q.time("since"), Until: q.time("until"),
		Limit: q.limit(), Cursor: q.text("cursor"),
	}
	if err := errors.Join(q.done(), operator(r)); err != nil {
		return 0, nil, err
	}
	t, err := tenant(r, scope.TenantID)
	if err != nil {
		return 0, nil, err
	}
	realm, err := realmOf(r, scope.Realm)
	if err != nil {
		return 0, nil, err
	}
	filter.Owner = memory.Owner{Tenant: t, Realm: realm, Level: memory.LevelUser}
	if scope.UserID != "" {
		if filter.Owner.ID, err = s.canonical(r.Context(), t, scope.UserID); err != nil {
			return 0, nil, err
		}
	}
	audits, next, err := s.deps.Ops.Audits(r.Context(), filter)
	if err != nil {
		return 0, nil, err
	}
	out := make([]auditOut, 0, len(audits))
	for _, a := range audits {
		out = append(out, auditOut{a.At.UTC(), a.By, a.Op, a.Owner.Tenant, a.Owner.ID, a.Owner.Realm, list(a.Records), a.Code, a.Ref})
	}
	return http.StatusOK, page{Data: out, Next: next}, nil
}
