package policy

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// patterns are regular expressions that share their parts. Each of the names in braces stands in
// hundreds of places: compiled one by one, as package regexp does it, the phrases take eight
// megabytes and a tenth of a second of every start; here each part is kept once, and what it finds
// in a text is found once for all the phrases. They say whether a text is matched, not where: for
// the words in it there is still regexp, once a phrase is recognised.
type patterns struct {
	names   []string // in braces
	parts   []node   // what they stand for
	classes map[string][]rune
}

// nodeKind is what a node matches.
type nodeKind uint8

const (
	oneText    nodeKind = iota // characters, one behind another
	oneClass                   // one character of some ranges
	oneNamed                   // what a name stands for
	allParts                   // every part, one behind another
	anyPart                    // one of the parts
	repeated                   // a part, several times
	atBegin                    // the beginning of the text
	atEnd                      // its end
	wordBorder                 // between a letter, digit or underline of ASCII and what is none
)

// node is a piece of a regular expression.
type node struct {
	kind        nodeKind
	named       uint8 // place of the name
	least, most int16 // of what is repeated; most below 0: as often as it goes
	text        string
	ranges      []rune // from, to, from, to...
	parts       []node
}

// The characters that stand for names while a pattern is read: such as are in no text that people
// write, and in no class of a pattern but as part of all there are.
const firstName = '\uE000'

// newPatterns returns the patterns of what names stand for.
func newPatterns(names, parts []string) *patterns {
	p := &patterns{names: names, classes: make(map[string][]rune)}
	for _, part := range parts {
		p.parts = append(p.parts, p.read(part))
	}
	return p
}

// read reads a pattern of the syntax of package regexp. It panics where that does not understand it,
// and at what phrases have no use for.
func (p *patterns) read(pattern string) node {
	tree, err := syntax.Parse(p.named(pattern), syntax.Perl)
	if err != nil {
		panic("policy: phrase " + pattern + ": " + err.Error())
	}
	return p.nodeOf(tree)
}

// named puts a character in the place of every name.
func (p *patterns) named(pattern string) string {
	for i, name := range p.names {
		pattern = strings.ReplaceAll(pattern, name, string(firstName+rune(i)))
	}
	return pattern
}

func (p *patterns) nodeOf(tree *syntax.Regexp) node {
	switch tree.Op {
	case syntax.OpEmptyMatch:
		return node{kind: allParts}
	case syntax.OpLiteral:
		if tree.Flags&syntax.FoldCase == 0 {
			return p.text(tree.Rune)
		}
	case syntax.OpCharClass:
		return p.class(tree.Rune)
	case syntax.OpAnyCharNotNL:
		return p.class([]rune{0, '\n' - 1, '\n' + 1, utf8.MaxRune})
	case syntax.OpBeginText:
		return node{kind: atBegin}
	case syntax.OpEndText:
		return node{kind: atEnd}
	case syntax.OpWordBoundary:
		return node{kind: wordBorder}
	case syntax.OpCapture:
		return p.nodeOf(tree.Sub[0])
	case syntax.OpStar:
		return p.repeat(tree, 0, -1)
	case syntax.OpPlus:
		return p.repeat(tree, 1, -1)
	case syntax.OpQuest:
		return p.repeat(tree, 0, 1)
	case syntax.OpRepeat:
		return p.repeat(tree, tree.Min, tree.Max)
	case syntax.OpConcat, syntax.OpAlternate:
		n := node{kind: allParts, parts: make([]node, 0, len(tree.Sub))}
		if tree.Op == syntax.OpAlternate {
			n.kind = anyPart
		}
		for _, sub := range tree.Sub {
			n.parts = append(n.parts, p.nodeOf(sub))
		}
		return n
	}
	panic("policy: phrase with " + tree.String())
}

func (p *patterns) repeat(tree *syntax.Regexp, least, most int) node {
	return node{kind: repeated, least: int16(least), most: int16(most), parts: []node{p.nodeOf(tree.Sub[0])}}
}

// isName reports whether a character stands for a name.
func (p *patterns) isName(r rune) bool { return r >= firstName && r < firstName+rune(len(p.names)) }

// text returns the node of some characters, of which some may stand for names.
func (p *patterns) text(runes []rune) node {
	row := node{kind: allParts}
	from := 0
	flush := func(to int) {
		if from < to {
			row.parts = append(row.parts, node{kind: oneText, text: string(runes[from:to])})
		}
		from = to + 1
	}
	for i, r := range runes {
		if p.isName(r) {
			flush(i)
			row.parts = append(row.parts, node{kind: oneNamed, named: uint8(r - firstName)})
		}
	}
	flush(len(runes))
	if len(row.parts) == 1 {
		return row.parts[0]
	}
	return row
}

// class returns the node of ranges of characters. Of two names to choose from, the reader of the
// syntax makes a class too.
func (p *patterns) class(ranges []rune) node {
	choice := node{kind: anyPart}
	var plain []rune
	for i := 0; i < len(ranges); i += 2 {
		if !p.isName(ranges[i]) || !p.isName(ranges[i+1]) {
			plain = append(plain, ranges[i], ranges[i+1])
			continue
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			choice.parts = append(choice.parts, node{kind: oneNamed, named: uint8(r - firstName)})
		}
	}
	key := string(plain)
	if known, ok := p.classes[key]; ok {
		plain = known
	} else {
		p.classes[key] = plain
	}
	one := node{kind: oneClass, ranges: plain}
	if len(choice.parts) == 0 {
		return one
	}
	if len(plain) > 0 {
		choice.parts = append(choice.parts, one)
	}
	return choice
}
