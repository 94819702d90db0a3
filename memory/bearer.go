package memory

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Bearer is somebody or something that a topic means, by the names that known records give: who
// has told that his dog is called Rex speaks of "Rex" ever after. "Forget my dog" is of those
// records too, and not of those of another who is called the same.
type Bearer struct {
	things []string // what it is called otherwise, folded: dog, puppy, 狗
	names  []bearing
	meant  []*Record // what the topic means by what it says
	others []*Record // records that give one of its names to somebody else
	apart  []*Record // that speak of others by such a name: "my colleague Bruno"
	// elsewhere are the messages that give a name of it to a place or a taste of the user's.
	elsewhere []string
	theirs    []string // the messages that tell of those others
}

// bearing is a name that is borne.
type bearing struct {
	name  string // as it was written
	brand bool   // of a make of which others have one too: it counts where it is clearly one's own
}

// Bearer returns whom or what the topic means by name, of all records that its owner has; meant
// reports which of them the topic means by what it says.
func (t *Topic) Bearer(records []Record, meant func(r *Record) bool) *Bearer {
	b := &Bearer{things: t.things()}
	if len(b.things) == 0 {
		return b
	}
	if t.called != "" {
		b.add(t.called, false)
	}
	for i := range records {
		if meant(&records[i]) {
			b.meant = append(b.meant, &records[i])
			if t.called == "" {
				b.learn(t, &records[i])
			}
		}
	}
	if len(b.names) == 0 {
		return b
	}
	for i := range records {
		r := &records[i]
		if b.gives(r) && !isThing(r.Subject, b.things) && (t.called != "" || !meant(&records[i])) {
			b.others = append(b.others, r)
		}
		if r.Layer == Semantic && b.isSomethingElse(r) {
			for _, s := range r.Sources {
				b.elsewhere = append(b.elsewhere, s.MessageID)
			}
		}
	}
	for i := range records {
		r := &records[i]
		if len(b.others) > 0 && r.Layer == Episodic && !b.spokenOfIn(r) && slices.ContainsFunc(b.names, func(n bearing) bool { return writesName(r.Text, Fold(n.name)) }) {
			b.apart = append(b.apart, r)
		}
		if !ofOneself(r) && slices.ContainsFunc(b.others, func(o *Record) bool { return o.Subject == r.Subject }) {
			for _, s := range r.Sources {
				b.theirs = append(b.theirs, s.MessageID)
			}
		}
	}
	return b
}

// Names are those by which known records speak of the bearer.
func (b *Bearer) Names() (names []string) {
	for i := range b.names {
		if !b.names[i].brand {
			names = append(names, b.names[i].name)
		}
	}
	return names
}

// Named reports whether a record speaks of the bearer by a name.
func (b *Bearer) Named(r *Record) bool {
	if len(b.names) == 0 || !b.spokenOfIn(r) {
		return false
	}
	if slices.ContainsFunc(b.others, func(o *Record) bool { return o.ID == r.ID || !ofOneself(r) && o.Subject == r.Subject }) {
		return false
	}
	if r.Layer == Semantic && b.isSomethingElse(r) {
		return false
	}
	for _, s := range r.Sources {
		if s.MessageID != "" && slices.Contains(b.elsewhere, s.MessageID) && !hasAny(Fold(r.Text), b.things...) {
			return false
		}
	}
	return len(b.others) == 0 || isThing(r.Subject, b.things) || !b.ofTheOther(r)
}

// spokenOfIn reports whether a record speaks of the bearer by a name, or the words do that it was
// told in.
func (b *Bearer) spokenOfIn(r *Record) bool {
	in := func(text string) bool {
		return slices.ContainsFunc(b.names, func(n bearing) bool { return b.speaks(text, &n) })
	}
	return in(r.Text) || r.Layer == Semantic && told(r) && slices.ContainsFunc(r.Sources, func(s Provenance) bool { return in(s.Quote) })
}

// ofTheOther reports whether a record speaks of another who has the same name: of him it was spoken
// last in that conversation, or what was learnt with it is of him.
func (b *Bearer) ofTheOther(r *Record) bool {
	var last *Record
	other := false
	see := func(list []*Record, theirs bool) {
		for _, one := range list {
			if one.ID != r.ID && one.SessionID == r.SessionID && r.SessionID != "" && !one.Created.After(r.Created) && (last == nil || !one.Created.Before(last.Created)) {
				last, other = one, theirs
			}
		}
	}
	see(b.others, true)
	see(b.apart, true)
	see(b.meant, false)
	return other || slices.ContainsFunc(r.Sources, func(s Provenance) bool { return s.MessageID != "" && slices.Contains(b.theirs, s.MessageID) })
}

// isSomethingElse reports whether a fact of the user gives a name of the bearer to where he lives
// or to what he eats.
func (b *Bearer) isSomethingElse(r *Record) bool {
	switch r.Predicate {
	case "home", "lived", "hometown", "workplace", "employer", "school", "nationality", "diet", "allergy", "name", "called", "not_called":
		return ofOneself(r) && slices.ContainsFunc(b.names, func(n bearing) bool {
			return strings.HasSuffix(Fold(r.Object), Fold(n.name)) || strings.HasPrefix(Fold(r.Object), Fold(n.name))
		})
	}
	return false
}

// gives reports whether a record is a fact that somebody has a name of the bearer.
func (b *Bearer) gives(r *Record) bool {
	return givesName(r) && slices.ContainsFunc(splitNames(r.Object), func(name string) bool {
		return slices.ContainsFunc(b.names, func(n bearing) bool { return isNamed(n.name, Fold(name)) || isNamed(name, Fold(n.name)) })
	})
}

func (b *Bearer) add(name string, brand bool) {
	name = strings.Trim(name, " \t\"'“”‘’「」『』《》()（）*_")
	folded := Fold(name)
	switch {
	case utf8.RuneCountInString(name) < 2, slices.Contains(b.things, folded), isUsual(folded):
		return
	case slices.ContainsFunc(b.names, func(n bearing) bool { return n.name == name && (n.brand == brand || !n.brand) }):
		return
	}
	b.names = append(b.names, bearing{name, brand})
}

// learn takes up the names that a record gives to what the topic means.
func (b *Bearer) learn(t *Topic, r *Record) {
	if isCreature(t.thing) && ofSomebodyElse(wordsOf(r), t.thing) {
		return
	}
	if givesName(r) {
		for _, name := range splitNames(r.Object) {
			b.add(name, false)
		}
	}
	for _, text := range [...]string{r.Text, r.Object} {
		if text == "" || r.Source == AIInference {
			continue
		}
		for _, name := range namesGiven(text, b.things) {
			b.add(name, false)
		}
	}
	for i := range t.fields {
		if line := &t.fields[i]; line.subjects == ownThings && ofOneself(r) && !(told(r) && ofKin(Fold(r.Text))) {
			b.make(line, r)
		}
	}
}

// make takes up the make and the model of what is owned: of a "Honda Civic" both are names.
func (b *Bearer) make(line *spokenLine, r *Record) {
	text := r.Text
	folded := Fold(text)
	if len(folded) != len(text) {
		return // what stands where is not known
	}
	for thing := range strings.FieldsSeq(line.things) {
		if slices.Contains(b.things, thing) {
			continue
		}
		for from := 0; ; {
			at, end := wordAt(folded[from:], thing)
			if at < 0 {
				break
			}
			at, end = at+from, end+from
			from = end
			b.add(text[at:end], true)
			model := modelBehind(text[end:])
			if strings.ContainsFunc(model, isCJK) && r.Predicate != "owns" {
				continue // where it ends is known of what was read as a thing alone
			}
			if model != "" {
				b.add(model, false)
				b.add(text[at:end]+text[end:end+strings.Index(text[end:], model)+len(model)], false)
			}
		}
	}
}

// things are the words for what a topic means that somebody may have given a name, folded.
func (t *Topic) things() []string {
	var things []string
	for i := range t.fields {
		line := &t.fields[i]
		if slices.Contains(line.words, "name") {
			continue // one's own
		}
		for _, word := range line.words {
			if !strings.Contains(word, " ") {
				things = append(things, word)
			}
		}
		for _, list := range [...]string{line.subjects, line.kinds()} {
			for word := range strings.FieldsSeq(list) {
				things = append(things, word[strings.LastIndexByte(word, '_')+1:])
			}
		}
	}
	if len(t.fields) == 0 || t.called != "" {
		things = slices.Clone(t.thing)
	}
	return slices.Compact(slices.Sorted(slices.Values(things)))
}

// kinds are the members of a field that are kinds of what it holds and not names of one: of pets a
// cat is, of cars a Volvo is a make.
func (l *spokenLine) kinds() string {
	if l.subjects == ownThings {
		return "suv sedan hatchback pickup truck van"
	}
	if l.subjects != "" {
		return l.things
	}
	return ""
}

// creatures are what animals are called in both languages: one kind a line.
func creatures() [][]string {
	return [][]string{
		{"dog", "puppy", "doggy", "pup", "狗狗", "小狗", "狗", "犬"},
		{"cat", "kitten", "kitty", "猫咪", "小猫", "猫"},
		{"rabbit", "bunny", "兔子", "兔"},
		{"hamster", "仓鼠"}, {"guinea pig", "豚鼠", "荷兰猪"},
		{"bird", "parrot", "budgie", "canary", "鹦鹉", "小鸟"},
		{"goldfish", "金鱼"},
		{"turtle", "tortoise", "乌龟"},
		{"horse", "pony", "小马"},
		{"snake", "蛇"}, {"lizard", "gecko", "蜥蜴", "守宫"}, {"ferret", "雪貂"},
	}
}

// animals are the topics that those are.
func animals() (lines []spokenLine) {
	for _, names := range creatures() {
		lines = append(lines, ownLine(names))
	}
	return lines
}

// ownLine is the topic of somebody or something of the user's that is called by any of the names.
func ownLine(names []string) spokenLine {
	line := spokenLine{words: names}
	for _, name := range names {
		if name[0] >= utf8.RuneSelf {
			line.told = append(line.told, "我的"+name, "我家"+name, "我家的"+name, "我"+name)
			continue
		}
		line.told = append(line.told, "my "+name, "our "+name)
		line.subjects += " " + strings.ReplaceAll(name, " ", "_")
	}
	return line
}

// isCreature reports whether a thing is an animal.
func isCreature(thing []string) bool {
	return len(thing) > 1 && slices.ContainsFunc(creatures(), func(line []string) bool { return line[0] == thing[0] })
}

// wordsOf are the words in which a record was told.
func wordsOf(r *Record) (words []string) {
	if told(r) {
		return []string{r.Text}
	}
	for _, s := range r.Sources {
		words = append(words, s.Quote)
	}
	return words
}

// undertakings are what work is called that has a name.
func undertakings() [][]string {
	return [][]string{{"project", "side project", "项目", "工程", "课题"}}
}

// thingOf parts a topic into what it is of by every word for it, and the name of the one that is
// meant, if there is one: "my dog Rex", 我老婆小慧. What it says otherwise is no thing.
func thingOf(folded string) (thing []string, called string) {
	const longest = 4 // characters of a Chinese word, words of an English name
	rest := folded
	for _, mine := range [...]string{"everything about ", "all about ", "about ", "关于"} {
		rest = strings.TrimPrefix(rest, mine)
	}
	for _, mine := range [...]string{"all my ", "my own ", "my ", "our ", "the ", "我们家的", "我们的", "我家的", "我养的", "我的", "我家", "那个", "那只", "那辆", "我"} {
		if after, ok := strings.CutPrefix(rest, mine); ok {
			rest = after
			break
		}
	}
	if rest = strings.TrimSpace(rest); rest == "" || isUsual(rest) {
		return nil, ""
	}
	if strings.ContainsFunc(rest, isCJK) {
		for _, lines := range [...][][]string{kin(), creatures(), undertakings()} {
			for _, line := range lines {
				for _, word := range line {
					name, ok := strings.CutPrefix(rest, word)
					if !ok || word[0] < utf8.RuneSelf {
						continue
					}
					if name = strings.TrimPrefix(name, "叫"); name == "" {
						return line, ""
					}
					if n := utf8.RuneCountInString(name); n >= 2 && n <= longest && !strings.Contains(name, "的") {
						return line, name
					}
				}
			}
		}
		for _, line := range undertakings() {
			for _, word := range line {
				if name := strings.TrimSuffix(strings.TrimSuffix(rest, word), "的"); name != rest && name != "" && word[0] >= utf8.RuneSelf && utf8.RuneCountInString(name) >= 2 && utf8.RuneCountInString(name) <= 2*longest {
					return line, name // 星火项目
				}
			}
		}
		if utf8.RuneCountInString(rest) <= longest {
			return []string{rest}, ""
		}
		return nil, ""
	}
	words := strings.Fields(rest)
	if n := len(words) - 1; n > 0 && n <= 3 && !slices.ContainsFunc(words[:n], isUsual) {
		for _, line := range undertakings() {
			if slices.Contains(line, words[n]) {
				return line, strings.Join(words[:n], " ") // "the Atlas project"
			}
		}
	}
	for n := min(2, len(words)); n > 0; n-- {
		line := alike(strings.TrimSuffix(strings.Join(words[:n], " "), ","))
		if line == nil {
			continue
		}
		for n < len(words) && (words[n] == "named" || words[n] == "called") {
			n++
		}
		if len(words)-n > longest || slices.ContainsFunc(words[n:], isUsual) {
			return nil, ""
		}
		return line, strings.Join(words[n:], " ")
	}
	if len(words) == 1 {
		return []string{strings.TrimSuffix(rest, "s")}, ""
	}
	return nil, ""
}

// Role returns the topic of the one whom this topic means by name, by what he is: who has one wife,
// and she is called Clara, means by "Clara" his wife. records are all that the owner has.
func (t *Topic) Role(topic string, records []Record) (Topic, bool) {
	name := t.called
	if name == "" {
		name = strings.TrimSpace(Fold(topic))
	}
	if name == "" || len(t.fields) > 0 && t.called == "" {
		return Topic{}, false
	}
	subject := ""
	for i := range records {
		r := &records[i]
		if !givesName(r) || !slices.ContainsFunc(splitNames(r.Object), func(n string) bool { return isNamed(n, name) }) {
			continue
		}
		if subject != "" && subject != r.Subject {
			return Topic{}, false
		}
		subject = r.Subject
	}
	if subject == "" {
		return Topic{}, false
	}
	for i := range records {
		r := &records[i]
		if givesName(r) && r.Subject == subject && r.Status == Current && slices.ContainsFunc(splitNames(r.Object), func(n string) bool { return !isNamed(n, name) }) {
			return Topic{}, false // one of several
		}
	}
	words := alike(subject)
	if words == nil {
		words = []string{subject}
	}
	return Topic{fields: []spokenLine{ownLine(words)}, own: true, thing: words, called: name}, true
}

// givesName reports whether a record is a fact of how somebody else is called.
func givesName(r *Record) bool {
	return r.Layer == Semantic && (r.Predicate == "name" || r.Predicate == "named" || r.Predicate == "called") && !ofOneself(r)
}

// alike returns what a thing is called otherwise, if it is one that has names.
func alike(thing string) []string {
	for _, lines := range [...][][]string{kin(), creatures(), undertakings()} {
		for _, line := range lines {
			if slices.Contains(line, thing) || slices.Contains(line, strings.TrimSuffix(thing, "s")) {
				return line
			}
		}
	}
	return nil
}
