package main

import (
	"crypto/hmac"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type push struct {
	header http.Header
	body   []byte
}

// receiver is a webhook's other end.
func receiver(t *testing.T) (string, <-chan push) {
	pushes := make(chan push, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		pushes <- push{r.Header, body}
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(server.Close)
	return server.URL, pushes
}

func (p push) expect(t *testing.T, secret string, want map[string]any) {
	t.Helper()
	if p.header.Get("X-GitHub-Event") != "push" || !hmac.Equal([]byte(p.header.Get("X-Hub-Signature-256")), []byte("sha256="+sign(p.body, secret))) {
		t.Errorf("headers are %v", p.header)
	}
	var got map[string]any
	check(t, json.Unmarshal(p.body, &got))
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s is %v, want %v", key, got[key], value)
		}
	}
}

func TestSignatureIsGitHubs(t *testing.T) {
	// The example of GitHub's own documentation of webhook signatures.
	got := sign([]byte("Hello, World!"), "It's a Secret to Everybody")
	if want := "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPushes(t *testing.T) {
	dir, work := t.TempDir(), filepath.Join(t.TempDir(), "work")
	url, pushes := receiver(t)
	l := launch(t, "git", "--dir", dir, "--repos", "tenants", "--webhook", url, "--webhook-secret", "s3cret")
	remote := l.event("git")["url"].(string) + "/tenants.git"

	git(t, "", "clone", "--quiet", remote, work)
	commit := func(text string) string {
		check(t, os.WriteFile(filepath.Join(work, "file"), []byte(text), 0o644))
		git(t, work, "add", ".")
		git(t, work, "commit", "--quiet", "--message", "Change the file")
		return git(t, work, "rev-parse", "HEAD")
	}
	received := func() push {
		t.Helper()
		if r := l.event("webhook"); r["status"] != float64(http.StatusAccepted) || r["repository"] != "tenants" {
			t.Errorf("got %v", r)
		}
		return <-pushes
	}

	first := commit("first")
	git(t, work, "push", "--quiet", "origin", "main")
	p := received()
	p.expect(t, "s3cret", map[string]any{"ref": "refs/heads/main", "before": noObject, "after": first, "created": true})
	if !strings.Contains(string(p.body), `"clone_url":"`+remote+`"`) {
		t.Errorf("no clone_url %s in %s", remote, p.body)
	}

	// More than Git's postBuffer goes in chunks.
	second := commit(strings.Repeat(newToken(), 200_000))
	git(t, work, "-c", "core.compression=0", "-c", "http.postBuffer=65536", "push", "--quiet", "origin", "main")
	received().expect(t, "s3cret", map[string]any{"before": first, "after": second, "created": false})

	other, otherPushes := receiver(t)
	check(t, os.WriteFile(filepath.Join(dir, "tenants.webhook"), []byte(other+"\nother\n"), 0o600))
	git(t, work, "reset", "--quiet", "--hard", first)
	forced := commit("forced")
	git(t, work, "push", "--quiet", "--force", "origin", "main")
	l.event("webhook")
	select {
	case p := <-otherPushes:
		p.expect(t, "other", map[string]any{"before": second, "after": forced})
	case <-time.After(5 * time.Second):
		t.Error("the new target got nothing")
	}

	check(t, os.WriteFile(filepath.Join(dir, "tenants.webhook"), nil, 0o600))
	git(t, work, "push", "--quiet", "origin", "main:quiet")
	l.must("create more")
	git(t, work, "push", "--quiet", strings.Replace(remote, "tenants", "more", 1), "main")
	if r := l.event("webhook"); r["repository"] != "more" {
		t.Errorf("got %v, want one report, of more", r)
	}
	if got := git(t, "", "ls-remote", remote, "refs/heads/main"); !strings.HasPrefix(got, forced) {
		t.Errorf("main is %s, want %s", got, forced)
	}

	l.must("stop")
	if output, err := tryGit("", "ls-remote", remote); err == nil {
		t.Errorf("a stopped server answers: %s", output)
	}
	l.must("start")
	git(t, "", "ls-remote", remote)
}

func TestAPushThatBreaksOffLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	l := launch(t, "git", "--dir", dir, "--repos", "a")
	remote := l.event("git")["url"].(string)
	connection, err := net.Dial("tcp", strings.TrimPrefix(remote, "http://"))
	check(t, err)
	_, err = io.WriteString(connection, "POST /a.git/git-receive-pack HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n"+
		"Content-Type: application/x-git-receive-pack-request\r\n\r\n0000")
	check(t, err)
	check(t, connection.(*net.TCPConn).CloseWrite())
	answer, err := io.ReadAll(connection)
	check(t, err)
	if !strings.Contains(string(answer), "broke off") {
		t.Errorf("got %s", answer)
	}
	expectGone(t, l.children(), 2*time.Second)
}

func TestCredentials(t *testing.T) {
	for name, test := range map[string]struct{ server, right, wrong []string }{
		"basic": {
			[]string{"--user", "ann", "--password", "pw"},
			[]string{"-c", "http.extraHeader=Authorization: Basic YW5uOnB3"},
			[]string{"-c", "http.extraHeader=Authorization: Basic YW5uOnB4"},
		},
		"bearer": {
			[]string{"--bearer", "t0ken"},
			[]string{"-c", "http.extraHeader=Authorization: Bearer t0ken"},
			[]string{"-c", "http.extraHeader=Authorization: Bearer t0kem"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := launch(t, append([]string{"git", "--dir", t.TempDir(), "--repos", "a", "--tls"}, test.server...)...)
			ready := l.event("git")
			trust := []string{"-c", "http.sslCAInfo=" + ready["ca"].(string)}
			remote := ready["url"].(string) + "/a.git"
			call := func(options []string) (string, error) {
				return tryGit("", append(append(append([]string{}, trust...), options...), "ls-remote", remote)...)
			}
			if output, err := call(test.right); err != nil {
				t.Errorf("the right credentials are refused: %s", output)
			}
			for _, options := range [][]string{test.wrong, nil} {
				if output, err := call(options); err == nil {
					t.Errorf("%v is let in: %s", options, output)
				}
			}
			trust = nil
			if output, err := call(test.right); err == nil {
				t.Errorf("an unknown authority is trusted: %s", output)
			}
		})
	}
}

func git(t *testing.T, dir string, arguments ...string) string {
	t.Helper()
	output, err := tryGit(dir, arguments...)
	if err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(arguments, " "), err, output)
	}
	return output
}

func tryGit(dir string, arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = dir
	command.Env = append(gitEnvironment("user.name", "Ann", "user.email", "ann@example.test"), "GIT_TERMINAL_PROMPT=0")
	output, err := command.CombinedOutput()
	return strings.TrimSpace(string(output)), err
}
