package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// options are the settings of `mneme serve`. Each is a flag, else an environment
// variable (MNEME_ and the flag's name in capitals), else a default. A secret is
// never a flag: it comes from a file that a flag names, or from the environment.
type options struct {
	listen    string
	admin     string
	adminHost string
	upstream  string
	data      string
	policy    string
	insecure  bool
	check     bool

	adminKeyFile    string
	upstreamKeyFile string
	masterKeyFile   string

	embed        string
	embedFile    string
	embedURL     string
	embedModel   string
	embedKeyFile string

	llmURL          string
	llmModel        string
	llmReflectModel string
	llmKeyFile      string

	tlsCert string
	tlsKey  string
	caFile  string

	connectTimeout   time.Duration
	headerTimeout    time.Duration
	idleTimeout      time.Duration
	drainTimeout     time.Duration
	maxBody          int64
	maxInFlight      int64
	captureWait      time.Duration
	captureBytes     int
	recallDeadline   time.Duration
	workers          int
	queueBytes       int64
	queueEntries     int
	indexBytes       int64
	powerLossSafe    bool
	backupTo         string
	backupKeysTo     string
	backupRecipients string
	backupEvery      time.Duration
	backupKeep       int

	logLevel  string
	logFormat string

	now   func() time.Time  // no setting: the clock of everything that is remembered
	spoil func(body []byte) // no setting: a test sees who keeps what is a request's
}

func defaultOptions() options {
	return options{
		listen:         "127.0.0.1:8700",
		admin:          "127.0.0.1:8701",
		upstream:       "https://api.openai.com/v1",
		data:           defaultData(),
		embed:          "builtin",
		connectTimeout: 10 * time.Second,
		headerTimeout:  600 * time.Second,
		idleTimeout:    300 * time.Second,
		drainTimeout:   600 * time.Second,
		maxBody:        128 << 20,
		maxInFlight:    1 << 30,
		captureWait:    250 * time.Millisecond,
		captureBytes:   1 << 20,
		recallDeadline: 80 * time.Millisecond,
		workers:        2,
		queueBytes:     1 << 30,
		queueEntries:   1_000_000,
		indexBytes:     256 << 20,
		backupEvery:    24 * time.Hour,
		backupKeep:     14,
		logLevel:       "info",
		logFormat:      "text",
		now:            time.Now,
	}
}

// defaultData is where a user's programs keep their data; without a home, a
// folder beside where we were started.
func defaultData() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "mneme")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "mneme")
	}
	return "mneme-data"
}

// flags binds every option to its flag.
func (o *options) flags(set *flag.FlagSet) {
	set.StringVar(&o.listen, "listen", o.listen, "`address` that agents point their base URL at")
	set.StringVar(&o.admin, "admin", o.admin, "`address` of the admin API")
	set.StringVar(&o.adminHost, "admin-host", o.adminHost, "further host `names` under which the admin API may be called, separated by commas")
	set.StringVar(&o.upstream, "upstream", o.upstream, "base `URL` of the model provider")
	set.StringVar(&o.data, "data", o.data, "`folder` of all that is remembered")
	set.StringVar(&o.policy, "policy", o.policy, "YAML `file` of tenants, keys and rules; reloaded when it changes and on SIGHUP")
	set.BoolVar(&o.insecure, "insecure", o.insecure, "allow listeners that are reachable from elsewhere without keys")
	set.BoolVar(&o.check, "check", o.check, "check every setting and the policy file, report all faults, and exit")

	set.StringVar(&o.adminKeyFile, "admin-key-file", o.adminKeyFile, "`file` with the key of the admin API (or MNEME_ADMIN_KEY)")
	set.StringVar(&o.upstreamKeyFile, "upstream-key-file", o.upstreamKeyFile, "`file` with the provider's key, which mneme then holds for everyone with a proxy key (or MNEME_UPSTREAM_KEY)")
	set.StringVar(&o.masterKeyFile, "master-key-file", o.masterKeyFile, "`file` with the 32-byte key that wraps owners' keys (or MNEME_MASTER_KEY); empty: one is made in the data folder")

	set.StringVar(&o.embed, "embed", o.embed, "embedder: builtin, quality (better by meaning, a millisecond a text) or openai")
	set.StringVar(&o.embedFile, "embed-file", o.embedFile, "`file` with the weights of -embed quality")
	set.StringVar(&o.embedURL, "embed-url", o.embedURL, "base `URL` of an OpenAI-compatible embedding endpoint")
	set.StringVar(&o.embedModel, "embed-model", o.embedModel, "embedding `model`")
	set.StringVar(&o.embedKeyFile, "embed-key-file", o.embedKeyFile, "`file` with the embedding endpoint's key (or MNEME_EMBED_KEY)")

	set.StringVar(&o.backupTo, "backup-to", o.backupTo, "`folder` of scheduled backups; absolute; empty: none are made")
	set.StringVar(&o.backupKeysTo, "backup-keys-to", o.backupKeysTo, "`folder`, apart from -backup-to, to which keys and what was forgotten are shipped every hour and after each forget")
	set.StringVar(&o.backupRecipients, "backup-recipients", o.backupRecipients, "age `keys` (age1...) that backups are encrypted to, separated by commas")
	set.DurationVar(&o.backupEvery, "backup-every", o.backupEvery, "how often the data is backed up; at least 1h")
	set.IntVar(&o.backupKeep, "backup-keep", o.backupKeep, "how many backups are kept; 0: all")

	set.StringVar(&o.llmURL, "llm-url", o.llmURL, "base `URL` of an OpenAI-compatible model for memory's own use; empty: learn without one")
	set.StringVar(&o.llmModel, "llm-model", o.llmModel, "`model` that extracts")
	set.StringVar(&o.llmReflectModel, "llm-reflect-model", o.llmReflectModel, "`model` that reflects; empty: the one that extracts")
	set.StringVar(&o.llmKeyFile, "llm-key-file", o.llmKeyFile, "`file` with that endpoint's key (or MNEME_LLM_KEY)")

	set.StringVar(&o.tlsCert, "tls-cert", o.tlsCert, "certificate `file` of the listener")
	set.StringVar(&o.tlsKey, "tls-key", o.tlsKey, "private key `file` of the listener")
	set.StringVar(&o.caFile, "ca-file", o.caFile, "PEM `file` of further authorities to trust upstream")

	set.DurationVar(&o.connectTimeout, "connect-timeout", o.connectTimeout, "longest wait for a connection to the upstream")
	set.DurationVar(&o.headerTimeout, "header-timeout", o.headerTimeout, "longest wait for the upstream's head")
	set.DurationVar(&o.idleTimeout, "idle-timeout", o.idleTimeout, "longest silence within an answer")
	set.DurationVar(&o.drainTimeout, "drain-timeout", o.drainTimeout, "how long running streams may go on after SIGTERM")
	set.Int64Var(&o.maxBody, "max-body", o.maxBody, "largest request body, in bytes")
	set.Int64Var(&o.maxInFlight, "max-in-flight", o.maxInFlight, "most bytes of bodies held at once; over it requests get 503")
	set.DurationVar(&o.captureWait, "capture-wait", o.captureWait, "longest the end of an answer waits for the journal")
	set.IntVar(&o.captureBytes, "capture-bytes", o.captureBytes, "most bytes of one answer copied for learning")
	set.DurationVar(&o.recallDeadline, "recall-deadline", o.recallDeadline, "longest a request waits for memory")
	set.IntVar(&o.workers, "workers", o.workers, "how many exchanges are learnt side by side")
	set.Int64Var(&o.queueBytes, "queue-bytes", o.queueBytes, "most bytes that wait to be learnt")
	set.IntVar(&o.queueEntries, "queue-entries", o.queueEntries, "most exchanges that wait to be learnt")
	set.Int64Var(&o.indexBytes, "index-bytes", o.indexBytes, "most bytes of the index in memory; owners not asked for lately are read again from disk")
	set.BoolVar(&o.powerLossSafe, "power-loss-safe", o.powerLossSafe, "sync the journal to disk on every exchange, so that it survives a power cut too")
	set.StringVar(&o.logLevel, "log-level", o.logLevel, "debug, info, warn or error")
	set.StringVar(&o.logFormat, "log-format", o.logFormat, "text or json")
}

// environment fills in every flag that was not given from its variable.
func environment(set *flag.FlagSet, lookup func(string) (string, bool)) error {
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var faults []error
	set.VisitAll(func(f *flag.Flag) {
		name := envName(f.Name)
		value, ok := lookup(name)
		if !ok || given[f.Name] {
			return
		}
		if err := set.Set(f.Name, value); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	})
	return errors.Join(faults...)
}

func envName(flagName string) string {
	return "MNEME_" + strings.ToUpper(strings.ReplaceAll(flagName, "-", "_"))
}

// validate reports everything that is wrong, in flag names. It looks at nothing
// but the values.
func (o *options) validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	checkAddress := func(name, address string) {
		if !validAddress(address) {
			fault("%s %q: must be host:port", name, address)
		}
	}
	checkAddress("-listen", o.listen)
	checkAddress("-admin", o.admin)
	if overlap(o.listen, o.admin) {
		fault("-listen and -admin: %s and %s are the same address", o.listen, o.admin)
	}
	checkURL := func(name, value string) {
		u, err := url.Parse(value)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			fault("%s %q: must be an http or https URL", name, value)
			return
		}
		if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			fault("%s: must have no user, query or fragment", name)
		}
	}
	checkURL("-upstream", o.upstream)
	if o.backupTo != "" || o.backupKeysTo != "" {
		if err := o.backup(time.Time{}).Validate(); err != nil {
			fault("-backup-to, -backup-keys-to, -backup-recipients, -backup-keep: %w", err)
		}
		if o.backupEvery < time.Hour {
			fault("-backup-every %s: must be at least 1h", o.backupEvery)
		}
	}
	switch o.embed {
	case "builtin":
	case "quality":
		if o.embedFile == "" {
			fault("-embed-file: is needed with -embed quality; memory/encoder/build/build.sh makes it")
		}
	case "openai":
		checkURL("-embed-url", o.embedURL)
		if o.embedModel == "" {
			fault("-embed-model: is needed with -embed openai")
		}
	default:
		fault("-embed %q: must be builtin, quality or openai", o.embed)
	}
	if o.llmURL != "" {
		checkURL("-llm-url", o.llmURL)
		if o.llmModel == "" {
			fault("-llm-model: is needed with -llm-url")
		}
	} else if o.llmModel != "" || o.llmReflectModel != "" {
		fault("-llm-url: is needed with -llm-model")
	}
	if (o.tlsCert == "") != (o.tlsKey == "") {
		fault("-tls-cert and -tls-key: one is useless without the other")
	}
	if o.data == "" {
		fault("-data: is empty")
	}
	positive := func(name string, n int64) {
		if n <= 0 {
			fault("%s: must be more than 0", name)
		}
	}
	positive("-connect-timeout", int64(o.connectTimeout))
	positive("-header-timeout", int64(o.headerTimeout))
	positive("-idle-timeout", int64(o.idleTimeout))
	positive("-capture-wait", int64(o.captureWait))
	positive("-recall-deadline", int64(o.recallDeadline))
	positive("-max-body", o.maxBody)
	positive("-max-in-flight", o.maxInFlight)
	positive("-capture-bytes", int64(o.captureBytes))
	positive("-workers", int64(o.workers))
	positive("-queue-bytes", o.queueBytes)
	positive("-queue-entries", int64(o.queueEntries))
	positive("-index-bytes", o.indexBytes)
	if o.drainTimeout < 0 {
		fault("-drain-timeout: must not be negative")
	}
	switch o.logLevel {
	case "debug", "info", "warn", "error":
	default:
		fault("-log-level %q: must be debug, info, warn or error", o.logLevel)
	}
	if o.logFormat != "text" && o.logFormat != "json" {
		fault("-log-format %q: must be text or json", o.logFormat)
	}
	return errors.Join(faults...)
}

// secrets are the values that never stand on a command line.
type secrets struct {
	adminKey, upstreamKey, embedKey, llmKey, masterKey string
}

// readSecrets reads each secret from its file, else from the environment.
func (o *options) readSecrets(lookup func(string) (string, bool)) (secrets, error) {
	var s secrets
	var faults []error
	read := func(to *string, flagName, file string) {
		if file == "" {
			*to, _ = lookup(envName(strings.TrimSuffix(flagName, "-file")))
			*to = strings.TrimSpace(*to)
			return
		}
		text, err := os.ReadFile(file)
		if err != nil {
			faults = append(faults, fmt.Errorf("-%s: %w", flagName, err))
			return
		}
		if *to = strings.TrimSpace(string(text)); *to == "" {
			faults = append(faults, fmt.Errorf("-%s: the file is empty", flagName))
		}
	}
	read(&s.adminKey, "admin-key-file", o.adminKeyFile)
	read(&s.upstreamKey, "upstream-key-file", o.upstreamKeyFile)
	read(&s.embedKey, "embed-key-file", o.embedKeyFile)
	read(&s.llmKey, "llm-key-file", o.llmKeyFile)
	read(&s.masterKey, "master-key-file", o.masterKeyFile)
	return s, errors.Join(faults...)
}

// loopback reports whether an address can be reached from this machine only.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
