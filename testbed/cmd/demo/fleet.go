package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// fleet is the work tree of somebody who pushes.
type fleet struct {
	dir string
}

// push is a commit on its way; the clock starts before git does.
type push struct {
	commit string
	began  time.Time
	took   time.Duration
}

func (p push) brief() string { return "main@" + p.commit[:7] }

func newFleet(dir, url, tenants string) (*fleet, error) {
	f := &fleet{dir: dir}
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.CopyFS(filepath.Join(dir, "tenants"), os.DirFS(tenants)); err != nil {
		return nil, err
	}
	for _, arguments := range [][]string{
		{"init", "--quiet", "--initial-branch=main"},
		{"remote", "add", "origin", url},
	} {
		if _, err := f.git(arguments...); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *fleet) git(arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = f.dir
	command.Env = []string{
		"PATH=" + os.Getenv("PATH"),
		"GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=Demo", "GIT_AUTHOR_EMAIL=demo@example.com",
		"GIT_COMMITTER_NAME=Demo", "GIT_COMMITTER_EMAIL=demo@example.com",
	}
	output, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(arguments, " "), err, output)
	}
	return strings.TrimSpace(string(output)), nil
}

func (f *fleet) path(file string) string { return filepath.Join(f.dir, "tenants", file) }

// replace changes text in a file; the text must be there, or the story is out of date.
func (f *fleet) replace(file, old, new string) error {
	text, err := os.ReadFile(f.path(file))
	if err != nil {
		return err
	}
	if !strings.Contains(string(text), old) {
		return fmt.Errorf("tenants/%s has no %q; the demo no longer fits the tenants", file, old)
	}
	return os.WriteFile(f.path(file), []byte(strings.Replace(string(text), old, new, 1)), 0o644)
}

func (f *fleet) write(file, text string) error {
	return os.WriteFile(f.path(file), []byte(text), 0o644)
}

// push commits everything there is and pushes it.
func (f *fleet) push(message string) (push, error) {
	if _, err := f.git("add", "--all"); err != nil {
		return push{}, err
	}
	if _, err := f.git("commit", "--quiet", "--message", message); err != nil {
		return push{}, err
	}
	return f.send()
}

// revert takes the last commit back and pushes that.
func (f *fleet) revert() (push, error) {
	if _, err := f.git("revert", "--no-edit", "HEAD"); err != nil {
		return push{}, err
	}
	return f.send()
}

func (f *fleet) send() (p push, err error) {
	if p.commit, err = f.git("rev-parse", "HEAD"); err != nil {
		return p, err
	}
	p.began = time.Now()
	_, err = f.git("push", "--quiet", "origin", "main")
	p.took = time.Since(p.began)
	return p, err
}
