package main

import (
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"
)

//go:embed objects/sources.yaml
var sources string

//go:embed objects/platform.yaml
var platform string

//go:embed objects/tenants.yaml
var tenants string

// targets are the names under which the clusters are delivered to.
var targets = []string{"eu-1", "us-1"}

// delivered are the kinds that the tenants use.
var delivered = []struct{ api, name string }{
	{"api/v1", "namespaces"},
	{"api/v1", "configmaps"},
	{"api/v1", "services"},
	{"api/v1", "serviceaccounts"},
	{"apis/rbac.authorization.k8s.io/v1", "rolebindings"},
	{"apis/apps/v1", "deployments"},
	{"apis/networking.k8s.io/v1", "networkpolicies"},
	{"apis/policy/v1", "poddisruptionbudgets"},
}

const hookSecret = "only the Git server and the agent know this"

func (d *demo) bringUp() error {
	began := time.Now()
	var err error
	if d.hookPort, err = freePort(); err != nil {
		return err
	}
	if d.healthPort, err = freePort(); err != nil {
		return err
	}
	bed, err := d.launch("testbed", "up", "--dir", filepath.Join(d.dir, "bed"), "--clusters", fmt.Sprint(len(targets)), "--audit")
	if err != nil {
		return err
	}
	git, err := d.launch("git", "git", "--dir", filepath.Join(d.dir, "git"), "--repos", "fleet",
		"--webhook", fmt.Sprintf("http://127.0.0.1:%d/hooks/%s/fleet", d.hookPort, hubNamespace), "--webhook-secret", hookSecret)
	if err != nil {
		return err
	}
	event, err := git.next("git", 20*time.Second)
	if err != nil {
		return err
	}
	d.gitURL = event["url"].(string)
	for _, target := range targets {
		event, err := bed.next("cluster", time.Minute)
		if err != nil {
			return err
		}
		c, err := d.connect(target, event)
		if err != nil {
			return err
		}
		d.clusters = append(d.clusters, c)
		for _, resource := range delivered {
			if err := c.follow(d.interrupt, resource.api, resource.name, "plumbline.dev/hub"); err != nil {
				return err
			}
		}
	}
	version, err := d.hub().run("", "version", "--output=yaml")
	if err != nil {
		return err
	}
	_, version, _ = strings.Cut(version, "serverVersion:")
	_, version, _ = strings.Cut(version, "gitVersion: ")
	version, _, _ = strings.Cut(version, "\n")
	d.screen.step(fmt.Sprintf("two clusters (%s) and a Git server are up", version), time.Since(began))
	return nil
}

func (d *demo) pushTenants() (err error) {
	if d.fleet, err = newFleet(filepath.Join(d.dir, "fleet"), d.gitURL+"/fleet.git", d.tenants); err != nil {
		return err
	}
	pushed, err := d.fleet.push("Add three tenants")
	if err != nil {
		return err
	}
	d.screen.step("tenants/ pushed to "+d.gitURL+"/fleet.git", pushed.took, pushed.brief())
	return nil
}

func (d *demo) startAgent() error {
	began := time.Now()
	hub := d.hub()
	if _, err := hub.run("", "apply", "--server-side", "-k", filepath.Join(d.manifests, "crds")); err != nil {
		return err
	}
	if _, err := hub.run("", "wait", "--for=condition=Established", "--timeout=20s", "customresourcedefinitions", "--all"); err != nil {
		return err
	}
	if _, err := hub.run("", "create", "namespace", hubNamespace); err != nil {
		return err
	}
	for _, c := range d.clusters {
		if _, err := hub.run("", "create", "secret", "generic", c.target+"-kubeconfig", "--namespace="+hubNamespace, "--from-file=value="+c.kubeconfig); err != nil {
			return err
		}
	}
	if _, err := hub.run("", "create", "secret", "generic", "fleet-hook", "--namespace="+hubNamespace, "--from-literal=token="+hookSecret); err != nil {
		return err
	}
	if err := hub.follow(d.interrupt, "apis/plumbline.dev/v1alpha1", "syncs", ""); err != nil {
		return err
	}
	d.screen.step("definitions and credentials installed on the hub, which is "+hub.target, time.Since(began))
	took, err := d.launchAgent()
	if err != nil {
		return err
	}
	d.screen.step("plumb agent is ready", took, fmt.Sprintf("process %d", d.agent.command.Process.Pid))
	return nil
}

// launchAgent returns when the agent says it is ready.
func (d *demo) launchAgent() (time.Duration, error) {
	began := time.Now()
	agent, err := d.start("agent", nil, d.plumb, "agent",
		"--kubeconfig", d.hub().kubeconfig,
		"--namespace", hubNamespace,
		"--listen", fmt.Sprintf("127.0.0.1:%d", d.hookPort),
		"--health", fmt.Sprintf("127.0.0.1:%d", d.healthPort),
		"--data-dir", filepath.Join(d.dir, "agent"),
		"--allow-untrusted",
		"--allow-untenanted") // the platform's own Syncs
	if err != nil {
		return 0, err
	}
	d.agent = agent
	client := http.Client{Timeout: time.Second}
	_, err = d.expect(30*time.Second, "the agent to be ready", func() string {
		response, err := client.Get(fmt.Sprintf("http://127.0.0.1:%d/readyz", d.healthPort))
		if err != nil {
			return err.Error()
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return "/readyz answers " + response.Status
		}
		return ""
	})
	return time.Since(began), err
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, errors.New("no free port on 127.0.0.1")
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
