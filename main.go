// Command mneme gives any AI agent a memory. It is an OpenAI-compatible proxy:
// an agent points its base URL at it and changes nothing else.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	_ "time/tzdata" // zones must be known on a machine that has no zone files
)

// version is set by the linker in released builds.
var version = "dev"

// command is one thing that mneme does for a person.
type command struct {
	name string
	args string
	says string
	run  func(ctx context.Context, io stdio, args []string) error
}

// stdio are the streams of a command.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

func commands() []command {
	return []command{
		{"serve", "", "run the proxy", serveCommand},
		{"demo", "", "show what it does, with nothing else installed", demoCommand},
		{"check", "", "check every setting and the policy file", checkCommand},
		{"tail", "", "what is injected, captured, skipped and why, live", tailCommand},
		{"search", "QUERY", "what would be injected for a question, and why", searchCommand},
		{"eval", "FILE", "ask questions whose answers you know: recall by layer and budget, and better settings", evalCommand},
		{"list", "", "what is remembered of a user", listCommand},
		{"show", "ID", "one record: its quote, its history", showCommand},
		{"forget", "[ID]", "forget one record, a topic, a session or all of a user", forgetCommand},
		{"erase", "USER", "erase a user for certain", eraseCommand},
		{"export", "", "everything kept about a user, as JSON lines", exportCommand},
		{"import", "[FILE]", "take an export in, or a conversation with its own times", importCommand},
		{"upkeep", "", "merge, fade, archive and conclude now, and say what was done", upkeepCommand},
		{"backup", "", "copy everything, encrypted, while it is in use", backupCommand},
		{"restore", "", "lay a data folder out from a backup; what was forgotten since stays so", restoreCommand},
		{"key", "new|list|revoke", "make and revoke proxy keys", keyCommand},
		{"tenant", "on|off TENANT", "switch a tenant's memory", tenantCommand},
		{"version", "", "print the version", versionCommand},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, stdio{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// run finds the command and says in one line what went wrong.
func run(ctx context.Context, std stdio, args []string) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		usage(std.out)
		return 0
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		err := c.run(ctx, std, args[1:])
		switch {
		case err == nil:
			return 0
		case errors.Is(err, flag.ErrHelp):
			return 0
		}
		fmt.Fprintf(std.err, "mneme %s: %v\n", c.name, indent(err))
		return 1
	}
	fmt.Fprintf(std.err, "mneme: unknown command %q; `mneme help` lists them\n", args[0])
	return 2
}

// indent puts each of several faults on a line of its own.
func indent(err error) string {
	lines := strings.Split(err.Error(), "\n")
	if len(lines) == 1 {
		return lines[0]
	}
	return fmt.Sprintf("%d faults:\n  %s", len(lines), strings.Join(lines, "\n  "))
}

func usage(w io.Writer) {
	fmt.Fprint(w, "mneme gives any AI agent a memory: point its base URL here.\n\nusage: mneme COMMAND [flags] [arguments]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-24s %s\n", strings.TrimSpace(c.name+" "+c.args), c.says)
	}
	fmt.Fprint(w, "\n`mneme COMMAND -h` lists a command's flags. Every flag can be set by the\nenvironment too: -data is MNEME_DATA.\n")
}

func versionCommand(_ context.Context, std stdio, _ []string) error {
	_, err := fmt.Fprintln(std.out, "mneme", version)
	return err
}

// newFlags returns an empty flag set of a command. It prints nothing by itself:
// what is wrong with a flag is said in one line by the error.
func newFlags(name string) *flag.FlagSet {
	set := flag.NewFlagSet("mneme "+name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	return set
}

// parseFlags parses flags wherever they stand, before, between and after the
// arguments, which it returns; what follows a bare -- is an argument. Asked for
// help, it prints the flags to w and returns flag.ErrHelp.
func parseFlags(set *flag.FlagSet, args []string, w io.Writer) ([]string, error) {
	var rest []string
	for {
		err := set.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(w, "flags of %s:\n", set.Name())
			set.SetOutput(w)
			set.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%w (`%s -h` lists the flags)", err, set.Name())
		}
		left := set.Args()
		parsed := len(args) - len(left)
		if parsed > 0 && args[parsed-1] == "--" || len(left) == 0 {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}
