package extract

import (
	"context"
	"strings"
	"time"
	"unicode"

	"mneme/capture/worth"
	"mneme/memory"
)

// Rules is the deterministic extractor: tables of how things are said in English
// and Chinese, and no model. It is safe for concurrent use.
type Rules struct {
	worth   *worth.Model
	english *grammar
	chinese *grammar
	shipped memory.Catalogue
}

// New compiles the tables.
func New() *Rules {
	weights, err := worth.Open()
	if err != nil {
		panic(err) // the binary is damaged
	}
	return With(weights)
}

// With compiles the tables, and weighs by the weights given.
func With(weights *worth.Model) *Rules {
	return &Rules{worth: weights, english: englishGrammar(), chinese: chineseGrammar(), shipped: memory.NewCatalogue(nil)}
}

// maxRead bounds what is read of one turn, in bytes: people say what matters
// about themselves in less, and the rest is pasted.
const maxRead = 8 << 10

// Extract proposes what the new turns teach. It never fails; the context is
// looked at between turns.
func (r *Rules) Extract(ctx context.Context, in Input) ([]Draft, error) {
	x := &extraction{rules: r, in: in, names: map[string]who{}, bearers: map[string]string{}, catalogue: r.shipped, game: -1, staged: -1, texts: -1, works: -1}
	if len(in.Predicates) > 0 {
		x.catalogue = memory.NewCatalogue(in.Predicates)
	}
	x.zone = in.Zone
	if x.zone == nil {
		x.zone = time.UTC
	}
	x.recall()
	for i := range in.Turns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.read(i)
	}
	return x.drafts, nil
}

// read reads one turn. A seen one that breaks a rule was lost and told of when it
// was new; it does not take those after it along.
func (x *extraction) read(i int) {
	x.turn, x.index = &x.in.Turns[i], i
	if x.turn.Seen {
		defer func() { _ = recover() }()
	}
	switch x.turn.Role {
	case memory.RoleUser:
		x.user()
	case memory.RoleAssistant:
		if !x.turn.Partial { // half an answer promises nothing
			x.assistant()
		}
	}
}

// extraction is the state of one Extract.
type extraction struct {
	rules     *Rules
	in        Input
	zone      *time.Location
	catalogue memory.Catalogue

	names    map[string]who    // folded names to whom they name
	bearers  map[string]string // ids to the name of their bearer, or severalNames
	mentions []mention         // who was spoken of, newest last
	owner    string            // whose people the sentence at hand is about; he is not whom a pronoun in it means
	needs    []need            // what is being looked for, newest last
	told     []told            // facts of this conversation, newest last, seen turns too
	open     []memory.Record

	turn     *memory.Turn
	index    int
	from     int    // drafts of this turn begin here
	sentence string // that is being read
	explicit bool
	keep     bool       // the next sentence was asked to be remembered
	denied   string     // "is not X, but": the value that follows takes its place
	mending  bool       // the sentence takes back what was said before it
	replan   bool       // the sentence says that a plan became another
	disowned string     // what it ends with a denial of: ", not peanuts"
	mark     int        // facts told before the sentence
	once     bool       // the sentence says that it is of this answer alone
	spared   string     // what the sentence wants left out for somebody's sake
	list     []sentence // of the turn
	nth      int        // of them, that is read
	topic    string     // of what the sentence spoke last, for "it"
	after    int        // where the answer ends that the sentence begins with
	spoken   who        // of whom it is
	stated   int        // statements of this turn
	folded   []string
	heading  bool // what follows stands under a heading of conventions
	own      bool // the turn speaks of its speaker
	whole    bool // the sentence was read as a whole: nothing of it is left
	tells    bool // the turn only tells: it asks nothing and asks for nothing
	course   bool // a task is under way
	work     bool // the turn is work on code or data
	text     bool // the turn asks for a text to be written, or for changes to one
	staged   int  // turn until which a story goes on
	stage    bool // that text is somebody's who need not be the speaker
	works    int  // turn until which work is taken to go on
	texts    int  // turn until which changes to a text may be asked for
	game     int  // turn until which a game of roles goes on
	drafts   []Draft
}

// told is a fact with the row that read it, so that a correction can read it anew.
type told struct {
	draft Draft
	kind  string // of its slot
	turn  int
}

// user reads a turn of the user.
func (x *extraction) user() {
	text, human := Human(x.turn.Text)
	if !human {
		return
	}
	if len(text) > maxRead {
		text = strings.ToValidUTF8(text[:maxRead], "")
	}
	x.from = len(x.drafts)
	if x.in.Steers != nil && x.in.Steers(text) {
		x.quarantine(clip(text, 400))
		return
	}
	if Noise(text) || exercise(text) {
		return
	}
	text = unquote(text)
	tokens := tokenize(text)
	dates := memory.When(text, x.turn.At, x.zone)
	if x.playing(tokens) {
		return
	}
	lower := !strings.ContainsFunc(strings.ReplaceAll(text, "I", ""), unicode.IsUpper)
	list := mended(sentences(tokens))
	x.explicit, x.heading, x.stated = false, false, 0
	x.own, x.tells = x.bearing(list, text)
	x.work, x.text = x.atWork(list, text), x.forText(list, tokens)
	x.course = x.underway(list, text)
	x.list = list
	for n, one := range list {
		x.nth = n
		s := &reading{sentence: one, source: text, dates: dates, lower: lower, talk: x.rules.english}
		chinese := chineseSentence(one)
		if kana(text[one.tokens[0].start:one.tokens[len(one.tokens)-1].end]) {
			continue
		}
		if chinese {
			s.talk = x.rules.chinese
		} else if n > 0 && len(one.tokens) >= 4 && chineseSentence(list[0]) && orderChineseText(list[0], text) {
			continue // a text in another tongue, to be worked on
		}
		x.explicit, x.keep = x.keep, false
		x.whole = false
		x.sentence, x.topic = s.quote(span{0, len(s.tokens)}), ""
		if unserious(s) || laughs(s) && x.boasted() {
			x.takeBack(n, list)
			continue
		}
		if pangram(x.sentence) {
			continue
		}
		if x.asks(s); s.unsaid() {
			x.neverSaid(s)
			continue
		}
		x.once = memory.Once(x.sentence)
		if n > 0 && strings.Contains(text[list[n-1].tokens[len(list[n-1].tokens)-1].end:one.tokens[0].start], "\n\n") {
			x.heading = false
		}
		if s.heads() {
			x.heading = true
			continue
		}
		mark, before := len(x.drafts), len(x.told)
		x.after = 0
		x.mark, x.mending, x.disowned, x.replan = before, false, "", s.replans()
		x.spares(s)
		x.drops(s)
		if x.parted(s) {
			continue
		}
		x.outlives(s)
		x.overturns(s)
		if x.favourite(s) || x.deadly(s) {
			continue
		}
		if chinese {
			x.petsNamed(s)
		} else {
			x.introduces(s)
		}
		if x.misdirected(s) {
			continue
		}
		if x.misspelt(s) || x.corrects(s) || x.renumbers(s) || x.revises(s) || x.tasks(s) || x.releases(s) || x.directs(s) {
			continue
		}
		x.answers(s)
		x.measures(s)
		x.manners(s)
		if x.cancels(s) || x.judges(s) {
			x.states(s, before)
			continue
		}
		if x.mends(s); len(s.tokens) == 0 {
			continue
		}
		x.owner = ""
		if chinese {
			if !strings.ContainsAny(s.at(0), "他她它") {
				x.others(s)
			}
			x.readChinese(s)
		} else {
			x.gapped(s)
			x.readEnglish(s)
		}
		x.mentionsOnWay(s)
		x.others(s)
		x.complains(s, mark)
		x.happens(s, mark)
		x.states(s, before)
		x.deems(s, before)
	}
}

// takeBack drops what the sentence before the joke taught.
func (x *extraction) takeBack(int, []sentence) {
	x.drafts = x.drafts[:x.from]
	for len(x.told) > 0 && x.told[len(x.told)-1].turn == x.index {
		x.told = x.told[:len(x.told)-1]
	}
}

// propose keeps a draft, unless its turn was learnt before.
func (x *extraction) propose(d Draft, kind string) {
	d.Turn = x.index
	if d.Quote == "" || !strings.Contains(x.turn.Text, d.Quote) || tooLong(d.Record) || x.text && x.ofText(&d) {
		return
	}
	if x.once && ordered(d.Record.Predicate) {
		return // of this answer alone
	}
	if p := d.Record.Predicate; x.spared != "" && (p == "never" || p == "rejects") && strings.Contains(d.Record.Object, x.spared) {
		return // an order for this once: why it was given is known
	}
	x.amends(&d)
	x.replaced(&d)
	if d.Record.Layer == memory.Semantic {
		for i := range x.drafts[min(x.from, len(x.drafts)):] {
			known := &x.drafts[x.from+i]
			if known.Record.Predicate == d.Record.Predicate && known.Record.Subject == d.Record.Subject && known.Act == d.Act &&
				memory.SameObject(known.Record.Object, d.Record.Object) && known.Record.Constraint.Context == d.Record.Constraint.Context {
				return
			}
		}
	}
	x.told = append(x.told, told{draft: d, kind: kind, turn: x.index})
	if !x.turn.Seen {
		x.drafts = append(x.drafts, d)
	}
}

// Bounds of a fact's text.
const (
	maxWords      = 30
	maxCharacters = 60
)

// tooLong reports whether a fact's text is beyond what one fact may say.
func tooLong(r memory.Record) bool {
	if r.Layer != memory.Semantic {
		return false
	}
	characters, words, inWord := 0, 0, false
	for _, c := range r.Text {
		switch {
		case ideograph(c):
			characters++
			inWord = false
		case unicode.IsSpace(c):
			inWord = false
		case !inWord:
			words++
			inWord = true
		}
	}
	return characters > maxCharacters || words > maxWords
}

// kana reports whether a text is Japanese, which is read by nobody here: の alone is on many a
// Chinese sign.
func kana(text string) bool {
	n := 0
	for _, r := range text {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) && r != 'の' && r != 'ー' {
			n++
		}
	}
	return n >= 2
}

func chineseSentence(s sentence) bool {
	for _, t := range s.tokens {
		if t.kind == aCharacter {
			return true
		}
	}
	return false
}
