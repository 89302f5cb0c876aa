// Runs one command and says on standard error what it took: milliseconds of wall time, milliseconds of CPU, KiB of memory
// at the peak. In Go, which the control plane needs anyway: Rust's standard library does not tell what a child used.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	begun := time.Now()
	err := command.Run()
	wall := time.Since(begun)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	state := command.ProcessState
	cpu := state.UserTime() + state.SystemTime()
	peak := state.SysUsage().(*syscall.Rusage).Maxrss
	fmt.Fprintln(os.Stderr, float64(wall.Microseconds())/1000, float64(cpu.Microseconds())/1000, peak)
}
