package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// expect waits until the question has no answer left, and fails with the last one it had. It
// returns the moment it was satisfied.
func (d *demo) expect(patience time.Duration, what string, lacks func() string) (time.Time, error) {
	for deadline := time.Now().Add(patience); ; {
		lack := lacks()
		now := time.Now()
		if lack == "" {
			return now, nil
		}
		if d.interrupt.Err() != nil {
			return now, errInterrupted
		}
		if d.agent != nil && d.agent.ended() {
			return now, fmt.Errorf("expected %s, but the agent ended with %v; its log is %s", what, d.agent.command.ProcessState, d.agent.log)
		}
		if now.After(deadline) {
			return now, fmt.Errorf("expected %s within %v, but %s", what, patience, lack)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// command runs a program and returns what it printed.
func (d *demo) command(kubeconfig, path string, arguments ...string) (string, error) {
	command := exec.Command(path, arguments...)
	command.Env = append(command.Environ(), "KUBECONFIG="+kubeconfig)
	output, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", path, strings.Join(arguments, " "), err, output)
	}
	return string(output), nil
}
