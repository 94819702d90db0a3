package policy

import "strings"

// isResidentID checks a Chinese resident identity number (GB 11643-1999): region,
// date of birth and check digit.
func isResidentID(id string) bool {
	if len(id) != 18 || !isRegion(id[:2]) || !isBirthday(id[6:14]) {
		return false
	}
	sum := 0
	for i, weight := range [...]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(id[i]-'0') * weight
	}
	return "10X98765432"[sum%11] == id[17]
}

// isRegion reports whether two digits begin the code of a province.
func isRegion(code string) bool {
	switch code[0] {
	case '1':
		return code[1] >= '1' && code[1] <= '5'
	case '2':
		return code[1] >= '1' && code[1] <= '3'
	case '3':
		return code[1] >= '1' && code[1] <= '7'
	case '4':
		return code[1] >= '1' && code[1] <= '6'
	case '5':
		return code[1] >= '0' && code[1] <= '4'
	case '6':
		return code[1] >= '1' && code[1] <= '5'
	case '7':
		return code[1] == '1'
	case '8':
		return code[1] >= '1' && code[1] <= '3'
	}
	return false
}

func isBirthday(d string) bool {
	year, month, day := d[:4], d[4:6], d[6:8]
	return year >= "1880" && year <= "2099" && month >= "01" && month <= "12" && day >= "01" && day <= "31"
}

// isSocialSecurity checks the ranges of a US social security number.
func isSocialSecurity(d string) bool {
	return d[:3] != "000" && d[:3] != "666" && d[0] != '9' && d[3:5] != "00" && d[5:] != "0000"
}

// isCardPrefix reports whether digits begin as the cards of their length do.
func isCardPrefix(d string) bool {
	two, four := d[:2], d[:4]
	switch len(d) {
	case 13:
		return d[0] == '4'
	case 14:
		return two == "36" || two == "38" || two == "39" || d[:3] >= "300" && d[:3] <= "305"
	case 15:
		return two == "34" || two == "37"
	case 16:
		return d[0] == '4' || two >= "51" && two <= "55" || four >= "2221" && four <= "2720" || d[0] == '6' || four >= "3528" && four <= "3589" || four == "9558"
	case 17, 18, 19:
		return d[0] == '6' || d[0] == '4' && len(d) == 19 || four == "9558"
	}
	return false
}

func isLuhn(d string) bool {
	sum := 0
	for i := range len(d) {
		v := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0 && strings.Trim(d, d[:1]) != ""
}
