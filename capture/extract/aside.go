package extract

import (
	"regexp"
	"strings"
)

var (
	asideEnglish = regexp.MustCompile(`(?i)(?:,\s*(?:and\s+)?not|\binstead of|\brather than)\s+(?:the\s+|an?\s+|to\s+)?([\p{L}\p{N}][\p{L}\p{N}'’ -]{0,40}?)(?:\s+any\s?more|\s+now|\s+these days)?\s*$`)
	asideChinese = regexp.MustCompile(`(?:而不是|[，,]\s*不是|[，,]\s*不再是|[，,]\s*不再喜欢)\s*([^，,、\s]{1,16}?)了?\s*$`)
)

// SetAside returns what the sentence of a quote says the old value is, or "".
func SetAside(text, quote string) string {
	at := strings.Index(text, quote)
	if at < 0 || quote == "" {
		return ""
	}
	sentence := text[at:]
	if end := strings.IndexAny(sentence[max(len(quote)-1, 0):], ".!?;\n"); end >= 0 {
		sentence = sentence[:max(len(quote)-1, 0)+end]
	}
	for _, sign := range [...]string{"。", "！", "？", "；"} {
		sentence, _, _ = strings.Cut(sentence, sign)
	}
	if m := asideChinese.FindStringSubmatch(sentence); m != nil {
		return m[1]
	}
	m := asideEnglish.FindStringSubmatch(sentence)
	if m == nil || len(strings.Fields(m[1])) > 4 {
		return ""
	}
	switch first, _, _ := strings.Cut(strings.ToLower(m[1]), " "); first {
	case "only", "just", "because", "that", "sure", "yet", "really", "always", "so", "too", "very", "even", "in", "at", "on", "for", "when", "if":
		return ""
	}
	return strings.TrimSpace(m[1])
}
