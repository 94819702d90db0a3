// Command train learns the weights of worth from the talks beside it.
//
//	go run ./capture/worth/train            # writes capture/worth/weights.bin
//	go run ./capture/worth/train -check     # instead: how well each file is told by weights of the others
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"mneme/capture/worth"
	"mneme/memory"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "leave each file out in turn, and tell its sentences by the others")
	folder := flag.String("talks", "capture/worth/train/talks", "`folder` of the talks, files named en*.txt and zh*.txt")
	out := flag.String("out", "capture/worth/weights.bin", "`file` to write")
	flag.Parse()
	english, err := read(*folder, "en*.txt")
	if err != nil {
		log.Fatal(err)
	}
	chinese, err := read(*folder, "zh*.txt")
	if err != nil {
		log.Fatal(err)
	}
	if *check {
		crossCheck("English", english)
		crossCheck("Chinese", chinese)
		return
	}
	asset := worth.Encode(learn(english), learn(chinese))
	if err := os.WriteFile(*out, asset, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d English and %d Chinese sentences, %d bytes\n", len(english), len(chinese), len(asset))
}

// heads are what is told of a sentence, and the labels of those it is true of, in the order of worth.Odds.
var heads = [3]struct{ name, labels string }{{"worth", "KTS"}, {"lasting", "KT"}, {"passing", "T"}}

// sample is a sentence with its label.
type sample struct {
	file  string
	text  string
	label string
	signs []worth.Sign
}

// read reads talks; train/README.md tells how they are written.
func read(folder, pattern string) ([]sample, error) {
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no talks in %s: %v", folder, err)
	}
	var out []sample
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var turn []sample
		end := func() {
			for i := range turn {
				turn[i].signs = worth.AppendSigns(nil, turn[i].text)
			}
			out = append(out, turn...)
			turn = nil
		}
		for n, line := range strings.Split(string(source), "\n") {
			line = strings.TrimSpace(line)
			label, text, labelled := strings.Cut(line, "|")
			switch {
			case line == "":
			case line == "." || label == "A" || strings.HasPrefix(line, "== "):
				end()
			case labelled && len(label) == 1 && strings.Contains("KTSPN", label):
				turn = append(turn, sample{file: filepath.Base(file), text: memory.Fold(strings.TrimSpace(text)), label: label})
			default:
				return nil, fmt.Errorf("%s:%d: no label: %q", file, n+1, line)
			}
		}
		end()
	}
	return out, nil
}
