package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const bin = "../../../.build/testbed/bin"

func TestMain(m *testing.M) {
	build := exec.Command("../../build.sh", "controlplane", "kwok", "testbed")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "could not build the testbed:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// launcher is a testbed process of its own, spoken to as a test in another language would.
type launcher struct {
	t       *testing.T
	command *exec.Cmd
	stdin   io.WriteCloser
	lines   chan record
}

func launch(t *testing.T, arguments ...string) *launcher {
	t.Helper()
	command := exec.Command(filepath.Join(bin, "testbed"), arguments...)
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe()
	check(t, err)
	stdout, err := command.StdoutPipe()
	check(t, err)
	check(t, command.Start())
	l := &launcher{t: t, command: command, stdin: stdin, lines: make(chan record, 100)}
	go func() {
		defer close(l.lines)
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			var r record
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				t.Errorf("stdout has a line that is not JSON: %s", lines.Text())
			}
			l.lines <- r
		}
	}()
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	return l
}

func (l *launcher) next() record {
	l.t.Helper()
	select {
	case r, open := <-l.lines:
		if !open {
			l.t.Fatal("the launcher ended")
		}
		return r
	case <-time.After(time.Minute):
		l.t.Fatal("the launcher said nothing for a minute")
	}
	return nil
}

func (l *launcher) event(name string) record {
	l.t.Helper()
	r := l.next()
	if r["event"] != name {
		l.t.Fatalf("got %v, want the event %q", r, name)
	}
	return r
}

func (l *launcher) order(command string) record {
	l.t.Helper()
	_, err := io.WriteString(l.stdin, command+"\n")
	check(l.t, err)
	return l.next()
}

func (l *launcher) must(command string) {
	l.t.Helper()
	if answer := l.order(command); answer["ok"] != true {
		l.t.Fatalf("%s: %v", command, answer)
	}
}

func (l *launcher) children() (pids []int) {
	l.t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", l.command.Process.Pid))
	check(l.t, err)
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		for _, field := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(field)
			check(l.t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}

func expectGone(t *testing.T, pids []int, within time.Duration) {
	t.Helper()
	began := time.Now()
	for _, pid := range pids {
		for alive(pid) {
			if time.Since(began) > within {
				t.Fatalf("process %d lives %v after its launcher", pid, within)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	t.Logf("%d processes gone after %v", len(pids), time.Since(began).Round(time.Millisecond))
}

// alive counts a zombie as dead: only its parent's neglect is left.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !bytes.Contains(stat, []byte(") Z ")) && !bytes.Contains(stat, []byte(") X "))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNothingOutlivesTheLauncher(t *testing.T) {
	for name, end := range map[string]func(*launcher){
		"kill -9":      func(l *launcher) { l.command.Process.Kill() },
		"SIGTERM":      func(l *launcher) { l.command.Process.Signal(syscall.SIGTERM) },
		"end of stdin": func(l *launcher) { l.stdin.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			l := launch(t, "up", "--dir", t.TempDir(), "--exit-with-stdin")
			l.event("cluster")
			l.event("ready")
			pids := l.children()
			if len(pids) != 5 {
				t.Fatalf("%d processes run, want etcd and 4 of the cluster", len(pids))
			}
			end(l)
			expectGone(t, append(pids, l.command.Process.Pid), 2*time.Second)
		})
	}
}

func TestALauncherThatIsKilledWhileStartingLeavesNothing(t *testing.T) {
	l := launch(t, "up", "--dir", t.TempDir(), "--clusters", "2")
	for len(l.children()) < 3 {
		time.Sleep(5 * time.Millisecond)
	}
	if answer := l.order("stop c1"); answer["ok"] != false {
		t.Errorf("a cluster that is not ready takes orders: %v", answer)
	}
	pids := l.children()
	l.command.Process.Kill()
	expectGone(t, pids, 2*time.Second)
}

func TestALauncherEndsWhenAPartOfItDies(t *testing.T) {
	l := launch(t, "up", "--dir", t.TempDir())
	l.event("cluster")
	l.event("ready")
	pids := l.children()
	check(t, syscall.Kill(pids[len(pids)-1], syscall.SIGKILL))
	expectGone(t, append(pids, l.command.Process.Pid), 2*time.Second)
}
