package memory

import "math"

// Mix says how much each route and each kind of help counts. Its defaults were tuned on public
// conversations with folds held apart; a tenant's weights override them by name (see Tuned).
type Mix struct {
	Keyword   float32 // share of the question's words
	Vector    float32 // similarity of meaning
	Reminds   float32 // factor of Vector in a running conversation: its turns share few words with what they remind of
	Sharp     float32 // distinct words of a question up to which its vector is sharp; 0: always
	Graph     float32 // ties of entities
	Context   float32 // words and meaning of the running request's last turns, against the question's
	Neighbour float32 // part of the better of its neighbours' scores that a record inherits
	Reply     float32 // part of a question's score that what was said next inherits: it is the answer
	Session   float32 // part of its session's best scores that a record inherits
	Opener    float32 // the same for the record that opened the session: it says what it is about
	Resumed   float32 // the same where the question goes on in a running conversation: what sessions were about is what is taken up again
	Second    float32 // weight of the words that the first hits add (the second look)
	Member    float32 // weight of common members of a class that the question asks for, against its own words
	Seeds     int     // first hits that may add words
	Speaker   float32 // lift for what was said by the one the question names
	Called    float32 // weight of a speaker's name among the words of a question, against other words
	Time      float32 // lift for what happened in the time asked about
	Answer    float32 // lift for a text that holds the kind of thing asked for (a time, a number, a name)
	Asking    float32 // share taken from a text that asks instead of telling
	Thin      float32 // share taken from a text that says next to nothing
	Inferred  float32 // share taken from what a model said
	Helped    float32 // the same where the question goes on in a running conversation: it may take up what was advised
	Code      float32 // share taken from what is no prose
	Standing  float32 // lift for tastes, when advice or work is asked for
	Order     float32 // added for standing instructions then, whatever their words
	Theme     float32 // added for facts of a field that the question touches, whatever their words
	Char      float32 // weight of a single Chinese character against a pair
	Fact      float32 // lift for a fact against an episode of the same fit
	Saturate  float32 // k1 of BM25
	Length    float32 // b of BM25
	Norm      float32 // words are measured against all of the question (1) or the best record (0), or between
}

// DefaultMix returns the tuned weights.
func DefaultMix() Mix {
	return Mix{
		Keyword: 1, Vector: 0.8, Reminds: 1.7, Sharp: 10, Graph: 0.3, Context: 1,
		Neighbour: 0.4, Reply: 0.6, Session: 0.25, Opener: 0.3, Resumed: 0.8, Second: 0.4, Member: 0.6, Seeds: 4,
		Speaker: 0.3, Called: 0.5, Time: 1.5, Answer: 0.05, Asking: 0.1, Thin: 0.2, Inferred: 0.65, Helped: 0.45, Code: 0.2, Standing: 0.3, Order: 0.3, Theme: 0.3,
		Char: 0.3, Fact: 0.05, Saturate: 1.2, Length: 0.75, Norm: 0.5,
	}
}

// Rarity is the weight of a word by how many of n records hold it: what is in every record
// tells nothing. A memory of few records says little about how rare a word is, so it is judged
// as if some records of anybody's were beside it. It is never negative, and a word nobody ever
// used weighs most.
func Rarity(n, holding int) float32 {
	const others, holdingOthers = 100, 1
	return float32(math.Log(1 + (float64(n+others-holding-holdingOthers)+0.5)/(float64(holding+holdingOthers)+0.5)))
}
