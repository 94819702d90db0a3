// Package inject makes a better request out of a request and a ruling: it forms
// the query, recalls under its own deadline, packs what was found into the
// budget, renders the memory block and places it.
//
// It returns a Report and never an error: whatever breaks here costs a memory,
// not the request. It is called by the proxy once a request (Inject), once an
// exchange (NoteAnswer, Working.Note) and on every forget (Forget), and by the
// admin API (Search), which goes the same way and shows the same block.
//
// # The way of a request
//
//	ruling reads? ─no─▶ off, no-identity          the client's bytes
//	a human turn? ─no─▶ skipped, empty            the client's bytes
//	a step of a tool loop whose block is kept? ─yes─▶ the same bytes again
//	recall in time? ─no─▶ degraded                the client's bytes
//	anything that fits? ─no─▶ empty               the client's bytes
//	pack, render, splice, keep for the loop ─▶ injected
//
// # What is kept, and for how long
//
// Sessions, blocks of running tool loops and working memory are kept in this
// process, bounded by bytes; the longest unused goes first. Everything is named
// by its owner and found by nobody else; hashes find it, the owner is compared.
// A forget drops what may hold the forgotten, and a count of forgets keeps a
// recall that began before from bringing it back.
//
// Nothing here tokenises: a line costs what is stored with its record plus the
// fixed cost of what stands around it (words.go), and tests hold the sums
// against the real tokenizers.
package inject
