package admin

import (
	"net/http"
	"strings"

	"mneme/memory"
	"mneme/memory/erase"
)

// owned are the parameters by which every GET and DELETE names its owner.
var owned = []string{"user_id", "tenant_id", "realm"}

func with(more ...string) []string { return append(append([]string{}, owned...), more...) }

// routes registers every call. The table is the API: the OpenAPI document is
// made from it.
func (s *Server) routes() {
	s.call(operation{"POST", "/ingest", "Take a conversation in: past or present, with its own ids and times.", nil, ingestIn{}, nil, 202}, s.ingest)
	s.call(operation{"POST", "/flush", "Wait until all that was captured before this call is learnt and searchable.", nil, flushIn{}, nil, 200}, s.flush)
	s.call(operation{"POST", "/search", "What the proxy would inject for this question, and why.", nil, searchIn{}, searchOut{}, 200}, s.search)

	s.call(operation{"GET", "/memories", "List an owner's records.", with("level", "team_id", "layer", "status", "kind", "session_id", "source", "q", "since", "until", "limit", "cursor"), nil, page{}, 200}, s.listMemories)
	s.call(operation{"POST", "/memories", "Write a record by hand.", nil, memoryIn{}, memory.Form{}, 201}, s.addMemory)
	s.call(operation{"DELETE", "/memories", "Forget what a filter names, everywhere, with everything derived from it.", with("level", "team_id", "session_id", "topic", "source", "message_id", "since", "until", "layer", "all", "dry_run"), nil, erasureOut{}, 200}, s.deleteMemories)
	s.call(operation{"GET", "/memories/{id}", "One record, with its provenance.", with("level", "team_id"), nil, memory.Form{}, 200}, s.getMemory)
	s.call(operation{"PATCH", "/memories/{id}", "Correct a record; its history is kept.", nil, patchIn{}, memory.Form{}, 200}, s.patchMemory)
	s.call(operation{"DELETE", "/memories/{id}", "Forget one record.", with("level", "team_id", "dry_run"), nil, erasureOut{}, 200}, s.deleteMemory)
	s.call(operation{"GET", "/memories/{id}/history", "What became of a record, oldest first.", with("level", "team_id"), nil, page{}, 200}, s.memoryHistory)

	s.call(operation{"GET", "/entities", "Who and what an owner's records are about, the most spoken of first.", with("level", "team_id", "q", "limit"), nil, entitiesOut{}, 200}, s.listEntities)
	s.call(operation{"GET", "/entities/merges", "Which entities were made one, those that were parted again included, newest first.", with("level", "team_id", "limit", "cursor"), nil, mergesOut{}, 200}, s.listMerges)
	s.call(operation{"POST", "/entities/merges", "Make two entities one: records about the first go by the name of the second; with level tenant, for all of a tenant's users.", nil, mergeIn{}, mergeOut{}, 201}, s.mergeEntities)
	s.call(operation{"DELETE", "/entities/merges/{id}", "Part them again: records go back to the names they were learnt with.", with("level", "team_id"), nil, mergeOut{}, 200}, s.splitEntities)

	s.call(operation{"GET", "/users", "Who has memory here: all, or whether the one named has.", with("limit", "cursor"), nil, page{}, 200}, s.listUsers)
	s.call(operation{"GET", "/users/{id}/settings", "A user's settings, and the mode in force with the step that decided it.", owned, nil, settingsOut{}, 200}, s.getSettings)
	s.call(operation{"PUT", "/users/{id}/settings", "Set a user's settings.", nil, settingsIn{}, settingsOut{}, 200}, s.putSettings)
	s.call(operation{"GET", "/users/{id}/export", "Everything kept about a user, as JSON lines.", owned, nil, erase.Line{}, 200}, s.exportUser)
	s.call(operation{"POST", "/users/{id}/import", "Take an export in.", owned, erase.Line{}, erase.Imported{}, 200}, s.importUser)
	s.call(operation{"DELETE", "/users/{id}", "Erase a user for certain; the answer proves it.", with("dry_run"), nil, erasureOut{}, 200}, s.deleteUser)
	s.call(operation{"POST", "/users/{id}/links", "Let another id stand for this user.", nil, linkIn{}, nil, 200}, s.linkUser)
	s.call(operation{"DELETE", "/links/{alias}", "Undo a link, in every realm.", owned, nil, nil, 200}, s.unlinkUser)

	s.call(operation{"GET", "/confirmations", "Records that wait for a yes or no.", with("limit", "cursor"), nil, page{}, 200}, s.listConfirmations)
	s.call(operation{"POST", "/confirmations/{id}", "Accept or reject a waiting record.", nil, confirmIn{}, memory.Form{}, 200}, s.confirm)

	s.call(operation{"GET", "/tenants/{id}/policy", "A tenant's policy, and where each key comes from.", nil, nil, map[string]any{}, 200}, s.getPolicy)
	s.call(operation{"PUT", "/tenants/{id}/policy", "Set the keys it names.", nil, map[string]any{}, map[string]any{}, 200}, s.putPolicy)
	s.call(operation{"GET", "/keys", "Proxy and admin keys, without their secrets.", nil, nil, page{}, 200}, s.listKeys)
	s.call(operation{"POST", "/keys", "Make a key; its secret is shown once.", nil, keyIn{}, keyOut{}, 201}, s.newKey)
	s.call(operation{"DELETE", "/keys/{id}", "Revoke a key.", nil, nil, nil, 200}, s.revokeKey)

	s.call(operation{"GET", "/receipts", "An owner's receipts, newest first.", with("limit", "cursor"), nil, page{}, 200}, s.listReceipts)
	s.call(operation{"GET", "/receipts/{id}", "What happened to one request.", owned, nil, receiptOut{}, 200}, s.getReceipt)
	s.call(operation{"GET", "/audit", "Who read, wrote, changed or erased which record.", with("by", "op", "code", "since", "until", "limit", "cursor"), nil, page{}, 200}, s.listAudit)
	s.call(operation{"GET", "/stats", "Counts by layer and status, vitality, queue, index.", owned, nil, statsOut{}, 200}, s.stats)
	s.call(operation{"GET", "/costs", "What memory's own models cost, by day, tenant and user, today and the day before.", []string{"tenant_id", "user_id"}, nil, costsOut{}, 200}, s.costs)
	s.call(operation{"GET", "/deadletters", "Exchanges that could not be learnt.", []string{"tenant_id", "realm", "limit"}, nil, page{}, 200}, s.deadLetters)
	s.call(operation{"POST", "/deadletters/replay", "Try the dead letters again.", nil, replayIn{}, nil, 200}, s.replay)
	s.call(operation{"GET", "/events", "What is injected, captured and skipped, live (server-sent events).", []string{"tenant_id"}, nil, nil, 200}, s.events)
	s.call(operation{"GET", "/openapi.json", "This document.", nil, nil, nil, 200}, s.openapi)

	s.jobRoutes()
	if s.deps.Backer != nil {
		s.call(operation{"POST", "/backup", "Copy everything, encrypted, to folders of this machine: data to one, keys to another.", nil, backupIn{}, erase.Backed{}, 200}, s.backup)
	}

	s.mux.HandleFunc("GET /healthz", s.healthz)
	s.mux.HandleFunc("GET /readyz", s.readyz)
	s.mux.HandleFunc("GET /metrics", s.gate(s.metrics))
	s.mux.HandleFunc("/", s.gate(s.unrouted))
}

// unrouted answers what no route takes: a path that is known says which methods it has.
func (s *Server) unrouted(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if allowed == nil {
		writeProblem(w, notFound())
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	writeProblem(w, &Problem{Status: http.StatusMethodNotAllowed, Type: "invalid_request_error", Code: "method_not_allowed", Message: "this path has no such method; it has " + strings.Join(allowed, ", ")})
}
