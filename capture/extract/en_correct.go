package extract

// correction reads "no, I meant X", "not X but Y", "it's Y, not X", "sorry, Y".
func (s *reading) correction() (old, now span, ok bool) {
	n := len(s.tokens)
	i := 0
	signalled, forbids := false, false // a bare "no" forbids what follows, unless that is a value for sure
	for again := true; again && i < n; {
		again = false
		for _, words := range [][]string{
			{"*"}, {"no", ","}, {"no"}, {"sorry", ","}, {"sorry"}, {"wait", ","}, {"wait"}, {"oops", ","}, {"oops"}, {"correction", ":"}, {"correction", ","}, {"actually", ","}, {"actually"}, {"my", "bad", ","}, {"my", "mistake", ","}, {"i", "misspoke", ","}, {"that", "is", "wrong", ","}, {"i", "mean", ","}, {"i", "mean"}, {"i", "meant", "to", "say"}, {"i", "meant"}, {"scratch", "that", ","}, {"wrong", "one", ","}, {"the", "right", "one", "is"}, {"i", "was", "wrong", ","}, {"make", "that"}, {"let", "me", "correct", "that", ":"}, {"typo", ":"}, {"typo", ","}, {"rather", ","}, {"well", ","}, {"oh", ","}, {"hmm", ","},
		} {
			if s.stands(i, words) {
				forbids = forbids && words[0] == "no" && len(words) == 1 || i == 0 && words[0] == "no" && len(words) == 1
				i += len(words)
				signalled, again = signalled || words[0] != "well" && words[0] != "oh" && words[0] != "hmm", true
				break
			}
		}
	}
	start := i
	for i < n && (s.at(i) == "it" || s.at(i) == "that" || s.at(i) == "is" || s.at(i) == "should" || s.at(i) == "be" || s.at(i) == "was" || s.at(i) == "the") {
		i++
	}
	// "it's not X, it's Y", "not X but Y"
	if s.at(i) == "not" {
		j := i + 1
		for k := j; k < n; k++ {
			if s.at(k) == "," || s.at(k) == "but" || s.at(k) == "-" || s.at(k) == ";" {
				m := k
				for m < n && (s.tokens[m].kind == aMark || s.at(m) == "but" || s.at(m) == "it" || s.at(m) == "is" || s.at(m) == "rather" || s.at(m) == "that") {
					m++
				}
				if m < n && k > j && s.marksEnd(m, n) {
					return s.trim(span{j, k}, "thing"), s.trim(span{m, n}, "thing"), true
				}
				return old, now, false
			}
		}
		return old, now, false
	}
	// "Y, not X"
	for k := i + 1; k < n-1; k++ {
		if (s.at(k) == "," && s.at(k+1) == "not") || s.at(k) == "not" && k > i && s.tokens[k-1].kind != aMark && !s.is(k-1, verbal) && s.at(k-1) != "do" {
			m := k + 1
			if s.at(k) == "," {
				m++
			}
			if i > start || signalled || k-i <= 4 && !s.is(i, verbal) {
				end := n
				if s.is(m, verbal) || end-m > 4 || k-i > 5 || s.is(i, verbal) {
					return old, now, false
				}
				return s.trim(span{m, end}, "thing"), s.trim(span{i, k}, "thing"), true
			}
		}
	}
	if old, now, ok := s.wasAndIs(start, n); ok {
		return old, now, true
	}
	for k := i + 1; signalled && k < min(i+5, n-1); k++ {
		if s.at(k) == "," && s.opens(k+1, n) || (s.at(k) == "i" || s.at(k) == "we" || s.at(k) == "that" && s.at(k+1) == "i") && s.at(k-1) != "," {
			n = k // the reason why follows, or what was said of the value: "it's mango I'm allergic to"
		}
	}
	if !signalled || i >= n || n-i > 5 || s.is(i, verbal) && s.at(i) != "may" || s.at(i) == "my" || s.at(i) == "thank" || s.at(i) == "thanks" || s.at(i) == "please" {
		return old, now, false
	}
	if _, dated := s.inDate(i); s.at(n-1) == "please" || forbids && i == start && !dated && !s.hasDigit(span{i, n}) {
		return old, now, false
	}
	for k := i; k < n; k++ {
		if _, dated := s.inDate(k); !dated && (s.is(k, verbal) || s.is(k, breaks)) {
			return old, now, false
		}
	}
	switch s.at(i) {
	case "to", "in", "at", "of", "with", "for":
		if _, dated := s.inDate(i + 1); !dated && n-i > 1 {
			i++ // as it stood before the old value: "allergic to"
		}
	}
	return span{}, s.trim(span{i, n}, "thing"), true
}

// wasAndIs reads "it was 800, now it's 1000", "used to be 20 mg, now 40 mg": the amount that was
// and the one that is.
func (s *reading) wasAndIs(i, n int) (old, now span, ok bool) {
	if s.at(i) == "it" || s.at(i) == "that" {
		i++
	}
	switch {
	case s.at(i) == "was":
		i++
	case s.stands(i, []string{"used", "to", "be"}):
		i += 3
	case s.at(i) == "previously" || s.at(i) == "formerly":
		i++
	default:
		return old, now, false
	}
	first := s.figure(i)
	k := first.to
	if first.to <= first.from {
		return old, now, false
	}
	for s.at(k) == "," || s.at(k) == "but" || s.at(k) == "and" || s.at(k) == "before" {
		k++
	}
	found := false
	for s.at(k) == "now" || s.at(k) == "it" || s.at(k) == "is" || s.at(k) == "'s" {
		found = found || s.at(k) == "now"
		k++
	}
	second := s.figure(k)
	end := second.to
	for end < n && (s.at(end) == "now" || s.marks(end)) {
		found = found || s.at(end) == "now"
		end++
	}
	return first, second, found && second.to > second.from && end >= n
}

// figure returns the amount at i with its unit, or an empty stretch.
func (s *reading) figure(i int) span {
	if i >= len(s.tokens) || s.tokens[i].kind != aNumber {
		return span{}
	}
	return s.amountAt(i)
}

// marksEnd reports whether what stands from m on is short enough to be a value.
func (s *reading) marksEnd(m, n int) bool { return n-m <= 6 && !s.is(m, verbal) }
