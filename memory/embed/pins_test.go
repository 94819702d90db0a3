package embed

const (
	pinnedID      = "builtin-3"
	pinnedAsset   = "1d29c509a5e3ce6a67ace7a059df354b811428439c1acd9f7a7c87ef83522d89"
	pinnedVectors = "db6d39d3c489c751a6f1cd6df11351db2e91ea48ddc242320327393819eab9a7"
)

// floors are R@1 and R@5 in percent by direction and kind of question.
var floors = map[string][2]float64{
	"en-en ask": {55.5, 88.3}, "en-en plain": {100, 100}, "en-en mix": {70.3, 92.2},
	"zh-zh ask": {57.5, 89.4}, "zh-zh plain": {100, 100}, "zh-zh mix": {71.6, 92.9},
	"en-zh ask": {55.2, 86.9}, "en-zh plain": {93.8, 99.4}, "en-zh mix": {68.1, 91.1},
	"zh-en ask": {56.1, 88.3}, "zh-en plain": {95.5, 100}, "zh-en mix": {69.2, 92.2},
}
