package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
)

// record is one line on stdout.
type record map[string]any

var stdout sync.Mutex

func say(r record) {
	line, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	stdout.Lock()
	defer stdout.Unlock()
	fmt.Println(string(line))
}

// endings delivers once on SIGTERM, SIGINT or SIGHUP.
func endings() <-chan os.Signal {
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	// A reader of stdout that went away must not end the launcher. Notify, not Ignore: children would
	// inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return ends
}

// obey answers every command line on stdin, in order, and returns a channel that is closed at the
// end of stdin.
func obey(run func(verb, argument string) error) <-chan struct{} {
	end := make(chan struct{})
	go func() {
		defer close(end)
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			words := strings.Fields(lines.Text())
			if len(words) == 0 {
				continue
			}
			var err error
			if len(words) > 2 {
				err = fmt.Errorf("a command has a verb and at most one argument, not %d words", len(words))
			} else {
				err = run(words[0], strings.Join(words[1:], ""))
			}
			answer := record{"ok": err == nil, "command": lines.Text()}
			if err != nil {
				answer["error"] = err.Error()
			}
			say(answer)
		}
	}()
	return end
}

func unknownCommand(verb, known string) error {
	return fmt.Errorf("unknown command %q; known are %s", verb, known)
}
