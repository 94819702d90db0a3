package extract

// reports finds a verb of saying or thinking that governs another clause, and
// where that clause begins.
func (s *reading) reports(f frame) (string, int) {
	kind := ""
	i := f.pos
	switch s.at(i) {
	case "think", "guess", "believe", "suppose", "suspect", "feel", "figure":
		kind = "think"
	case "say", "says", "said", "tell", "tells", "told", "claim", "claims", "claimed", "swear", "swears", "thinks", "thought", "believes", "jokes", "joked", "insists", "insisted", "mentioned", "mention", "heard", "hears", "wrote", "writes", "asked", "asks", "wonders", "pretends", "dreamed", "dreamt", "wish", "wishes", "wants", "wanted", "suggested", "suggests", "keeps", "read", "imagine":
		kind = "say"
	case "know", "mean", "realize", "realized", "noticed", "found", "learned", "discovered", "remember", "remembered", "forgot":
		kind = "think"
	default:
		return "", 0
	}
	j := i + 1
	if kind == "say" || s.at(i) == "found" || s.at(i) == "told" {
		switch s.at(j) {
		case "me", "us", "him", "her", "them", "you", "everyone", "people", "out":
			j++
		}
	}
	if s.at(j) == "that" || s.at(j) == "like" {
		j++
	}
	switch s.at(j) {
	case "i", "we", "my", "he", "she", "they", "his", "her", "our", "you", "it", "the", "this", "there":
		if s.at(i) == "wish" || s.at(i) == "dreamed" || s.at(i) == "dreamt" || s.at(i) == "imagine" {
			return "wish", len(s.tokens)
		}
		if kind == "think" && (s.at(i) == "know" || s.at(i) == "mean" || s.at(i) == "found" || s.at(i) == "realized" || s.at(i) == "learned" || s.at(i) == "discovered" || s.at(i) == "noticed") {
			return "know", j
		}
		return kind, j
	case ":", ",", "\"", "“":
		if kind == "say" {
			return "say", j
		}
	}
	return "", 0
}
