package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mneme/memory/encoder"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
)

// A check finds what a start would refuse, without starting: nothing is made, opened for
// writing or asked of a model, and a mneme that runs on the same data folder is not
// disturbed. What that one holds, its folder and its addresses, is no fault: the start that
// is checked for comes when it has ended.

// checkCommand is ` + "`mneme check`" + `: serve -check by another name.
func checkCommand(ctx context.Context, std stdio, args []string) error {
	return serveCommand(ctx, std, append([]string{"-check"}, args...))
}

// check reports every fault, or that there is none.
func check(ctx context.Context, std stdio, o options, s secrets) error {
	remarks, err := rehearse(ctx, o, s)
	if err != nil {
		return err
	}
	what := "settings"
	if o.policy != "" {
		what += " and " + o.policy
	}
	fmt.Fprintf(std.out, "%s: no faults\n", what)
	for _, remark := range remarks {
		fmt.Fprintln(std.out, remark)
	}
	return nil
}

// rehearse goes through what a start does with the settings. The remarks say what it could
// not look into, or found in use by a mneme that runs.
func rehearse(ctx context.Context, o options, s secrets) (remarks []string, err error) {
	h := &house{opts: o, log: slog.New(slog.DiscardHandler), now: o.now}
	h.governor = &governor{
		changed: make(chan struct{}, 1), path: o.policy, control: noControl{}, adminKey: s.adminKey, log: h.log, now: o.now,
		client: &http.Client{Timeout: keySetWithin}, upstream: o.upstream, upstreamKey: s.upstreamKey,
	}
	faults := []error{h.governor.load(ctx)}
	known := h.governor.Book() != nil
	options, err := h.proxyOptions()
	switch {
	case !known: // its faults are those of the policy
	case err != nil:
		faults = append(faults, err)
	default:
		faults = append(faults, options.Validate())
	}
	faults = append(faults, o.checkMaster(s.masterKey))
	if o.embed == "quality" && o.embedFile != "" {
		if _, err := encoder.Open(o.embedFile); err != nil {
			faults = append(faults, fmt.Errorf("-embed-file: %w", err))
		}
	}
	by, held := sqlite.Held(o.data)
	if held {
		remarks = append(remarks, fmt.Sprintf("-data %s: in use by a mneme that runs (%s); it must end before another starts", o.data, by))
	}
	if known {
		switch err := h.exposed(); {
		case err == nil:
		case exists(filepath.Join(o.data, "control.db")):
			remarks = append(remarks, "whether a key is kept in the data folder is not looked into; if none is: "+err.Error())
		default:
			faults = append(faults, err)
		}
	}
	inUse, err := o.checkDoors(held)
	return append(remarks, inUse...), errors.Join(append(faults, err)...)
}

// checkMaster looks whether the keys in the data folder were made with this master key.
func (o *options) checkMaster(text string) error {
	var master []byte
	if text != "" {
		var err error
		if master, err = decodeKey(text); err != nil {
			return fmt.Errorf("-master-key-file: %w", err)
		}
	}
	if err := seal.Fits(filepath.Join(o.data, "keys"), master); errors.Is(err, seal.ErrMaster) {
		return fmt.Errorf("-data %s: %w", o.data, err)
	}
	return nil // what else is wrong with the folder, a start goes on without memory for
}

// checkDoors opens both listeners for a moment. An address that the running mneme listens
// on is in use by right.
func (o *options) checkDoors(running bool) (remarks []string, err error) {
	var ours []string
	if running {
		text, _ := os.ReadFile(filepath.Join(o.data, doorsFile))
		ours = strings.Fields(string(text))
	}
	var faults []error
	for _, door := range []struct{ name, address string }{{"-listen", o.listen}, {"-admin", o.admin}} {
		if !validAddress(door.address) {
			continue // a fault of the values, which is told there
		}
		ln, err := net.Listen("tcp", door.address)
		if err == nil {
			ln.Close()
			continue
		}
		for _, address := range ours {
			if errors.Is(err, syscall.EADDRINUSE) && overlap(door.address, address) {
				remarks = append(remarks, fmt.Sprintf("%s %s: in use by the mneme that runs", door.name, door.address))
				err = nil
				break
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", door.name, err))
		}
	}
	return remarks, errors.Join(faults...)
}

// doorsFile, in the data folder, says on which addresses the mneme that runs on it listens.
const doorsFile = "listening"

// tellDoors writes it.
func tellDoors(data string, l listeners) error {
	return os.WriteFile(filepath.Join(data, doorsFile), []byte(l.data.Addr().String()+"\n"+l.admin.Addr().String()+"\n"), 0o600)
}

// validAddress reports whether a listener's address can be understood.
func validAddress(address string) bool {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	_, err = net.LookupPort("tcp", port)
	return err == nil && port != ""
}

// overlap reports whether two listeners' addresses cannot be listened on at once.
func overlap(a, b string) bool {
	hostA, portA, err := net.SplitHostPort(a)
	hostB, portB, other := net.SplitHostPort(b)
	if err != nil || other != nil {
		return false
	}
	numberA, err := net.LookupPort("tcp", portA)
	numberB, other := net.LookupPort("tcp", portB)
	if err != nil || other != nil || numberA != numberB || numberA == 0 {
		return false
	}
	hostA, hostB = plainHost(hostA), plainHost(hostB)
	return hostA == hostB || hostA == "" || hostB == ""
}

// plainHost writes a host in one way; that of every address is "".
func plainHost(host string) string {
	if strings.EqualFold(host, "localhost") {
		return "127.0.0.1"
	}
	ip := net.ParseIP(host)
	switch {
	case ip == nil:
		return strings.ToLower(host)
	case ip.IsUnspecified():
		return ""
	}
	return ip.String()
}
