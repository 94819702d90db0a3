package policy

import (
	"strings"
	"unicode/utf8"
)

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
		return []secretWord{{"password", true, true}, {"passwd", true, true}, {"passcode", true, true}, {"passphrase", true, true}, {"pin code", false, true}, {"pin number", false, true}, {"pin", false, true}, {"pwd", true, true}, {"pw", true, true}, {"pass", false, false}, {"private key", false, false}, {"private_key", false, false}}
	case 'a':
		return []secretWord{{"api key", false, false}, {"api_key", false, false}, {"api-key", false, false}, {"apikey", false, false}, {"access key", false, false}, {"access_key", false, false}, {"access token", false, false}, {"access_token", false, false}, {"accesskeysecret", false, false}, {"access key secret", false, false}, {"auth token", false, false}, {"auth_token", false, false}}
	case 's':
		return []secretWord{{"secret key", false, false}, {"secret_key", false, false}, {"secretkey", false, false}, {"secretid", false, false}, {"secret", false, false}, {"security code", false, true}}
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
	for _, l := range [...]string{" is: ", " is now ", " was ", " is ", "'s ", "\": \"", "\":\"", "': '", ": ", ":", " = ", "=", " -> ", "是:", "是", " 是 ", "为", " 为 "} {
		if strings.HasPrefix(rest, l) {
			link, verb = len(l), strings.ContainsAny(l, "iw'是为") && !strings.Contains(l, ":")
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
	for end < len(s) && s[end] == '!' {
		end++ // more likely the password's than the sentence's
	}
	return i, end
}
