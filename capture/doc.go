// Package capture turns a finished exchange into committed memory.
//
// Intake is its front: it decides which turns are new and may be kept, and
// journals them before the response ends. Learner is its back: it claims
// entries under a lease, runs the stages, reconciles what they propose with what
// is believed, and commits records, history and the entry's mark in one
// transaction. A crash between any two steps loses nothing, and a repeat is
// harmless.
//
// It never blocks the proxy beyond the wait it was given, and it never looks at
// a header.
package capture
