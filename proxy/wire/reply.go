package wire

// Reply is what was assembled from a relayed answer.
type Reply struct {
	ID           string // of the answer, where it has one
	Text         string // of the first choice
	ToolCalls    []ToolCall
	Refusal      string
	FinishReason string
	Complete     bool // its terminal mark was seen; false: partial
	Truncated    bool // the copy reached its cap
	Status       int  // HTTP status
	Usage        Usage
}

// ToolCall is one call of a tool by the assistant.
type ToolCall struct {
	ID        string
	Name      string
	Arguments string
}

// Usage is what the provider counted, in tokens; 0 where it said nothing.
type Usage struct {
	Prompt     int
	Completion int
	Cached     int
}
