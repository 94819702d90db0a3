package memory

import "testing"

// A parting, the end of a job and a death are told of oneself in many words, and are told of others,
// feared and made up in the same.
func TestTurnsAreToldOfOneself(t *testing.T) {
	for text, want := range map[string]Themes{
		"We got divorced in May.":                               ThemeParted,
		"My girlfriend and I broke up last week":                ThemeParted,
		"My wife left me.":                                      ThemeParted,
		"My fiancé called off the wedding":                      ThemeParted,
		"I'm single again":                                      ThemeParted,
		"We broke up for a week but got back together":          0,
		"我们分手过一次又复合了":                                           0,
		"My sister got divorced in May.":                        0,
		"We almost broke up over it.":                           0,
		"If we got divorced I'd move":                           0,
		"Did you hear they broke up?":                           0,
		"I'm not divorced":                                      0,
		"I got laid off last week.":                             ThemeJobless,
		"I handed in my notice today":                           ThemeJobless,
		"Yesterday I quit.":                                     ThemeJobless,
		"I quit smoking":                                        0,
		"My brother was fired":                                  0,
		"I'm worried I might get laid off, my friend was fired": 0,
		"Miso died yesterday.":                                  ThemeDeath,
		"We had to put down our dog":                            ThemeDeath,
		"我们五月离婚了。":                                              ThemeParted,
		"我跟她分手了":                                                ThemeParted,
		"老婆跟我离了":                                                ThemeParted,
		"我又单身了":                                                 ThemeParted,
		"我姐离婚了":                                                 0,
		"我们差点离婚":                                                0,
		"我没离婚":                                                  0,
		"如果我们分手了怎么办":                                            0,
		"上周我被裁了。":                                               ThemeJobless,
		"我昨天辞职了":                                                ThemeJobless,
		"我哥失业了":                                                 0,
		"我怕被裁":                                                  0,
		"咪咪昨天去世了":                                               ThemeDeath,
	} {
		if got := turnsOf(&Record{Layer: Episodic, Text: text, Source: UserDirect}); got != want {
			t.Errorf("%q tells %b, want %b", text, got>>20, want>>20)
		}
	}
	if turnsOf(&Record{Layer: Episodic, Text: "I got divorced.", Source: UserDirect, Event: Event{Participants: []string{"Ana"}}}) != 0 {
		t.Error("what another speaker told of himself was taken for the user's")
	}
}
