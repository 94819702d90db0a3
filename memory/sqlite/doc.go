// Package sqlite is truth on one machine: the journal, records and their
// history, tombstones, receipts, audit, settings and keys, in SQLite files.
//
// It owns one data folder:
//
//	lock                held by the process that uses the folder, says who it is
//	control.db          settings, keys, links, marks, tenants' policies, the catalogue of realms
//	ops.db              receipts, audit, last use: written in batches, never waited for
//	realms/<hash>.db    one database per realm: journal, records, history, tombstones, index partitions
//
// The folder does not hold the keys of what it seals (see package seal). No
// column tells who somebody is or what was said: owners, sessions, messages and
// words are keyed hashes, names and texts are sealed with their owner's key,
// and only closed words (layer, status, source), counts and times are plain.
//
// # Writing
//
// Each database has one writer. Callers hand it functions; it takes all that
// wait into one transaction, each under a savepoint of its own, commits, and
// answers. A thousand callers share one commit, and none returns before his.
// Reads are short transactions on a small pool of connections.
//
// # The life of an entry
//
//	Append ──▶ waiting ──Claim──▶ leased ──Commit──▶ learnt ──DropLearnt──▶ gone
//	              ▲                  │ │
//	              └──Release, lease──┘ └──Release(dead)──▶ dead ──Replay──▶ waiting
//	                 over, or cut by a forget
//
// A claim takes the oldest entries of one owner, and no other worker gets that
// owner while the lease lives, so that an owner's turns are learnt in order.
//
// # Revisions
//
// Every commit and forget gives its owner a revision from a counter of the whole
// database, so that revisions only rise, even when an owner is erased and comes
// back. Since answers from the revision column and the log of removed ids.
//
// # Forgetting
//
// Forget removes rows under secure_delete and leaves tombstones, which are keyed
// hashes and times. The checkpoint that follows cuts the write-ahead log; it is
// repeated until no reader holds it back. Erase also destroys the owner's key.
//
// It never searches by meaning and never decides who may do what. It is the only
// door to database/sql and the SQLite driver.
package sqlite
