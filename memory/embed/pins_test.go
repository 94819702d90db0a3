package embed

const (
	pinnedID      = "builtin-1"
	pinnedAsset   = "177fba8b159af389bca05f946be80f563200d6fb5109e11e7ecc76f6faa5269d"
	pinnedVectors = "27f5519d2606310c189f5639b30c94e4476067e0ef15c6fcdb7ced490969fffb"
)

// floors are R@1 and R@5 in percent by direction and kind of question.
var floors = map[string][2]float64{
	"en-en ask": {43.6, 79.4}, "en-en plain": {99.4, 100}, "en-en mix": {62.2, 86.2},
	"zh-zh ask": {49.7, 83.3}, "zh-zh plain": {98.8, 100}, "zh-zh mix": {66.1, 88.8},
	"en-zh ask": {48.6, 78.8}, "en-zh plain": {90.0, 98.3}, "en-zh mix": {62.4, 85.3},
	"zh-en ask": {42.7, 79.7}, "zh-en plain": {91.6, 98.3}, "zh-en mix": {59.0, 85.9},
}
