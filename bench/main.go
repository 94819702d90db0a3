package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, progress io.Writer) error {
	if len(args) == 0 {
		return fmt.Errorf("which one? capture, overhead, prefix, recall, soak, upkeep")
	}
	switch args[0] {
	case "capture":
		return runCapture(ctx, args[1:], out, progress)
	case "overhead":
		return runOverhead(ctx, args[1:], out, progress)
	case "recall":
		return runRecall(ctx, args[1:], out, progress)
	case "upkeep":
		return runUpkeep(ctx, args[1:], out, progress)
	case "prefix":
		return runPrefix(ctx, args[1:], out, progress)
	case "soak":
		return runSoak(ctx, args[1:], out, progress)
	case "provider": // the two ends that overhead runs beside what it measures
		return runProvider(ctx, args[1:], out, progress)
	case "floor":
		return runFloor(ctx, args[1:], out, progress)
	}
	return fmt.Errorf("unknown benchmark %q; there are: capture, overhead, prefix, recall, soak, upkeep", args[0])
}
