package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const noObject = "0000000000000000000000000000000000000000"

// hooks reports pushes as GitHub does. The target is read at each push from <dir>/<name>.webhook or
// else <dir>/webhook: the first line is the URL, the second the secret; no file or an empty one, no report.
type hooks struct {
	dir, url string
	queue    chan delivery
}

type delivery struct {
	url, secret, repository, ref string
	body                         []byte
}

func newHooks(dir, url string) *hooks {
	h := &hooks{dir: dir, url: url, queue: make(chan delivery, 1000)}
	// Sent beside the push, as GitHub does, but in order.
	go func() {
		for d := range h.queue {
			say(d.send())
		}
	}()
	return h
}

func (h *hooks) set(url, secret string) error {
	return os.WriteFile(filepath.Join(h.dir, "webhook"), []byte(url+"\n"+secret+"\n"), 0o600)
}

func (h *hooks) target(name string) (url, secret string) {
	for _, file := range []string{name + ".webhook", "webhook"} {
		if text, err := os.ReadFile(filepath.Join(h.dir, file)); err == nil {
			url, secret, _ = strings.Cut(strings.TrimSpace(string(text)), "\n")
			return strings.TrimSpace(url), strings.TrimSpace(secret)
		}
	}
	return "", ""
}

func (h *hooks) report(repository string, before, after map[string]string) {
	name := strings.TrimSuffix(repository, ".git")
	url, secret := h.target(name)
	if url == "" {
		return
	}
	refs := maps.Clone(before)
	maps.Copy(refs, after)
	for _, ref := range slices.Sorted(maps.Keys(refs)) {
		from, to := before[ref], after[ref]
		if from == to {
			continue
		}
		body, err := json.Marshal(record{
			"ref":     ref,
			"before":  objectOrNone(from),
			"after":   objectOrNone(to),
			"created": from == "",
			"deleted": to == "",
			"repository": record{
				"name":           name,
				"full_name":      name,
				"clone_url":      h.url + "/" + repository,
				"default_branch": "main",
			},
		})
		if err != nil {
			panic(err)
		}
		h.queue <- delivery{url: url, secret: secret, repository: name, ref: ref, body: body}
	}
}

func objectOrNone(id string) string {
	if id == "" {
		return noObject
	}
	return id
}

func (d delivery) send() record {
	r := record{"event": "webhook", "repository": d.repository, "ref": d.ref, "url": d.url}
	request, err := http.NewRequest(http.MethodPost, d.url, bytes.NewReader(d.body))
	if err != nil {
		r["error"] = err.Error()
		return r
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "GitHub-Hookshot/testbed")
	request.Header.Set("X-GitHub-Event", "push")
	request.Header.Set("X-GitHub-Delivery", newToken())
	if d.secret != "" {
		request.Header.Set("X-Hub-Signature-256", "sha256="+sign(d.body, d.secret))
	}
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		r["error"] = fmt.Sprintf("could not deliver: %v", err)
		return r
	}
	response.Body.Close()
	r["status"] = response.StatusCode
	return r
}

func sign(body []byte, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
