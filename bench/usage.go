package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// usage is what a process has used of the machine. Where /proc is missing it is
// zero.
type usage struct {
	cpu time.Duration // user and system
	rss int64         // bytes
}

// used reads what a process has used so far.
func used(pid int) usage {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return usage{}
	}
	// The name, in brackets, may hold blanks.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 22 {
		return usage{}
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(string(fields[i]), 10, 64)
		return n
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux that Go runs on
	return usage{cpu: time.Duration(number(11)+number(12)) * tick, rss: number(21) * int64(os.Getpagesize())}
}

// since is what was used after before; the memory is what is held now.
func (u usage) since(before usage) usage { return usage{cpu: u.cpu - before.cpu, rss: u.rss} }
