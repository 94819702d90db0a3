package main

import (
	"fmt"
	"strings"
	"testing"
)

// block returns the block that a question of a user in a new session is given.
func (r *rig) block(t *testing.T, user, question string) string {
	t.Helper()
	var found struct{ Block string }
	if err := r.admin.call(t.Context(), "POST", "/search", nil, map[string]any{"user_id": user, "query": question}, &found); err != nil {
		t.Fatal(err)
	}
	return found.Block
}

// tells has a user say lines, a session each.
func (r *rig) tells(user string, lines ...string) {
	for i, line := range lines {
		r.chat(as(user, fmt.Sprint(user, i)), line)
	}
	r.flush()
}

// An allergy and a dish share no word. Whoever asks what to eat, to take or to put on is told all the
// same what would do harm, first of all; who asks for something else is not.
func TestWhatWouldDoHarmComesUpWhereverItCould(t *testing.T) {
	r := startRig(t, nil)
	r.tells("marta", "My son Leo is allergic to eggs.", "I have a shellfish allergy.", "I am allergic to latex.", "I am allergic to penicillin.", "I have asthma.",
		"I moved to Porto in May.", "My sister Ana plays the harp.", "I bought a red bicycle.")
	r.tells("陈", "我有糖尿病。", "女儿小雨对鸡蛋过敏。", "我不能吃辣。", "我对乳胶过敏。", "我有哮喘。", "我五月搬到了宁波。", "我买了一辆红色的自行车。")
	for _, c := range []struct{ user, question, want, not string }{
		{"marta", "can leo eat a quiche", "allergic to eggs", "latex"},
		{"marta", "a paella recipe for tonight", "shellfish", "latex"},
		{"marta", "Is ramen OK for me?", "shellfish", "latex"},
		{"marta", "which gloves should I buy", "latex", "shellfish"},
		{"marta", "What can I take for a headache?", "penicillin", "eggs"},
		{"marta", "Should I get a houseplant?", "asthma", "shellfish"},
		{"marta", "Can I go scuba diving?", "asthma", "shellfish"},
		{"marta", "I'm about to order a lobster roll", "shellfish", "latex"},
		{"marta", "How do I set a cookie in the browser?", "", "shellfish"},
		{"marta", "What is the capital of Peru?", "", "allergic"},
		{"marta", "When did I have lunch with Ana?", "", "latex"},
		{"陈", "能吃月饼吗", "糖尿病", "乳胶"},
		{"陈", "小雨能吃蛋挞吗", "鸡蛋过敏", "糖尿病"},
		{"陈", "推荐个火锅底料", "不能吃辣", "乳胶"},
		{"陈", "买什么手套好", "乳胶", "鸡蛋"},
		{"陈", "我想养只猫，合适吗", "哮喘", "鸡蛋"},
		{"陈", "我可以去潜水吗", "哮喘", "鸡蛋"},
		{"陈", "帮我写一个删除文件的函数", "", "过敏"},
		{"陈", "秘鲁的首都是哪里", "", "过敏"},
	} {
		block := r.block(t, c.user, c.question)
		if c.want != "" && !strings.Contains(block, c.want) {
			t.Errorf("%q was not given %q:\n%s", c.question, c.want, block)
		}
		if strings.Contains(block, c.not) {
			t.Errorf("%q was given %q:\n%s", c.question, c.not, block)
		}
	}
	if lines := strings.Split(r.block(t, "marta", "a paella recipe for tonight, something like what Ana made"), "\n"); len(lines) < 3 || !strings.Contains(lines[2], "allerg") {
		t.Errorf("what would do harm does not come first:\n%s", strings.Join(lines, "\n"))
	}
}

// All wishes about how to answer that are in force are in every block, whatever is asked, and leave
// the others their places.
func TestEveryWishAboutAnswersIsInTheBlock(t *testing.T) {
	r := startRig(t, nil)
	r.tells("bo", "Always answer in French.", "No emojis please.", "Use metric units.", "Call me Bo.", "Keep your answers short.", "Don't use bullet points.", "Always show prices in euros.",
		"I live in Porto.", "My sister is called Ana.", "I work as a nurse.")
	r.tells("波", "以后都用法语回答。", "不要用表情符号。", "请用公制单位。", "叫我阿波。", "回答简短一点。", "不要用列表。", "价格都用欧元显示。",
		"我住在宁波。", "我姐姐叫小安。", "我是护士。")
	for user, wishes := range map[string][]string{
		"bo": {"French", "emojis", "metric", "Bo", "short", "bullet", "euros"},
		"波":  {"法语", "表情", "公制", "阿波", "简短", "列表", "欧元"},
	} {
		for _, question := range []string{"Where do I live?", "我住在哪里？", "What is the capital of Peru?", "写一首关于海的诗", "I just got back from the gym"} {
			block := r.block(t, user, question)
			for _, wish := range wishes {
				if !strings.Contains(block, wish) {
					t.Errorf("%q of %s was not given %q:\n%s", question, user, wish, block)
				}
			}
			if strings.Contains(question, "live") && user == "bo" && !strings.Contains(block, "Porto") || strings.Contains(question, "住") && user == "波" && !strings.Contains(block, "宁波") {
				t.Errorf("the wishes left the answer to %q no room:\n%s", question, block)
			}
		}
		if block := r.block(t, user, "thanks"); block != "" {
			t.Errorf("thanks were given %s", block)
		}
	}
}

// "No emojis please" behind an allergy forbids emojis; the allergy is none to emojis.
func TestWhatIsForbiddenPutsNothingRight(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("ida", "one"), "I have a shellfish allergy. No emojis please. No nicknames.")
	r.flush()
	if !r.knows("ida", "shellfish") || r.knows("ida", "allergic to emojis") || r.knows("ida", "allergic to nicknames") {
		for _, m := range r.records("ida") {
			t.Log(m.Layer, m.Text, m.Status)
		}
		t.Error("what is forbidden took the place of an allergy")
	}
}
