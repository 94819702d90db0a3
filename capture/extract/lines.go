package extract

import "strings"

// unfence takes out code blocks, quoted lines, diffs, logs and stack traces.
func unfence(text string) string {
	lines := strings.Split(text, "\n")
	kept := make([]string, 0, len(lines))
	fence, after := "", ""
	for _, line := range lines {
		bare := strings.TrimSpace(line)
		if fence != "" {
			if strings.HasPrefix(bare, fence) {
				fence = ""
			}
			continue
		}
		if strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
			if strings.Count(bare, bare[:3]) < 2 {
				fence = bare[:3]
			}
			kept = append(kept, "")
			continue
		}
		if bare == "---" || bare == "***" || bare == "===" {
			fence = bare // what stands between rules was pasted
			kept = append(kept, "")
			continue
		}
		code := codeLine(line, bare)
		switch {
		case bare == "" && after != "latex":
			after = ""
		case shellLine(bare):
			after, code = "shell", true
		case code && (strings.HasPrefix(bare, "@@") || strings.HasPrefix(bare, "diff --git") || strings.HasPrefix(bare, "+++ ")):
			after = "diff"
		case strings.HasPrefix(bare, `\begin{`):
			after, code = "latex", true
		case after == "latex":
			code = true
			if strings.HasPrefix(bare, `\end{`) {
				after = ""
			}
		case after == "shell": // what a command printed, up to a blank line
			code = true
		case after == "diff" && (strings.ContainsRune("+-\\", rune(bare[0])) || line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(bare, "index ")):
			code = true
		}
		if code {
			kept = append(kept, "")
			continue
		}
		kept = append(kept, line)
	}
	if len(kept) == 1 {
		return kept[0]
	}
	return strings.Join(kept, "\n")
}

// shellLine reports whether a line is a command behind its prompt.
func shellLine(bare string) bool {
	for _, prompt := range []string{"$ ", "% ", ">>> ", "PS C:\\", "C:\\", "mysql> ", "postgres=# ", "sqlite> ", "❯ ", "➜ "} {
		if rest, ok := strings.CutPrefix(bare, prompt); ok {
			return rest == "" || rest[0] < '0' || rest[0] > '9' // "$ 500" is money
		}
	}
	at := strings.IndexAny(bare, "#$")
	return at > 2 && at < 60 && strings.Contains(bare[:at], "@") && strings.ContainsAny(bare[:at], ":~") && at+1 < len(bare) && bare[at+1] == ' '
}

// codeLine reports whether a line was written by a machine, or for one.
func codeLine(line, bare string) bool {
	if bare == "" {
		return false
	}
	switch {
	case strings.HasPrefix(bare, ">"), strings.HasPrefix(bare, "+++ "), strings.HasPrefix(bare, "--- a/"), strings.HasPrefix(bare, "@@ "), strings.HasPrefix(bare, "diff --git"):
		return true
	case strings.HasPrefix(bare, "at ") && strings.Contains(bare, "("), strings.HasPrefix(bare, "File \""), strings.HasPrefix(bare, "Traceback"), strings.HasPrefix(bare, "goroutine "):
		return true
	case strings.HasPrefix(bare, "import "), strings.HasPrefix(bare, "from ") && strings.Contains(bare, " import "), strings.HasPrefix(bare, "def "), strings.HasPrefix(bare, "func "), strings.HasPrefix(bare, "class ") && strings.HasSuffix(bare, ":"), strings.HasPrefix(bare, "#include"), strings.HasPrefix(bare, "SELECT "), strings.HasPrefix(bare, "//"), strings.HasPrefix(bare, "/*"), strings.HasPrefix(bare, "# ") && strings.HasPrefix(line, "    "):
		return true
	case strings.HasPrefix(bare, "{") && strings.HasSuffix(bare, "}"), strings.HasPrefix(bare, "[") && strings.HasSuffix(bare, "]") && strings.Contains(bare, "\""), strings.HasPrefix(bare, "\"") && strings.Contains(bare, "\":"):
		return true
	case bare[0] == '|' && strings.HasSuffix(bare, "|") && len(bare) > 2, template(bare), statementLine(bare), markup(bare), setting(bare), commitLine(bare):
		return true
	case diffLine(bare), strings.Contains(bare, "; //"), strings.Contains(bare, ";  //"), strings.Contains(bare, "; #"), strings.Contains(bare, ";  #"), strings.HasSuffix(bare, ";") && strings.ContainsAny(bare, "=(_"):
		return true
	case strings.HasSuffix(bare, "{"), strings.HasSuffix(bare, "};"), strings.HasSuffix(bare, ");"), bare == "}" || bare == "{" || bare == "]" || bare == "[":
		return true
	}
	if i := strings.LastIndex(bare, ": "); i > 0 {
		switch bare[i+2:] {
		case "null", "true", "false", "None", "nil", "undefined", "{}", "[]":
			return true
		}
	}
	return logLine(bare)
}

// diffLine reports whether a line was added or taken away by a diff: its sign is not that of an
// item in a list, which has a blank behind it.
func diffLine(s string) bool {
	return len(s) > 2 && (s[0] == '+' || s[0] == '-') && s[1] != ' ' && s[1] != '-' && (strings.HasPrefix(s[1:], "//") || strings.HasSuffix(s, ";") || strings.HasSuffix(s, "{"))
}

// logLine reports whether a line begins like a log's.
func logLine(s string) bool {
	for _, level := range []string{"ERROR", "WARN", "INFO", "DEBUG", "FATAL", "TRACE", "[error]", "[info]", "[warn]", "npm ERR!", "panic:"} {
		if strings.HasPrefix(s, level) {
			return true
		}
	}
	if len(s) > 19 && s[4] == '-' && s[7] == '-' && (s[10] == 'T' || s[10] == ' ') && s[13] == ':' {
		return true
	}
	return false
}

// template reports whether a line holds a place to be filled in: {name}, {{date}}.
func template(s string) bool {
	for open := strings.IndexByte(s, '{'); open >= 0; {
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			return false
		}
		inner := strings.Trim(s[open:open+end], "{ ")
		if inner != "" && len(inner) <= 40 && !strings.ContainsAny(inner, ":,;()\"") {
			return true
		}
		next := strings.IndexByte(s[open+end:], '{')
		if next < 0 {
			return false
		}
		open += end + next
	}
	return false
}

// statementLine reports whether a line is a statement of a program: a loop's head, a bare
// call, a value in quotes or brackets given to a name.
func statementLine(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	switch first {
	case "for", "while", "if", "elif", "else:", "try:", "except", "with", "async", "def":
		return strings.HasSuffix(s, ":") && (first == "else:" || first == "try:" || strings.ContainsAny(s, "()[]=<>_") || first == "for" && strings.Contains(s, " in ") && strings.Count(s, " ") <= 4)
	case "return", "const", "let", "var", "public", "private", "static", "export", "package", "using", "namespace":
		return strings.ContainsAny(rest, "=(;{}") || first == "package" && strings.Count(rest, " ") == 0
	}
	if end := strings.IndexByte(s, '('); end > 0 && strings.HasSuffix(s, ")") && name(s[:end]) {
		return true
	}
	value, given := strings.CutPrefix(rest, "= ")
	return given && name(first) && value != "" && strings.ContainsRune("\"'[{(", rune(value[0]))
}

// name reports whether a text can be the name of something in a program.
func name(s string) bool {
	for i, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_':
		case i > 0 && (r == '.' || r >= '0' && r <= '9'):
		default:
			return false
		}
	}
	return s != ""
}

// markup reports whether a line is of HTML, XML or TeX: it begins with a tag or a command.
func markup(s string) bool {
	if s[0] == '\\' && len(s) > 2 && s[1] >= 'a' && s[1] <= 'z' {
		return true
	}
	if at := strings.Index(s, "<"); s[0] == '[' && at > 0 && at < 8 {
		s = s[at:] // numbered, as browsing agents have it
	}
	if s[0] != '<' || len(s) < 3 {
		return false
	}
	c := s[1]
	return (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/' || c == '!' || c == '?') && // "<Anna>: hello" is somebody's line
		(strings.HasSuffix(s, ">") || strings.Contains(s, "</") || strings.Contains(s, "/>") || strings.Contains(s, `="`))
}

// setting reports whether a line sets a variable of the environment: DB_HOST=localhost.
func setting(s string) bool {
	s = strings.TrimPrefix(s, "export ")
	at := strings.IndexByte(s, '=')
	if at < 2 {
		return false
	}
	for _, r := range s[:at] {
		if r != '_' && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

// commitLine reports whether a line begins with the short name of a commit.
func commitLine(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	if len(first) < 7 || len(first) > 40 || rest == "" {
		return false
	}
	digit, letter := false, false
	for _, r := range first {
		switch {
		case r >= '0' && r <= '9':
			digit = true
		case r >= 'a' && r <= 'f':
			letter = true
		default:
			return false
		}
	}
	return digit && letter
}
