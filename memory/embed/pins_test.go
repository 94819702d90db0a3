package embed

const (
	pinnedID      = "builtin-2"
	pinnedAsset   = "3c7bd282ca1cbbb8b4c96bb3bbe54fc61c7c4160c64948206b2457a6a1bc4a8d"
	pinnedVectors = "cb46b4c2fe49131c5d935832921ffc4040878f0e05a98f859bd96566954666d6"
)

// floors are R@1 and R@5 in percent by direction and kind of question.
var floors = map[string][2]float64{
	"en-en ask": {50.8, 83.3}, "en-en plain": {100, 100}, "en-en mix": {67.2, 88.8},
	"zh-zh ask": {56.1, 84.7}, "zh-zh plain": {99.4, 100}, "zh-zh mix": {70.5, 89.8},
	"en-zh ask": {51.3, 84.4}, "en-zh plain": {93.8, 99.4}, "en-zh mix": {65.5, 89.4},
	"zh-en ask": {51.1, 85.2}, "zh-en plain": {95.5, 99.4}, "zh-en mix": {65.9, 90.0},
}
