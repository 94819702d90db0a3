// Package inject makes a better request out of a request and a ruling: it forms
// the query, recalls under its own deadline, packs what was found into the
// budget, renders the memory block and places it.
//
// It returns a Report and never an error: whatever breaks here costs a memory,
// not the request.
package inject
