package policy

import (
	"strings"

	"mneme/memory"
)

// several parts a wish to forget a topic that names more than one: "my address and my job",
// 我的地址和电话. What is joined by a mere "and" is parted where each side is a field of life by
// itself, since much that has an "and" in it is one thing.
func several(w Wish) []Wish {
	if w.Verb != ForgetTopic || w.Scope != ScopeTopic {
		return []Wish{w}
	}
	var out []Wish
	for _, topic := range topicsOf(w.Topic) {
		one := w
		one.Topic = topic
		out = append(out, one)
	}
	return out
}

func topicsOf(topic string) (out []string) {
	for _, owned := range [...]string{" and my ", " and our ", " or my ", " and also my ", " as well as my ", "和我的", "和我们的", "以及我的", "还有我的", "跟我的", "与我的"} {
		if a, b, found := strings.Cut(topic, owned); found {
			return append(topicsOf(topicOf(a)), topicsOf(topicOf(b))...)
		}
	}
	for _, mere := range [...]string{" and ", " or ", "以及", "还有", "和", "跟", "与"} {
		if a, b, found := strings.Cut(topic, mere); found {
			all := append(topicsOf(topicOf(a)), topicsOf(topicOf(b))...)
			for _, one := range all {
				if !memory.NamesField(one) {
					return []string{topic}
				}
			}
			return all
		}
	}
	return []string{topic}
}

// moreTopics returns the topics of a clause that goes on with a list: ", my allergy and my job",
// 、电话和生日; none where it says anything else.
func moreTopics(c clause) (out []string) {
	text := c.text
	if c.chinese {
		text = c.tight
	}
	for _, lead := range [...]string{"and ", "or ", "also ", "and also ", "plus ", "以及", "还有", "和"} {
		text = strings.TrimPrefix(text, lead)
	}
	for _, tail := range [...]string{" please", " too", " as well", "吧", "谢谢", "都"} {
		text = strings.TrimSuffix(text, tail)
	}
	out = topicsOf(topicOf(text))
	for _, one := range out {
		if !memory.NamesField(one) {
			return nil
		}
	}
	return out
}
