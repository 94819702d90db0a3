// Package worth tells how likely a sentence is worth remembering: whether, read months
// later in another conversation, it can change what a good assistant would answer.
//
// Whether somebody speaks of himself is a matter of grammar, which capture/extract reads by
// rules. Whether what he says of himself matters is not: "I opened the file you sent" and "I
// opened a bakery last spring" are one sentence by any rule. The difference lies in many small
// signs at once, and those are weighed here: a logistic regression over the words, pairs and
// triples of words of a sentence and its place in the turn, one for English and one for
// Chinese. The weights were learnt from talks that were written for it, sentence by sentence
// with a label; train/README.md tells how, how well it does, and how to make the asset again.
//
// A record has more against it than a sentence: it may be a fragment that nobody understands alone, of
// the moment, or somebody else's. So what a record would say is weighed a second time, by its words and by what
// rules of grammar and the talk say of it (its sights), with weights learnt from records that were judged one by one.
//
// The package owns how a sentence is cut into signs and the weights of them. It knows nothing
// of records, opens nothing, and never learns from what it is given. capture/extract calls it.
package worth
