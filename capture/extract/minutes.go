package extract

import (
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// minutes takes out the lines of a conversation or of minutes that were pasted: two lines or more
// that begin with a short name each and go on in the first person. "Budget: 500" and 人数：3 are
// what the speaker wants himself, and "Job: I'm a nurse" is what he says of himself.
func minutes(text string) string {
	if strings.Count(text, "\n") < 1 {
		return text
	}
	lines := strings.Split(text, "\n")
	var spoken []int
	labels := map[string]bool{}
	first, mine := 0, -1
	for i, line := range lines {
		label, said, ok := labelled(line)
		if !ok {
			if mine < 0 && myLine(line) {
				mine = i
			}
			continue
		}
		spoken = append(spoken, i)
		labels[label] = true
		if strings.Contains(said, "我") || anySign(strings.ToLower(said), "i", "i'm", "i'll", "i've", "my", "we") {
			first++
		}
	}
	if chat := mine >= 0 && len(spoken) > 0 && first > 0; chat {
		for i, line := range lines { // a talk with one other: his own lines in it are of then
			if myLine(line) {
				lines[i] = ""
			}
		}
	} else if len(labels) < 2 || first < 2 && !serves(labels) {
		return text
	}
	for _, i := range spoken {
		lines[i] = ""
	}
	return strings.Join(lines, "\n")
}

// serves reports whether one of the names is of somebody who serves, asks or examines.
func serves(labels map[string]bool) bool {
	for label := range labels {
		switch strings.ToLower(label) {
		case "agent", "support", "interviewer", "host", "doctor", "nurse", "teacher", "coach", "therapist", "operator", "rep", "客服", "记者", "主持人", "医生", "护士", "老师", "教练", "咨询师", "面试官", "坐席", "店员":
			return true
		}
	}
	return false
}

// myLine reports whether a line of a pasted talk is its speaker's own: "Me: ok", 我：好.
func myLine(line string) bool {
	label, said, ok := strings.Cut(strings.ReplaceAll(strings.TrimSpace(line), "：", ":"), ":")
	if label = strings.ToLower(strings.TrimSpace(label)); !ok || said == "" {
		return false
	}
	return label == "me" || label == "我"
}

// labelled cuts the name off the front of a line that somebody says.
func labelled(line string) (label, said string, ok bool) {
	line = strings.TrimSpace(line)
	at := colonIn(line)
	if at <= 0 {
		return "", "", false
	}
	_, width := utf8.DecodeRuneInString(line[at:])
	label, said = strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+width:])
	switch strings.ToLower(label) {
	case "i", "me", "user", "assistant", "q", "a", "ps", "note", "notes", "other", "background", "goal", "goals", "likes", "dislikes", "about me", "location", "from", "to",
		"我", "备注", "其他", "背景", "目标", "喜欢", "讨厌", "关于我", "地点", "人数", "时间", "要求":
		return "", "", false
	}
	if memory.ThemesIn(memory.Fold(label)) != 0 {
		return "", "", false // a field, not a name
	}
	return label, said, said != "" && utf8.RuneCountInString(label) <= 12 && len(strings.Fields(label)) <= 2
}
