package extract

import "strings"

// shape is one inflection of a verb.
type shape struct {
	text string
	past bool
}

// shapes inflects an English verb.
func shapes(verb string) []shape {
	out := []shape{{text: verb}, {text: third(verb)}, {text: gerund(verb)}}
	for _, p := range pasts(verb) {
		out = append(out, shape{text: p, past: p != verb})
	}
	return out
}

// third returns "goes" for "go".
func third(verb string) string {
	switch {
	case verb == "have":
		return "has"
	case verb == "be":
		return "is"
	case strings.HasSuffix(verb, "y") && len(verb) > 2 && !strings.ContainsRune("aeiou", rune(verb[len(verb)-2])):
		return verb[:len(verb)-1] + "ies"
	case strings.HasSuffix(verb, "s"), strings.HasSuffix(verb, "x"), strings.HasSuffix(verb, "ch"), strings.HasSuffix(verb, "sh"), strings.HasSuffix(verb, "o"), strings.HasSuffix(verb, "zz"):
		return verb + "es"
	}
	return verb + "s"
}

func gerund(verb string) string {
	switch {
	case strings.HasSuffix(verb, "ie"):
		return verb[:len(verb)-2] + "ying"
	case strings.HasSuffix(verb, "e") && !strings.HasSuffix(verb, "ee") && verb != "be":
		return verb[:len(verb)-1] + "ing"
	case doubles(verb):
		return verb + verb[len(verb)-1:] + "ing"
	}
	return verb + "ing"
}

func pasts(verb string) []string {
	switch verb {
	case "have":
		return []string{"had"}
	case "go":
		return []string{"went", "gone"}
	case "get":
		return []string{"got", "gotten"}
	case "buy":
		return []string{"bought"}
	case "grow":
		return []string{"grew", "grown"}
	case "come":
		return []string{"came"}
	case "run":
		return []string{"ran"}
	case "eat":
		return []string{"ate", "eaten"}
	case "drink":
		return []string{"drank", "drunk"}
	case "drive":
		return []string{"drove", "driven"}
	case "speak":
		return []string{"spoke", "spoken"}
	case "teach":
		return []string{"taught"}
	case "sell":
		return []string{"sold"}
	case "leave":
		return []string{"left"}
	case "wear":
		return []string{"wore"}
	case "keep":
		return []string{"kept"}
	case "take":
		return []string{"took", "taken"}
	case "make":
		return []string{"made"}
	case "give":
		return []string{"gave", "given"}
	case "break":
		return []string{"broke", "broken"}
	case "lose":
		return []string{"lost"}
	case "book":
		return []string{"booked"}
	case "quit":
		return []string{"quit"}
	case "write":
		return []string{"wrote", "written"}
	case "build":
		return []string{"built"}
	case "do":
		return []string{"did", "done"}
	case "see":
		return []string{"saw", "seen"}
	case "pay":
		return []string{"paid"}
	case "lead":
		return []string{"led"}
	case "find":
		return []string{"found"}
	case "sleep":
		return []string{"slept"}
	case "stick":
		return []string{"stuck"}
	case "know":
		return []string{"knew", "known"}
	case "choose":
		return []string{"chose", "chosen"}
	case "wake":
		return []string{"woke"}
	case "cancel":
		return []string{"canceled", "cancelled"}
	}
	switch {
	case strings.HasSuffix(verb, "e"):
		return []string{verb + "d"}
	case strings.HasSuffix(verb, "y") && !strings.ContainsRune("aeiou", rune(verb[len(verb)-2])):
		return []string{verb[:len(verb)-1] + "ied"}
	case doubles(verb):
		return []string{verb + verb[len(verb)-1:] + "ed"}
	}
	return []string{verb + "ed"}
}

// doubles reports whether a verb doubles its last letter: plan, planned.
func doubles(verb string) bool {
	switch verb {
	case "plan", "prefer", "run", "get", "quit", "stop", "swim", "drop", "shop", "jog", "knit", "chat", "ban", "plug", "skip":
		return true
	}
	return false
}

// conjugate puts the verb a habit begins with into the third person: "runs 5k".
func conjugate(text string) string {
	verb, rest, _ := strings.Cut(text, " ")
	if strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "ing") {
		return text
	}
	return strings.TrimSpace(third(verb) + " " + rest)
}

func singularOf(w string) string {
	switch {
	case len(w) > 4 && w[len(w)-3:] == "ies":
		return w[:len(w)-3] + "y"
	case len(w) > 3 && w[len(w)-1] == 's':
		return w[:len(w)-1]
	}
	return w
}
