// Command demo brings up two clusters and a Git server, starts the agent, and tells what happens to
// a few pushes. Every step is checked; the first that goes wrong ends the demo with exit code 1.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

const hubNamespace = "plumbline-system"

type demo struct {
	dir, bin, plumb, tenants, manifests string

	screen               *screen
	interrupt            context.Context
	children             []*process
	clusters             []*cluster // the first is the hub
	fleet                *fleet
	agent                *process
	gitURL               string
	hookPort, healthPort int
}

var errInterrupted = errors.New("interrupted")

func main() {
	d := &demo{screen: newScreen()}
	flag.StringVar(&d.dir, "dir", ".build/demo", "where clusters, logs and work trees go; replaced at each run")
	flag.StringVar(&d.bin, "bin", ".build/testbed/bin", "where testbed, kubectl and the control plane are")
	flag.StringVar(&d.plumb, "plumb", "agent/cli/target/plumb/bin/plumb", "the command")
	flag.StringVar(&d.tenants, "tenants", "tenants", "what is pushed first")
	flag.StringVar(&d.manifests, "manifests", "manifests", "what is installed on the hub")
	stay := flag.Bool("stay", false, "leave everything up after a failure, until Ctrl-C")
	flag.Parse()

	var cancel context.CancelFunc
	d.interrupt, cancel = signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	began := time.Now()
	err := d.run()
	switch {
	case errors.Is(err, errInterrupted):
		d.screen.line("")
		d.screen.line("interrupted")
	case err != nil:
		d.screen.failed(err)
		d.screen.line("  logs: %s", filepath.Join(d.dir, "logs"))
		d.screen.line("  more: %s", filepath.Join(d.dir, "bed", "logs"))
		if *stay {
			<-d.interrupt.Done()
		}
	default:
		d.screen.line("")
		d.screen.line("The story took %.0f s.", time.Since(began).Seconds())
		err = d.lookAround()
	}
	if stopped := d.stop(); err == nil {
		err = stopped
	}
	if err != nil {
		os.Exit(1)
	}
}

func (d *demo) run() error {
	if err := d.prepare(); err != nil {
		return err
	}
	for _, step := range []func() error{
		d.bringUp,
		d.pushTenants,
		d.startAgent,
		d.firstDeploy,
		d.newcomer,
		d.reachOut,
		d.raiseImage,
		d.scaleByHand,
		d.pushTypo,
		d.deleteFile,
		d.killInMidApply,
	} {
		if d.interrupt.Err() != nil {
			return errInterrupted
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) prepare() error {
	for _, path := range []*string{&d.dir, &d.bin, &d.plumb, &d.tenants, &d.manifests} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = absolute
	}
	if err := os.RemoveAll(d.dir); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Join(d.dir, "logs"), 0o755)
}

// lookAround leaves everything up for a person who wants to see it.
func (d *demo) lookAround() error {
	hub, other := d.clusters[0], d.clusters[1]
	d.screen.line("")
	d.screen.line("Look around:")
	d.screen.line("  export KUBECONFIG=%s     # %s, which is the hub too", hub.kubeconfig, hub.target)
	d.screen.line("  export KUBECONFIG=%s     # %s", other.kubeconfig, other.target)
	d.screen.line("  kubectl: %s", hub.kubectl)
	d.screen.line("  fleet:   %s   (commit and push to it)", d.fleet.dir)
	d.screen.line("  agent:   http://127.0.0.1:%d/metrics", d.healthPort)
	d.screen.line("")
	d.screen.line("$ plumb get")
	table, err := d.command(hub.kubeconfig, d.plumb, "get")
	if err != nil {
		return err
	}
	d.screen.text(table)
	if !d.screen.person {
		return nil
	}
	d.screen.line("")
	d.screen.line("Everything stays up until Ctrl-C.")
	<-d.interrupt.Done()
	d.screen.line("")
	return nil
}

// stop ends the agent first and in order: that it can be told to stop is part of the story.
func (d *demo) stop() (err error) {
	if d.agent != nil && !d.agent.ended() {
		code, took := d.agent.stop(10 * time.Second)
		d.screen.step("the agent is told to stop", took, fmt.Sprintf("exit code %d", code))
		if code != 0 || took > 5*time.Second {
			err = fmt.Errorf("expected the agent to end with exit code 0 within 5 s, but it ended with %d after %.1f s", code, took.Seconds())
			d.screen.failed(err)
		}
	}
	for _, child := range d.children {
		child.stdin.Close()
	}
	for _, child := range d.children {
		select {
		case <-child.gone:
		case <-time.After(10 * time.Second):
			child.kill()
		}
	}
	return err
}
