package memory

import (
	"strings"
	"testing"
)

// kept reads "subject|predicate|object|text": what was said, when it is one part.
func kept(line string) *Record {
	parts := strings.Split(line, "|")
	if len(parts) == 1 {
		return &Record{Layer: Episodic, Subject: "user", Text: line}
	}
	return &Record{Layer: Semantic, Subject: parts[0], Predicate: parts[1], Object: parts[2], Text: parts[3]}
}

func TestATopicNamesAFieldOfLife(t *testing.T) {
	f := func(topics, lines string, want bool) {
		t.Helper()
		for topic := range strings.SplitSeq(topics, "/") {
			meant := NewTopic(topic)
			for line := range strings.SplitSeq(lines, " / ") {
				if got := meant.Means(kept(line)); got != want {
					t.Errorf("%q means %q: %v", topic, line, got)
				}
			}
		}
	}
	car := "my car/the car/car/my vehicle/我的车/车/我的汽车/my cars"
	f(car, "user|owns|Tesla|drives a Tesla / user|owns|特斯拉|开特斯拉 / user|owns|大众|有大众 / I drive a red Tesla. / 我开一辆特斯拉。 / user|statement|I bought a Skoda last year|I bought a Skoda last year", true)
	f(car, "user|home|Oslo|lives in Oslo / user|role|nurse|works as a nurse / user|employer|Tesla|works at Tesla / I have a meeting at Tesla tomorrow. / user|owns|bike|owns a bike / I take the train to work. / user|likes|driving|likes driving / 大众的意见很重要", false)
	f("my car/my vehicle", "brother|likes|cars|brother Tom likes cars / My brother Tom loves cars. / brother|owns|Tesla|brother Tom drives a Tesla / My sister drives a Skoda. / My older sister has a nice car.", false)
	f("my car", "My wife and I drive a Tesla. / car|status|red|car is red / My brother drives my car.", true)
	pills := "my medication/medication/my meds/我的药/我吃的药/用药"
	f(pills, "user|takes|lithium|takes lithium / I take lithium for bipolar. / 我在吃碳酸锂。", true)
	f(pills, "I take the train to work. / user|health|asthma|has asthma / 我在吃火锅。", false)
	f("my sexual orientation/my sexuality/我的性取向/性取向", "I'm gay. / 我是同性恋。 / user|statement|我是同性恋|我是同性恋", true)
	f("my sexual orientation/我的性取向", "I'm happy. / 我是护士。 / My brother is gay. / user|home|Oslo|lives in Oslo", false)
	ill := "my illness/my condition/my diagnosis/my disease/我的病/我的病情/我的疾病"
	f(ill, "user|health|抑郁症|有抑郁症 / user|health|depression|has depression / I have depression. / 我有抑郁症。 / I was diagnosed with cancer.", true)
	f(ill, "user|allergy|peanuts|allergic to peanuts / user|home|Oslo|lives in Oslo / sister|health|diabetes|sister Ann has diabetes / My sister has diabetes. / user|habit|running|runs every day", false)
	his := "my sister's illness/my sister's health/the illness of my sister/我妹妹的病/妹妹的病情"
	f(his, "sister|health|diabetes|sister Ann has diabetes / My sister Ann has diabetes. / 我妹妹得了糖尿病。 / younger sister|health|糖尿病|妹妹有糖尿病", true)
	f(his, "user|health|depression|has depression / mother|health|cancer|mother has cancer / sister|named|Ann|sister is named Ann / I have diabetes. / sister|home|Boston|sister lives in Boston", false)
	f("my mom's address/我妈妈的地址", "mother|home|Boston|mother lives in Boston / 我妈妈住在北京", true)
	f("my mom's address/我妈妈的地址", "user|home|Oslo|lives in Oslo", false)
	f("my address/我的地址", "sister|home|Boston|sister lives in Boston / 我姐姐住在北京。", false)
	smoking := "my smoking habit/smoking/my smoking/抽烟的习惯/我抽烟的习惯/抽烟"
	f(smoking, "I smoke a pack a day. / user|habit|smokes|smokes a pack a day / user|habit|抽烟|每天抽烟 / 我每天抽烟。", true)
	f(smoking, "user|habit|guitar|plays guitar / user|likes|smoked salmon|likes salmon / My dad used to cook.", false)
	f("my drinking/我喝酒的习惯/alcohol", "user|habit|drink two beers|drinks two beers every evening / 我每天喝酒。 / I drink wine every night.", true)
	f("my drinking/我喝酒的习惯", "user|habit|tea|drinks tea / I drink coffee.", false)
	pets := "my pets/my pet/pets/my animals/我的宠物/宠物"
	f(pets, "dog|named|Rex|has a dog named Rex / dog|named|旺财|养了一只狗，叫旺财 / user|pet|cat|has a cat / I have a dog called Rex. / 我养了一只狗。", true)
	f(pets, "user|home|Oslo|lives in Oslo / sister|named|Ann|sister is named Ann / I had a hot day.", false)
	f("my diet/my eating habits/我的饮食习惯/饮食", "user|diet|吃素|吃素 / user|diet|vegetarian|vegetarian / 我吃素。 / I'm a vegetarian.", true)
	f("my eating habits/我的饮食习惯", "user|habit|guitar|plays guitar / user|home|Oslo|lives in Oslo", false)
	diet := "my diet/my eating habits/我的饮食/我的忌口"
	f(diet, "user|dislikes|cilantro|dislikes cilantro / user|dislikes|香菜|不喜欢香菜 / user|avoids|spicy food|avoids spicy food / user|avoids|海鲜|不吃海鲜 / user|allergy|peanuts|allergic to peanuts / user|allergy|芒果|对芒果过敏 / user|dislikes|mushrooms|dislikes mushrooms", true)
	f(diet, "user|dislikes|heavy metal|dislikes heavy metal / user|dislikes|Bob's music|dislikes Bob's music / user|dislikes|加班|不喜欢加班 / user|dislikes|同事的音乐|不喜欢同事的音乐 / user|avoids|crowds|avoids crowds / user|avoids|高速|不走高速 / user|allergy|pollen|allergic to pollen / user|allergy|青霉素|对青霉素过敏", false)
	blue := "my depression/depression/我的抑郁症/抑郁症/我的抑郁"
	f(blue, "user|health|depression|has depression / user|health|抑郁症|有抑郁症 / I have depression. / 我有抑郁症。 / user|takes|sertraline|takes sertraline for depression", true)
	f("my depression/我的抑郁症", "My brother has depression. / 我哥哥有抑郁症。 / user|health|asthma|has asthma / 我有哮喘。", false)
	f("my sister's diabetes/我妹妹的糖尿病", "sister|health|diabetes|sister Ann has diabetes / 我妹妹得了糖尿病。", true)
	f("my sister's diabetes/我妹妹的糖尿病", "user|health|diabetes|has diabetes / 我得了糖尿病。 / sister|health|asthma|sister has asthma", false)
	f("peanuts/花生", "user|allergy|peanuts|allergic to peanuts / 我对花生过敏。 / user|likes|花生|喜欢花生", true)
	f("my lithium/我的锂盐/碳酸锂", "user|takes|lithium|takes lithium / 我在吃碳酸锂。", true)
	f("my medication/我的药", "user|statement|I use an inhaler|I use an inhaler / 我在吃华法林。 / I take warfarin.", true)
	f("my divorce/我的离婚/离婚", "I'm getting a divorce. / 我在办离婚。 / user|plan|离婚|打算离婚", true)
	f("my promotion/我的升职/升职", "I got a promotion. / 我升职了。", true)
	f("my asthma/我的哮喘", "user|health|diabetes|has diabetes / 我有糖尿病。", false)

	f("my religion/my faith/我的信仰/我的宗教信仰", "I'm a Muslim. / user|statement|我信佛教|我信佛教 / I'm Catholic.", true)
	f("my religion/我的信仰", "I read about Islam in class. / user|role|nurse|works as a nurse", false)
	f("my politics/my political views/我的政治立场", "I vote for the Greens. / 我支持民主党。 / user|statement|I vote for the Greens|I vote for the Greens", true)
	f("my debts/my finances/我的债务/我的财务状况", "I owe the bank 20000 euros. / 我欠银行二十万。 / user|statement|我欠银行二十万|我欠银行二十万", true)
	f("my debts/my politics/我的债务", "user|home|Oslo|lives in Oslo / I like the green dress.", false)
	f("my children/my kids/我的孩子", "user|family|two children|has two children / son|age|5|son is 5 / My son is five.", true)
	f("my children", "user|family|sister|has a sister / wife|role|nurse|wife is a nurse", false)
	f("my ex/我的前任", "ex|named|Lena|ex-wife is named Lena / 我前妻叫李娜。", true)
	f("my partner/我的对象/my relationship", "girlfriend|name|Mia|girlfriend is named Mia / user|marital|divorced|divorced / My girlfriend is Mia.", true)
	f("my name/我的名字", "girlfriend|name|Mia|girlfriend is named Mia", false)
	f("my hobbies/我的爱好", "user|habit|guitar|plays guitar / user|likes|爬山|喜欢爬山 / I like hiking.", true)
	f("my hobbies/我的爱好", "user|habit|coffee|drinks coffee / user|home|Oslo|lives in Oslo", false)
	f("my school/my studies/我的学校/我的专业", "user|school|Harvard|studies at Harvard / user|major|law|studies law / I'm studying law at Harvard.", true)
	f("my family/我的家人", "sister|home|Boston|sister lives in Boston / user|family|two children|has two children / My sister lives in Boston.", true)
	f("my family", "user|home|Oslo|lives in Oslo / dog|named|Rex|has a dog named Rex", false)
	f("personal information/我的个人信息", "user|name|Sam|is named Sam / user|home|Oslo|lives in Oslo / user|health|asthma|has asthma", true)
	f("my mom/我妈妈", "mother|role|nurse|mother is a nurse / 我妈是护士。", true)
	f("my mom/我妈妈", "user|role|nurse|works as a nurse / father|role|cook|father is a cook", false)
	f("my parents' address", "parents|home|Boston|parents live in Boston", true)
	f("my parents' address", "user|home|Oslo|lives in Oslo", false)
	f("all about my car/my old car/我那辆车/我的车的事", "user|owns|Tesla|drives a Tesla", true)
	f("personal information", "user|likes|jazz|likes jazz", false)
}
