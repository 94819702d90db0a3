package policy

import "testing"

// TestAWishEndsWhereAnotherClauseBegins leaves out the comma, as people do.
func TestAWishEndsWhereAnotherClauseBegins(t *testing.T) {
	p := NewPhrases()
	for text, want := range map[string]string{
		"don't remember this but my salary is 91k":                                "skip-turn",
		"don't remember this one but I was fired":                                 "skip-turn",
		"don't remember this and I was fired":                                     "skip-turn",
		"Don't remember this and Greg is leaving me":                              "skip-turn",
		"don't remember this because it's embarrassing":                           "skip-turn",
		"don't remember this though I was fired":                                  "skip-turn",
		"don't remember this so I can speak freely":                               "skip-turn",
		"don't remember this since my wife reads along":                           "skip-turn",
		"don't remember this as my wife reads along":                              "skip-turn",
		"dont remember this cos my wife reads along":                              "skip-turn",
		"don't remember this cause I'm shy":                                       "skip-turn",
		"don't save this but I have been diagnosed":                               "skip-turn",
		"please don't record this please but how do I get a divorce?":             "skip-turn",
		"Do not remember this but I am gay":                                       "skip-turn",
		"don't remember what I say next but I am gay":                             "skip-turn",
		"off the record but I am gay":                                             "skip-turn",
		"between us though I can't stand him":                                     "skip-turn",
		"Hi there. Don't store this but my doctor says it is the liver. What now": "skip-turn",
		"don't remember that but my salary is 91k":                                "skip-last",
		"don't remember what I just said because it was a joke":                   "skip-last",
		"don't record this conversation because my wife reads along":              "skip-session+forget-session",
		"don't remember this but for the next two weeks I will be living with my sister over in the old part of town while we are both looking for something that we can afford on one salary and a half": "skip-turn",
		"别记这个但是我怀孕了":                                        "skip-turn",
		"别记这个但我怀孕了":                                         "skip-turn",
		"别记这句不过我要离职了":                                       "skip-turn",
		"这句别记因为我老婆会看":                                       "skip-turn",
		"别记这个可是我真的很难过":                                      "skip-turn",
		"這句別記因為我老婆會看":                                       "skip-turn",
		"这个别记只是我今天被开除了":                                     "skip-turn",
		"不要保存这条消息而且我工资是九千":                                  "skip-turn",
		"别记这个但是怎么离婚？":                                       "skip-turn",
		"刚才那句别记因为我说错了":                                      "skip-last",
		"I don't remember this but I think it was in May":   "nothing",
		"I really don't remember this because I was asleep": "nothing",
		"we don't record this but we could":                 "nothing",
		"You don't remember this but we met in Rome":        "nothing",
		"he doesn't remember this though I do":              "nothing",
		"why don't you remember this but remember that?":    "nothing",
		"Why don't you remember this since I told you?":     "nothing",
		"don't remember this and that restaurant's name":    "nothing",
		"I don't remember this song but I like it":          "nothing",
		"don't remember this song but I like it":            "nothing",
		"Don't save this as a PDF":                          "nothing",
		"Don't log this and the next error":                 "nothing",
		"Don't save this file because it is broken":         "nothing",
		"She said don't remember this but I do":             "nothing",
		"Do not record the meeting because I am late":       "nothing",
		"我不记得这个但是我记得那个":                                     "nothing",
		"我没记这个因为没带笔":                                        "nothing",
		"他叫我别记因为没用":                                         "nothing",
		"别记错了因为明天要考":                                        "nothing",
		"这个要不要记因为明天要考":                                      "nothing",
	} {
		if got := written(p.Detect(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestANameBesideOtherWordsIsSilenced keeps an aside from erasing.
func TestANameBesideOtherWordsIsSilenced(t *testing.T) {
	p := NewPhrases()
	for text, want := range map[string]string{
		"Please forget Python":                           "forget(python)",
		"Please forget Python, use Go":                   "drop(python)",
		"I want you to forget about Greg. He hurt me":    "forget(greg)",
		"can you forget about Denver, that fell through": "drop(denver)",
	} {
		if got := written(p.Detect(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
