package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

//go:embed kwok.yaml
var kwokStages []byte

// testbed is one etcd and the clusters on it.
type testbed struct {
	*children
	bin, dir, logs string
	etcd           string
	kwok, audit    bool
	clusters       []*cluster
	ready          atomic.Bool
}

func up(arguments []string) error {
	began := time.Now()
	flags := flag.NewFlagSet("testbed up", flag.ExitOnError)
	dir := flags.String("dir", "", "where kubeconfigs, logs and data go; files of an earlier run are replaced")
	count := flags.Int("clusters", 1, "how many clusters")
	prefix := flags.String("name-prefix", "c", "clusters are called <prefix>1, <prefix>2, …")
	kwok := flags.Bool("kwok", true, "make nodes and Pods ready")
	audit := flags.Bool("audit", false, "write <cluster>.audit.jsonl")
	bin := flags.String("bin", filepath.Dir(os.Args[0]), "where controlplane and kwok are")
	exitWithStdin := flags.Bool("exit-with-stdin", false, "stop at the end of stdin")
	flags.Parse(arguments)
	if flags.NArg() > 0 || *dir == "" || *count < 1 || !regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`).MatchString(*prefix) {
		return errors.New("up needs --dir DIR, --clusters of at least 1 and a --name-prefix of lower-case letters, digits and dashes")
	}

	bed := &testbed{children: newChildren(), bin: *bin, kwok: *kwok, audit: *audit}
	for i := range *count {
		bed.clusters = append(bed.clusters, &cluster{bed: bed, name: fmt.Sprintf("%s%d", *prefix, i+1)})
	}
	defer bed.killAll()
	ends := endings()
	if err := bed.prepare(*dir); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ready := make(chan error, 1)
	go func() { ready <- bed.startAll(ctx, began) }()

	var stdinEnds <-chan struct{}
	stdin := obey(func(verb, argument string) error { return bed.obey(ctx, verb, argument) })
	if *exitWithStdin {
		stdinEnds = stdin
	}
	for {
		select {
		case err := <-ready:
			if err != nil {
				return err
			}
		case err := <-bed.failed:
			return err
		case <-ends:
			return nil
		case <-stdinEnds:
			return nil
		}
	}
}

// prepare makes dir ours: only one testbed at a time may use it.
func (b *testbed) prepare(dir string) (err error) {
	if b.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	b.logs = filepath.Join(b.dir, "logs")
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	// Held until this process ends, and by no child: Go opens files close-on-exec.
	lock, err := syscall.Open(filepath.Join(b.dir, ".lock"), syscall.O_CREAT|syscall.O_RDWR|syscall.O_CLOEXEC, 0o644)
	if err != nil {
		return fmt.Errorf("could not open %s/.lock: %w", b.dir, err)
	}
	if syscall.Flock(lock, syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return fmt.Errorf("another testbed uses %s; stop it or give another --dir", b.dir)
	}
	for _, stale := range []string{"etcd", "logs"} {
		if err := os.RemoveAll(filepath.Join(b.dir, stale)); err != nil {
			return err
		}
	}
	if err := os.Mkdir(b.logs, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "kwok.yaml"), kwokStages, 0o644); err != nil {
		return err
	}
	if b.bin, err = filepath.Abs(b.bin); err != nil {
		return err
	}
	wanted := []string{"controlplane"}
	if b.kwok {
		wanted = append(wanted, "kwok")
	}
	for _, name := range wanted {
		if _, err := os.Stat(b.tool(name)); err != nil {
			return fmt.Errorf("%s is not there; build it with testbed/build.sh %s", b.tool(name), name)
		}
	}
	return nil
}

func (b *testbed) tool(name string) string { return filepath.Join(b.bin, name) }

func (b *testbed) start(name string, environment []string, path string, arguments ...string) (*child, error) {
	return b.children.start(name, filepath.Join(b.logs, name+".log"), environment, path, arguments...)
}

func (b *testbed) startAll(ctx context.Context, began time.Time) error {
	if err := b.startEtcd(ctx); err != nil {
		return err
	}
	results := make(chan error)
	for _, c := range b.clusters {
		go func() {
			err := c.start(ctx)
			if err == nil {
				say(c.record())
			}
			results <- err
		}()
	}
	for range b.clusters {
		if err := <-results; err != nil {
			return err
		}
	}
	b.ready.Store(true)
	say(record{"event": "ready", "clusters": len(b.clusters), "seconds": seconds(began)})
	return nil
}

func (b *testbed) startEtcd(ctx context.Context) error {
	client, err := reservePort(0)
	if err != nil {
		return err
	}
	peer, err := reservePort(0)
	if err != nil {
		return err
	}
	b.etcd = fmt.Sprintf("http://127.0.0.1:%d", client)
	peers := fmt.Sprintf("http://127.0.0.1:%d", peer)
	_, err = b.start("etcd", nil, b.tool("controlplane"),
		"etcd",
		"--name=testbed",
		"--data-dir="+filepath.Join(b.dir, "etcd"),
		"--listen-client-urls="+b.etcd,
		"--advertise-client-urls="+b.etcd,
		"--listen-peer-urls="+peers,
		"--initial-advertise-peer-urls="+peers,
		"--initial-cluster=testbed="+peers,
		"--socket-reuse-port",
		"--unsafe-no-fsync",
		"--quota-backend-bytes=4294967296",
		"--log-level=warn")
	if err != nil {
		return err
	}
	return await(ctx, "etcd; see "+b.logs, func() bool {
		response, err := http.Get(b.etcd + "/health")
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
}

func (c *cluster) record() record {
	r := record{"event": "cluster", "name": c.name, "server": c.server, "kubeconfig": c.kubeconfig(), "seconds": seconds(c.started)}
	if c.bed.audit {
		r["audit"] = c.auditLog()
	}
	return r
}

func seconds(since time.Time) json.Number {
	return json.Number(fmt.Sprintf("%.2f", time.Since(since).Seconds()))
}

// obey is called by one goroutine, so a cluster is never stopped and started at once.
func (b *testbed) obey(ctx context.Context, verb, argument string) error {
	if !b.ready.Load() {
		return errors.New("the clusters are not ready yet")
	}
	switch verb {
	case "stop", "start", "expire":
	case "etcd-compact":
		return b.compact(ctx)
	default:
		return unknownCommand(verb, "stop <cluster>, start <cluster>, expire <cluster>, etcd-compact")
	}
	at := slices.IndexFunc(b.clusters, func(c *cluster) bool { return c.name == argument })
	if at < 0 {
		return fmt.Errorf("there is no cluster called %q", argument)
	}
	c := b.clusters[at]
	switch verb {
	case "stop":
		return c.stop()
	case "start":
		return c.run(ctx)
	default:
		// A watch expires when its resource version is older than all the API server remembers:
		// a fresh API server remembers nothing before its own start.
		if err := b.etcdCall(ctx, "put", `{"key":"dGVzdGJlZA==","value":"AA=="}`, nil); err != nil {
			return err
		}
		if err := b.compact(ctx); err != nil {
			return err
		}
		if err := c.stop(); err != nil {
			return err
		}
		return c.run(ctx)
	}
}

// compact makes etcd forget everything but the present.
func (b *testbed) compact(ctx context.Context) error {
	var answer struct{ Header struct{ Revision string } }
	if err := b.etcdCall(ctx, "range", `{"key":"AA==","count_only":true}`, &answer); err != nil {
		return err
	}
	return b.etcdCall(ctx, "compaction", fmt.Sprintf(`{"revision":%q,"physical":true}`, answer.Header.Revision), nil)
}

func (b *testbed) etcdCall(ctx context.Context, method, body string, answer any) error {
	path := "/v3/kv/" + method
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.etcd+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("could not call etcd: %w", err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("etcd refused %s: %s", path, content)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(content, answer)
}
