package extract

// A plain statement is kept for months on nobody's word but its speaker's, so it has to rest on
// something: it says of whom it is, what is so, and that holds beyond the talk. What only answers
// the last advice, waits for something, or leaves out what it is of rests on nothing.

// baseless reports whether a part of a sentence rests on nothing that would outlast the talk.
func (x *extraction) baseless(s *reading, p span) bool {
	if s.talk.chinese {
		return x.baselessChinese(s, p, s.plain(p))
	}
	return x.baselessEnglish(s, p)
}
