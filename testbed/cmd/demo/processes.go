package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// The kernel sends Pdeathsig when the thread that forked ends, not the process. The main goroutine
// stays on the main thread, and it alone starts children.
func init() { runtime.LockOSThread() }

// process is a child that dies with us, however we die.
type process struct {
	name    string
	log     string
	command *exec.Cmd
	stdin   io.WriteCloser
	gone    chan struct{}
}

func (d *demo) start(name string, stdout io.Writer, path string, arguments ...string) (*process, error) {
	log := filepath.Join(d.dir, "logs", name+".log")
	output, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer output.Close()
	command := exec.Command(path, arguments...)
	command.Stderr = output
	command.Stdout = stdout
	if stdout == nil {
		command.Stdout = output
	}
	// A group of its own keeps a Ctrl-C for us.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("could not start %s: %w", name, err)
	}
	p := &process{name: name, log: log, command: command, stdin: stdin, gone: make(chan struct{})}
	d.children = append(d.children, p)
	go func() {
		command.Wait()
		close(p.gone)
	}()
	return p, nil
}

func (p *process) ended() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}

func (p *process) kill() {
	p.command.Process.Kill()
	<-p.gone
}

// stop asks with SIGTERM and tells how the process ended, and how soon.
func (p *process) stop(patience time.Duration) (code int, took time.Duration) {
	began := time.Now()
	p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.gone:
	case <-time.After(patience):
		p.kill()
	}
	return p.command.ProcessState.ExitCode(), time.Since(began)
}

// launcher is a testbed process; it tells what happens in JSON lines and ends with its stdin.
type launcher struct {
	*process
	events chan map[string]any
}

func (d *demo) launch(name string, arguments ...string) (*launcher, error) {
	read, write := io.Pipe()
	p, err := d.start(name, write, filepath.Join(d.bin, "testbed"), append(arguments, "--exit-with-stdin")...)
	if err != nil {
		return nil, err
	}
	l := &launcher{process: p, events: make(chan map[string]any, 1000)}
	go func() {
		<-p.gone
		write.Close()
	}()
	go func() {
		defer close(l.events)
		for lines := bufio.NewScanner(read); lines.Scan(); {
			var event map[string]any
			if json.Unmarshal(lines.Bytes(), &event) == nil {
				l.events <- event
			}
		}
	}()
	return l, nil
}

// next waits for an event with this name; events of other names are let go.
func (l *launcher) next(name string, patience time.Duration) (map[string]any, error) {
	deadline := time.After(patience)
	for {
		select {
		case event, open := <-l.events:
			if !open {
				return nil, fmt.Errorf("the launcher %s ended; its log is %s", l.name, l.log)
			}
			if event["event"] == name {
				return event, nil
			}
		case <-deadline:
			return nil, fmt.Errorf("the launcher %s did not tell of %q within %v; its log is %s", l.name, name, patience, l.log)
		}
	}
}
