package memory

import "slices"

// gate is what a candidate must show to be a hit at all. The rank alone cannot tell: the best
// of what has nothing to do with a question is still the best.
type gate struct {
	question *Question
	floor    float32 // evidence that one hit at least must have, 0..1; less where the question is personal
	each     float32 // what every hit must have of it
	lookup   bool    // one thing is asked for, and nothing was said before it
	running  bool    // turns of a conversation came before it
	tells    bool    // nothing is asked, and nothing was said before it
	best     float32 // evidence
	going    bool    // that conversation is about the user, and he looks nothing up
	least    float32 // fused score by which a candidate passes in a running conversation
	named    bool    // somebody is named whom something would do harm
	meaning  bool    // the question has words, so that likeness of meaning is evidence
	words    []Term  // the question's
	passing  []Term  // where it asks nothing: words that are of no matter
	text     string  // its own
	held     *possessions
	holding  holding // what it asks for of somebody
}

// Shares that the gate works with.
const (
	personalShare = 0.45 // of the floor, for a question about the one who asks or somebody who spoke
	answeredShare = 0.7  // the same, where a fact of the very field is known
	goingShare    = 0.65 // of that, where the user goes on telling: what he may be reminded of shares few words with it
	eachShare     = 0.35 // of the floor, for every single hit
	tellShare     = 0.1  // the same where the turn looks nothing up, or goes on in a conversation: what fits shares few words with it
	nearShare     = 0.25 // of the best evidence, for every single hit of a lookup: beside an answer what hardly fits is noise
	closeShare    = 0.6  // the same, of a turn that asks nothing: only what bears on it closely
	answeringBest = 0.7  // evidence of what answers a question by itself
	besidesShare  = 0.45 // of that evidence, below which what shares no word with a question is noise beside it
	helpShare     = 0.5  // of what neighbours and session lend
	occasionShare = 0.3  // of the question's words, by which it is an occasion that a way of answering names
	sameShare     = 0.8  // of its evidence that a statement keeps: shorter than the turn it is of, it seems to fit better
	besideShare   = 0.2  // of the best fused score, by which a candidate passes in a running conversation
	blindShare    = 0.5  // of the floor, where vectors took no part: words alone can show less
)

// newGate returns the gate of a question; words are its terms, before the turns of its conversation
// that came before it.
func newGate(text string, before []Turn, q *Question, floor float64, words []Term) gate {
	g := gate{question: q, text: text, floor: float32(floor), each: eachShare * float32(floor), words: words}
	tells := q.Intent == IntentTell || q.Intent == IntentAdvice || q.Intent == IntentOther
	g.running = len(before) > 0
	g.tells = !g.running && (q.Intent == IntentTell || q.Intent == IntentOther)
	switch {
	case g.tells:
		g.passing = AppendTerms(nil, passingWords)
	case g.running || tells:
		g.each = tellShare * float32(floor)
	default:
		g.lookup = q.Intent != IntentOverview
	}
	g.going = tells && g.running && (q.About || speaksOfHimself(before))
	for _, t := range g.words {
		g.meaning = g.meaning || t.Kind() == WordTerm || t.Kind() == PairTerm || t.Kind() == CharTerm
	}
	return g
}

// evidence says how much speaks for a candidate by itself, 0..1: the share of the question's
// words that it holds and how near it is in meaning, a tie of entities, or a number of the
// question.
func (g *gate) evidence(c *Candidate) float32 {
	if c.Exact || g.question.Intent == IntentOverview || c.Timely && g.question.Bare {
		return 1
	}
	e := c.Keyword
	if g.meaning {
		e += meaningOf(c.Vector)
	}
	if c.Record.Predicate == PredicateStatement {
		e *= sameShare
	}
	return min(1, max(e, c.Graph))
}

// meaningOf is the evidence of a similarity. Texts that merely share their form come near 0.75;
// what is called similar, from about 0.85, is evidence by itself.
func meaningOf(similarity float32) float32 {
	const far, near, similar = 0.55, 0.82, 0.86
	e := 0.9 * max(0, similarity-far)
	return e + 0.2*min(1, max(0, similarity-near)/(similar-near))
}

// stands reports whether a candidate is to be heeded though nothing of it is asked for:
// procedures for all help, what the user must not be given where advice is asked for, and his
// facts of a field that the question touches. It says nothing for others.
func (g *gate) stands(c *Candidate) bool {
	q := g.question
	if g.inForce(c) || g.turnsTo(c) || g.tellsAsked(c) {
		return true
	}
	if q.Harms != 0 && c.Themes.harms() != 0 {
		return false // what does harm elsewhere, or to others, is no matter here
	}
	if c.hasTheme(q) && (ofUser(c.Record) || c.Graph > 0 || c.Keyword > 0) {
		return true // of somebody else, where he is named
	}
	if IsAnswerStyle(c.Record) && q.Intent != IntentTell && q.Intent != IntentOther && (c.Themes&q.Fields != 0 || c.Keyword >= occasionShare && g.shares(c.Record.Text)) {
		return true // its occasion is there
	}
	return c.Traits&Orders != 0 && q.Help && (c.Record.Layer == Procedural || c.Record.Predicate == answerStyle || q.Intent == IntentAdvice)
}

// tellsAsked reports whether a candidate is a fact of what the question asks for, of the one it asks of.
func (g *gate) tellsAsked(c *Candidate) bool {
	if g.holding.attribute == nil || told(c.Record) {
		return false
	}
	tells, _ := g.holding.answers(g.held, c.Record)
	return tells
}

// inForce reports whether a candidate says how answers are to be given, or names what would do harm
// in a field that the question touches: where somebody is named, what does harm to him.
func (g *gate) inForce(c *Candidate) bool {
	q := g.question
	switch {
	case c.Themes.harms()&q.Harms != 0:
		return !g.named || q.About || c.Graph > 0
	case c.Themes&q.Themes&ThemeAnswers != 0:
		return ofUser(c.Record)
	}
	return false
}

// shares reports whether a text holds a word of the question itself, not only of what was said
// before it.
func (g *gate) shares(text string) bool {
	var room [48]Term
	return slices.ContainsFunc(AppendTerms(room[:0], text), func(t Term) bool { return t.Kind() != CharTerm && hasTerm(g.words, t) })
}

// bears reports whether a candidate is about something that a turn tells of.
func (g *gate) bears(c *Candidate) bool {
	if c.Graph > 0 {
		return true
	}
	matter, passing := g.sharedWords(c.Record.Text)
	return matter || meaningOf(c.Vector) >= g.floor && (!passing || c.Vector >= similarSure)
}

// similarSure is the similarity that is one of meaning, though words of no matter are shared.
const similarSure = 0.9

// sharedWords reports whether a text holds a word of the question that says what it is about, and
// whether it holds one that does not: "again" and "this morning" stand in any.
func (g *gate) sharedWords(text string) (matter, passing bool) {
	var room [96]Term
	terms := AppendTerms(room[:0], text)
	for _, t := range g.words {
		if t.Kind() != CharTerm && hasTerm(terms, t) {
			of := hasTerm(g.passing, t)
			matter, passing = matter || !of, passing || of
		}
	}
	return matter, passing
}

// passingWords stand in what is told of any matter.
const passingWords = "again still just back got get today yesterday tonight tomorrow morning afternoon evening night day days week weeks time now late early long started start lot little bit " +
	"今天早上 今天上午 今天中午 今天下午 今天晚上 昨天早上 昨天上午 昨天下午 昨天晚上 明天早上 明天上午 明天下午 明天晚上 今早 昨晚 早上又 上午又 晚上又 今天又 最近又 又是 早上 上午 下午 晚上 今晚 现在 刚才 最近 又 还是 已经 一点 有点 开始 时候 很晚 很早"

// answerStyle is the predicate of how answers are to be given, on whatever occasion it names: how
// near a question comes to that only whoever answers can tell.
const answerStyle = "answer_style"

// IsAnswerStyle reports whether a fact says how answers are to be given.
func IsAnswerStyle(r *Record) bool { return r.Predicate == answerStyle }

// opens reports whether a candidate may stand for the whole answer: what the user once asked
// does not, unless it is asked for.
func (g *gate) opens(c *Candidate, evidence float32) bool {
	return evidence >= g.floor && (g.asksBack() || c.Traits&Seeking == 0)
}

// asksForIt reports whether a candidate is a text that was written for somebody who asks for it now:
// the letter itself seldom says that it is one.
func (g *gate) asksForIt(c *Candidate) bool {
	return g.asksBack() && (c.Help > 0 || c.Keyword > 0) && c.Record.Source == AIInference && c.Record.Tagged(TagWritten) && asksForText(Fold(g.text))
}

// passes reports whether a candidate may be a hit where another opens. An assistant's next to
// nothing ("Noted.") is not helped by what stands beside it; a field that acts takes part
// wherever help is asked for, and answers nothing by itself.
func (g *gate) passes(c *Candidate, evidence float32) bool {
	if r := c.Record; c.Traits&Thin != 0 && r.Source == AIInference && len(r.Event.Participants) > 0 && r.Event.Participants[0] == string(RoleAssistant) {
		return evidence >= max(g.each, eachShare*g.floor)
	}
	if g.tells {
		return evidence >= max(g.each, closeShare*g.best) && g.bears(c)
	}
	if g.besides(c, evidence) {
		return false
	}
	return evidence+helpShare*c.Help >= g.each || g.running && c.Score >= g.least || g.question.Help && c.Record.Tagged(TagActs)
}

// besides reports whether a candidate is noise beside an answer: it shares no word with what somebody
// looks up of himself, and nothing of the kind that he asks for, and another shares most of it.
func (g *gate) besides(c *Candidate, evidence float32) bool {
	q := g.question
	return g.lookup && q.About && !g.asksBack() && c.Keyword <= 0 && c.Graph <= 0 && c.Traits&q.Wants == 0 &&
		g.best >= answeringBest && evidence < besidesShare*g.best
}

// asksBack reports whether the question is about what was said, so that old questions answer it.
func (g *gate) asksBack() bool { return g.question.Past || g.question.Told }

// sift takes out, in place, what has nothing to do with the question, and old questions, which
// tell nothing. Where nothing opens, nothing stays.
func (g *gate) sift(hits []rankedHit, found *Found, dropped []Drop) ([]rankedHit, []Drop) {
	candidates := found.Candidates
	open, exact, best := false, false, float32(0)
	if g.personal(candidates) {
		share := float32(personalShare)
		if g.answered(candidates) {
			share = answeredShare
		}
		g.floor *= share
		g.each *= share
		if g.going {
			g.floor *= goingShare
		}
	}
	if g.question.Harms != 0 {
		for i := range candidates {
			c := &candidates[i]
			g.named = g.named || c.Graph > 0 && !ofUser(c.Record) && c.Themes.harms()&g.question.Harms != 0
		}
	}
	for i := range hits {
		h := &hits[i]
		c := &candidates[h.at]
		h.evidence = g.evidence(c)
		if g.fiction(c) {
			continue
		}
		open = open || g.opens(c, h.evidence) && (!g.tells || g.bears(c))
		best, exact = max(best, h.evidence), exact || c.Exact
		g.least = max(g.least, besideShare*c.Score)
	}
	g.best = best
	open = open && !g.ofAnother(candidates, found.Words)
	if (g.lookup || exact) && g.floor > 0 {
		g.each = max(g.each, nearShare*best)
	}
	kept := hits[:0]
	for _, h := range hits {
		c := &candidates[h.at]
		seeks := !g.asksBack() && c.Traits&Seeking != 0
		switch {
		case g.stands(c):
			h.Force = g.inForce(c)
			h.Aside = h.evidence < g.floor && (c.Themes&g.question.Themes == ThemeAnswers || c.Record.Predicate == answerStyle)
		case g.fiction(c):
			dropped = append(dropped, Drop{h.Record.ID, "written", h.Score})
			continue
		case !open || !g.passes(c, h.evidence) && !g.asksForIt(c):
			dropped = append(dropped, Drop{h.Record.ID, "floor", h.Score})
			continue
		case c.Stale:
			dropped = append(dropped, Drop{h.Record.ID, "superseded", h.Score})
			continue
		case seeks:
			reason := "asks"
			if repeatsQuestion(h.Record.Text, g.words) {
				reason = "repeats"
			}
			dropped = append(dropped, Drop{h.Record.ID, reason, h.Score})
			continue
		}
		kept = append(kept, h)
	}
	return kept, dropped
}

// fiction reports whether a candidate is a text that the assistant wrote for somebody, where the
// question is about the user: no word of it is about him. Who asks for the text, or for what was
// said, gets it.
func (g *gate) fiction(c *Candidate) bool {
	q := g.question
	return c.Record.Source == AIInference && (q.About || q.Intent == IntentTell || q.Intent == IntentOther) && !g.running && !g.asksBack() &&
		q.Intent != IntentWork && c.Record.Tagged(TagWritten) && !asksForText(Fold(g.text))
}

// asksForText reports whether a folded question is about a piece of writing.
func asksForText(text string) bool {
	found := false
	eachWord(text, func(w string) bool {
		switch w {
		case "letter", "letters", "email", "emails", "mail", "message", "story", "stories", "poem", "song", "lyrics", "essay", "speech", "post", "blog", "article", "review", "bio", "cv", "resume", "dialogue", "script", "scene", "example", "examples",
			"draft", "drafts", "text", "translation", "translate", "wrote", "written", "writing", "write", "character", "version":
			found = true
		}
		return !found
	})
	return found || hasAny(text, "信", "邮件", "故事", "小说", "诗", "作文", "文章", "稿", "文案", "简历", "对话", "剧本", "歌词", "日记", "评论", "翻译", "译文", "写", "例子", "示例", "例句", "版本")
}

// answered reports whether some fact of the user is of the very field that is asked about: then
// what has little to do with the question need not stand in for it.
func (g *gate) answered(candidates []Candidate) bool {
	for i := range candidates {
		if c := &candidates[i]; c.Themes&g.question.Themes&^ThemeAnswers != 0 && ofUser(c.Record) {
			return true
		}
	}
	return false
}

// isRole reports whether a participant is named by his role only.
func isRole(name string) bool {
	return name == string(RoleUser) || name == string(RoleAssistant)
}

// personal reports whether a question is about the one who asks, or about somebody who spoke:
// then memory is where its answer is, and less evidence will do.
func (g *gate) personal(candidates []Candidate) bool {
	if g.question.About || g.going || g.asksBack() {
		return true
	}
	for i := range candidates {
		if candidates[i].Speaker {
			return true
		}
	}
	return false
}

// speaksOfHimself reports whether the user spoke of himself in one of the turns.
func speaksOfHimself(turns []Turn) bool {
	for i := range turns {
		if turns[i].Role == RoleUser && standing(beginning(turns[i].Text, contextBytes))&First != 0 {
			return true
		}
	}
	return false
}
