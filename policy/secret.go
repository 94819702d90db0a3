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
		for start > 0 && i-start < 64 && isLocal(s[start-1]) {
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

func isLocal(c byte) bool { return isAlnum(c) || strings.IndexByte("._%+-", c) >= 0 }

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
		if close := strings.Index(block[end+8:], "-----"); close >= 0 && close < 48 {
			return end + 8 + close + 5
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

// secretWord is a word behind which a secret stands.
type secretWord struct {
	word  string
	plain bool // even a plain word behind "is" is one: passwords are words
	short bool // digits alone are enough: pins and codes
}

// secretWords returns the words that begin with c, the longer first.
func secretWords(c byte) []secretWord {
	switch c | 0x20 {
	case 'p':
		return []secretWord{{"password", true, true}, {"passwd", true, true}, {"passcode", true, true}, {"passphrase", true, true}, {"pin code", false, true}, {"pin number", false, true}, {"pin", false, true}, {"pwd", true, true}, {"pw", true, true}, {"private key", false, false}, {"private_key", false, false}}
	case 'a':
		return []secretWord{{"api key", false, false}, {"api_key", false, false}, {"api-key", false, false}, {"apikey", false, false}, {"access key", false, false}, {"access_key", false, false}, {"access token", false, false}, {"access_token", false, false}, {"auth token", false, false}, {"auth_token", false, false}}
	case 's':
		return []secretWord{{"secret key", false, false}, {"secret_key", false, false}, {"secret", false, false}, {"security code", false, true}}
	case 't':
		return []secretWord{{"token", false, false}}
	case 'c':
		return []secretWord{{"client secret", false, false}, {"client_secret", false, false}, {"cvv", false, true}}
	case 'v':
		return []secretWord{{"verification code", false, true}}
	case 'o':
		return []secretWord{{"one-time code", false, true}, {"otp", false, true}}
	}
	return nil
}

// chineseSecretWord returns the length of a Chinese word that s begins with and
// behind which a secret stands; in simplified and traditional characters.
func chineseSecretWord(s string) int {
	if len(s) < 6 {
		return 0
	}
	switch s[:3] {
	case "密", "秘", "口", "令", "私", "授", "验", "驗":
	default:
		return 0
	}
	for _, w := range [...]string{"密码", "密碼", "口令", "密钥", "密鑰", "秘钥", "秘鑰", "令牌", "验证码", "驗證碼", "私钥", "私鑰", "授权码", "授權碼"} {
		if strings.HasPrefix(s, w) {
			return len(w)
		}
	}
	return 0
}

// labelled returns the value behind a word like "password" at i.
func labelled(s string, i int) (start, end int) {
	if s[i] >= utf8.RuneSelf {
		if n := chineseSecretWord(s[i:]); n > 0 {
			return chineseSecret(s, i+n)
		}
		return 0, 0
	}
	if !isLetter(s[i]) || i > 0 && isLetter(s[i-1]) {
		return 0, 0
	}
	for _, w := range secretWords(s[i]) {
		if len(s)-i < len(w.word) || !strings.EqualFold(s[i:i+len(w.word)], w.word) {
			continue
		}
		at := i + len(w.word)
		if at < len(s) && (isAlnum(s[at]) || s[at] == '_' && !strings.HasPrefix(s[at:], "_=")) {
			continue
		}
		return secretBehind(s, at, w)
	}
	return 0, 0
}

// secretBehind reads a connecting word or sign at i, and the value behind it.
func secretBehind(s string, i int, w secretWord) (start, end int) {
	rest := strings.ToLower(s[i:min(len(s), i+48)])
	link, verb, far := 0, false, false
	for _, l := range [...]string{" is: ", " is now ", " was ", " is ", "'s ", "\": \"", "\":\"", "': '", ": ", ":", " = ", "=", " -> "} {
		if strings.HasPrefix(rest, l) {
			link, verb = len(l), strings.ContainsAny(l, "iw'") && !strings.Contains(l, ":")
			break
		}
	}
	if link == 0 {
		// "the password for the router is abc123", "password hunter2"
		link, far = farLink(rest), true
	}
	if link == 0 {
		return 0, 0
	}
	start, end, quoted := valueAt(s, i+link)
	value := s[start:end]
	if len(value) < 4 || strings.IndexByte("[$<{*(", value[0]) >= 0 || strings.HasPrefix(value, "os.") || strings.HasPrefix(value, "process.") ||
		strings.ContainsAny(value, "()") && !quoted {
		return 0, 0
	}
	digit := strings.ContainsAny(value, "0123456789")
	digits := strings.Trim(value, "0123456789") == ""
	mixed := looksMixed(value)
	switch {
	case far:
		if !(mixed && digit && (w.plain || len(value) >= 8)) && !(digits && w.short) {
			return 0, 0
		}
	case digits:
		if !w.short && len(value) < 8 {
			return 0, 0
		}
	case mixed || quoted:
	case isPredicate(value) || !endsClause(s, end) || !w.plain && (verb || len(value) < 8):
		return 0, 0
	}
	for end < len(s) && s[end] == '!' {
		end++ // more likely the password's than the sentence's
	}
	return start, end
}

// farLink returns where the value may stand when other words stand between; 0 for
// nowhere. rest is in lower case.
func farLink(rest string) int {
	if stop := strings.IndexAny(rest, ".,;!?\n()"); stop >= 0 {
		rest = rest[:stop]
	}
	for _, l := range [...]string{" is ", " to ", " from ", " = ", ": "} {
		if at := strings.Index(rest, l); at >= 0 && at < 36 {
			return at + len(l)
		}
	}
	if strings.HasPrefix(rest, " ") {
		return 1
	}
	return 0
}

// valueAt reads a value: what is between quotation marks, or up to a blank.
func valueAt(s string, i int) (start, end int, quoted bool) {
	if i < len(s) && strings.IndexByte("\"'`", s[i]) >= 0 {
		mark := s[i]
		rest := s[i+1 : min(len(s), i+1+200)]
		if n := strings.IndexByte(rest, mark); n >= 0 && !strings.Contains(rest[:n], "\n") {
			return i + 1, i + 1 + n, true
		}
		i++
	}
	end = i
	for end < len(s) && end-i < 512 && s[end] > ' ' && s[end] < utf8.RuneSelf && strings.IndexByte(",;\"'`", s[end]) < 0 {
		end++
	}
	for end > i && strings.IndexByte(".!?):", s[end-1]) >= 0 {
		end--
	}
	return i, end, false
}

// looksMixed reports whether a value holds what words do not: a digit among
// letters, a sign, or a capital within.
func looksMixed(v string) bool {
	digit, letter, sign, inner := false, false, false, false
	for i := range len(v) {
		switch c := v[i]; {
		case isDigit(c):
			digit = true
		case isLetter(c):
			letter = true
			inner = inner || i > 0 && c >= 'A' && c <= 'Z' && v[i-1] >= 'a' && v[i-1] <= 'z'
		case strings.IndexByte("-'/._*", c) < 0:
			sign = true
		}
	}
	return letter && (digit || sign || inner)
}

// isPredicate reports whether a word says something about a secret and is none.
func isPredicate(v string) bool {
	v = strings.ToLower(v)
	if strings.Contains(v, "pass") || strings.Contains(v, "pwd") || strings.HasSuffix(v, "ing") {
		return true // hashed_password, PasswordField, hashing: names in code
	}
	switch v {
	case "wrong", "incorrect", "invalid", "expired", "required", "missing", "needed", "weak", "strong", "stored", "hashed", "encrypted", "reset",
		"changed", "empty", "correct", "valid", "case-sensitive", "long", "short", "safe", "secure", "protected", "forgotten", "lost", "unknown",
		"different", "being", "still", "also", "that", "this", "something", "what", "where", "just", "always", "never", "only", "used", "shared",
		"saved", "visible", "hidden", "fine", "working", "broken", "rejected", "accepted", "same", "secret", "private", "public", "good", "okay",
		"string", "null", "none", "true", "false", "undefined", "optional", "here", "there", "gone", "back", "enough", "important", "simple",
		"complex", "unique", "compromised", "leaked", "stolen", "ready", "pending", "your", "mine", "theirs", "ours", "text", "blank", "locked",
		"blocked", "disabled", "enabled", "hard", "easy", "impossible", "exposed", "refused", "denied", "revoked", "rotated", "updated", "sent",
		"managed", "generated", "automatic", "manual", "temporary", "permanent", "mandatory", "default", "value", "field", "input", "number", "boolean", "bytes":
		return true
	}
	return false
}

// endsClause reports whether nothing of substance follows i before a mark of
// punctuation.
func endsClause(s string, i int) bool {
	rest := strings.TrimLeft(s[i:min(len(s), i+8)], "\"'` ")
	return rest == "" || strings.IndexByte(".,;!?\n)}", rest[0]) >= 0 || rest[0] >= utf8.RuneSelf || hasAnyPrefix(rest, "and ", "for ", "but ", "so ", "please")
}

// chineseSecret reads the value behind a Chinese word like 密码 at i.
func chineseSecret(s string, i int) (start, end int) {
	linked := false
	i = skipBlank(s, i)
	for _, l := range [...]string{"就是", "一直是", "现在是", "現在是", "还是", "我设的是", "设置为", "设置成", "设成", "改成", "改为", "設置為", "改為", "设为", "换成", "是", "为", "為", ":", "="} {
		if strings.HasPrefix(s[i:], l) {
			i += len(l)
			linked = true
			break
		}
	}
	for i < len(s) && (s[i] == ' ' || s[i] == ':') {
		i++
	}
	for _, mark := range [...]string{"“", "「", "\"", "'", "`"} {
		if strings.HasPrefix(s[i:], mark) {
			i += len(mark)
			break
		}
	}
	end = i
	for end < len(s) && end-i < 200 && s[end] > ' ' && s[end] < utf8.RuneSelf && strings.IndexByte(",;\"'`", s[end]) < 0 {
		end++
	}
	for end > i && strings.IndexByte(".!?):", s[end-1]) >= 0 {
		end--
	}
	value := s[i:end]
	if len(value) < 4 || strings.IndexByte("[$<{*(", value[0]) >= 0 || strings.Contains(value, "(") {
		return 0, 0
	}
	digit := strings.ContainsAny(value, "0123456789")
	if !digit && !looksMixed(value) && (!linked || isPredicate(value)) {
		return 0, 0
	}
	if hasAnyPrefix(s[end:], "位", "个", "個", "天", "次", "年", "月", "元", "字", "分钟", "分鐘", "秒") {
		return 0, 0
	}
	return i, end
}
