package capture

import (
	"mneme/capture/extract"
	"mneme/proxy/wire"
)

// played reports whether a request's instructions leave the user nothing to say of himself: they
// deal him a part in a game or in a training, or make a pipe of the model, through which others'
// texts go.
func played(req *wire.Request) bool {
	return instructed(req, func(instructions string) bool { return extract.Casts(instructions) || extract.Pipes(instructions) })
}

// Errand reports whether a request is an agent's own call whose instructions give
// it away: a title, a topic, a summary. The words of its user message may be the
// user's all the same, but they are another request's, and nobody asks memory.
func Errand(req *wire.Request) bool { return instructed(req, extract.Errand) }

// instructed reports whether one of the texts that open a request as its instructions is of a sort.
func instructed(req *wire.Request, sort func(instructions string) bool) bool {
	if sort(req.Instructions) {
		return true
	}
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role != "system" && m.Role != "developer" {
			return false
		}
		if sort(m.Text()) {
			return true
		}
	}
	return false
}
