package policy

// spots are places in a text of at most maxClauseRunes characters, a bit each: before the first
// character, and behind each of them.
type spots [maxClauseRunes/64 + 1]uint64

// next moves every place behind the next character.
func (s spots) next() spots {
	carry := uint64(0)
	for i, w := range s {
		s[i], carry = w<<1|carry, w>>63
	}
	return s
}

func (s spots) and(o spots) spots {
	for i := range s {
		s[i] &= o[i]
	}
	return s
}

func (s spots) or(o spots) spots {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

func (s spots) without(o spots) spots {
	for i := range s {
		s[i] &^= o[i]
	}
	return s
}

func (s spots) none() bool { return s == spots{} }

func (s spots) has(i int) bool { return s[i>>6]&(1<<(i&63)) != 0 }

func (s *spots) add(i int) { s[i>>6] |= 1 << (i & 63) }

// matcher matches patterns with one text after another: all the ways through a pattern at once, by
// the set of places that they have come to. So nothing is tried twice, and the time is bounded by the
// lengths of both (Thompson, Regular Expression Search Algorithm, 1968). It is for one goroutine.
type matcher struct {
	patterns *patterns
	text     []rune
	ascii    [128]spots     // before each such character
	wide     map[rune]spots // before each other one
	known    []knownPart    // by name
}

// knownPart is where a named part ends that begins at one of some places. Phrases ask in the same
// place for the same, nearly always.
type knownPart struct {
	from, to spots
	ok       bool
}

// take makes ready for a text. It reports false for one that is too long.
func (m *matcher) take(p *patterns, text string) bool {
	for _, r := range m.text {
		if r < 128 {
			m.ascii[r] = spots{}
		}
	}
	if m.patterns == nil {
		m.patterns, m.wide, m.known = p, make(map[rune]spots), make([]knownPart, len(p.parts))
	}
	clear(m.wide)
	clear(m.known)
	m.text = m.text[:0]
	for _, r := range text {
		i := len(m.text)
		if i == maxClauseRunes {
			return false
		}
		m.text = append(m.text, r)
		if r < 128 {
			m.ascii[r].add(i)
			continue
		}
		at := m.wide[r]
		at.add(i)
		m.wide[r] = at
	}
	return true
}

// matches reports whether a pattern matches anywhere in the text.
func (m *matcher) matches(n *node) bool {
	var all spots
	for i := range len(m.text) + 1 {
		all.add(i)
	}
	return !m.ends(n, all).none()
}

// ends returns the places where a node can end that begins at one of some places.
func (m *matcher) ends(n *node, from spots) spots {
	switch n.kind {
	case oneText:
		for _, r := range n.text {
			if from = from.and(m.before(r)).next(); from.none() {
				break
			}
		}
		return from
	case oneClass:
		return m.class(n, from)
	case oneNamed:
		k := &m.known[n.named]
		if !k.ok || k.from != from {
			*k = knownPart{from, m.ends(&m.patterns.parts[n.named], from), true}
		}
		return k.to
	case allParts:
		for i := range n.parts {
			if from.none() {
				break
			}
			from = m.ends(&n.parts[i], from)
		}
		return from
	case anyPart:
		var to spots
		for i := range n.parts {
			to = to.or(m.ends(&n.parts[i], from))
		}
		return to
	case repeated:
		return m.repeated(n, from)
	case atBegin:
		return from.and(spots{1})
	case atEnd:
		var end spots
		end.add(len(m.text))
		return from.and(end)
	case wordBorder:
		return m.borders(from)
	}
	return spots{}
}

// before returns the places before a character.
func (m *matcher) before(r rune) spots {
	if r < 128 {
		return m.ascii[r]
	}
	return m.wide[r]
}

// repeated goes on from new places only: whoever came to one sooner has more turns left.
func (m *matcher) repeated(n *node, from spots) spots {
	for range n.least {
		if from.none() {
			return from
		}
		from = m.ends(&n.parts[0], from)
	}
	to := from
	for i := n.least; (n.most < 0 || i < n.most) && !from.none(); i++ {
		from = m.ends(&n.parts[0], from).without(to)
		to = to.or(from)
	}
	return to
}

func (m *matcher) class(n *node, from spots) spots {
	var to spots
	for i, r := range m.text {
		if from.has(i) && inRanges(n.ranges, r) {
			to.add(i + 1)
		}
	}
	return to
}

// inRanges reports whether a character lies in one of some ranges, which are in order.
func inRanges(ranges []rune, r rune) bool {
	lo, hi := 0, len(ranges)/2
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch {
		case r < ranges[2*mid]:
			hi = mid
		case r > ranges[2*mid+1]:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

func (m *matcher) borders(from spots) spots {
	var to spots
	for i := range len(m.text) + 1 {
		if from.has(i) && (i > 0 && isWordRune(m.text[i-1])) != (i < len(m.text) && isWordRune(m.text[i])) {
			to.add(i)
		}
	}
	return to
}

func isWordRune(r rune) bool { return r < 128 && (isLetter(byte(r)) || isDigit(byte(r)) || r == '_') }
