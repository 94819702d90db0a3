package inject

import (
	"math"
	"slices"
	"strings"

	"mneme/memory"
	"mneme/policy"
)

// What the running conversation is searched through at most, and the least that is looked
// for, in bytes: a single word stands in many texts.
const (
	spokenBytes = 64 << 10
	spokenLeast = 9
)

// unspoken leaves out the hits whose words stand in the running conversation already; see there.
func (in *Injector) unspoken(hits []memory.Hit, n, bytes int, text func(i int, room *[]byte) string) ([]memory.Hit, []memory.Drop) {
	search, _ := in.phrases.Get().(*phrases)
	if search == nil {
		search = new(phrases)
	}
	defer in.phrases.Put(search)
	defer search.end()
	return search.unspoken(hits, n, bytes, text)
}

// unspoken leaves out the hits whose words stand in the running conversation already. text returns
// the i-th of its n messages, of about so many bytes in all; the newest, which are the last, are
// searched through first.
func (p *phrases) unspoken(hits []memory.Hit, n, bytes int, text func(i int, room *[]byte) string) ([]memory.Hit, []memory.Drop) {
	step := 1
	if bytes > 1<<10 {
		step = mostStep
	}
	p.begin(step)
	for i := range hits {
		p.addRecord(i, hits[i].Record)
	}
	if len(p.all) == 0 && len(p.short) == 0 {
		return hits, nil
	}
	spoken := make([]bool, len(hits))
	left := spokenBytes
	for i := n - 1; i >= 0 && left > 0; i-- {
		one := cutBytes(memory.StripBlock(text(i, &p.room)), left)
		p.mark(spoken, one)
		left -= len(one)
	}
	if !slices.Contains(spoken, true) {
		return hits, nil
	}
	kept := make([]memory.Hit, 0, len(hits))
	var dropped []memory.Drop
	for i, hit := range hits {
		if spoken[i] {
			dropped = append(dropped, memory.Drop{ID: hit.Record.ID, Reason: "in-prompt", Score: hit.Score})
		} else {
			kept = append(kept, hit)
		}
	}
	return kept, dropped
}

// phrases are looked for all at once, with one walk through a text; they are pooled. Where four bytes of the text
// are none that stand in a phrase, no phrase stands there. A walk may take steps, if of each phrase
// as many fours are known as a step is long: the walk meets one of them wherever the phrase stands.
type phrases struct {
	step  int // 1..mostStep
	all   []phrase
	short []phrase // too short to be walked for
	fours []four
	known [256]uint64 // a bit for each hash of a known four
	lists [512]uint16 // by the hash's higher bits: the four added last, plus 1; 0: none
	room  []byte      // for one text after the other
}

// mostStep is the longest step at which no phrase is missed; it pays for long texts.
const mostStep = spokenLeast - 3

// phrase is what a hit's record rests on.
type phrase struct {
	words string
	hit   int
}

// four are four bytes of a phrase.
type four struct {
	bytes  uint32
	phrase uint16 // place in all
	at     uint8  // where in the phrase
	next   uint16 // in its list, as there
}

// begin forgets what was looked for.
func (p *phrases) begin(step int) {
	clear(p.all) // nothing forgotten lives on in the pool
	clear(p.short)
	*p = phrases{step: step, all: p.all[:0], short: p.short[:0], fours: p.fours[:0], room: p.room}
}

// end forgets all.
func (p *phrases) end() {
	p.begin(1)
	if clear(p.room[:cap(p.room)]); cap(p.room) > 2*spokenBytes {
		p.room = nil
	}
}

// addRecord adds the words a record rests on. A rule is more than its words.
func (p *phrases) addRecord(hit int, r *memory.Record) {
	if r.Layer == memory.Procedural {
		return
	}
	p.addMasked(hit, r.Text)
	for i := range r.Sources {
		if quote := r.Sources[i].Quote; quote != r.Text {
			p.addMasked(hit, quote)
			p.addShort(hit, quote)
		}
	}
	if len(r.Sources) == 0 || r.Sources[0].Quote == r.Text {
		p.addShort(hit, r.Text)
	}
}

// addMasked adds words, or the longest part of them that no mask stands in: the conversation
// has what was masked before it was written down.
func (p *phrases) addMasked(hit int, words string) {
	if policy.Placeholders(words) == 0 {
		p.add(hit, words)
		return
	}
	longest := ""
	for words != "" {
		part, rest, found := strings.Cut(words, "[")
		if len(part) > len(longest) {
			longest = part
		}
		if !found {
			break
		}
		_, words, _ = strings.Cut(rest, "]")
	}
	p.add(hit, longest)
}

// addShort adds the words of somebody that are too few for the walk: 我32岁. They are looked
// for one by one, and count only as words of their own.
func (p *phrases) addShort(hit int, words string) {
	if words = strings.TrimSpace(words); len(words) >= shortLeast && len(words) < spokenLeast {
		p.short = append(p.short, phrase{words, hit})
	}
}

// shortLeast is the least that counts as somebody's words, in bytes.
const shortLeast = 4

// stands reports whether words stand in a text as words of their own.
func stands(text, words string) bool {
	letter := func(b byte) bool {
		return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(words)
		if (i == 0 || !letter(text[i-1]) || !letter(words[0])) && (end == len(text) || !letter(text[end]) || !letter(words[len(words)-1])) {
			return true
		}
		from = i + 1
	}
}

func (p *phrases) add(hit int, words string) {
	words = strings.TrimSpace(words)
	if len(words) < spokenLeast || len(p.fours) > math.MaxUint16-mostStep {
		return
	}
	for i := range p.step {
		bytes := fourAt(words, i)
		at := hashFour(bytes)
		list := &p.lists[at>>5]
		p.fours = append(p.fours, four{bytes, uint16(len(p.all)), uint8(i), *list})
		*list = uint16(len(p.fours))
		p.known[at>>6] |= 1 << (at & 63)
	}
	p.all = append(p.all, phrase{words, hit})
}

// mark marks the hits of which a phrase stands in a text.
func (p *phrases) mark(spoken []bool, text string) {
	for _, one := range p.short {
		spoken[one.hit] = spoken[one.hit] || stands(text, one.words)
	}
	for i := 0; i+4 <= len(text); i += p.step {
		bytes := fourAt(text, i)
		at := hashFour(bytes)
		if p.known[at>>6]&(1<<(at&63)) == 0 {
			continue
		}
		for n := p.lists[at>>5]; n > 0; n = p.fours[n-1].next {
			f := &p.fours[n-1]
			if from := i - int(f.at); f.bytes == bytes && from >= 0 {
				if one := &p.all[f.phrase]; !spoken[one.hit] && strings.HasPrefix(text[from:], one.words) {
					spoken[one.hit] = true
				}
			}
		}
	}
}

// fourAt returns the four bytes from i on.
func fourAt(s string, i int) uint32 {
	s = s[i : i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// hashFour hashes four bytes to fourteen bits (multiplicative hashing: Knuth, The Art of
// Computer Programming, volume 3, 6.4).
func hashFour(four uint32) uint32 { return four * 0x9E3779B1 >> 18 }
