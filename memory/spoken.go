package memory

import "slices"

// spoken are everyday words for what the catalogue's predicates hold. "Forget my
// address" is about where they live, whatever words they told it in.
func spoken() []spokenLine {
	lines := []spokenLine{
		{words: []string{"address", "home address", "location", "neighborhood", "street", "where i live", "where my home is", "where i'm from", "where i am from", "home", "hometown", "地址", "住址", "位置", "家庭住址", "住处", "家在哪", "家在哪里", "家乡", "住哪", "住哪里", "住哪儿", "住在哪", "住在哪里", "住在哪儿", "哪里人"},
			predicates: []string{"home", "lived", "hometown"},
			told:       []string{"live in ", "live at ", "live on ", "lives in ", "lives at ", "lived in ", "moved to ", "my address", "住在", "我住", "家在", "搬到", "搬去", "地址"}},
		{words: []string{"name", "nickname", "what i'm called", "what my name is", "叫什么", "叫什么名字", "名字", "姓名", "称呼", "昵称"},
			predicates: []string{"name", "called", "not_called"},
			told:       []string{"my name is", "call me ", "i go by ", "我叫", "我的名字", "叫我"}},
		{words: []string{"birthday", "birth date", "date of birth", "age", "how old i am", "how old i'm", "when i was born", "生日", "出生日期", "生日是哪天", "年龄", "年纪", "岁数", "多大", "多大了", "几岁", "几岁了", "多大年纪", "多大年龄", "多大岁数"},
			predicates: []string{"birthday", "age"},
			told:       []string{"my birthday", "i was born", "years old", "我的生日", "我生日", "出生", "岁"}},
		{words: []string{"job", "work", "career", "employer", "company", "occupation", "profession", "where i work", "what i do for a living", "what i do", "who i work for", "工作", "职业", "公司", "单位", "干什么的", "做什么的", "干嘛的", "在哪上班", "在哪工作", "在哪里上班", "在哪里工作"},
			predicates: []string{"role", "employer", "workplace", "works_on"},
			told:       []string{"i work at", "i work for", "i work as", "i'm working at", "my job", "my boss", "my employer", "上班", "工作", "就职", "任职", "入职"}},
		{words: []string{"allergy", "allergie", "过敏", "过敏史"},
			predicates: []string{"allergy"},
			told:       []string{"allergic", "allergy", "allergies", "过敏"}},
		{words: []string{"salary", "income", "pay", "how much i earn", "how much i make", "what i earn", "what i make", "挣多少", "挣多少钱", "赚多少", "赚多少钱", "工资", "收入", "薪水"},
			predicates: []string{"income"},
			told:       []string{"i earn", "my salary", "my income", "i get paid", "月薪", "年薪", "工资", "薪水", "收入"}},
		{words: []string{"budget", "预算"},
			predicates: []string{"budget"},
			told:       []string{"my budget", "预算"}},
		{words: []string{"weight", "height", "how tall i am", "how much i weigh", "how heavy i am", "体重", "身高", "多高", "多重", "有多高", "有多重"},
			predicates: []string{"weight", "height"},
			told:       []string{"i weigh", "my weight", "my height", "体重", "身高"}},
		{words: []string{"phone", "phone number", "number", "mobile number", "电话", "电话号码", "手机号", "手机号码"},
			predicates: []string{"phone"},
			told:       []string{"my phone number", "my number is", "我的电话", "我电话", "手机号"}},
		{words: []string{"email", "e-mail", "email address", "邮箱", "电子邮箱"},
			predicates: []string{"email"},
			told:       []string{"my email", "my e-mail", "我的邮箱", "我邮箱"}},
		{words: []string{"plan", "appointment", "计划", "安排", "预约"},
			predicates: []string{"plan", "appointment", "deadline"}},
		{words: []string{"preference", "偏好", "喜好"},
			predicates: []string{"likes", "dislikes", "prefers", "avoids", "favorite", "preferred_channel"}},
		{words: []string{"goal", "目标"},
			predicates: []string{"goal"}},
		{words: []string{"habit", "routine", "习惯"},
			predicates: []string{"habit"}},
	}
	lines = slices.Concat(lines, classed(), relations(), animals())
	return append(lines, personal(lines))
}

// personal is what tells who somebody is, all of it.
func personal(lines []spokenLine) spokenLine {
	all := spokenLine{words: []string{
		"personal information", "personal info", "personal data", "personal detail", "private information", "private data", "contact information", "contact detail",
		"个人信息", "个人资料", "个人数据", "隐私", "隐私信息", "联系方式",
	}}
	for _, line := range lines {
		for _, one := range [...]string{"address", "name", "birthday", "job", "health", "medication", "family", "salary", "weight", "phone", "email"} {
			if line.words[0] == one {
				all.predicates = append(all.predicates, line.predicates...)
				all.told = append(all.told, line.told...)
				all.subjects += " " + line.subjects
				all.some += " " + line.some
				all.things += " " + line.things
				all.had += " " + line.had
			}
		}
	}
	return all
}
