// Package flat is the recall index in process: for each owner an exact scan of vectors,
// keyword search (BM25, Chinese by pairs of characters) and a graph of entities.
//
// It is derived from truth and never the only place a thing is kept. A partition is loaded when
// its owner is first asked about: from a stored blob if there is one, and from there by what
// changed since. Every probe asks truth for the owner's revision first, and a partition that
// lags catches up before it answers, so that nothing forgotten or superseded is found.
//
//	          probe                    delta                 enough is new
//	absent ──────────▶ loading ─────▶ snapshot ─────▶ snapshot ─────────▶ merged snapshot
//	   ▲     blob or everything          │  (large + small segment)            │
//	   └───────────── evicted, stored ◀──┴──────── over the bytes allowed ◀────┘
//
// Searches read an unchanging snapshot without a lock, allocate nothing but what they return,
// and never wait for a writer of their own partition once it is current. What the lines of a running
// conversation come to is remembered until its next question. Vectors are bytes;
// two embedders can live side by side while the index moves from one to the other.
//
// It never dials, never reads a file and never decides who may read what: owners are chosen by
// the caller.
package flat
