package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cgi"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// gitServer serves the bare repositories of dir by Git's own http-backend.
type gitServer struct {
	dir, url       string
	port           int
	user, password string
	bearer         string
	tls            bool
	environment    []string
	backend        *cgi.Handler
	hooks          *hooks
	server         *http.Server
	pushing        sync.Mutex // one push at a time, so that a change of refs belongs to one push
}

var repositoryName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func serveGit(arguments []string) error {
	flags := flag.NewFlagSet("testbed git", flag.ExitOnError)
	g := &gitServer{}
	dir := flags.String("dir", "", "the folder of the bare repositories, <name>.git")
	repositories := flags.String("repos", "", "repositories to create, comma-separated, unless they are there")
	flags.IntVar(&g.port, "port", 0, "the port; 0 is a free one")
	flags.StringVar(&g.user, "user", "", "ask for basic authentication by this user")
	flags.StringVar(&g.password, "password", "", "and this password")
	flags.StringVar(&g.bearer, "bearer", "", "ask for this bearer token")
	flags.BoolVar(&g.tls, "tls", false, "serve HTTPS under the authority <dir>/tls/ca.crt")
	webhook := flags.String("webhook", "", "where to report pushes; written to <dir>/webhook")
	secret := flags.String("webhook-secret", "", "the key of the report's signature")
	exitWithStdin := flags.Bool("exit-with-stdin", false, "stop at the end of stdin")
	flags.Parse(arguments)
	if flags.NArg() > 0 || *dir == "" || (g.user == "") != (g.password == "") {
		return errors.New("git needs --dir DIR, and --user only together with --password")
	}

	ends := endings()
	if err := g.prepare(*dir); err != nil {
		return err
	}
	if *webhook != "" {
		if err := g.hooks.set(*webhook, *secret); err != nil {
			return err
		}
	}
	for name := range strings.SplitSeq(*repositories, ",") {
		if name == "" {
			continue
		}
		if err := g.create(name); err != nil {
			return err
		}
	}
	if err := g.start(); err != nil {
		return err
	}
	ready := record{"event": "git", "url": g.url, "dir": g.dir}
	if g.tls {
		ready["ca"] = filepath.Join(g.dir, "tls", "ca.crt")
	}
	say(ready)

	var stdinEnds <-chan struct{}
	stdin := obey(g.obey)
	if *exitWithStdin {
		stdinEnds = stdin
	}
	select {
	case <-ends:
	case <-stdinEnds:
	}
	return nil
}

func (g *gitServer) prepare(dir string) (err error) {
	if g.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(g.dir, 0o755); err != nil {
		return err
	}
	scheme := "http"
	if g.tls {
		scheme = "https"
		if err := os.MkdirAll(filepath.Join(g.dir, "tls"), 0o700); err != nil {
			return err
		}
		if _, err := writePKI(filepath.Join(g.dir, "tls"), "git"); err != nil {
			return fmt.Errorf("could not make the keys of the Git server: %w", err)
		}
	}
	if g.port, err = reservePort(g.port); err != nil {
		return err
	}
	g.url = fmt.Sprintf("%s://127.0.0.1:%d", scheme, g.port)
	programs, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		return fmt.Errorf("could not ask git for its programs: %w", err)
	}
	g.environment = gitEnvironment(
		"http.receivepack", "true",
		"receive.denyNonFastForwards", "false",
		"receive.denyDeletes", "false",
		"receive.autogc", "false",
		"uploadpack.allowAnySHA1InWant", "true",
		"uploadpack.allowFilter", "true",
	)
	g.backend = &cgi.Handler{
		Path:   filepath.Join(strings.TrimSpace(string(programs)), "git-http-backend"),
		Dir:    g.dir,
		Env:    append(g.environment, "GIT_PROJECT_ROOT="+g.dir, "GIT_HTTP_EXPORT_ALL=1"),
		Stderr: os.Stderr,
	}
	g.hooks = newHooks(g.dir, g.url)
	return nil
}

// gitEnvironment gives Git these settings and none of the user's or the machine's.
func gitEnvironment(settings ...string) []string {
	environment := []string{
		"PATH=" + os.Getenv("PATH"),
		"GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL=/dev/null",
		fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(settings)/2),
	}
	for i := 0; i < len(settings); i += 2 {
		environment = append(environment,
			fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i/2, settings[i]),
			fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i/2, settings[i+1]))
	}
	return environment
}

func (g *gitServer) obey(verb, argument string) error {
	switch {
	case verb == "create" && argument != "":
		return g.create(argument)
	case verb == "stop" && argument == "":
		if g.server == nil {
			return errors.New("the Git server is stopped already")
		}
		err := g.server.Close()
		g.server = nil
		return err
	case verb == "start" && argument == "":
		if g.server != nil {
			return errors.New("the Git server is running already")
		}
		return g.start()
	default:
		return unknownCommand(verb, "create <repository>, stop, start")
	}
}

func (g *gitServer) create(name string) error {
	if !repositoryName.MatchString(name) {
		return fmt.Errorf("%q cannot be the name of a repository: letters, digits, '.', '_' and '-' can", name)
	}
	path := filepath.Join(g.dir, strings.TrimSuffix(name, ".git")+".git")
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if output, err := g.git("init", "--quiet", "--bare", "--initial-branch=main", path); err != nil {
		return fmt.Errorf("could not create the repository %s: %s", path, output)
	}
	return nil
}

func (g *gitServer) git(arguments ...string) ([]byte, error) {
	command := exec.Command("git", arguments...)
	command.Env = g.environment
	return command.CombinedOutput()
}

func (g *gitServer) start() error {
	listening := net.ListenConfig{Control: func(_, _ string, connection syscall.RawConn) (err error) {
		connection.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, soReusePort, 1) })
		return err
	}}
	listener, err := listening.Listen(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", g.port))
	if err != nil {
		return fmt.Errorf("could not listen for Git: %w", err)
	}
	server := &http.Server{Handler: g, ReadHeaderTimeout: 10 * time.Second}
	g.server = server
	go func() {
		if g.tls {
			server.ServeTLS(listener, filepath.Join(g.dir, "tls", "tls.crt"), filepath.Join(g.dir, "tls", "tls.key"))
		} else {
			server.Serve(listener)
		}
	}()
	return nil
}

func (g *gitServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.allowed(r) {
		for _, way := range g.challenges() {
			w.Header().Add("WWW-Authenticate", way)
		}
		http.Error(w, "these credentials are not the ones the testbed was started with", http.StatusUnauthorized)
		return
	}
	repository, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !repositoryName.MatchString(repository) || !strings.HasSuffix(repository, ".git") {
		http.NotFound(w, r)
		return
	}
	body, err := spool(r)
	if err != nil {
		http.Error(w, "the request body broke off", http.StatusBadRequest)
		return
	}
	defer body.Close()
	if !strings.HasSuffix(r.URL.Path, "/git-receive-pack") {
		g.backend.ServeHTTP(w, r)
		return
	}
	g.pushing.Lock()
	defer g.pushing.Unlock()
	before := g.refs(repository)
	g.backend.ServeHTTP(w, r)
	g.hooks.report(repository, before, g.refs(repository))
}

// spool receives the whole body before Git sees it: CGI knows no chunks, and http-backend spins for
// ever on a body that breaks off. Git reads the file itself, so that it does not need this process
// to come to an end.
func spool(r *http.Request) (*os.File, error) {
	file, err := os.CreateTemp("", "testbed-git-")
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name())
	length, err := io.Copy(file, r.Body)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	r.TransferEncoding, r.ContentLength, r.Body = nil, length, file
	return file, nil
}

func (g *gitServer) allowed(r *http.Request) bool {
	if g.user == "" && g.bearer == "" {
		return true
	}
	if user, password, basic := r.BasicAuth(); basic {
		return g.user != "" && same(user, g.user) && same(password, g.password)
	}
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return bearer && g.bearer != "" && same(token, g.bearer)
}

func (g *gitServer) challenges() (ways []string) {
	if g.user != "" {
		ways = append(ways, `Basic realm="testbed"`)
	}
	if g.bearer != "" {
		ways = append(ways, `Bearer realm="testbed"`)
	}
	return ways
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (g *gitServer) refs(repository string) map[string]string {
	refs := map[string]string{}
	output, err := g.git("--git-dir="+filepath.Join(g.dir, repository), "for-each-ref", "--format=%(refname) %(objectname)")
	if err != nil {
		return refs
	}
	for line := range strings.Lines(string(output)) {
		name, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		refs[name] = id
	}
	return refs
}
