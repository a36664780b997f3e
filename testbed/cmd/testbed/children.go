package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// children starts processes that die with this one, however it dies.
type children struct {
	starts chan func()
	failed chan error

	mu     sync.Mutex
	closed bool
	all    map[*child]bool
}

type child struct {
	name    string
	log     string
	command *exec.Cmd
	gone    chan struct{}
	wanted  bool // dead on our order; guarded by children.mu
}

func newChildren() *children {
	c := &children{starts: make(chan func()), failed: make(chan error, 1), all: map[*child]bool{}}
	go func() {
		// The kernel sends Pdeathsig when the thread that forked ends, not the process. So every
		// child is forked on one thread that lives as long as the launcher.
		runtime.LockOSThread()
		for start := range c.starts {
			start()
		}
	}()
	return c
}

func (c *children) start(name, log string, environment []string, path string, arguments ...string) (*child, error) {
	output, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer output.Close()
	command := exec.Command(path, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.Stdout, command.Stderr = output, output
	// A group of its own keeps a Ctrl-C for the launcher, which stops its children itself.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	p := &child{name: name, log: log, command: command, gone: make(chan struct{})}

	started := make(chan error)
	c.starts <- func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.closed {
			started <- errors.New("the testbed is stopping")
			return
		}
		err := command.Start()
		if err == nil {
			c.all[p] = true
		}
		started <- err
	}
	if err := <-started; err != nil {
		return nil, fmt.Errorf("could not start %s: %w", name, err)
	}
	go c.watch(p)
	return p, nil
}

func (c *children) watch(p *child) {
	err := p.command.Wait()
	c.mu.Lock()
	wanted := p.wanted
	delete(c.all, p)
	c.mu.Unlock()
	close(p.gone)
	if wanted {
		return
	}
	select {
	case c.failed <- fmt.Errorf("%s ended (%v); its log %s ends with: %s", p.name, err, p.log, lastLine(p.log)):
	default:
	}
}

// kill loses nothing worth keeping: what a testbed stores is thrown away.
func (c *children) kill(p *child) {
	c.mu.Lock()
	p.wanted = true
	c.mu.Unlock()
	p.command.Process.Kill()
	<-p.gone
}

func (c *children) killAll() {
	c.mu.Lock()
	c.closed = true
	var all []*child
	for p := range c.all {
		p.wanted = true
		p.command.Process.Kill()
		all = append(all, p)
	}
	c.mu.Unlock()
	for _, p := range all {
		<-p.gone
	}
}

func lastLine(path string) string {
	text, _ := os.ReadFile(path)
	text = bytes.TrimSpace(text)
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return string(line[:min(len(line), 300)])
}
