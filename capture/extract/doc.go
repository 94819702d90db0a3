// Package extract reads what people say and proposes what to remember of it, in
// English and Chinese, with tables of how things are said and no model.
//
// It owns the reading of a turn: which words are a person's own and which a
// program's (Human, Machine, Errand), whether they say anything (Noise, Bare),
// what they are for (Intent), and what they teach (Rules.Extract). It does no
// I/O, keeps no state between calls, and decides nothing about what is believed:
// its drafts meet admission and reconciling in package capture like anybody's.
//
// # The way of a turn
//
//	text ─ Human ─ tokenize ─ sentences ─┬ a joke, a question: nothing
//	                                     ├ corrects, revises, cancels, judges, tasks: of what is known
//	                                     └ clauses: lead ─ order? ─ subject ─ frame ─ rows of forms
//
// A clause has a subject (who), then auxiliaries and adverbs (frame: negation,
// tense, doubt, degree), then what is said, which the rows match: forms of words
// and slots that say what they teach. What no row names is left to the readers of
// single constructions beside them, and last to the plain statement of a person
// about himself.
//
// # Where things are
//
// Files that begin with en_ or zh_ hold what is particular to a language; a pair of
// them shares its second name. Tables: en_rows and zh_rows (what is taught),
// en_words and zh_words (words by class), signs (phrases that tell a kind of
// sentence, both languages side by side), harness (how programs open their calls).
// The rest is shared: token, reading, form, row, frame, teach, meets, and one file
// for each kind of sentence.
package extract
