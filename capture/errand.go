package capture

import (
	"mneme/capture/extract"
	"mneme/proxy/wire"
)

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
