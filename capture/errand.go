package capture

import (
	"math"

	"mneme/capture/extract"
	"mneme/proxy/wire"
)

// played reports whether a request's instructions leave the user nothing to say of himself: they
// deal him a part in a game or in a training, or make a pipe of the model, through which others'
// texts go.
func played(req *wire.Request) bool {
	for text := range req.Instructions(math.MaxInt) {
		if extract.Casts(text) || extract.Pipes(text) {
			return true
		}
	}
	return false
}

// Errand reports whether a request is an agent's own call whose instructions give
// it away: a title, a topic, a summary. The words of its user message may be the
// user's all the same, but they are another request's, and nobody asks memory.
func Errand(req *wire.Request) bool {
	for text := range req.Instructions(extract.ErrandBytes) {
		if extract.Errand(text) {
			return true
		}
	}
	return false
}
