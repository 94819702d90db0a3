package sqlite

import (
	"fmt"
)

// A schema is a list of steps; the number of steps taken is the database's
// user_version. Steps are never changed once released, only added.

// realmSteps make a realm's database. Times are Unix milliseconds. A hash column
// of 32 bytes names an owner; those of 16 are keyed hashes within one owner.
var realmSteps = []string{`
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters VALUES ('revision', 0);

CREATE TABLE owners (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	hash     BLOB NOT NULL UNIQUE,
	tenant   BLOB NOT NULL,              -- hash of the tenant's own owner
	level    INTEGER NOT NULL,
	name     BLOB NOT NULL,              -- sealed: who it is
	revision INTEGER NOT NULL DEFAULT 0,
	floor    INTEGER NOT NULL,           -- removed ids are known after this revision
	cut      INTEGER NOT NULL DEFAULT 0, -- revision of the last forget
	created  INTEGER NOT NULL,
	seen     INTEGER NOT NULL            -- when an entry last came in
);
CREATE INDEX owners_tenant ON owners (tenant, level, id);

CREATE TABLE journal (
	seq      INTEGER PRIMARY KEY,
	id       TEXT NOT NULL,
	owner    INTEGER NOT NULL,
	session  BLOB NOT NULL,
	state    INTEGER NOT NULL,
	lease    TEXT NOT NULL DEFAULT '',
	attempts INTEGER NOT NULL DEFAULT 0,
	at       INTEGER NOT NULL,           -- when it came in
	done     INTEGER NOT NULL DEFAULT 0, -- when it was learnt or given up
	bytes    INTEGER NOT NULL,
	reason   TEXT NOT NULL DEFAULT '',
	body     BLOB NOT NULL
);
CREATE UNIQUE INDEX journal_id ON journal (owner, id);
CREATE INDEX journal_waiting ON journal (owner, seq, bytes) WHERE state = 0;
CREATE INDEX journal_done ON journal (state, done) WHERE state > 0;

CREATE TABLE queue (                     -- owners with waiting entries
	owner INTEGER PRIMARY KEY,
	head  INTEGER NOT NULL,              -- his oldest waiting entry
	due   INTEGER NOT NULL DEFAULT 0,    -- not before
	lease TEXT NOT NULL DEFAULT '',
	until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX queue_head ON queue (head);

CREATE TABLE turns (                     -- every turn that ever came in
	owner   INTEGER NOT NULL,
	key     BLOB NOT NULL,
	session BLOB NOT NULL,
	message BLOB NOT NULL,
	words   BLOB NOT NULL,
	at      INTEGER NOT NULL,
	PRIMARY KEY (owner, key)
) WITHOUT ROWID;
CREATE INDEX turns_message ON turns (owner, session, message);

CREATE TABLE records (
	owner    INTEGER NOT NULL,
	id       TEXT NOT NULL,
	revision INTEGER NOT NULL,
	layer    INTEGER NOT NULL,
	status   INTEGER NOT NULL,
	source   INTEGER NOT NULL,
	kind     BLOB NOT NULL,
	session  BLOB NOT NULL,
	created  INTEGER NOT NULL,
	updated  INTEGER NOT NULL,
	body     BLOB NOT NULL,
	PRIMARY KEY (owner, id)
) WITHOUT ROWID;
CREATE INDEX records_revision ON records (owner, revision);
CREATE INDEX records_created ON records (owner, created, id);

CREATE TABLE removed (
	owner    INTEGER NOT NULL,
	revision INTEGER NOT NULL,
	record   TEXT NOT NULL,
	at       INTEGER NOT NULL,
	PRIMARY KEY (owner, revision, record)
) WITHOUT ROWID;
CREATE INDEX removed_at ON removed (at);
CREATE INDEX removed_record ON removed (owner, record);

CREATE TABLE history (
	seq    INTEGER PRIMARY KEY,
	owner  INTEGER NOT NULL,
	record TEXT NOT NULL,
	at     INTEGER NOT NULL,
	body   BLOB NOT NULL
);
CREATE INDEX history_record ON history (owner, record, seq);

CREATE TABLE traces (                    -- the stages' decisions about an entry
	owner   INTEGER NOT NULL,
	entry   TEXT NOT NULL,
	receipt TEXT NOT NULL,
	session BLOB NOT NULL,
	said    INTEGER NOT NULL,            -- when the entry came in
	at      INTEGER NOT NULL,
	body    BLOB NOT NULL,
	PRIMARY KEY (owner, entry)
) WITHOUT ROWID;
CREATE INDEX traces_receipt ON traces (owner, receipt);
CREATE INDEX traces_at ON traces (at);

CREATE TABLE tombstones (                -- by the owner's hash: they outlive his row
	owner   BLOB NOT NULL,
	kind    INTEGER NOT NULL,
	hash    BLOB NOT NULL,
	session BLOB NOT NULL,
	at      INTEGER NOT NULL,
	PRIMARY KEY (owner, kind, hash, session)
) WITHOUT ROWID;

CREATE TABLE partitions (
	owner    INTEGER NOT NULL,
	embedder BLOB NOT NULL,
	revision INTEGER NOT NULL,
	at       INTEGER NOT NULL,
	body     BLOB NOT NULL,
	PRIMARY KEY (owner, embedder)
);
`, `
-- Retention counts from the arrival here, not from the time that imported
-- history says. What came before this column counts from its own time.
ALTER TABLE records ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
UPDATE records SET arrived = created;
CREATE INDEX records_arrived ON records (layer, arrived);
`, `
CREATE TABLE chores (                    -- how far each job of upkeep has come with an owner
	owner    INTEGER NOT NULL,
	job      TEXT NOT NULL,
	done     INTEGER NOT NULL,
	revision INTEGER NOT NULL,
	body     BLOB NOT NULL,
	PRIMARY KEY (owner, job)
) WITHOUT ROWID;
CREATE TABLE reports (                   -- what the jobs did
	seq   INTEGER PRIMARY KEY,
	owner INTEGER NOT NULL,
	job   TEXT NOT NULL,
	at    INTEGER NOT NULL,
	body  BLOB NOT NULL
);
CREATE INDEX reports_owner ON reports (owner, seq);
CREATE INDEX reports_at ON reports (at);
`}

// controlSteps make the control database.
var controlSteps = []string{`
CREATE TABLE realms (file TEXT PRIMARY KEY, name BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE residence (                 -- in which realms a user has anything
	who  BLOB NOT NULL,
	file TEXT NOT NULL,
	name BLOB NOT NULL,
	PRIMARY KEY (who, file)
) WITHOUT ROWID;
CREATE TABLE settings (who BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE policies (tenant BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE keys (id BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE links (
	tenant BLOB NOT NULL,
	alias  BLOB NOT NULL,
	who    BLOB NOT NULL,
	body   BLOB NOT NULL,
	PRIMARY KEY (tenant, alias)
) WITHOUT ROWID;
CREATE INDEX links_who ON links (who);
CREATE TABLE marks (tenant BLOB NOT NULL, hash BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY (tenant, hash)) WITHOUT ROWID;
CREATE TABLE erasing (                   -- erasures that have begun and are not proven yet
	owner  BLOB PRIMARY KEY,
	person BLOB NOT NULL,
	file   TEXT NOT NULL,
	at     INTEGER NOT NULL
) WITHOUT ROWID;
`, `
CREATE TABLE shifts (                    -- who looks after what, until when
	name  TEXT PRIMARY KEY,
	lease TEXT NOT NULL,
	until INTEGER NOT NULL
) WITHOUT ROWID;
`}

// opsSteps make the database of receipts, audit and last use.
var opsSteps = []string{`
CREATE TABLE receipts (id TEXT PRIMARY KEY, owner BLOB NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX receipts_owner ON receipts (owner, at);
CREATE INDEX receipts_at ON receipts (at);
CREATE TABLE audit (
	seq   INTEGER PRIMARY KEY,
	owner BLOB NOT NULL,
	scope BLOB NOT NULL,                 -- hash of tenant and realm
	at    INTEGER NOT NULL,
	op    TEXT NOT NULL,
	code  TEXT NOT NULL,
	body  BLOB NOT NULL
);
CREATE INDEX audit_owner ON audit (owner, seq);
CREATE INDEX audit_scope ON audit (scope, seq);
CREATE INDEX audit_at ON audit (at);
CREATE TABLE used (owner BLOB NOT NULL, record TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (owner, record)) WITHOUT ROWID;
`}

// migrate takes the steps that a database lacks, all of them in one transaction.
func migrate(c *conn, steps []string) error {
	var have int
	if _, err := c.row("PRAGMA user_version", nil, &have); err != nil {
		return err
	}
	switch {
	case have > len(steps):
		return fmt.Errorf("%w: its schema is %d, this program knows %d", ErrNewer, have, len(steps))
	case have == len(steps):
		return nil
	}
	if err := c.script("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for n := have; n < len(steps); n++ {
		if err := c.script(steps[n]); err != nil {
			c.script("ROLLBACK")
			return fmt.Errorf("step %d: %w", n+1, err)
		}
	}
	if err := c.script(fmt.Sprintf("PRAGMA user_version = %d; COMMIT", len(steps))); err != nil {
		c.script("ROLLBACK")
		return err
	}
	return nil
}
