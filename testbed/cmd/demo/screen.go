package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
	"unsafe"
)

const column = 66

// screen is where the story is told; coloured when a person reads it.
type screen struct {
	person bool
	colour bool
}

func newScreen() *screen {
	person := isTerminal(os.Stdin) && isTerminal(os.Stdout)
	return &screen{person: person, colour: person && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

func isTerminal(file *os.File) bool {
	var state syscall.Termios
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), syscall.TCGETS, uintptr(unsafe.Pointer(&state)))
	return failed == 0
}

func (s *screen) line(format string, arguments ...any) { fmt.Printf(format+"\n", arguments...) }

func (s *screen) text(text string) { fmt.Print(text) }

// step tells what was done, how long it took, and what came of it.
func (s *screen) step(what string, took time.Duration, more ...string) {
	gap := strings.Repeat(" ", max(1, column-utf8.RuneCountInString(what)))
	fmt.Printf("%s %s%s%8s", s.dressed("32", "▸"), what, gap, seconds(took))
	if len(more) > 0 {
		fmt.Print("  ", s.dressed("2", strings.Join(more, " · ")))
	}
	fmt.Println()
}

// detail is a line below a step.
func (s *screen) detail(format string, arguments ...any) {
	fmt.Println("    " + fmt.Sprintf(format, arguments...))
}

func (s *screen) failed(err error) {
	fmt.Printf("%s %v\n", s.dressed("31", "✗"), err)
}

func (s *screen) dressed(code, text string) string {
	if !s.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// seconds is empty for what took no time worth telling.
func seconds(took time.Duration) string {
	if took == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f s", took.Seconds())
}
