package llm

import (
	"sort"

	"mneme/memory"
)

// Similarities at the points of a scale.
const (
	unrelatedSimilarity = 0.2
	relatedSimilarity   = 0.55
	sameSimilarity      = 0.92
)

// usualScale fits most sentence embedders; it stands in until one is measured.
func usualScale() memory.Scale { return scaleOf(0, 0.2, 0.5, 0.85) }

// scaleOf is the scale on which nothing, what is unrelated, related and the same has these
// cosines.
func scaleOf(nothing, unrelated, related, same float64) memory.Scale {
	return memory.Scale{{Cosine: nothing}, {Cosine: unrelated, Similarity: unrelatedSimilarity}, {Cosine: related, Similarity: relatedSimilarity}, {Cosine: same, Similarity: sameSimilarity}, {Cosine: 1, Similarity: 1}}
}

// probes are texts by which an embedder is measured, in threes: two that say the
// same, and one that is about the same thing.
func probes() []string {
	return []string{
		"Lives in a small flat near the harbour.", "Has a small flat close to the harbour and lives there.", "The harbour is being rebuilt this year.",
		"Is allergic to penicillin.", "Has an allergy to penicillin.", "Takes vitamins every morning.",
		"Plays the cello in an orchestra.", "Is a cellist in an orchestra.", "Listens to jazz on the train.",
		"住在河边的一套老房子里。", "家在河边，是一套老房子。", "河边正在修一座新桥。",
		"对青霉素过敏。", "有青霉素过敏史。", "每天早上吃维生素。",
		"在乐团里拉大提琴。", "是乐团的大提琴手。", "坐火车时爱听爵士乐。",
	}
}

// measure makes a scale of the probes' vectors: where their same, related and
// unrelated pairs lie in the middle. A model that cannot tell them apart gets the
// usual scale.
func measure(vectors [][]float32) memory.Scale {
	var same, related, unrelated []float64
	for i := 0; i+2 < len(vectors); i += 3 {
		same = append(same, dot(vectors[i], vectors[i+1]))
		related = append(related, dot(vectors[i], vectors[i+2]))
		for j := i + 3; j+2 < len(vectors); j += 3 {
			if (i < len(vectors)/2) == (j < len(vectors)/2) { // of one language
				unrelated = append(unrelated, dot(vectors[i], vectors[j]))
			}
		}
	}
	low, middle, high := median(unrelated), median(related), median(same)
	const apart = 0.02
	if middle < low+apart {
		middle = (low + high) / 2 // what is related is not told from what is not
	}
	if high < middle+apart || low >= high || high >= 1-1e-6 {
		return usualScale()
	}
	floor := low - (middle - low)
	return scaleOf(min(floor, low-apart), low, middle, high)
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	sort.Float64s(x)
	return x[len(x)/2]
}
