package memory

// Scale maps the raw cosines of an embedder's vectors to similarities, 0..1, by straight lines
// between a few points. Embedders differ widely: two texts that have nothing to do with each
// other may have a cosine of 0.05 with one and of 0.75 with another. Both sides of its points
// rise, and it has two at least.
type Scale []ScalePoint

// ScalePoint is a cosine and the similarity it stands for.
type ScalePoint struct{ Cosine, Similarity float64 }

// At returns the similarity of a cosine, which never falls where the cosine rises. NaN has that
// of the first point.
func (s Scale) At(cosine float64) float64 {
	if !(cosine > s[0].Cosine) {
		return s[0].Similarity
	}
	for i := 1; i < len(s); i++ {
		if cosine <= s[i].Cosine {
			a, b := s[i-1], s[i]
			return a.Similarity + (b.Similarity-a.Similarity)*(cosine-a.Cosine)/(b.Cosine-a.Cosine)
		}
	}
	return s[len(s)-1].Similarity
}
