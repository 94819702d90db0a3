package extract

import "strings"

// lifeChinese reports whether what is meant to be done is a step in a life.
func (s *reading) lifeChinese(p span) bool {
	text := s.plain(p)
	if strings.HasPrefix(text, "去") || strings.HasPrefix(text, "到") || strings.HasPrefix(text, "回") {
		return s.holdsWord(p, placing) || s.capital(p.from+1) || holdsAny(text, "山", "湖", "岛", "国", "演唱会", "古城", "秘鲁", "冰岛", "非洲", "欧洲", "南极", "北极", "海边")
	}
	return startsAny(text, "自驾", "骑行去", "徒步", "搬", "换", "买", "学", "考", "辞", "结婚", "生", "开", "创业", "移民", "留学", "出国", "旅", "参加", "减", "戒", "养", "装修", "读", "转", "当", "成为", "报", "卖", "租", "跳槽", "找工作", "找对象", "写", "出版", "练", "跑马", "退休")
}

// suits judges what the rows of Chinese ask of a slot.
func (s *reading) suits(r *row, p span) bool {
	text := s.plain(p)
	n := p.to - p.from
	switch {
	case r.has("style") && startsAny(text, "到", "成", "为", "给", "在", "我"):
		return false // 输出到 b.csv
	case r.has("short") && n > 10, r.has("noun") && (n > 12 || holdsAny(text, "自己", "错", "不够", "会不", "没有", "不能", "来不及")):
		return false
	case r.has("act") && holdsAny(text, "感觉", "感到", "觉得", "考虑", "想着", "要求", "花至少", "不能"):
		return false
	case r.has("taste") && startsAny(text, "里面", "其中", "那种", "这种", "里边", "它的", "你的", "一些"):
		return false
	case r.has("occasion") && holdsAny(text, "了", "过", "晚会上", "学会"):
		return false
	case r.has("event:decision") && s.at(p.from-1) == "择" && !s.capital(p.from) && !holdsAny(text, "方案", "套餐", "版", "款"):
		return false
	case r.has("need:thing") && s.at(p.to) == "的" && s.at(p.from-1) == "个", r.has("life") && startsAny(text, "买个", "订个") && strings.HasSuffix(text, "的"):
		return false // 想买个大号的: of what, is not said
	case r.has("need:thing") && holdsAny(text, "方法", "办法", "建议", "灵感", "资料", "工作机会", "一下", "电影", "答案", "原因", "的书", "正则", "函数", "脚本", "代码", "日期"):
		return false
	}
	return true
}
