package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The controllers that make applied objects live. Node lifecycle is left out on purpose: without it
// a node stays Ready with no heartbeats, so a cluster at rest is silent.
var controllers = []string{
	"clusterrole-aggregation-controller",
	"cronjob-controller",
	"daemonset-controller",
	"deployment-controller",
	"disruption-controller",
	"endpoints-controller",
	"endpointslice-controller",
	"garbage-collector-controller",
	"job-controller",
	"namespace-controller",
	"replicaset-controller",
	"resourcequota-controller",
	"root-ca-certificate-publisher-controller",
	"serviceaccount-controller",
	"serviceaccount-token-controller",
	"statefulset-controller",
	"ttl-after-finished-controller",
	"validatingadmissionpolicy-status-controller",
}

const auditPolicy = `{"apiVersion":"audit.k8s.io/v1","kind":"Policy","omitStages":["RequestReceived"],"rules":[{"level":"Metadata"}]}`

const node = `{
	"apiVersion": "v1", "kind": "Node",
	"metadata": {"name": "node-0", "annotations": {"kwok.x-k8s.io/node": "fake"},
		"labels": {"kubernetes.io/hostname": "node-0", "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}},
	"status": {
		"capacity": {"cpu": "10000", "memory": "100Ti", "pods": "100000"},
		"allocatable": {"cpu": "10000", "memory": "100Ti", "pods": "100000"}}
}`

// cluster is one control plane on the testbed's etcd. Its files: <dir>/<name>.kubeconfig,
// <dir>/<name>.audit.jsonl, <dir>/<name>/ (keys), <dir>/logs/<name>.*.log.
type cluster struct {
	bed     *testbed
	name    string
	server  string
	port    int
	token   string
	client  *http.Client
	parts   []*child // nil while stopped
	files   string
	started time.Time
}

func (c *cluster) kubeconfig() string { return filepath.Join(c.bed.dir, c.name+".kubeconfig") }
func (c *cluster) auditLog() string   { return filepath.Join(c.bed.dir, c.name+".audit.jsonl") }

// start returns when the cluster takes work: its API is ready, and so are the first service account
// and, with kwok, the node.
func (c *cluster) start(ctx context.Context) error {
	c.started = time.Now()
	c.files = filepath.Join(c.bed.dir, c.name)
	for _, stale := range []string{c.files, c.kubeconfig(), c.auditLog()} {
		if err := os.RemoveAll(stale); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(c.files, 0o700); err != nil {
		return err
	}
	authority, err := writePKI(c.files, c.name)
	if err != nil {
		return fmt.Errorf("could not make the keys of cluster %s: %w", c.name, err)
	}
	if c.port, err = reservePort(0); err != nil {
		return err
	}
	c.server = fmt.Sprintf("https://127.0.0.1:%d", c.port)
	c.client = &http.Client{Transport: &http.Transport{TLSClientConfig: trusting(authority)}, Timeout: 5 * time.Second}

	// Every part has a user of its own, so that the audit log tells them apart; all may do everything.
	users := map[string]string{"admin": c.kubeconfig()}
	for _, part := range []string{"kube-controller-manager", "kube-scheduler", "kwok"} {
		users["system:"+part] = filepath.Join(c.files, part+".kubeconfig")
	}
	var tokens strings.Builder
	for user, file := range users {
		token := newToken()
		if user == "admin" {
			c.token = token
		}
		fmt.Fprintf(&tokens, "%s,%s,%s,\"system:masters\"\n", token, user, user)
		if err := os.WriteFile(file, c.kubeconfigFor(user, token, authority), 0o600); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(c.files, "tokens.csv"), []byte(tokens.String()), 0o600); err != nil {
		return err
	}

	return c.run(ctx)
}

// run starts the parts of a cluster, new or stopped.
func (c *cluster) run(ctx context.Context) error {
	if c.parts != nil {
		return fmt.Errorf("cluster %s is running already", c.name)
	}
	if err := c.startAPI(ctx); err != nil {
		return err
	}
	if err := c.startControllers(); err != nil {
		return err
	}
	if c.bed.kwok {
		if err := c.startKwok(ctx); err != nil {
			return err
		}
	}
	return c.await(ctx, "the service account default", func() bool {
		status, _ := c.request(ctx, http.MethodGet, "/api/v1/namespaces/default/serviceaccounts/default", "")
		return status == http.StatusOK
	})
}

// stop takes the whole control plane down, not only its API server: the others would come back from
// an outage with so much backoff that a Deployment took 45 s after an outage of 25 s.
func (c *cluster) stop() error {
	if c.parts == nil {
		return fmt.Errorf("cluster %s is stopped already", c.name)
	}
	// The API server last: without it a controller manager that is just starting ends by itself.
	for _, part := range slices.Backward(c.parts) {
		c.bed.kill(part)
	}
	c.parts = nil
	return nil
}

func (c *cluster) startPart(program string, environment []string, path string, arguments ...string) error {
	part, err := c.bed.start(c.name+"."+program, environment, path, arguments...)
	if err == nil {
		c.parts = append(c.parts, part)
	}
	return err
}

func (c *cluster) startAPI(ctx context.Context) error {
	in := func(file string) string { return filepath.Join(c.files, file) }
	arguments := []string{
		"kube-apiserver",
		"--etcd-servers=" + c.bed.etcd,
		"--etcd-prefix=/" + c.name,
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", c.port),
		"--permit-port-sharing",
		"--endpoint-reconciler-type=none",
		"--tls-cert-file=" + in("tls.crt"),
		"--tls-private-key-file=" + in("tls.key"),
		"--token-auth-file=" + in("tokens.csv"),
		"--authorization-mode=RBAC",
		"--service-account-key-file=" + in("sa.key"),
		"--service-account-signing-key-file=" + in("sa.key"),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-cluster-ip-range=10.96.0.0/16",
		// Nodes have no lifecycle controller that would take the taint away again.
		"--disable-admission-plugins=TaintNodesByCondition",
		"--enable-priority-and-fairness=false",
		"--max-requests-inflight=4000",
		"--max-mutating-requests-inflight=2000",
		"--profiling=false",
	}
	if c.bed.audit {
		if err := os.WriteFile(in("audit-policy.json"), []byte(auditPolicy), 0o600); err != nil {
			return err
		}
		arguments = append(arguments,
			"--audit-policy-file="+in("audit-policy.json"),
			"--audit-log-path="+c.auditLog(),
			"--audit-log-maxsize=100000")
	}
	// Collecting garbage less often saves a fifth of the start's CPU time for 100 MB. Near its limit it
	// would collect all the time, as it did at 512 MiB with 10,000 objects.
	environment := []string{"GOGC=400", "GOMEMLIMIT=1GiB"}
	if err := c.startPart("kube-apiserver", environment, c.bed.tool("controlplane"), arguments...); err != nil {
		return err
	}
	return c.await(ctx, "the API server", func() bool {
		status, _ := c.request(ctx, http.MethodGet, "/readyz", "")
		return status == http.StatusOK
	})
}

func (c *cluster) startControllers() error {
	err := c.startPart("kube-controller-manager", nil, c.bed.tool("controlplane"),
		"kube-controller-manager",
		"--kubeconfig="+filepath.Join(c.files, "kube-controller-manager.kubeconfig"),
		"--controllers="+strings.Join(controllers, ","),
		"--service-account-private-key-file="+filepath.Join(c.files, "sa.key"),
		"--root-ca-file="+filepath.Join(c.files, "ca.crt"),
		"--leader-elect=false",
		"--secure-port=0",
		"--kube-api-qps=1000",
		"--kube-api-burst=2000",
		"--profiling=false")
	if err != nil {
		return err
	}
	return c.startPart("kube-scheduler", nil, c.bed.tool("controlplane"),
		"kube-scheduler",
		"--kubeconfig="+filepath.Join(c.files, "kube-scheduler.kubeconfig"),
		"--leader-elect=false",
		"--secure-port=0",
		"--kube-api-qps=1000",
		"--kube-api-burst=2000",
		"--profiling=false")
}

func (c *cluster) startKwok(ctx context.Context) error {
	// A home of its own: kwok also reads settings from there.
	err := c.startPart("kwok", []string{"HOME=" + c.files}, c.bed.tool("kwok"),
		"--kubeconfig="+filepath.Join(c.files, "kwok.kubeconfig"),
		"--config="+filepath.Join(c.bed.dir, "kwok.yaml"),
		"--manage-all-nodes",
		"--node-lease-duration-seconds=0",
		"--server-address=")
	if err != nil {
		return err
	}
	status, body := c.request(ctx, http.MethodPost, "/api/v1/nodes", node)
	if status != http.StatusCreated && status != http.StatusConflict {
		return fmt.Errorf("cluster %s did not take its node: %s", c.name, body)
	}
	return c.await(ctx, "the node", func() bool {
		status, body := c.request(ctx, http.MethodGet, "/api/v1/nodes/node-0", "")
		return status == http.StatusOK && nodeReady(body)
	})
}

func nodeReady(body []byte) bool {
	var node struct {
		Status struct {
			Conditions []struct{ Type, Status string }
		}
	}
	json.Unmarshal(body, &node)
	for _, condition := range node.Status.Conditions {
		if condition.Type == "Ready" && condition.Status == "True" {
			return true
		}
	}
	return false
}

// request answers 0 when the server cannot be reached.
func (c *cluster) request(ctx context.Context, method, path, body string) (int, []byte) {
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "testbed")
	response, err := c.client.Do(request)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer response.Body.Close()
	content, _ := io.ReadAll(response.Body)
	return response.StatusCode, bytes.TrimSpace(content)
}

func (c *cluster) await(ctx context.Context, what string, ready func() bool) error {
	return await(ctx, fmt.Sprintf("%s of cluster %s; see %s", what, c.name, c.bed.logs), ready)
}

func await(ctx context.Context, what string, ready func() bool) error {
	const patience = 2 * time.Minute
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if ready() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(25 * time.Millisecond):
		}
	}
	return fmt.Errorf("waited %v in vain for %s", patience, what)
}

// kubeconfigFor names everything after the cluster, so that kubectl can merge several.
func (c *cluster) kubeconfigFor(user, token string, authority []byte) []byte {
	return fmt.Appendf(nil, `apiVersion: v1
kind: Config
current-context: %[1]s
contexts:
- name: %[1]s
  context: {cluster: %[1]s, user: "%[1]s %[2]s", namespace: default}
clusters:
- name: %[1]s
  cluster:
    server: %[3]s
    certificate-authority-data: %[4]s
users:
- name: "%[1]s %[2]s"
  user: {token: %[5]s}
`, c.name, user, c.server, base64.StdEncoding.EncodeToString(authority), token)
}
