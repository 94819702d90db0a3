package main

import (
	"context"
	"io"
	"runtime"
	"slices"
	"sort"

	"mneme/memory"
	"mneme/memory/upkeep"
	"mneme/proxy"
	"mneme/proxy/admin"
)

// status tells how the house is.
type status struct{ h *house }

// Ready reports whether requests can be forwarded. Memory is a part and no
// condition: without it they still can.
func (s status) Ready() (bool, map[string]string) {
	parts := map[string]string{"proxy": "ok", "memory": "ok"}
	if s.h.down != "" {
		parts["memory"] = "down: " + s.h.down
	}
	ready := !s.h.draining.Load()
	if !ready {
		parts["proxy"] = "draining"
	}
	return ready, parts
}

// Stats returns the state of queue and index, and the vitality of an owner, or of a
// tenant's realm.
func (s status) Stats(ctx context.Context, owner memory.Owner) (map[string]any, error) {
	load, err := s.h.store.Load(ctx)
	if err != nil {
		return nil, err
	}
	index := s.h.index.Stats()
	learnt := &s.h.learner.Stats
	out := map[string]any{
		"queue": map[string]any{
			"waiting": load.Waiting, "waiting_bytes": load.WaitingBytes, "dead": load.Dead,
			"learnt": learnt.Learnt.Load(), "nothing": learnt.Nothing.Load(), "retried": learnt.Retried.Load(),
		},
		"index":  map[string]any{"partitions": index.Partitions, "bytes": index.Bytes, "embedder": s.h.embedderName()},
		"memory": map[string]any{"realms": load.Realms, "owners": load.Owners, "bytes": load.Bytes, "receipts_dropped": load.OpsDropped},
	}
	out["vitality"], err = s.h.keeper.Vitality(ctx, owner)
	return out, err
}

// DeadLetters lists exchanges that could not be learnt.
func (s status) DeadLetters(ctx context.Context, tenant, realm string, limit int) ([]admin.DeadLetter, error) {
	letters, err := s.h.store.DeadLetters(ctx, tenant, realm, limit)
	if err != nil {
		return nil, err
	}
	out := make([]admin.DeadLetter, 0, len(letters))
	for _, l := range letters {
		out = append(out, admin.DeadLetter{ID: l.Entry.ID, UserID: l.Entry.Owner.ID, At: l.At.UTC(), Attempts: l.Entry.Attempts, Reason: l.Reason})
	}
	return out, nil
}

// Replay hands dead letters back to learning.
func (s status) Replay(ctx context.Context, tenant, realm string) (int, error) {
	if s.h.model != nil {
		s.h.model.Rested() // who has them replayed knows that the endpoint is back
	}
	n, err := s.h.store.Replay(ctx, tenant, realm)
	s.h.learner.Wake()
	return n, err
}

// help says what each counter of the tally counts.
var help = [...]struct{ name, label, reason, says string }{
	{"mneme_requests_total", "status", "reason", "Requests read, by what memory did and why."},
	{"mneme_captures_total", "state", "reason", "Exchanges, by what capture did and why."},
	{"mneme_refused_total", "code", "", "Requests refused, by code."},
	{"mneme_limited_total", "", "", "Requests that lost memory to a rate limit."},
	{"mneme_injected_tokens_total", "", "", "Tokens of memory added to prompts."},
	{"mneme_forget_failed_total", "kind", "", "Wishes to forget that could not be carried out."},
}

// Metrics writes the counters and gauges; those of a tenant for the tenants named,
// or for all when none is.
func (s status) Metrics(w io.Writer, tenants []string) {
	counts := map[string][]sample{}
	s.h.tally.Each(func(c proxy.Count, n int64) { counts[c.Name] = append(counts[c.Name], sample{c, n}) })
	for _, line := range help {
		samples := counts[line.name]
		sort.Slice(samples, func(i, j int) bool {
			return samples[i].count.Label+samples[i].count.Reason < samples[j].count.Label+samples[j].count.Reason
		})
		for i, at := range samples {
			says := ""
			if i == 0 {
				says = line.says
			}
			var labels []string
			if line.label != "" {
				labels = append(labels, line.label, at.count.Label)
			}
			if line.reason != "" {
				labels = append(labels, line.reason, at.count.Reason)
			}
			admin.WriteMetric(w, line.name, "counter", says, float64(at.n), labels...)
		}
	}
	s.gauges(w)
	if s.h.keeper != nil {
		s.upkeep(w)
		s.vitality(w, tenants)
	}
}

// upkeep writes what was done for memories since the start.
func (s status) upkeep(w io.Writer) {
	done := &s.h.keeper.Stats
	for _, c := range []struct {
		name, says string
		n          int64
	}{
		{"mneme_upkeep_visits_total", "Owners whose memory was looked after.", done.Visits.Load()},
		{"mneme_upkeep_records_total", "Records that upkeep changed.", done.Deeds.Load()},
		{"mneme_upkeep_replans_total", "Plans made again because something was learnt meanwhile.", done.Stale.Load()},
		{"mneme_upkeep_faults_total", "Owners who could not be looked after.", done.Faults.Load()},
	} {
		admin.WriteMetric(w, c.name, "counter", c.says, float64(c.n))
	}
}

// tenantsShown bounds the tenants that have lines of their own.
const tenantsShown = 200

// vitality writes how alive the memory of each tenant is. Users stand in no label.
func (s status) vitality(w io.Writer, tenants []string) {
	found := slices.DeleteFunc(slices.Clone(s.h.keeper.Survey()), func(t upkeep.TenantVitality) bool {
		return len(tenants) > 0 && !slices.Contains(tenants, t.Tenant)
	})
	found = found[:min(len(found), tenantsShown)]
	for _, g := range []struct {
		name, says string
		of         func(v *upkeep.Vitality) float64
	}{
		{"mneme_vitality_users", "Users whose memory was measured.", func(v *upkeep.Vitality) float64 { return float64(v.Users) }},
		{"mneme_vitality_facts", "Facts that are believed.", func(v *upkeep.Vitality) float64 { return float64(v.Facts) }},
		{"mneme_vitality_stale_ratio", "Share of the facts that nothing touched for 30 days; warn above 0.15.", func(v *upkeep.Vitality) float64 { return v.Stale }},
		{"mneme_vitality_updates", "Facts added or changed in 30 days; healthy from 3 a user.", func(v *upkeep.Vitality) float64 { return float64(v.Updates) }},
		{"mneme_vitality_auto_resolved_ratio", "Share of the conflicts of 30 days that needed nobody; ask a person below 0.8.", func(v *upkeep.Vitality) float64 { return v.AutoResolved }},
		{"mneme_vitality_junk_ratio", "Share of the records that rest on nothing said or change nothing.", func(v *upkeep.Vitality) float64 { return v.Junk }},
		{"mneme_vitality_wake_users", "Users whose memory proposes questions to wake it up.", func(v *upkeep.Vitality) float64 { return float64(v.Wake) }},
	} {
		says := g.says
		for i := range found {
			admin.WriteMetric(w, g.name, "gauge", says, g.of(&found[i].Vitality), "tenant", found[i].Tenant)
			says = ""
		}
	}
}

type sample struct {
	count proxy.Count
	n     int64
}

func (s status) gauges(w io.Writer) {
	gauge := func(name, says string, value float64) { admin.WriteMetric(w, name, "gauge", says, value) }
	up := 0.0
	if s.h.down == "" {
		up = 1
	}
	gauge("mneme_memory_up", "Whether memory can be used.", up)
	gauge("mneme_uptime_seconds", "Seconds since the start.", s.h.now().Sub(s.h.started).Seconds())
	gauge("mneme_goroutines", "Goroutines.", float64(runtime.NumGoroutine()))
	flow := s.h.data.Stats()
	gauge("mneme_open_connections", "Open client connections.", float64(flow.Clients))
	gauge("mneme_in_flight_bytes", "Bytes of requests held in memory.", float64(flow.InFlight))
	if s.h.store == nil {
		return
	}
	if load, err := s.h.store.Load(context.Background()); err == nil {
		gauge("mneme_journal_waiting", "Exchanges that wait to be learnt.", float64(load.Waiting))
		gauge("mneme_journal_waiting_bytes", "Bytes of them.", float64(load.WaitingBytes))
		gauge("mneme_dead_letters", "Exchanges that could not be learnt.", float64(load.Dead))
		gauge("mneme_store_bytes", "Bytes of truth on disk.", float64(load.Bytes))
		gauge("mneme_receipts_dropped", "Receipts and audit lines that found no room.", float64(load.OpsDropped))
	}
	index := s.h.index.Stats()
	gauge("mneme_index_bytes", "Bytes of the index in memory.", float64(index.Bytes))
	gauge("mneme_index_partitions", "Owners whose index is in memory.", float64(index.Partitions))
	learnt := &s.h.learner.Stats
	for _, c := range []struct {
		state string
		n     int64
	}{
		{"learnt", learnt.Learnt.Load()}, {"nothing", learnt.Nothing.Load()}, {"retried", learnt.Retried.Load()}, {"dead", learnt.Dead.Load()},
	} {
		says := ""
		if c.state == "learnt" {
			says = "Journal entries, by what became of them."
		}
		admin.WriteMetric(w, "mneme_entries_total", "counter", says, float64(c.n), "state", c.state)
	}
}
