package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mneme/capture"
	"mneme/memory"
	"mneme/memory/cache"
	"mneme/memory/embed"
	"mneme/memory/encoder"
	"mneme/memory/llm"
)

// vectorBytes is the room for vectors that are dear to make again.
const vectorBytes = 16 << 20

// openEmbedder chooses the embedder. The one in the binary is always there. A
// remote one that does not answer at the start leaves the work to it, loudly;
// weights that cannot be read are a fault of the start.
func (h *house) openEmbedder(ctx context.Context, s secrets) error {
	table, err := embed.Open()
	if err != nil {
		return fmt.Errorf("open embedder: %w", err)
	}
	h.embedder = table
	switch h.opts.embed {
	case "quality":
		whole, err := encoder.Open(h.opts.embedFile)
		if err != nil {
			return fmt.Errorf("-embed-file: %w", err)
		}
		h.chosen, err = cache.NewEmbedder(whole, vectorBytes)
		return err
	case "openai":
		return h.openRemote(ctx, s)
	}
	return nil
}

// openRemote opens the embedder behind an endpoint.
func (h *house) openRemote(ctx context.Context, s secrets) error {
	o := llm.DefaultEmbedOptions()
	o.URL, o.Model, o.Key = h.opts.embedURL, h.opts.embedModel, llm.Secret(s.embedKey)
	remote, err := llm.OpenEmbedder(ctx, o, h.now)
	if err != nil {
		h.log.Error("the embedding endpoint does not answer: the builtin embedder works until mneme is started again", "err", err)
		return nil
	}
	h.chosen, err = cache.NewEmbedder(remote, vectorBytes)
	return err
}

// spaceMark names, in the control database, the embedder whose vectors every
// owner has.
const spaceMark = "embedder of the index"

func (h *house) spaceHash() [32]byte {
	return h.keys.Hash(memory.TenantOwner(memory.DefaultTenant, memory.DefaultRealm), spaceMark, nil)
}

// wanted is the embedder whose vectors every owner shall have: the chosen one, else that in the
// binary.
func (h *house) wanted() memory.Embedder {
	if h.chosen != nil {
		return h.chosen
	}
	return h.embedder
}

// settled reports whether every owner has vectors of the wanted embedder.
func (h *house) settled(ctx context.Context) bool {
	id, err := h.store.Marked(ctx, memory.DefaultTenant, h.spaceHash())
	return err == nil && id == h.wanted().ID()
}

// begin settles on the wanted embedder at once where nobody is known yet, and reports whether it
// did.
func (h *house) begin(ctx context.Context) bool {
	somebody := errors.New("somebody is known")
	if err := h.store.EachOwner(ctx, func(memory.Owner) error { return somebody }); err != nil {
		return false
	}
	return h.store.Mark(ctx, memory.DefaultTenant, h.spaceHash(), h.wanted().ID()) == nil
}

// anew makes an owner's vectors by the wanted embedder and throws away those of others. A table
// of an earlier binary is not here to answer by: whoever is asked for before his turn is embedded by the
// question, in microseconds a record.
func (h *house) anew(ctx context.Context, owner memory.Owner) error {
	embed := h.index.Reembed
	if h.chosen == nil {
		embed = h.index.Refresh
	}
	if err := embed(ctx, owner); err != nil {
		return err
	}
	return h.store.DropPartitions(ctx, owner, h.wanted().ID())
}

// reembed makes vectors of the new embedder for every owner, one after another,
// while the index answers by the old ones. What it did stays done when it is
// ended; it goes on at the next start.
func (h *house) reembed(ctx context.Context) {
	done, failed := 0, 0
	told := h.now()
	h.log.Info("embedding anew begins", "embedder", h.wanted().ID())
	err := h.store.EachOwner(ctx, func(owner memory.Owner) error {
		if err := h.anew(ctx, owner); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			failed++
			h.log.Warn("an owner could not be embedded anew; he is tried again at the next start", "err", err)
		}
		done++
		if now := h.now(); now.Sub(told) > 10*time.Second {
			told = now
			h.log.Info("embedding anew", "owners", done, "failed", failed, "embedder", h.wanted().ID())
		}
		return nil
	})
	if err != nil || failed > 0 {
		h.log.Warn("embedding anew is not complete; it goes on at the next start", "owners", done, "failed", failed, "err", err)
		return
	}
	if err := h.store.Mark(ctx, memory.DefaultTenant, h.spaceHash(), h.wanted().ID()); err != nil {
		h.log.Warn("the new embedder could not be noted", "err", err)
		return
	}
	h.log.Info("embedded anew", "owners", done, "embedder", h.wanted().ID())
}

// openModel makes the client of memory's own model; nil without one.
func (h *house) openModel(s secrets) (capture.Model, error) {
	if h.opts.llmURL == "" {
		return nil, nil
	}
	o := llm.DefaultOptions()
	o.URL, o.Model, o.ReflectModel, o.Key = h.opts.llmURL, h.opts.llmModel, h.opts.llmReflectModel, llm.Secret(s.llmKey)
	ledger := llm.NewLedger(o.UserTokensPerDay, o.TenantTokensPerDay, h.now)
	ledger.Outlive(daybook{h.control, h.keys})
	client, err := llm.New(o, llm.Parts{
		Ledger: ledger,
		Limit: func(tenant string) llm.Budget {
			l := h.tenant(tenant).Limits
			return llm.Budget{User: l.LLMTokensPerUser, Tenant: l.LLMTokensPerDay}
		},
		Log: h.log, Now: h.now,
	})
	if err != nil {
		return nil, err
	}
	h.model = client
	return capture.Reader{Client: client}, nil
}
