package extract

import "strings"

// endings are the ways in which what was believed ends.
func endings(chinese bool) []ending {
	if chinese {
		return endingsChinese()
	}
	return []ending{
		{of: owning(), along: true,
			signs: it("sent * back", "took * back", "taking * back", "gave * back", "shipped * back", "returned *", "sold *", "got rid of *", "gave * away", "traded * in", "part exchanged *", "part-exchanged *", "scrapped *", "binned *", "chucked * out", "threw * out", "donated *", "passed * on to", "drove off in *", "rode off on *", "swapped *", "* went back", "* got stolen", "* was stolen", "* was nicked", "* got nicked", "* died on me", "* packed up", "* gave up the ghost", "* was written off", "* is sold", "* went on ebay", "* went for", "do not have * any more", "do not have * anymore", "no longer have *", "no longer own *", "handed * back", "put * on ebay", "somebody bought *", "someone bought *", "a guy bought *"),
			named: []string{"sold", "returned", "sent back", "gave away", "traded in", "got rid of", "scrapped", "donated", "is sold", "got stolen", "was stolen", "no longer have", "no longer own", "do not have", "died on me"}},
		{of: missing(), along: true,
			signs: []string{"panic over", "turned up", "found it", "found them", "found him", "found her", "found my", "i have found", "it was in", "it was under", "it was behind", "they were in", "came home", "crisis averted"}},
		{of: working(), along: true, every: true, owner: true,
			signs: it("packed * in", "jacked * in", "chucked * in", "quit my job", "i quit$", "i have quit$", "quit last week$", "quit in the end$", "left my job", "lost my job", "handed in my notice", "handed my notice in", "gave my notice", "gave notice", "handed the badge in", "handed my badge in", "handed in my badge", "last day was", "last shift", "i retired", "i have retired", "he retired", "she retired", "has retired", "took early retirement", "been made redundant", "was made redundant", "got made redundant", "laid off", "got fired", "was fired", "was let go", "got the sack", "left the company", "left the firm", "do not work there", "no longer work there", "not work there any more", "resigned", "changed careers", "changed jobs", "switched jobs", "out of there", "hung up his", "hung up her")},
		{of: planned(), along: true,
			signs: it("fell through", "fallen through", "called off", "called * off", "is off", "scrap that", "scrap the", "scrap *", "scrapped *", "not happening", "* got cancelled", "* was cancelled", "got * refunded", "got everything refunded", "got a refund", "got our money back", "got my money back", "pulled out", "backed out", "bailed", "bailed on us", "we are not going", "i am not going", "not going any more", "not going anymore", "cancelled everything", "cancelled *", "cancelled the whole", "canceled everything", "canceled *", "came to nothing", "did not work out", "did not happen", "has been shelved", "rescinded", "withdrew the offer", "withdrew their offer", "withdrew *", "turned * down", "decided against *", "decided not to go", "ditched the", "went cold", "off the table", "out the window")},
		{of: ailing(), along: true, every: true,
			signs: it("no pain", "pain free", "pain-free", "all healed", "healed", "fully recovered", "all better", "all better now", "feeling fine now", "back on my feet", "off the crutches", "off crutches", "cast is off", "cast came off", "plaster is off", "plaster came off", "back running", "back to running", "back at work", "back to work", "back to normal", "back in the gym", "back on the bike", "good as new", "got over *", "over * now", "the all clear", "the all-clear", "all clear", "signed * off", "stitches are out", "stitches came out", "cleared to", "negative now", "tested negative", "cleared up", "gone away", "sleeping fine", "sleeping like a")},
		{of: diagnosed(), along: true,
			signs: []string{"it was never that", "was never that", "false alarm", "it was not that", "is not that after all", "misdiagnosed", "was a misdiagnosis", "they got it wrong", "they were wrong", "mixed up my", "results were wrong", "test was wrong", "turns out i am not", "turns out i am fine", "came back negative", "came back clear", "came back fine", "all clear", "not allergic after all"}},
		{of: childish(), along: true, every: true, owner: true,
			signs: it("grown out of *", "grew out of *", "outgrown *", "outgrew *", "grown out of all", "got over *", "gotten over *", "past that now", "stopped all that", "over all that", "sleeps through now", "not scared any more", "not scared anymore", "not afraid any more", "not afraid anymore")},
		{of: studying(), along: true, every: true,
			signs: []string{"i graduated", "graduated", "have graduated", "mortarboard", "got my degree", "finished my degree", "finished my course", "passed my finals", "passed my viva", "i am qualified", "i qualified", "got my pin", "newly qualified", "dropped out", "left uni", "finished uni", "done with uni", "finished school", "handed in my thesis", "defended my thesis", "proper staff nurse", "no longer a student", "not a student any more", "not a student anymore"}},
		{of: following(), along: true,
			signs: it("finished *", "finished last night", "i am done with *", "cried at the last", "the last page", "the ending", "last episode", "just finished", "finally finished", "gave up on *", "abandoned *", "completed *", "through * now", "binged the rest", "got to the end")},
		{of: dwelling(), along: true, every: true,
			signs: []string{"got the keys", "moved in", "moved into", "moved out", "we moved", "i moved", "we have moved", "i have moved", "been in our new", "new flat", "new house", "new place", "our own place", "my own place", "handed back the keys", "handed the keys back", "left the flat", "out of that flat", "bought a house", "bought a flat", "settled in"}},
		{of: charge(), along: true,
			signs: it("does * now", "runs * now", "has taken over", "have taken over", "took over", "took * over", "takes over", "handed * over", "handed * on", "handed over to", "passed * on", "passed * to", "gave * up", "stepped down", "stood down", "stepping down", "not my job any more", "not my job anymore", "not my problem any more", "not my problem anymore", "somebody else does", "someone else does", "no longer in charge", "it is all one team")},
		{of: unfinished(), along: true,
			signs: it("went live", "* is live", "gone live", "is out now", "we launched", "we have launched", "launched on", "launched last", "* launched", "we shipped", "* shipped", "out of beta", "was released", "we released", "released *", "on both stores", "on the app store", "opened to everyone", "open to everyone")},
		{of: coming(), along: true, every: true, owner: true, other: true,
			signs: it("had to stop", "has stopped", "gave * up", "given * up", "stopped coming", "dropped out", "quit the", "packed * in", "does not come any more", "does not come anymore", "had to drop *", "not any more$", "not anymore$")},
		{of: subscribed(), along: true,
			signs: it("cancelled the magazine", "cancelled *", "cancelled my subscription", "cancelled the subscription", "cancelled my membership", "unsubscribed", "let * lapse", "let * run out", "did not renew", "stopped paying", "dropped *", "binned *"),
			named: []string{"cancelled", "canceled", "dropped", "ditched", "got rid of", "stopped paying for", "unsubscribed from"}},
		{of: together(), along: true, every: true,
			signs: []string{"not together any more", "not together anymore", "no longer together", "broke up", "we split", "split up", "broken up", "called it quits", "dumped me", "left me", "moved on without", "single again", "single now", "it is over between", "we are over", "ended things", "ended it with", "my ex now", "getting divorced", "getting a divorce", "are separated"}},
	}
}

// it spells signs out: the thing that has ended is pointed at, or left out.
func it(signs ...string) []string {
	var out []string
	for _, sign := range signs {
		if !strings.Contains(sign, "*") {
			out = append(out, sign)
			continue
		}
		for _, word := range []string{"it", "them", "that", "this", "the lot", "the whole thing", "everything"} {
			out = append(out, strings.ReplaceAll(sign, "*", word))
		}
	}
	return out
}
