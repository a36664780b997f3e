package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const deployments = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "example.test/web:1"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: never}
spec:
  selector: {matchLabels: {app: never}}
  template:
    metadata: {labels: {app: never}}
    spec: {containers: [{name: never, image: "example.invalid/never:1"}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: unready}
spec:
  selector: {matchLabels: {app: unready}}
  template:
    metadata: {labels: {app: unready}, annotations: {testbed.plumbline.dev/never-ready: "true"}}
    spec: {containers: [{name: unready, image: "example.test/unready:1"}]}
`

func TestClusters(t *testing.T) {
	dir := t.TempDir()
	l := launch(t, "up", "--dir", dir, "--clusters", "2", "--audit")
	first, second := l.event("cluster"), l.event("cluster")
	ready := l.event("ready")
	t.Logf("two clusters in %v s", ready["seconds"])
	if first["name"] == second["name"] || first["server"] == second["server"] {
		t.Fatalf("two clusters are one: %v, %v", first, second)
	}
	one, two := kubectlOf(filepath.Join(dir, "c1.kubeconfig")), kubectlOf(filepath.Join(dir, "c2.kubeconfig"))

	t.Run("a Deployment becomes Available", func(t *testing.T) {
		one(t, deployments, "apply", "-f", "-")
		one(t, "", "wait", "--for=condition=Available", "deployment/web", "--timeout=20s")
		one(t, "", "wait", "--for=jsonpath={.status.containerStatuses[0].state.waiting.reason}=ImagePullBackOff", "pod", "-l", "app=never", "--timeout=20s")
		one(t, "", "wait", "--for=jsonpath={.status.conditions[?(@.type==\"Ready\")].message}=kept unready by testbed.plumbline.dev/never-ready", "pod", "-l", "app=unready", "--timeout=20s")
		if got := one(t, "", "get", "deployment", "-o", "jsonpath={.items[*].status.availableReplicas}"); got != "2" {
			t.Errorf("available replicas are %q, want only the 2 of web", got)
		}
		one(t, "", "annotate", "pod", "-l", "app=unready", "testbed.plumbline.dev/never-ready-")
		one(t, "", "wait", "--for=condition=Available", "deployment/unready", "--timeout=20s")
	})
	t.Run("clusters are apart", func(t *testing.T) {
		if got := two(t, "", "get", "deployment", "-o", "name"); got != "" {
			t.Errorf("the second cluster has %s", got)
		}
	})
	t.Run("the audit log names who wrote", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(dir, "c1.audit.jsonl"))
		check(t, err)
		for line := range bytes.Lines(text) {
			if bytes.Contains(line, []byte(`"verb":"create"`)) && bytes.Contains(line, []byte(`/deployments?`)) && bytes.Contains(line, []byte(`"userAgent":"kubectl/`)) {
				return
			}
		}
		t.Error("no line tells that kubectl created a Deployment")
	})
	t.Run("an API server stops and starts alone", func(t *testing.T) {
		l.must("stop c1")
		if output, err := kubectl(filepath.Join(dir, "c1.kubeconfig"), "", "get", "deployment"); err == nil || !strings.Contains(output, "refused") {
			t.Errorf("a stopped API server answers: %s", output)
		}
		two(t, "", "get", "nodes")
		l.must("start c1")
		one(t, "", "get", "deployment", "web")
		one(t, "", "scale", "deployment", "web", "--replicas=3")
		one(t, "", "wait", "--for=jsonpath={.status.availableReplicas}=3", "deployment/web", "--timeout=20s")
	})
	t.Run("watches expire", func(t *testing.T) {
		const path = "/api/v1/namespaces/default/configmaps"
		var list struct {
			Metadata struct{ ResourceVersion string }
		}
		check(t, json.Unmarshal([]byte(one(t, "", "get", "--raw", path)), &list))
		watch := func() string {
			output, _ := kubectl(filepath.Join(dir, "c1.kubeconfig"), "", "get", "--raw", path+"?watch=1&timeoutSeconds=1&resourceVersion="+list.Metadata.ResourceVersion)
			return output
		}
		l.must("etcd-compact")
		if got := watch(); got != "" {
			t.Errorf("a fresh watch is answered with %q, want nothing", got)
		}
		l.must("expire c1")
		if got := watch(); !strings.Contains(got, "too old resource version") {
			t.Errorf("an old watch is answered with %q, want that it is too old", got)
		}
	})
	t.Run("a command that makes no sense is refused", func(t *testing.T) {
		for _, command := range []string{"stop", "stop c9", "start c1", "dance", "stop c1 c2"} {
			if answer := l.order(command); answer["ok"] != false || answer["error"] == "" {
				t.Errorf("%s: %v", command, answer)
			}
		}
	})
	t.Run("kubeconfigs merge", func(t *testing.T) {
		t.Setenv("KUBECONFIG", filepath.Join(dir, "c1.kubeconfig")+":"+filepath.Join(dir, "c2.kubeconfig"))
		for _, name := range []string{"c1", "c2"} {
			if output, err := kubectl("", "", "--context", name, "get", "nodes"); err != nil {
				t.Errorf("context %s: %s", name, output)
			}
		}
	})
	t.Run("a second launcher keeps off", func(t *testing.T) {
		output, err := exec.Command(filepath.Join(bin, "testbed"), "up", "--dir", dir).CombinedOutput()
		if err == nil || !strings.Contains(string(output), "another testbed uses "+dir) {
			t.Errorf("got %v, %s", err, output)
		}
	})
}

func kubectlOf(kubeconfig string) func(t *testing.T, input string, arguments ...string) string {
	return func(t *testing.T, input string, arguments ...string) string {
		t.Helper()
		output, err := kubectl(kubeconfig, input, arguments...)
		if err != nil {
			t.Fatalf("kubectl %s: %v: %s", strings.Join(arguments, " "), err, output)
		}
		return output
	}
}

func kubectl(kubeconfig, input string, arguments ...string) (string, error) {
	command := exec.Command(filepath.Join(bin, "kubectl"), arguments...)
	if kubeconfig != "" {
		command.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig)
	}
	command.Stdin = strings.NewReader(input)
	output, err := command.CombinedOutput()
	return string(output), err
}
