// Package llm is the door to the models that memory itself calls: a small one
// that extracts facts from conversations, a larger one that reflects and
// summarises, and one that embeds texts. Each is any OpenAI-compatible endpoint,
// set apart from the agent's own.
//
// It owns the prompts (files, in English and Chinese), the one schema of an
// extraction, and the distrust of what comes back: JSON is repaired, a fact is
// kept only with a quote that stands in the turn and supports it, vectors of a
// wrong length are refused. It bounds what memory may cost (tokens by user,
// tenant and day), how long it waits, how often it tries and how long it leaves a
// failing endpoint alone.
//
// It never sees the client's bytes: what it reads was redacted and journaled
// before. It logs no word of it, and its errors hold codes and counts.
package llm
