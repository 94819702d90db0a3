package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a process under measurement.
type process struct {
	name string
	addr string // where it listens
	cmd  *exec.Cmd
	pid  int // of one that was running already, with its children; 0: cmd's
	out  *bytes.Buffer

	admin string // where its admin API listens, if it has one
}

// binaries returns this binary and that of mneme, which is built where none is named.
func binaries(ctx context.Context, dir, binary string) (self, mneme string, err error) {
	if self, err = os.Executable(); err != nil {
		return "", "", fmt.Errorf("find this binary: %w", err)
	}
	if binary == "" {
		binary = filepath.Join(dir, "mneme")
		build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return "", "", fmt.Errorf("build mneme: %w\n%s", err, out)
		}
	}
	return self, binary, nil
}

// freeAddr returns a loopback address that is free now.
func freeAddr() (string, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	defer func() { _ = ln.Close() }()
	return ln.Addr().String(), nil
}

// launch runs a command and waits until addr accepts connections.
func launch(ctx context.Context, name, addr string, argv ...string) (*process, error) {
	p := &process{name: name, addr: addr, cmd: exec.CommandContext(ctx, argv[0], argv[1:]...), out: new(bytes.Buffer)}
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	p.cmd.Env = append(os.Environ(), "HTTPS_PROXY=", "HTTP_PROXY=")
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	exited := make(chan error, 1)
	go func() { exited <- p.cmd.Wait() }()
	for range 1000 {
		if c, err := net.Dial("tcp", addr); err == nil {
			_ = c.Close()
			return p, nil
		}
		select {
		case err := <-exited:
			return nil, fmt.Errorf("start %s: it ended (%w):\n%s", name, err, p.out)
		case <-time.After(10 * time.Millisecond):
		}
	}
	p.stop()
	return nil, fmt.Errorf("start %s: it does not listen on %s", name, addr)
}

func (p *process) stop() {
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(syscall.SIGKILL)
	}
}

// pids returns the processes that it consists of.
func (p *process) pids() []int {
	if p.pid == 0 {
		if p.cmd == nil {
			return nil
		}
		return []int{p.cmd.Process.Pid}
	}
	all := []int{p.pid}
	for i := 0; i < len(all); i++ {
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", all[i]))
		for _, list := range lists {
			text, _ := os.ReadFile(list)
			for _, child := range strings.Fields(string(text)) {
				if pid, err := strconv.Atoi(child); err == nil {
					all = append(all, pid)
				}
			}
		}
	}
	return all
}

// cpu returns the time the process has been on a CPU. The scheduler's own count
// is in nanoseconds; where it is missing, the clock ticks of stat must do.
func (p *process) cpu() time.Duration {
	var total time.Duration
	for _, pid := range p.pids() {
		total += cpuOf(pid)
	}
	return total
}

func cpuOf(pid int) time.Duration {
	dir := fmt.Sprintf("/proc/%d", pid)
	tasks, _ := filepath.Glob(dir + "/task/*/schedstat")
	var total time.Duration
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue
		}
		ns, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(ns, 10, 64)
		total += time.Duration(n)
	}
	if total > 0 {
		return total
	}
	text, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// rss returns the resident memory in bytes.
func (p *process) rss() int64 {
	var total int64
	for _, pid := range p.pids() {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(text), "VmRSS:")
		if fields := strings.Fields(after); len(fields) > 0 {
			kb, _ := strconv.ParseInt(fields[0], 10, 64)
			total += kb << 10
		}
	}
	return total
}
