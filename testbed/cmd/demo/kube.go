package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// object is any Kubernetes object, as JSON.
type object map[string]any

// at walks maps by key; what is not there is nil.
func (o object) at(path ...string) any {
	var here any = map[string]any(o)
	for _, key := range path {
		m, ok := here.(map[string]any)
		if !ok {
			return nil
		}
		here = m[key]
	}
	return here
}

func (o object) text(path ...string) string {
	text, _ := o.at(path...).(string)
	return text
}

func (o object) number(path ...string) int {
	number, _ := o.at(path...).(float64)
	return int(number)
}

func (o object) list(path ...string) (all []object) {
	list, _ := o.at(path...).([]any)
	for _, item := range list {
		if m, ok := item.(map[string]any); ok {
			all = append(all, m)
		}
	}
	return all
}

func (o object) name() string      { return o.text("metadata", "name") }
func (o object) namespace() string { return o.text("metadata", "namespace") }

// cluster is one control plane, seen by its administrator.
type cluster struct {
	target, kubeconfig, kubectl, audit string
	server, token                      string
	client                             *http.Client

	mu     sync.Mutex
	mirror map[string]object // by "<resource> <namespace>/<name>"
	seen   []sighting        // every change of the mirror after the first list, oldest first
}

// sighting is an object as a watch delivered it. A deleted one is its last state.
type sighting struct {
	key    string
	object object
	at     time.Time
	gone   bool
}

func (d *demo) connect(target string, event map[string]any) (*cluster, error) {
	c := &cluster{
		target:     target,
		kubeconfig: event["kubeconfig"].(string),
		audit:      event["audit"].(string),
		server:     event["server"].(string),
		kubectl:    filepath.Join(d.bin, "kubectl"),
		mirror:     map[string]object{},
	}
	text, err := c.run("", "config", "view", "--raw", "--output=json")
	if err != nil {
		return nil, err
	}
	var config struct {
		Clusters []struct {
			Cluster struct {
				Authority []byte `json:"certificate-authority-data"`
			}
		}
		Users []struct{ User struct{ Token string } }
	}
	if err := json.Unmarshal([]byte(text), &config); err != nil || len(config.Clusters) != 1 || len(config.Users) != 1 {
		return nil, fmt.Errorf("%s is not a kubeconfig of one cluster and one user", c.kubeconfig)
	}
	c.token = config.Users[0].User.Token
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(config.Clusters[0].Cluster.Authority)
	c.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	return c, nil
}

// run runs kubectl, as a person would.
func (c *cluster) run(input string, arguments ...string) (string, error) {
	command := exec.Command(c.kubectl, arguments...)
	command.Env = append(os.Environ(), "KUBECONFIG="+c.kubeconfig)
	command.Stdin = strings.NewReader(input)
	var out, err bytes.Buffer
	command.Stdout, command.Stderr = &out, &err
	if failure := command.Run(); failure != nil {
		return "", fmt.Errorf("kubectl %s: %w: %s", strings.Join(arguments, " "), failure, strings.TrimSpace(err.String()))
	}
	return out.String(), nil
}

func (c *cluster) open(ctx context.Context, path string) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	request.Header.Set("User-Agent", "demo")
	response, err := c.client.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(response.Body, 300))
		return nil, fmt.Errorf("%s answered %s: %s", c.server+path, response.Status, text)
	}
	return response.Body, nil
}

// follow keeps the objects of one resource in the mirror until ctx ends. It returns when the first
// list is there: a new kind may be served a moment after it is established.
func (c *cluster) follow(ctx context.Context, api, resource, selector string) error {
	listed, failed := make(chan bool), make(chan error, 1)
	go func() {
		var once sync.Once
		for ctx.Err() == nil {
			err := c.stream(ctx, api, resource, selector, func() { once.Do(func() { close(listed) }) })
			select {
			case failed <- err:
			default:
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	select {
	case <-listed:
		return nil
	case <-time.After(20 * time.Second):
		return fmt.Errorf("%s did not list its %s within 20 s: %w", c.target, resource, <-failed)
	}
}

func (c *cluster) stream(ctx context.Context, api, resource, selector string, listed func()) error {
	body, err := c.open(ctx, "/"+api+"/"+resource+
		"?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector="+selector)
	if err != nil {
		return err
	}
	defer body.Close()
	events := json.NewDecoder(body)
	next := func() (event struct {
		Type   string
		Object object
	}, err error) {
		err = events.Decode(&event)
		if err == nil && event.Type == "ERROR" {
			err = errors.New(event.Object.text("message"))
		}
		return event, err
	}
	key := func(o object) string { return resource + " " + o.namespace() + "/" + o.name() }

	all := map[string]object{}
	for {
		event, err := next()
		if err != nil {
			return err
		}
		if event.Type == "BOOKMARK" { // what was there before is told
			break
		}
		all[key(event.Object)] = event.Object
	}
	c.change(func() {
		maps.DeleteFunc(c.mirror, func(key string, _ object) bool { return strings.HasPrefix(key, resource+" ") })
		maps.Copy(c.mirror, all)
	})
	listed()
	for {
		event, err := next()
		if err != nil {
			return err
		}
		saw := sighting{key: key(event.Object), object: event.Object, at: time.Now(), gone: event.Type == "DELETED"}
		c.change(func() {
			switch event.Type {
			case "ADDED", "MODIFIED":
				c.mirror[saw.key] = saw.object
			case "DELETED":
				delete(c.mirror, saw.key)
			default:
				return
			}
			c.seen = append(c.seen, saw)
		})
	}
}

func (c *cluster) change(how func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	how()
}

// get answers what the mirror has; nil when it has nothing.
func (c *cluster) get(resource, namespace, name string) object {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mirror[resource+" "+namespace+"/"+name]
}

func (c *cluster) all(resource string) []object {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []object
	for _, key := range slices.Sorted(maps.Keys(c.mirror)) {
		if resource == "" || strings.HasPrefix(key, resource+" ") {
			all = append(all, c.mirror[key])
		}
	}
	return all
}

// first finds the earliest sighting since a moment that is as described.
func (c *cluster) first(since time.Time, key string, as func(sighting) bool) (found sighting, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, saw := range c.seen {
		if saw.key == key && !saw.at.Before(since) && as(saw) {
			return saw, true
		}
	}
	return sighting{}, false
}

// audited is one request of the agent, as the API server noted it.
type audited struct {
	Verb, UserAgent  string
	User             struct{ Username string }
	ImpersonatedUser struct{ Username string }
	ObjectRef        struct{ Resource, Namespace string }
}

// asked reads what the agent asked since the log had this size: all but watches and events, which
// are no part of a run.
func (c *cluster) asked(since int64) (all []audited, err error) {
	file, err := os.Open(c.audit)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := file.Seek(since, io.SeekStart); err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(file); ; {
		var entry audited
		if err := decoder.Decode(&entry); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", c.audit, err)
		}
		if strings.HasPrefix(entry.UserAgent, "plumb") && entry.Verb != "watch" && entry.ObjectRef.Resource != "events" {
			all = append(all, entry)
		}
	}
}

// writers are those as whom the agent wrote in a namespace, each once.
func (c *cluster) writers(since int64, namespace string) (names []string, err error) {
	asked, err := c.asked(since)
	if err != nil {
		return nil, err
	}
	for _, entry := range asked {
		name := entry.ImpersonatedUser.Username
		if name == "" {
			name = entry.User.Username
		}
		write := entry.Verb == "create" || entry.Verb == "patch" || entry.Verb == "update" || entry.Verb == "delete"
		if write && entry.ObjectRef.Namespace == namespace && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (c *cluster) auditSize() int64 {
	info, err := os.Stat(c.audit)
	if err != nil {
		return 0
	}
	return info.Size()
}
