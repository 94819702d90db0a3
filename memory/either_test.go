package memory

import "testing"

func TestEitherOr(t *testing.T) {
	for text, want := range map[string]bool{
		"热水器换了没有": true, "你吃过没": true, "周末去不去爬山": true, "喜不喜欢吃辣": true, "快递到没到": true, "这样写对不对": true,
		"作业写完没有呢": true, "饭好没？": true, "能不能便宜点": true, "你们是不是都打折": true, "有没有别的颜色": true,
		"我没有钱": false, "什么都没有": false, "他动不动就发火": false, "我时不时去游泳": false, "不不不，是芒果": false,
		"去不去都行": false, "我不吃辣": false, "还没有换": false, "没什么": false, "搞得人不人鬼不鬼": false, "换了热水器没有用": false, "": false,
	} {
		if got := EitherOr(text); got != want {
			t.Errorf("EitherOr(%q) = %v, want %v", text, got, want)
		}
	}
}
