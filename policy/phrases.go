package policy

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// Verb is what a user wants done with what was said.
type Verb string

// The verbs. The first four steer recording, the next two take back, the
// seventh undoes the one before it, and the last one asks to keep.
const (
	SkipTurn      Verb = "skip-turn"      // "don't remember this"
	SkipLast      Verb = "skip-last"      // "don't remember what I just said"
	SkipSession   Verb = "skip-session"   // "from now on, don't remember anything"
	ResumeSession Verb = "resume-session" // "you can remember again"
	ForgetTopic   Verb = "forget"         // "forget my address"
	DropTopic     Verb = "drop"           // "never mind that problem"
	TakeUp        Verb = "take-up"        // "that problem is relevant again"
	Remember      Verb = "remember"       // "remember this"
)

// Scope is how far a wish to forget reaches.
type Scope string

// The scopes.
const (
	ScopeTopic   Scope = "topic"   // what the topic names
	ScopeSession Scope = "session" // this conversation
	ScopeAll     Scope = "all"     // everything about the user
)

// Wish is one thing a user asked for in words.
type Wish struct {
	Verb  Verb
	Scope Scope  // of ForgetTopic; else empty
	Topic string // of ForgetTopic, DropTopic and TakeUp, in the user's words, folded; may be empty
	Own   bool   // the topic was said to be the speaker's: "my car"
	// Alone tells of SkipTurn and SkipSession that the turn says nothing else: "this is
	// confidential" then means what was said before it as well, with its answer.
	Alone  bool
	Phrase string // the code of the phrase that was recognised, never the words
	// At is when it was said, where that was long ago: what was told since is not
	// meant. Zero: now. Who hears a wish does not set it.
	At time.Time
}

// Phrases finds what people say about remembering, in English and Chinese. It is
// immutable and safe for concurrent use.
//
// A wish must stand at the head of a clause, like an order: "I don't remember
// this" has a subject before it and is none. What is quoted, code, asked or
// reported is talk about a wish. Two people who disagree on a borderline will
// each find it in testdata/forgetting.txt.
type Phrases struct {
	rules     []phraseRule
	patterns  *patterns
	ahead     node
	told      node
	polite    node
	undo      node
	forward   node
	prelude   node
	offRecord node
	hints     hints
}

// phraseRule is one pattern over a folded clause, without its punctuation.
type phraseRule struct {
	phrase
	pattern node
	words   func() *regexp.Regexp // the same, where a topic is to be read out of the clause; else nil
}

// phrase is a rule before it is compiled.
type phrase struct {
	code    string
	verb    Verb
	scope   Scope // of a wish to forget; of SkipSession, what was said of the session before is forgotten too
	deictic bool  // points back: at this turn if it says more, else at the last
	chinese bool  // matched without the blanks between characters
	named   bool  // the topic must be a name, with a capital or known: "forget about Denver", not "forget the sauce"
	known   bool  // the topic must be a name that is known: 忘了小王, not 忘了带伞
	field   bool  // the topic must be a field of life: "delete my address", not "delete my last commit"
	alone   bool  // the turn must say nothing else: "forget everything" may begin a play of roles
	text    string
}

// NewPhrases reads the phrases.
func NewPhrases() *Phrases {
	var names, parts []string
	for i, shared := 0, sharedPatterns(); i < len(shared); i += 2 {
		names, parts = append(names, shared[i]), append(parts, shared[i+1])
	}
	shapes := newPatterns(names, parts)
	p := &Phrases{patterns: shapes, ahead: shapes.read(aheadPattern), told: shapes.read(toldPattern), polite: shapes.read(politePattern), undo: shapes.read(undoPattern),
		forward: shapes.read(forwardPattern), prelude: shapes.read(preludePattern), offRecord: shapes.read(`record{sfx}`), hints: newHints()}
	for _, rule := range append(englishPhrases(), chinesePhrases()...) {
		r := phraseRule{phrase: rule, pattern: shapes.read(rule.text)}
		if strings.Contains(rule.text, "(?P<topic>") {
			r.words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expand(rule.text)) })
		}
		p.rules = append(p.rules, r)
	}
	return p
}

// The bounds of what is looked at: an order is short, and a text with very many
// of them is no conversation.
const (
	maxClauseRunes = 160
	maxWishes      = 16
)

// Detect is Hear for a user of whom nothing is known.
func (p *Phrases) Detect(text string) []Wish { return p.Hear(text, nil) }

// Hear returns the wishes in a text, in order; none for nearly all texts. The
// time it takes grows with the text's length and no faster. A name that is
// written in small letters, as in "forget greg", is one where knows says that the
// user's memory has it; it is asked for a folded name, and nil knows none.
func (p *Phrases) Hear(text string, knows func(name string) bool) []Wish {
	text = plainText(text)
	if !p.hints.in(text) {
		return nil
	}
	wishes := p.detect(text, knows)
	if takesBack(wishes) {
		return wishes
	}
	// "please don't" and "remember this" on two lines are one wish, and not the
	// one that the second line alone would be.
	if joined, ok := unwrapped(text); ok {
		if whole := p.detect(joined, knows); takesBack(whole) {
			return whole
		}
	}
	return wishes
}

// takesBack reports whether any wish asks for more than to keep.
func takesBack(wishes []Wish) bool {
	return slices.ContainsFunc(wishes, func(w Wish) bool { return w.Verb != Remember })
}

func (p *Phrases) detect(text string, knows func(name string) bool) []Wish {
	clauses := clausesOf(text)
	var wishes []Wish
	var m matcher
	ahead, undone := false, false
	bare := false   // the clause before only says to forget
	listed := false // the clause before forgets a topic, and more may follow
	told := false   // something else is said
	for i, c := range clauses {
		c.source, c.knows = text, knows
		if len(c.text) < 80 && (p.matches(&m, &p.ahead, c.tight) || p.matches(&m, &p.ahead, c.text)) {
			ahead = true
			continue
		}
		if !c.mention && len(c.text) < 80 && p.hints.in(c.text) && (p.matches(&m, &p.undo, c.text) || c.chinese && p.matches(&m, &p.undo, c.tight)) && !saysMore(c, clauses) {
			undone = true
			continue
		}
		w, found := p.match(&m, c, clauses)
		whole := found
		if !found {
			w, found = p.matchBefore(&m, c, clauses)
		}
		if !found && bare && !c.begins && !c.asks { // "forget, my allergy"
			for _, topic := range moreTopics(c) {
				wishes = append(wishes, Wish{Verb: ForgetTopic, Scope: ScopeTopic, Phrase: "forget-topic", Topic: topic})
				listed = true
			}
			if bare = false; listed {
				continue
			}
		}
		bare = c.text == "forget" || c.text == "please forget" || c.tight == "忘掉" || c.tight == "忘记" || c.tight == "请忘掉" || c.tight == "请忘记"
		if n := len(wishes); !found && listed && !c.begins && n > 0 {
			for _, topic := range moreTopics(c) {
				more := wishes[n-1]
				more.Topic = topic
				wishes = append(wishes, more)
			}
			if listed = len(wishes) > n; listed {
				continue
			}
		}
		if told = told || !whole && !p.isPolite(&m, c); !found {
			listed = false
			ahead = ahead && i > 0 && !c.begins
			continue
		}
		listed = w.Verb == ForgetTopic && w.Scope == ScopeTopic
		if ahead && w.Verb == SkipTurn {
			w.Verb = SkipSession
		}
		if undone && w.Verb == SkipTurn {
			w.Verb = SkipLast
		}
		ahead, undone = false, false
		w.Alone = w.Verb == SkipTurn
		if whole && w.Verb == SkipTurn && p.announces(&m, w, c, clauses) {
			w.Verb = SkipSession
			w.Alone = pointsAt(c) && !p.matches(&m, &p.forward, c.text) && !(c.chinese && p.matches(&m, &p.forward, c.tight))
		}
		both := w.Verb == SkipSession && w.Scope == ScopeSession
		if both {
			w.Scope = ""
		}
		if n := len(wishes); n > 0 && (w.Verb == SkipTurn || w.Verb == SkipSession && !both) && wishes[n-1].Verb == w.Verb {
			continue // asked for twice: "this is confidential, don't remember it"
		}
		if n := len(wishes); n > 0 && w.Verb == TakeUp && wishes[n-1].Verb == TakeUp && w.Topic == "" {
			continue // "that problem is relevant again, pick it up again"
		}
		if n := len(wishes); n > 0 && w.Verb == SkipSession && wishes[n-1].Verb == SkipTurn {
			wishes = wishes[:n-1] // of which the turn is a part
		}
		wishes = append(wishes, several(w)...)
		if w.Verb == ForgetTopic && w.Scope == ScopeTopic && saidJustNow(c) {
			wishes = append(wishes, Wish{Verb: SkipLast, Phrase: w.Phrase}) // whatever words it was told in
		}
		if both { // what was said of it so far too, not only from here on
			wishes = append(wishes, Wish{Verb: ForgetTopic, Scope: ScopeSession, Phrase: w.Phrase})
		}
		if len(wishes) >= maxWishes {
			break
		}
	}
	for i := range wishes {
		wishes[i].Alone = wishes[i].Alone && !told
	}
	return wishes
}

// pointsAt reports whether a clause points at something that is said, and is no mere heading as
// "off the record" may be.
func pointsAt(c clause) bool {
	if c.chinese {
		return strings.ContainsAny(c.tight, "这那此刚")
	}
	return hasWord(c.text, "this") || hasWord(c.text, "that") || hasWord(c.text, "it") || hasWord(c.text, "this's") || hasWord(c.text, "that's") || hasWord(c.text, "it's")
}

func hasWord(text, word string) bool { return strings.Contains(" "+text+" ", " "+word+" ") }

// matches reports whether a text, which is short enough, is matched by a pattern.
func (p *Phrases) matches(m *matcher, pattern *node, text string) bool {
	return m.take(p.patterns, text) && m.matches(pattern)
}

func (p *Phrases) match(m *matcher, c clause, all []clause) (Wish, bool) {
	if c.mention || p.isReported(m, c, all) || c.asks && !c.requests() || utf8.RuneCountInString(c.text) > maxClauseRunes || !p.hints.in(c.text) {
		return Wish{}, false
	}
	text := c.text
	m.take(p.patterns, text)
	for i := range p.rules {
		r := &p.rules[i]
		if r.chinese && !c.chinese {
			continue
		}
		if r.chinese && text != c.tight { // these come last
			text = c.tight
			m.take(p.patterns, text)
		}
		if c.told && (r.verb == ForgetTopic || r.verb == DropTopic || r.verb == TakeUp || r.verb == SkipLast) {
			continue
		}
		if !m.matches(&r.pattern) {
			continue
		}
		w := Wish{Verb: r.verb, Scope: r.scope, Phrase: r.code}
		if r.words != nil {
			topic := submatch(r.words(), text, "topic")
			w.Topic, w.Own = topicOf(topic), isOwn(topic)
			if !r.chinese && !strings.HasPrefix(topic, "my ") && !strings.HasPrefix(topic, "our ") && hasAnySuffix(w.Topic, " offer", " offers", " option", " options", " idea", " ideas", " suggestion", " suggestions", " deal", " deals") {
				continue // what was proposed is dropped, and nothing that is remembered
			}
			if w.Topic == "" && r.verb == ForgetTopic || (r.verb == DropTopic || r.verb == TakeUp) && toldBy(topic) {
				continue
			}
			if r.field && !memory.NamesField(w.Topic) {
				continue
			}
			if (r.known || r.named && !writtenAsName(c.source, memory.TopicName(w.Topic))) && (c.knows == nil || !c.knows(w.Topic)) || r.chinese && r.verb == ForgetTopic && isNoMemory(topic) {
				continue
			}
		}
		if r.alone && !p.isAlone(c, all) {
			continue
		}
		if r.deictic && saysMore(c, all) {
			w.Verb = SkipTurn
		}
		return w, true
	}
	return Wish{}, false
}

// submatch returns what a named group of a pattern matches in a text.
func submatch(pattern *regexp.Regexp, text, group string) string {
	found := pattern.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[pattern.SubexpIndex(group)]
}

// isReported reports whether the words behind a clause give it to somebody else:
// "never mind that topic, he said in the debate".
func (p *Phrases) isReported(m *matcher, c clause, all []clause) bool {
	if c.at+1 >= len(all) {
		return false
	}
	next := all[c.at+1]
	return !next.begins && len(next.text) < 80 && p.matches(m, &p.told, next.text)
}

// toldBy reports whether a Chinese topic begins with who said it: 他说那个问题.
// 我说的那个问题 is the speaker's own.
func toldBy(topic string) bool {
	who, what, found := strings.Cut(topic, "说")
	return found && who != "" && !strings.HasPrefix(what, "的") && !strings.HasPrefix(what, "过")
}

// writtenAsName reports whether every word of a topic stands in the text with a
// capital, as names do; a text all in capitals tells none apart.
func writtenAsName(text, topic string) bool {
	if topic == "" || strings.ToUpper(text) == text {
		return false
	}
	for word := range strings.FieldsSeq(topic) {
		first, size := utf8.DecodeRuneInString(word)
		if !strings.Contains(text, string(unicode.ToUpper(first))+word[size:]) {
			return false
		}
	}
	return true
}

// saysMore reports whether a text says something of substance before the clause:
// then "don't remember that" is about this very turn.
func saysMore(c clause, all []clause) bool {
	words := 0
	for _, other := range all {
		if other.at >= c.at {
			break
		}
		if other.chinese {
			words += utf8.RuneCountInString(other.tight) / 2
		} else {
			words += len(strings.Fields(other.text))
		}
	}
	return words >= 3
}

// May reports whether a text could hold a wish at all. It is quick, also for
// long texts, and never says no to a text in which Detect finds one.
func (p *Phrases) May(text string) bool { return p.hints.in(plainText(text)) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// topicOf strips a topic of what only points at it.
func topicOf(s string) string {
	s = strings.Trim(s, " .,!")
	for again := true; again; {
		again = false
		for _, head := range [...]string{"about ", "my ", "our ", "the ", "that ", "关于", "有关", "我们的", "我们", "我的", "我家的", "我", "那个", "这个", "你记的", "你记住的", "那件", "这件"} {
			if rest, ok := strings.CutPrefix(s, head); ok && rest != "" {
				s, again = rest, true
			}
		}
		for _, tail := range [...]string{"的事情", "的事儿", "的事", "这件事", "这事", "的信息", " info", " information", " details", " data", " please", " anymore", " any more", " again", " now", "吧", "了", "的"} {
			if rest, ok := strings.CutSuffix(s, tail); ok && rest != "" && rest != "personal" && rest != "private" && rest != "contact" {
				s, again = rest, true
			}
		}
	}
	switch s = strings.TrimSpace(s); s {
	case "it", "this", "that", "them", "these", "those", "了", "事", "它", "他", "她", "这", "那":
		return "" // points at something, and names nothing
	}
	return s
}

// isOwn reports whether a topic is said to be the speaker's.
func isOwn(topic string) bool {
	topic = strings.TrimSpace(topic)
	for _, head := range [...]string{"everything ", "anything ", "all ", "of ", "about ", "关于", "有关", "所有"} {
		topic = strings.TrimPrefix(topic, head)
	}
	return hasAnyPrefix(topic, "my ", "our ", "我的", "我家", "我们", "我那", "我这")
}

// saidJustNow reports whether a clause says that its topic was told in the turn before.
func saidJustNow(c clause) bool {
	for _, just := range [...]string{" i just told", " i just gave", " i just sent", " i just shared", " i just mentioned", " i've just told", " i've just given", " i've just sent", "我刚才", "我刚刚"} {
		if strings.Contains(c.text, just) || strings.Contains(c.tight, just) {
			return true
		}
	}
	return false
}
