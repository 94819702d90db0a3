package extract

import (
	"strings"

	"mneme/memory"
)

// tasks reads how an order, a ticket or a parcel stands: "order 8812 has
// shipped", 订单8812已发货. Each reading is one entry of its timeline.
func (x *extraction) tasks(s *reading) bool {
	if s.end == "?" || s.end == "？" || len(s.tokens) > 36 || len(s.tokens) > 28 && !s.talk.chinese {
		return false
	}
	kind, code, at := s.taskID()
	if code == "" {
		kind, code, at = x.knownTask(s)
	}
	if code == "" {
		kind, code = x.taskGoesOn(s)
	}
	if code == "" {
		return false
	}
	// Each code has its own part of the sentence: "A-300 has shipped, A-400 was delivered".
	from, told := 0, false
	for {
		next := s.nextCode(at, code)
		told = x.task(s, kind, code, span{from, next}, at) || told
		if next == len(s.tokens) {
			return told
		}
		from, at, code = next, next, s.code(next)
	}
}

// nextCode finds the next code after the one at at that names another task of the kind: one
// that begins a clause. Without one it is the end of the sentence.
func (s *reading) nextCode(at int, code string) int {
	for i := at + 2; i < len(s.tokens) && code != ""; i++ {
		if (s.marks(i-1) || s.at(i-1) == "and" || s.at(i-1) == "but") && s.code(i) != "" && s.code(i) != code {
			if _, dated := s.inDate(i); !dated {
				return i
			}
		}
	}
	return len(s.tokens)
}

// task reads the state of one task from its part of the sentence.
func (x *extraction) task(s *reading, kind, code string, p span, at int) bool {
	text := memory.Fold(s.source[s.tokens[p.from].start:s.tokens[p.to-1].end])
	if !s.talk.chinese {
		text = spelled(text)
	} else if strings.HasSuffix(text, "吗") || strings.HasSuffix(text, "呢") || strings.Contains(text, "怎么") || strings.Contains(text, "什么时候") || strings.Contains(text, "帮我查") {
		return false
	}
	state := ""
	if desk(kind) {
		state = stateOf(ofDesk, text, s.talk.chinese)
	}
	if state == "" {
		state = stateIn(text, s.talk.chinese)
	}
	switch {
	case state != "":
	case strings.HasPrefix(kind, "tracking") || parcelNumber(kind):
		return x.tracks(s, kind, code, at)
	default:
		return false
	}
	if s.supposes(0) {
		return false
	}
	subject := kind + " " + code
	label := subject + ": " + state
	if s.talk.chinese {
		subject = kind + code
		label = subject + "：" + state
	}
	d := Draft{Act: memory.Assert, Quote: s.quote(p), Record: memory.Record{
		Layer: memory.Episodic, Kind: memory.KindTask, Subject: subject, Predicate: "progress", Object: state, Text: label, Confidence: saidPlainly, Source: memory.UserDirect,
		Event: memory.Event{Type: memory.EventTask, Time: x.turn.At, Result: state, Entities: []string{subject}},
	}}
	if date, ok := s.dated(p); ok {
		if !date.Start.After(x.turn.At) {
			d.Record.Event.Time = date.Start.UTC()
		}
		d.Record.Text += " (" + dateText(date) + ")"
	}
	x.propose(d, "")
	return true
}

// stateIn reads the state a task is in from a text that is folded and, in English,
// spelled out; what is denied of it is a state too: "was not cancelled", 还没发货.
func stateIn(text string, chinese bool) string {
	return stateOf(func(string) bool { return true }, text, chinese)
}

// desk reports whether a task is one of somebody's desk, and nothing that is sent: of a
// ticket what arrives is not the ticket.
func desk(kind string) bool {
	switch kind {
	case "ticket", "issue", "case", "bug", "pr", "pull request", "claim", "complaint", "工单", "问题单", "缺陷", "案件", "投诉":
		return true
	}
	return false
}

// ofDesk reports whether a state is one that work at a desk comes into.
func ofDesk(state string) bool {
	switch state {
	case "reopened", "resolved", "closed", "escalated", "handed over", "in progress", "blocked", "merged", "deployed", "approved", "rejected", "opened", "cancelled",
		"重新打开", "未解决", "已解决", "已关闭", "已转交", "处理中", "已提交", "已取消":
		return true
	}
	return false
}

// stateOf reads the state from a text, of those that may count.
func stateOf(counts func(state string) bool, text string, chinese bool) string {
	for _, one := range stages(chinese) {
		if !counts(one.name) {
			continue
		}
		for _, sign := range one.signs {
			at := wordIndex(text, sign)
			switch {
			case at < 0:
			case chinese && undone(text[:at]):
				return "未" + strings.TrimPrefix(one.name, "已")
			case !chinese && denied(text[:at]) && one.name == "refund requested":
				return "not refunded"
			case !chinese && denied(text[:at]):
				return "not " + one.name
			default:
				return one.name
			}
		}
	}
	return ""
}

// undone reports whether the Chinese before a verb says that it was not done: 还没发货,
// 一直没有给我退款, 尚未签收.
func undone(before string) bool {
	if at := strings.LastIndexAny(before, "，、；,;"); at >= 0 {
		before = before[at:]
	}
	runes := []rune(before)
	near := string(runes[max(0, len(runes)-4):])
	if holdsAny(near, "没想到", "没等", "没过", "没几") {
		return false
	}
	return holdsAny(near, "没", "未") || endsAny(near, "不", "不能", "不会", "不给", "不肯", "不是")
}

// denied reports whether the English before a participle denies it: "has not yet been",
// "never", "is yet to be", "no".
func denied(before string) bool {
	words := strings.Fields(before)
	for i := len(words) - 1; i >= 0; i-- {
		switch words[i] {
		case "been", "be", "being", "even", "actually", "really", "fully", "properly", "ever", "still", "already", "completely", "officially", "to", "yet":
		case "not", "never":
			return true
		case "no":
			return i == len(words)-1
		default:
			return strings.HasPrefix(strings.Join(words[i+1:], " "), "yet to")
		}
	}
	return false
}

// knownTask finds the bare code of a task that was spoken of before.
func (x *extraction) knownTask(s *reading) (kind, code string, at int) {
	for i, t := range s.tokens {
		if t.kind == aMark || t.kind == aCharacter {
			continue
		}
		code := s.code(i)
		if code == "" {
			continue
		}
		for n := len(x.told) - 1; n >= 0; n-- {
			if kind, ok := strings.CutSuffix(x.told[n].draft.Record.Subject, code); ok && kind != "" {
				return strings.TrimSpace(kind), code, i
			}
		}
		for n := range x.in.Known {
			if kind, ok := strings.CutSuffix(x.in.Known[n].Subject, code); ok && kind != "" {
				return strings.TrimSpace(kind), code, i
			}
		}
	}
	return "", "", 0
}

// taskGoesOn finds the task that a sentence without its code goes on about: the only one that
// was spoken of in the last turns. "It shipped yesterday", 今天到了.
func (x *extraction) taskGoesOn(s *reading) (kind, code string) {
	if !s.continuesTask() {
		return "", ""
	}
	subject := ""
	for i := len(x.told) - 1; i >= 0 && x.index-x.told[i].turn <= 2*reach; i-- {
		r := &x.told[i].draft.Record
		if r.Event.Type != memory.EventTask || r.Subject == "" {
			continue
		}
		if subject != "" && r.Subject != subject {
			return "", "" // which of them, nobody can tell
		}
		subject = r.Subject
	}
	at := strings.LastIndexByte(subject, ' ')
	if at < 0 {
		at = strings.IndexFunc(subject, func(r rune) bool { return r < 0x80 }) - 1
	}
	if at < 0 {
		return "", ""
	}
	return strings.TrimSpace(subject[:at+1]), subject[at+1:]
}

// continuesTask reports whether a short sentence tells what became of something: it begins
// with a pronoun, with the task's own word, with its verb or with when that was.
func (s *reading) continuesTask() bool {
	if s.talk.chinese {
		text := s.plain(span{0, len(s.tokens)})
		if len(s.tokens) > 14 || holdsAny(text, "我家", "公司", "学校", "机场", "车站", "我到", "他", "她", "想", "要", "会") {
			return false
		}
		rest := text
		for _, w := range []string{"刚刚", "刚才", "刚", "今天", "昨天", "前天", "今早", "今晚", "上午", "下午", "早上", "晚上", "周一", "周二", "周三", "周四", "周五", "周六", "周日", "现在", "终于", "后来", "然后", "已经", "还"} {
			rest = strings.TrimPrefix(rest, w)
		}
		return startsAny(rest, "它", "这个订单", "这单", "订单", "包裹", "快递", "货", "东西", "工单", "退款", "卖家", "客服", "对方", "发货", "已发", "已签", "签收", "收到", "到了", "送到", "退了", "没到", "没收", "取消", "解决", "处理", "关闭")
	}
	if len(s.tokens) > 12 {
		return false
	}
	i := 0
	for s.at(i) == "," || s.at(i) == "and" || s.at(i) == "then" || s.at(i) == "now" || s.at(i) == "today" || s.at(i) == "yesterday" || s.at(i) == "finally" || s.at(i) == "ok" || s.at(i) == "update" || s.at(i) == ":" || s.at(i) == "just" || s.at(i) == "still" {
		i++
	}
	switch s.at(i) {
	case "it", "that":
		return true
	case "they":
		return s.holds(span{i + 1, len(s.tokens)}, "it", "me", "shipped", "dispatched", "refunded", "cancelled", "canceled", "closed", "resolved", "reopened", "escalated", "confirmed")
	case "the", "my", "this":
		switch s.at(i + 1) {
		case "order", "ticket", "package", "parcel", "shipment", "case", "claim", "invoice", "booking", "issue", "refund", "delivery", "seller", "courier":
			return true
		}
		return false
	case "shipped", "dispatched", "arrived", "delivered", "received", "refunded", "cancelled", "canceled", "resolved", "closed", "reopened":
		return true
	case "got":
		return s.at(i+1) == "it" || s.at(i+1) == "refunded" || s.at(i+1) == "delivered"
	}
	return false
}

// tracks keeps a tracking number for as long as a parcel travels.
func (x *extraction) tracks(s *reading, kind, code string, at int) bool {
	for first := at; at+1 < len(s.tokens) && s.tokens[at+1].kind == aNumber; code = s.words(span{first, at + 1}) {
		at++ // written in groups
	}
	f := frame{who: who{id: "user"}, from: 0}
	d := x.draft(s, f, "tracking", code, memory.Assert, span{0, at + 1})
	d.Record.Text = kind + " " + code
	if s.talk.chinese {
		d.Record.Text = kind + "：" + code
	}
	d.Temporary = true
	x.propose(d, "")
	return true
}

// taskID finds the noun of a task and the code that follows it.
func (s *reading) taskID() (kind, code string, at int) {
	for i := range s.tokens {
		noun := ""
		j := i + 1
		if s.talk.chinese {
			for _, n := range []string{"快递单号", "包裹单号", "物流单号", "运单号", "单号", "订单号", "订单", "工单", "快递", "包裹", "发票", "报修单", "退货单", "任务"} {
				if s.standsText(i, n) {
					noun = strings.TrimSuffix(n, "号")
					if parcelNumber(n) {
						noun = n
					}
					j = i + len([]rune(n))
					break
				}
			}
			for s.at(j) == "号" || s.at(j) == "编" || s.at(j) == "是" || s.at(j) == ":" || s.at(j) == "#" || s.at(j) == "为" {
				j++
			}
		} else {
			switch s.at(i) {
			case "order", "ticket", "package", "parcel", "shipment", "case", "claim", "invoice", "booking", "pr", "task", "issue", "bug", "rma", "jira":
				noun = s.at(i)
			case "tracking":
				noun = "tracking number"
			}
			if s.at(i) == "tracking" {
				j = s.ofThing(j)
			}
			for s.at(j) == "number" || s.at(j) == "no" || s.at(j) == "#" || s.at(j) == "is" || s.at(j) == ":" || s.at(j) == "id" || s.at(j) == "code" || s.at(j) == "." {
				j++
			}
		}
		if noun == "" || j >= len(s.tokens) {
			continue
		}
		if c := s.code(j); c != "" {
			return noun, c, j
		}
	}
	return "", "", 0
}

// parcelNumber reports whether a word is for the number of a parcel.
func parcelNumber(w string) bool {
	switch w {
	case "快递单号", "包裹单号", "物流单号", "运单号", "单号":
		return true
	}
	return false
}

// ofThing passes over what a number is of: "the tracking number of my parcel is".
func (s *reading) ofThing(j int) int {
	k := j
	for s.at(k) == "number" || s.at(k) == "no" || s.at(k) == "code" || s.at(k) == "id" || s.at(k) == "." {
		k++
	}
	if k == j || s.at(k) != "of" && s.at(k) != "for" {
		return j
	}
	for n := k + 1; n < min(k+6, len(s.tokens)); n++ {
		if s.at(n) == "is" || s.at(n) == ":" {
			return n
		}
	}
	return j
}

// code returns the token at i if it is an identifier: at least three digits, or
// letters with digits.
func (s *reading) code(i int) string {
	raw := strings.TrimPrefix(s.source[s.tokens[i].start:s.tokens[i].end], "#")
	digits := 0
	for _, r := range raw {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '_', r == '/':
		default:
			return ""
		}
	}
	if digits < 2 || digits < 3 && len(raw) < 4 {
		return ""
	}
	return raw
}

// standsText reports whether Chinese words stand at i.
func (s *reading) standsText(i int, words string) bool {
	for _, r := range words {
		if i < 0 || i >= len(s.tokens) || s.tokens[i].text != string(r) {
			return false
		}
		i++
	}
	return true
}
