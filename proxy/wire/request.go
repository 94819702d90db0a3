package wire

// Format is a provider wire format.
type Format uint8

// The formats that are read. Everything else is relayed unread.
const (
	Unread    Format = iota
	Chat             // OpenAI chat completions
	Responses        // OpenAI responses
	Messages         // Anthropic messages
)

// Request is a read-only view of a request body. Body belongs to the view and is
// never changed.
type Request struct {
	Format             Format
	Body               []byte
	Model              string
	Stream             bool
	MaxTokens          int // 0: not said
	User               string
	SafetyIdentifier   string
	MetadataUserID     string
	MetadataSessionID  string
	PromptCacheKey     string
	PreviousResponseID string
	HasTools           bool
	Instructions       string // decoded system text outside the messages (responses, messages formats); "" if none
	Messages           []Message
	Memory             *bool // body field "memory" at the top level
}

// Message is one message of the view.
type Message struct {
	Role       string // as sent: user, assistant, system, developer, tool, ...
	Name       string
	Text       string   // the message's own text parts, decoded and joined by a newline
	Parts      int      // number of content parts; -1 when the content is a string
	ToolCalls  []string // names of the tools an assistant message calls
	ToolCallID string   // of a tool message
	UserTurn   bool     // a user message with text of its own
	Memory     *bool    // the message's own field "memory"
	start, end int      // of the whole object in Body
	content    span     // of the content value in Body
	insert     int      // where a suffix goes; -1: nowhere
	cut        span     // the "memory" field with its comma, to be left out
}

type span struct{ start, end int }

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
