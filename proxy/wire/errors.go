package wire

// Error is an error of ours in the shape that the clients of a provider know.
type Error struct {
	Status  int    // HTTP status
	Type    string // the family, as OpenAI names them: invalid_request_error, ...
	Code    string // short and stable, also in X-Memory-Error
	Message string // for people; never a word of anybody's content
	Param   string // the field or header at fault; "" if none
}

// Body returns the error as the body of a response: OpenAI's shape, with the
// field that marks an Anthropic error in front where that format asked.
func (e Error) Body(f Format) []byte {
	out := make([]byte, 0, 160+len(e.Message))
	out = append(out, '{')
	if f == Messages {
		out = append(out, `"type":"error",`...)
	}
	out = append(out, `"error":{"message":"`...)
	out = appendEscaped(out, e.Message)
	out = append(out, `","type":"`...)
	out = appendEscaped(out, e.Type)
	out = append(out, `","param":`...)
	if e.Param == "" {
		out = append(out, `null`...)
	} else {
		out = append(out, '"')
		out = appendEscaped(out, e.Param)
		out = append(out, '"')
	}
	out = append(out, `,"code":"`...)
	out = appendEscaped(out, e.Code)
	return append(out, `"}}`...)
}
