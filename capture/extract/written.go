package extract

import (
	"strings"

	"mneme/memory"
)

// Orders reports whether somebody has an assistant write a text: a letter, a translation, a story, an
// example. What stands in it is said by whoever the text is for, and tells nothing of who had it
// written.
func Orders(text string) bool {
	folded := memory.Fold(text)
	if len(folded) > ordersBytes {
		folded = folded[:strings.LastIndexByte(folded[:ordersBytes], ' ')+1] + folded[len(folded)-ordersBytes/2:]
	}
	if ordersChinese(folded) {
		return true
	}
	found, verb, since := false, false, 0
	for _, w := range strings.FieldsFunc(spelled(folded), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '\'' || r == '-') }) {
		switch w {
		case "translate", "rewrite", "rephrase", "paraphrase", "proofread", "reword", "translation":
			return true
		case "write", "draft", "compose", "create", "generate", "give", "make", "invent", "continue", "finish", "improve", "polish", "edit", "pretend", "roleplay", "role-play", "imagine":
			verb, since = true, 0
		case "letter", "letters", "email", "e-mail", "emails", "mail", "message", "note", "story", "stories", "tale", "poem", "haiku", "limerick", "song", "lyrics", "rap", "essay", "speech", "toast", "post", "tweet", "caption", "blog", "article",
			"review", "bio", "biography", "cv", "resume", "cover", "dialogue", "dialog", "script", "scene", "monologue", "sentence", "sentences", "example", "examples", "sample", "samples", "paragraph", "statement",
			"complaint", "application", "invitation", "obituary", "eulogy", "diary", "character", "persona", "template", "testimonial":
			found = found || verb && since <= orderReach
		}
		since++
	}
	return found
}

// What of a long order is looked at, in bytes, and how many words a text that is to be written may
// stand behind its verb.
const (
	ordersBytes = 600
	orderReach  = 7
)

func ordersChinese(text string) bool {
	if !memory.Han(text) {
		return false
	}
	if holdsAny(text, "翻译", "译成", "译为", "润色", "改写", "续写", "仿写", "造句", "代写", "起草", "拟一", "写一封", "写封", "写一篇", "写篇", "写一首", "写首", "写一段", "写段", "写一个故事", "写个故事", "写一份", "写份",
		"写一条", "写条", "写一句", "写句", "写几句", "写个", "写一个", "编一个", "编个", "编一段", "讲一个故事", "讲个故事", "举个例子", "举例", "例句", "扮演", "假装你是", "模拟一段") {
		return true
	}
	return holdsAny(text, "写", "生成", "来一", "给我一") && holdsAny(text, "信", "邮件", "故事", "小说", "诗", "作文", "文章", "演讲稿", "发言稿", "文案", "简历", "自我介绍", "对话", "剧本", "台词", "歌词", "日记", "评论", "好评", "范文", "模板", "示例")
}

// Revises reports whether somebody has the assistant write the same text once more.
func Revises(text string) bool {
	const longest = 120 // bytes: what is longer says something else
	if len(text) > longest {
		return false
	}
	folded := " " + strings.Join(strings.FieldsFunc(memory.Fold(text), func(r rune) bool { return r == ' ' || r == '.' || r == ',' || r == '!' || r == '?' }), " ") + " "
	return holdsAny(folded, " shorter ", " longer ", " more formal ", " less formal ", " friendlier ", " funnier ", " simpler ", " another one ", " another version ", " try again ", " once more ", " tone ", " make it ", " rewrite ", " more polite ",
		"短一点", "短点", "长一点", "正式一点", "正式点", "口语一点", "再改", "改一下", "改得", "换一个", "换个", "再来一", "重写", "重新写", "委婉", "语气", "精简", "活泼一点")
}
