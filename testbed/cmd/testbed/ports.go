package main

import (
	"fmt"
	"syscall"
)

const soReusePort = 0xf

// reservePort binds a loopback port, a free one if port is 0, without listening on it. The socket stays open as long as
// the launcher lives, so that nobody else is given the port while its server is down; the server
// binds it as well, with SO_REUSEPORT.
func reservePort(port int) (int, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("could not reserve a port on 127.0.0.1: %w", err)
	}
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, soReusePort, 1); err != nil {
		return 0, fmt.Errorf("could not share a port on 127.0.0.1: %w", err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return 0, fmt.Errorf("could not reserve port %d on 127.0.0.1: %w", port, err)
	}
	address, err := syscall.Getsockname(fd)
	if err != nil {
		return 0, fmt.Errorf("could not reserve a port on 127.0.0.1: %w", err)
	}
	return address.(*syscall.SockaddrInet4).Port, nil
}
