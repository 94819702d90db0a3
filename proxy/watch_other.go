//go:build !linux

package proxy

import "syscall"

// leaver is told that its peer has closed its side of the connection.
type leaver interface{ gone() }

// watch has no way here to see a peer leave before a write fails.
type watch struct{ stop chan struct{} }

func newWatch() (*watch, error)                      { return &watch{stop: make(chan struct{})}, nil }
func (w *watch) add(_ syscall.Conn, _ leaver) uint64 { return 0 }
func (w *watch) remove(uint64)                       {}
func (w *watch) run()                                { <-w.stop }
func (w *watch) close()                              { close(w.stop) }

// probe has no way here to look at an idle connection.
type probe struct{}

func newProbe(syscall.Conn) *probe { return nil }
func (p *probe) silent() bool      { return true }
