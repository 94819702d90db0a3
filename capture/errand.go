package capture

import (
	"mneme/capture/extract"
	"mneme/proxy/wire"
)

// played reports whether a request's instructions deal the user a part in a game or in a
// training: what he says then is not of himself.
func played(req *wire.Request) bool {
	if extract.Casts(req.Instructions) {
		return true
	}
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role != "system" && m.Role != "developer" {
			return false
		}
		if extract.Casts(m.Text()) {
			return true
		}
	}
	return false
}

// Errand reports whether a request is an agent's own call whose instructions give
// it away: a title, a topic, a summary. The words of its user message may be the
// user's all the same, but they are another request's, and nobody asks memory.
func Errand(req *wire.Request) bool {
	if extract.Errand(req.Instructions) {
		return true
	}
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role != "system" && m.Role != "developer" {
			return false
		}
		if extract.Errand(m.Text()) {
			return true
		}
	}
	return false
}
