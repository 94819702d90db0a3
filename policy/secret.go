package policy

import (
	"strings"
	"unicode/utf8"
)

// findEmails finds e-mail addresses.
func findEmails(s string) []Finding {
	var found []Finding
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '@')
		if i < 0 {
			return found
		}
		i += at
		start, end := i, i+1
		for start > 0 && i-start < 64 && isLocal(s, start-1) {
			start--
		}
		for end < len(s) && end-i < 255 && (isAlnum(s[end]) || s[end] == '.' || s[end] == '-') {
			end++
		}
		domain := strings.TrimRight(s[i+1:end], ".-")
		end = i + 1 + len(domain)
		for start < i && strings.IndexByte(".-_+%", s[start]) >= 0 {
			start++
		}
		dot := strings.LastIndexByte(domain, '.')
		at = i + 1
		if s[start:i] == "git" && strings.HasPrefix(s[end:], ":") {
			continue // a repository, as git clones it
		}
		if start > 0 && s[start-1] == ':' && strings.Contains(tokenBefore(s, start), "://") {
			continue // user and password of an address of the web
		}
		if start == i || dot < 1 || len(domain)-dot < 3 || !isLetter(domain[dot+1]) || isDigit(domain[len(domain)-1]) {
			continue
		}
		found = append(found, Finding{Kind: Email, Start: start, End: end})
		at = end
	}
}

// isLocal reports whether the byte at i may stand before the @: an apostrophe and
// letters of Europe with an accent too, but no Chinese character, which needs no
// blank before an address.
func isLocal(s string, i int) bool {
	c := s[i]
	if c == '\'' {
		return i > 0 && isAlnum(s[i-1])
	}
	if c >= utf8.RuneSelf {
		for !utf8.RuneStart(s[i]) && i > 0 {
			i--
		}
		return isLatin(s, i)
	}
	return isAlnum(c) || strings.IndexByte("._%+-", c) >= 0
}

// findSpelledEmails finds addresses that are spelled out to escape machines:
// "jane (at) example (dot) com".
func findSpelledEmails(s string) []Finding {
	var found []Finding
	for at := 0; ; {
		i, mark := -1, 0
		for _, m := range [...]string{" (at) ", "(at)", " [at] ", "[at]", " at "} {
			if n := strings.Index(s[at:], m); n >= 0 && (i < 0 || at+n < i) {
				i, mark = at+n, len(m)
			}
		}
		if i < 0 {
			return found
		}
		plain := s[i:i+mark] == " at "
		start := i
		for start > 0 && i-start < 64 && isLocal(s, start-1) {
			start--
		}
		end, dots := i+mark, 0
		for {
			from := end
			for end < len(s) && end-from < 64 && (isAlnum(s[end]) || s[end] == '-') {
				end++
			}
			dot := 0
			for _, m := range [...]string{" (dot) ", "(dot)", " [dot] ", "[dot]", " dot "} {
				if strings.HasPrefix(s[end:], m) && end+len(m) < len(s) && isLetter(s[end+len(m)]) {
					dot = len(m)
					break
				}
			}
			if dot == 0 && !plain && dots == 0 && end+1 < len(s) && s[end] == '.' && isLetter(s[end+1]) {
				dot = 1
			}
			if dot == 0 || end == from {
				break
			}
			end, dots = end+dot, dots+1
		}
		at = i + mark
		if start < i && dots > 0 && isLetter(s[end-1]) {
			found = append(found, Finding{Kind: Email, Start: start, End: end})
			at = end
		}
	}
}

// findSecrets finds keys and tokens by the forms their makers give them, private
// keys, credentials in addresses, and what stands behind a word like "password".
func findSecrets(s string) []Finding {
	var found []Finding
	add := func(start, end int) {
		found = append(found, Finding{Kind: Credential, Start: start, End: end})
	}
	wordsTo := 0 // up to here there is no digit, so no token
	for i := 0; i < len(s); {
		if n := keyBlock(s, i); n > 0 {
			add(i, i+n)
			i += n
			continue
		}
		if i == 0 || !isAlnum(s[i-1]) {
			n, words := 0, 0
			if i >= wordsTo {
				n, words = knownToken(s, i)
				wordsTo = i + words
			}
			if n > 0 {
				add(i, i+n)
				i += n
				continue
			}
			if n := dividedToken(s, i); n > 0 {
				add(i, i+n)
				i += n
				continue
			}
			if start, end := userInfo(s, i); end > 0 {
				add(start, end)
				i = end
				continue
			}
		}
		if start, end := labelled(s, i); end > 0 {
			add(start, end)
			i = end
			continue
		}
		i++
	}
	return found
}

// keyBlock returns the length of a PEM private key at i. A block without its end
// reaches as far as it looks like one.
func keyBlock(s string, i int) int {
	if s[i] != '-' || !strings.HasPrefix(s[i:], "-----BEGIN ") {
		return 0
	}
	head := s[i:min(len(s), i+64)]
	if !strings.Contains(head, "PRIVATE KEY") {
		return 0
	}
	const maxBlock = 16 << 10
	block := s[i:min(len(s), i+maxBlock)]
	if end := strings.Index(block, "-----END"); end >= 0 {
		if tail := strings.Index(block[end+8:], "-----"); tail >= 0 && tail < 48 {
			return end + 8 + tail + 5
		}
		return end
	}
	n := len(head)
	for n < len(block) && (isAlnum(block[n]) || strings.IndexByte("+/=\n\r -", block[n]) >= 0) {
		n++
	}
	return n
}

// tokenForm is how a maker writes its tokens.
type tokenForm struct {
	prefix string
	min    int    // signs behind the prefix, at least
	also   string // signs beside letters and digits
}

// tokenForms returns the forms whose prefix begins with c. Sources: the secret
// scanning pages of GitHub and the makers' own documentation.
func tokenForms(c byte) []tokenForm {
	switch c {
	case 'A':
		return []tokenForm{{"AKIA", 16, ""}, {"ASIA", 16, ""}, {"AIza", 30, "_-"}, {"AKID", 13, ""}, {"AccountKey=", 20, "+/="}}
	case 'L':
		return []tokenForm{{"LTAI", 12, ""}}
	case 'S':
		return []tokenForm{{"SG.", 30, "_-."}}
	case 'B':
		return []tokenForm{{"Bearer ", 16, "_-.~+/="}}
	case 'b':
		return []tokenForm{{"bearer ", 16, "_-.~+/="}}
	case 'd':
		return []tokenForm{{"dop_v1_", 32, ""}, {"dapi", 32, ""}}
	case 'e':
		return []tokenForm{{"eyJ", 30, "_-."}}
	case 'g':
		return []tokenForm{{"ghp_", 20, ""}, {"gho_", 20, ""}, {"ghu_", 20, ""}, {"ghs_", 20, ""}, {"ghr_", 20, ""}, {"github_pat_", 20, "_"}, {"glpat-", 16, "_-"}, {"gsk_", 20, ""}}
	case 'h':
		return []tokenForm{{"hf_", 20, ""}}
	case 'n':
		return []tokenForm{{"npm_", 30, ""}, {"nvapi-", 20, "_-"}}
	case 'p':
		return []tokenForm{{"pk_live_", 16, ""}, {"pypi-", 40, "_-"}, {"pplx-", 20, ""}}
	case 'r':
		return []tokenForm{{"rk_live_", 16, ""}, {"r8_", 30, ""}}
	case 's':
		return []tokenForm{{"sk_live_", 16, ""}, {"sk_test_", 16, ""}, {"sk-", 16, "_-"}, {"shpat_", 20, ""}}
	case 't':
		return []tokenForm{{"tvly-", 16, "_-"}}
	case 'w':
		return []tokenForm{{"whsec_", 16, ""}}
	case 'x':
		return []tokenForm{{"xoxb-", 16, "-"}, {"xoxp-", 16, "-"}, {"xoxa-", 16, "-"}, {"xoxr-", 16, "-"}, {"xoxs-", 16, "-"}, {"xapp-", 16, "-"}}
	case 'y':
		return []tokenForm{{"ya29.", 20, "_-"}}
	}
	return nil
}

// knownToken returns the length of a token of a known form at i, or else how far
// there are only words that look like one.
func knownToken(s string, i int) (token, words int) {
	if !isLetter(s[i]) {
		return 0, 0
	}
	for _, form := range tokenForms(s[i]) {
		if !strings.HasPrefix(s[i:], form.prefix) {
			continue
		}
		n := len(form.prefix)
		digit, dots := false, 0
		for i+n < len(s) && n < 4096 && (isAlnum(s[i+n]) || strings.IndexByte(form.also, s[i+n]) >= 0) {
			digit = digit || isDigit(s[i+n])
			if s[i+n] == '.' {
				dots++
			}
			n++
		}
		if !digit {
			words = max(words, n)
		}
		for s[i+n-1] == '.' || s[i+n-1] == '-' {
			n--
		}
		// Words joined by dashes hold no digit; a JWT has its two dots.
		if n-len(form.prefix) < form.min || !digit || form.prefix == "eyJ" && dots < 2 {
			continue
		}
		return n, 0
	}
	return 0, words
}

// dividedToken returns the length of a token at i that has no prefix and is known
// by how it is divided: Telegram's (digits:35 signs), Discord's (24.6.27 signs)
// and Zhipu's (32 hex digits.16 signs).
func dividedToken(s string, i int) int {
	run := func(from int, also string) int {
		n := from
		for n < len(s) && n-from < 64 && (isAlnum(s[n]) || strings.IndexByte(also, s[n]) >= 0) {
			n++
		}
		return n - from
	}
	first := run(i, "")
	if i+first >= len(s) || first < 8 || i+first+20 > len(s) && s[i+first] != '.' {
		return 0
	}
	at := i + first + 1
	switch mark := s[i+first]; {
	case mark == ':' && first <= 12 && strings.Trim(s[i:i+first], "0123456789") == "":
		if n := run(at, "_-"); n >= 33 && n <= 37 && strings.HasPrefix(s[at:], "AA") {
			return first + 1 + n
		}
	case mark == '.' && first >= 23 && first <= 28:
		second := run(at, "_-")
		if second < 6 || second > 7 || at+second >= len(s) || s[at+second] != '.' {
			return 0
		}
		if n := run(at+second+1, "_-"); n >= 27 && n <= 40 {
			return first + 1 + second + 1 + n
		}
	case mark == '.' && first == 32 && strings.Trim(s[i:i+32], "0123456789abcdef") == "":
		if n := run(at, ""); n == 16 {
			return first + 1 + n
		}
	}
	return 0
}

// userInfo returns the password of an address such as postgres://user:secret@host.
func userInfo(s string, i int) (start, end int) {
	if !isLetter(s[i]) {
		return 0, 0
	}
	n := i
	for n < len(s) && n-i < 20 && (isAlnum(s[n]) || s[n] == '+') {
		n++
	}
	if !strings.HasPrefix(s[n:], "://") {
		return 0, 0
	}
	rest := s[n+3 : min(len(s), n+3+300)]
	if stop := strings.IndexAny(rest, " /\n\t\"'<>?#"); stop >= 0 {
		rest = rest[:stop]
	}
	at := strings.LastIndexByte(rest, '@')
	colon := strings.IndexByte(rest, ':')
	if at < 0 || colon < 0 || colon+1 >= at || rest[colon+1] == '[' || rest[colon+1] == '$' || rest[colon+1] == '<' {
		return 0, 0
	}
	return n + 3 + colon + 1, n + 3 + at
}
