// Command testbed runs real Kubernetes control planes and a real Git server on loopback, for tests,
// benchmarks and the demo. Nothing of it outlives the launcher.
package main

import (
	"fmt"
	"os"
)

const usage = `usage:
  testbed up  --dir DIR [--clusters N] [--name-prefix c] [--kwok=true] [--audit] [--bin DIR]
              [--exit-with-stdin]
  testbed git --dir DIR [--repos a,b] [--user U --password P] [--bearer T] [--tls] [--port P]
              [--webhook URL --webhook-secret S] [--exit-with-stdin]
Both stay in the foreground, speak JSON lines on stdout and take commands, one a line, on stdin.
`

func main() {
	var run func([]string) error
	if len(os.Args) > 1 {
		run = map[string]func([]string) error{"up": up, "git": serveGit}[os.Args[1]]
	}
	if run == nil {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	if err := run(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "testbed:", err)
		os.Exit(1)
	}
}
