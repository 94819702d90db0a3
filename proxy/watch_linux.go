package proxy

import (
	"fmt"
	"sync"
	"syscall"
)

// leaver is told that its peer has closed its side of the connection.
type leaver interface{ gone() }

// watch tells connections when their peer leaves. Reading would tell as well, but
// nobody reads from a client whose answer is being waited for, and nobody reads
// from an idle upstream connection. The kernel reports a hang-up without being
// asked again and again, and also behind bytes that nobody has read, as TLS
// leaves them.
type watch struct {
	epoll int
	wake  [2]int // a pipe whose end stops run

	mu   sync.Mutex
	last uint64
	all  map[uint64]leaver
}

func newWatch() (*watch, error) {
	w := &watch{all: make(map[uint64]leaver)}
	var err error
	if w.epoll, err = syscall.EpollCreate1(syscall.EPOLL_CLOEXEC); err != nil {
		return nil, fmt.Errorf("create epoll: %w", err)
	}
	if err = syscall.Pipe2(w.wake[:], syscall.O_CLOEXEC); err != nil {
		_ = syscall.Close(w.epoll)
		return nil, fmt.Errorf("create pipe: %w", err)
	}
	if err = w.register(w.wake[0], 0, syscall.EPOLLHUP|syscall.EPOLLIN); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *watch) register(fd int, id uint64, events uint32) error {
	event := syscall.EpollEvent{Events: events, Fd: int32(uint32(id)), Pad: int32(uint32(id >> 32))}
	if err := syscall.EpollCtl(w.epoll, syscall.EPOLL_CTL_ADD, fd, &event); err != nil {
		return fmt.Errorf("watch a connection: %w", err)
	}
	return nil
}

// add begins to watch a connection and returns an id for remove, or 0 if it
// cannot be watched. The kernel forgets a socket that is closed.
func (w *watch) add(socket syscall.Conn, l leaver) uint64 {
	w.mu.Lock()
	w.last++
	id := w.last
	w.all[id] = l
	w.mu.Unlock()
	const hangUp = syscall.EPOLLRDHUP | syscall.EPOLLHUP | syscall.EPOLLERR | 1<<31 // edge-triggered
	err := fmt.Errorf("no descriptor")
	if conn, errConn := socket.SyscallConn(); errConn == nil {
		errControl := conn.Control(func(fd uintptr) { err = w.register(int(fd), id, hangUp) })
		if err == nil {
			err = errControl
		}
	}
	if err != nil {
		w.remove(id)
		return 0
	}
	return id
}

func (w *watch) remove(id uint64) {
	w.mu.Lock()
	delete(w.all, id)
	w.mu.Unlock()
}

// run reports hang-ups until close is called.
func (w *watch) run() {
	events := make([]syscall.EpollEvent, 64)
	for {
		n, err := syscall.EpollWait(w.epoll, events, -1)
		if err != nil && err != syscall.EINTR {
			return
		}
		for _, event := range events[:max(n, 0)] {
			id := uint64(uint32(event.Pad))<<32 | uint64(uint32(event.Fd))
			if id == 0 {
				_ = syscall.Close(w.epoll)
				_ = syscall.Close(w.wake[0])
				return
			}
			w.mu.Lock()
			l := w.all[id]
			w.mu.Unlock()
			if l != nil {
				l.gone()
			}
		}
	}
}

// close ends run.
func (w *watch) close() { _ = syscall.Close(w.wake[1]) }

// probe looks at an idle connection without taking anything from it.
type probe struct {
	conn  syscall.RawConn
	look  func(fd uintptr)
	quiet bool
}

func newProbe(socket syscall.Conn) *probe {
	conn, err := socket.SyscallConn()
	if err != nil {
		return nil
	}
	p := &probe{conn: conn}
	p.look = func(fd uintptr) {
		var b [1]byte
		_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		p.quiet = err == syscall.EAGAIN
	}
	return p
}

// silent reports whether nothing has come on the connection, not even its end.
func (p *probe) silent() bool {
	p.quiet = false
	return p.conn.Control(p.look) == nil && p.quiet
}
