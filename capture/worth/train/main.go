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

	"mneme/capture/worth"
)

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "leave each file out in turn, and tell its sentences and records by the others")
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
	m := worth.Model{English: learn(sentencesOf(english), heads[:]), Chinese: learn(sentencesOf(chinese), heads[:])}
	englishRecords, chineseRecords := recordsOf(m, english), recordsOf(m, chinese)
	if *check {
		crossCheck("English sentences", sentencesOf(english), heads[:])
		crossCheck("Chinese sentences", sentencesOf(chinese), heads[:])
		crossCheck("English records", englishRecords, recordHeads[:])
		crossCheck("Chinese records", chineseRecords, recordHeads[:])
		return
	}
	m.EnglishRecord, m.ChineseRecord = learn(englishRecords, recordHeads[:]), learn(chineseRecords, recordHeads[:])
	asset := m.Encode()
	if err := os.WriteFile(*out, asset, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d English and %d Chinese sentences, %d and %d records, %d bytes\n",
		len(sentencesOf(english)), len(sentencesOf(chinese)), len(englishRecords), len(chineseRecords), len(asset))
}

// head is one thing that is told of a sample, and the labels of those it is so of.
type head struct{ name, labels string }

// heads are what is told of a sentence, in the order of worth.Odds.
var heads = [...]head{{"worth", "KTS"}, {"lasting", "KT"}, {"passing", "T"}}

// recordHeads are what is told of a record.
var recordHeads = [...]head{{"good", "GD"}}

// sample is what weights are learnt from: a sentence or a record, with its label.
type sample struct {
	file   string
	label  string
	signs  []worth.Sign
	weight float64
}

// sentencesOf returns the sentences of talks.
func sentencesOf(talks []talk) []sample {
	var out []sample
	for _, t := range talks {
		for _, turn := range t.turns {
			for _, p := range turn.pieces {
				out = append(out, sample{t.file, p.label, worth.AppendSigns(nil, p.folded), 1})
			}
		}
	}
	return out
}
