package policy

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// findChineseAddresses finds addresses as they are written in Chinese: a road or
// an estate, and the number of a house, a building or a room behind it.
func findChineseAddresses(s string) []Finding {
	var found []Finding
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf {
			i++
			continue
		}
		mark, road := placeMark(s, i)
		if mark == 0 {
			i += size
			continue
		}
		end := houseNumber(s, i+mark, road)
		start := 0
		if end > 0 {
			start, end = addressStart(s, i), addressEnd(s, end)
		}
		if end == 0 || start == i {
			i += mark
			continue
		}
		f := Finding{Kind: Address, Start: start, End: end}
		if town := townIn(s[start:i]); town > 0 {
			f.Town = [2]int{start, start + town}
		}
		found = append(found, f)
		i = end
	}
	return found
}

// townIn returns the length of the town, with its province and its district, that the name of a
// road or an estate begins with.
func townIn(name string) int {
	end := 0
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		i += size
		switch r {
		case '省', '市', '区', '區', '县', '縣', '旗', '州':
			before, _ := utf8.DecodeLastRuneInString(name[:i-size])
			if i-size < 2*len("市") || strings.ContainsRune("小社园園校厂景城超菜夜都街片辖", before) {
				continue
			}
			end = i
		}
	}
	if end > 0 {
		return end
	}
	for _, city := range cities() {
		rest, ok := strings.CutPrefix(name, city)
		if ok && utf8.RuneCountInString(rest) >= 2 {
			return len(city)
		}
	}
	return 0
}

// cities are towns of which one seldom says that they are.
func cities() []string {
	return []string{"北京", "上海", "天津", "重庆", "广州", "深圳", "杭州", "南京", "苏州", "成都", "武汉", "西安", "长沙", "郑州", "青岛", "大连", "厦门", "宁波", "无锡", "济南", "沈阳", "哈尔滨", "长春", "福州", "合肥", "南昌", "昆明", "贵阳",
		"南宁", "海口", "石家庄", "太原", "兰州", "西宁", "银川", "乌鲁木齐", "拉萨", "呼和浩特", "佛山", "东莞", "珠海", "中山", "惠州", "温州", "嘉兴", "绍兴", "常州", "南通", "徐州", "扬州", "烟台", "潍坊", "洛阳", "泉州", "桂林", "三亚", "台北", "台中", "高雄", "香港", "澳门",
		"重慶", "廣州", "蘇州", "武漢", "長沙", "鄭州", "青島", "廈門", "寧波", "濟南", "臺北", "臺中", "澳門"}
}

// placeMark returns the length of a word at i that ends the name of a road or an
// estate.
func placeMark(s string, i int) (n int, road bool) {
	for _, w := range [...]string{"大道", "大街", "胡同", "路", "街", "巷", "弄", "道"} {
		if strings.HasPrefix(s[i:], w) {
			return len(w), true
		}
	}
	for _, w := range [...]string{"小区", "小區", "花园", "花園", "新村", "家园", "家園", "公寓", "大厦", "大廈", "广场", "廣場", "苑", "城", "村", "里", "园", "園", "府", "庭"} {
		if strings.HasPrefix(s[i:], w) {
			return len(w), false
		}
	}
	return 0, false
}

// houseNumber reads a number with its unit at i, behind the name of a road or an
// estate, and returns where it ends; 0 for none. A bare 号 behind an estate may
// be a day of the month.
func houseNumber(s string, i int, road bool) int {
	if road {
		i = skipSection(s, i)
	} else {
		i = skipZone(s, i)
	}
	i = skipBlank(s, i)
	for _, w := range [...]string{"甲", "乙", "丙", "丁"} {
		if rest, ok := strings.CutPrefix(s[i:], w); ok && rest != "" && isDigit(rest[0]) {
			i += len(w)
		}
	}
	at := i
	for digits := 0; at < len(s) && digits < 9; digits++ {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !isDigit(s[at]) && chineseDigit(r) < 0 && r != '十' && r != '百' && r != '-' && !(isUpper(s[at]) && digits > 0 || isUpper(s[at]) && !road) {
			break
		}
		at += size
	}
	if at == i {
		return 0
	}
	at = skipBlank(s, at)
	for _, w := range [...]string{"号楼", "號樓", "号院", "號院", "单元", "單元", "栋", "棟", "幢", "座", "室"} {
		if strings.HasPrefix(s[at:], w) {
			return at + len(w)
		}
	}
	if !road {
		if strings.Count(s[i:at], "-") == 2 && isDigit(s[i]) && isDigit(s[at-1]) {
			return at // building, entrance and room: 7-2-301
		}
		return 0
	}
	for _, w := range [...]string{"号", "號", "弄"} {
		if rest, ok := strings.CutPrefix(s[at:], w); ok && !hasAnyPrefix(rest, "线", "線", "公交", "文", "令", "字", "车", "選", "选", "机") {
			return at + len(w)
		}
	}
	return 0
}

// skipSection passes over the part of a long road: "北段", "五段".
func skipSection(s string, i int) int {
	for _, w := range [...]string{"东", "西", "南", "北", "中", "東"} {
		if strings.HasPrefix(s[i:], w) {
			i += len(w)
			break
		}
	}
	if r, size := utf8.DecodeRuneInString(s[i:]); chineseDigit(r) >= 0 && strings.HasPrefix(s[i+size:], "段") {
		return i + size + len("段")
	}
	return i + len(s[i:]) - len(strings.TrimPrefix(s[i:], "段"))
}

// skipZone passes over the part of an estate: "北一区", "二期", "C区".
func skipZone(s string, i int) int {
	at := i
	for _, w := range [...]string{"东", "西", "南", "北", "中", "東"} {
		if strings.HasPrefix(s[at:], w) {
			at += len(w)
			break
		}
	}
	r, size := utf8.DecodeRuneInString(s[at:])
	if at < len(s) && (chineseDigit(r) >= 0 || isDigit(s[at]) || isUpper(s[at])) {
		at += size
	}
	for _, w := range [...]string{"区", "區", "期", "里"} {
		if at > i && strings.HasPrefix(s[at:], w) {
			return at + len(w)
		}
	}
	return i
}

func skipBlank(s string, i int) int {
	if i < len(s) && s[i] == ' ' {
		return i + 1
	}
	return i
}

// addressStart walks back over the name of the road, the district and the city.
func addressStart(s string, i int) int {
	start := i
	for steps := 0; start > 0 && steps < 24; steps++ {
		r, size := utf8.DecodeLastRuneInString(s[:start])
		if !unicode.Is(unicode.Han, r) || isAddressStop(r) {
			break
		}
		start -= size
	}
	// "101路" is a bus, and "这条路" no name.
	name := s[start:i]
	if start > 0 && isDigit(s[start-1]) && name == "" || strings.HasSuffix(name, "条") || strings.HasSuffix(name, "一") && len(name) == 3 {
		return i
	}
	return start
}

// isAddressStop reports whether a character ends an address on its left: one says
// "live at", "send to", "is".
func isAddressStop(r rune) bool {
	switch r {
	case '在', '住', '是', '到', '于', '於', '址', '往', '去', '给', '給', '为', '為', '我', '你', '他', '她', '们', '們', '寄', '送', '的', '了', '这', '這', '那', '从', '從', '把', '第':
		return true
	}
	return false
}

// addressEnd takes in what follows the house number: building, entrance, room,
// with names between.
func addressEnd(s string, end int) int {
	for range 5 {
		at := skipBlank(s, end)
		name, digits := 0, 0
		for at < len(s) && name < 12 {
			r, size := utf8.DecodeRuneInString(s[at:])
			if isAlnum(s[at]) || chineseDigit(r) >= 0 || r == '十' || s[at] == '-' {
				digits++
			} else if !unicode.Is(unicode.Han, r) {
				break
			} else if unit := unitAt(s, at); unit > 0 && digits > 0 {
				end = at + unit
				name = -1
				break
			}
			name++
			at += size
		}
		if name != -1 {
			break
		}
	}
	// A room may leave out its unit: "1单元602".
	at := end
	for at < len(s) && isDigit(s[at]) && at-end < 6 {
		at++
	}
	if at-end >= 2 && at-end <= 5 {
		return at
	}
	return end
}

func unitAt(s string, i int) int {
	for _, w := range [...]string{"号楼", "號樓", "单元", "單元", "栋", "棟", "幢", "座", "室", "楼", "樓", "层", "層", "房", "户", "戶", "门", "門", "组", "号院", "號院"} {
		if strings.HasPrefix(s[i:], w) {
			return len(w)
		}
	}
	if (strings.HasPrefix(s[i:], "号") || strings.HasPrefix(s[i:], "號")) && i > 0 && isDigit(s[i-1]) && !strings.HasPrefix(s[i+3:], "线") {
		return 3
	}
	return 0
}
