package memory

import "testing"

func TestTheMoodOfATurn(t *testing.T) {
	for text, want := range map[string]string{
		"I'm really unhappy, the delivery was late again.": Negative, "This is unacceptable!": Negative, "I'm not happy with it": Negative,
		"I love the new office, I'm so happy": Positive, "Great news!": Positive, "not sad at all": "", "I moved to Lisbon": "",
		"I was angry, but now I'm happy": "",
		"我很不满意，快递又晚到了。":                  Negative, "太差劲了": Negative, "我不开心": Negative, "今天很开心": Positive, "面试很顺利，太好了": Positive, "我不生气": "", "我搬到苏州了": "",
	} {
		if got := Mood(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
