package budget

import "strings"

// Encoding is a tokenizer's vocabulary.
type Encoding uint8

// The encodings. Unknown is that of a model whose tokenizer we do not carry: its
// texts cost what the dearer of the two known ones says.
const (
	Unknown Encoding = iota
	CL100K           // gpt-4, gpt-3.5-turbo, text-embedding-3
	O200K            // gpt-4o, gpt-4.1, gpt-5, the o series
)

// Cost is what a text costs in a prompt, in tokens, by tokenizer.
type Cost struct {
	CL100K int
	O200K  int
}

// In returns the cost in one encoding; in an unknown one, the larger.
func (c Cost) In(enc Encoding) int {
	switch enc {
	case CL100K:
		return c.CL100K
	case O200K:
		return c.O200K
	}
	return max(c.CL100K, c.O200K)
}

// family is what is known of the models whose names begin with prefix.
type family struct {
	prefix   string
	window   int
	encoding Encoding
}

// families lists known models, longer prefixes before shorter ones. Windows are
// in tokens, from the vendors' model pages; where a family has several, the
// smallest counts, since a block must fit all of them.
//
//	https://platform.openai.com/docs/models
//	https://docs.anthropic.com/en/docs/about-claude/models
//	https://ai.google.dev/gemini-api/docs/models
//	https://api-docs.deepseek.com/quick_start/pricing
//
// The Chinese vendors' own vocabularies take 0.5 to 0.7 tokens for a Chinese character by their
// documents (https://api-docs.deepseek.com/quick_start/token_usage); o200k takes about 0.75 and
// so stands for them, where cl100k would take half of a block's room away.
func families() []family {
	return []family{
		{"gpt-5", 400_000, O200K},
		{"gpt-4.1", 1_047_576, O200K},
		{"gpt-4.5", 128_000, O200K},
		{"gpt-4o", 128_000, O200K},
		{"chatgpt-4o", 128_000, O200K},
		{"gpt-oss", 128_000, O200K},
		{"gpt-4-turbo", 128_000, CL100K},
		{"gpt-4-1106", 128_000, CL100K},
		{"gpt-4-0125", 128_000, CL100K},
		{"gpt-4-vision", 128_000, CL100K},
		{"gpt-4-32k", 32_768, CL100K},
		{"gpt-4", 8_192, CL100K},
		{"gpt-3.5-turbo-instruct", 4_096, CL100K},
		{"gpt-3.5-turbo-0301", 4_096, CL100K},
		{"gpt-3.5-turbo-0613", 4_096, CL100K},
		{"gpt-3.5", 16_385, CL100K},
		{"gpt-35", 16_385, CL100K}, // as Azure writes it
		{"o1-mini", 128_000, O200K},
		{"o1-preview", 128_000, O200K},
		{"o1", 200_000, O200K},
		{"o3", 200_000, O200K},
		{"o4", 200_000, O200K},
		{"claude-2", 100_000, Unknown},
		{"claude", 200_000, Unknown},
		{"gemini-1.0", 32_768, Unknown},
		{"gemini", 1_000_000, Unknown},
		{"gemma-2", 8_192, Unknown},
		{"gemma", 32_768, Unknown},
		{"deepseek", 65_536, O200K},
		{"qwen", 32_768, O200K},
		{"qwq", 32_768, O200K},
		{"glm-4", 128_000, O200K},
		{"kimi", 128_000, O200K},
		{"moonshot-v1-8k", 8_192, O200K},
		{"moonshot-v1-32k", 32_768, O200K},
		{"moonshot", 128_000, O200K},
		{"doubao", 32_768, O200K},
		{"ernie", 8_192, O200K},
		{"hunyuan", 32_768, O200K},
		{"minimax", 200_000, O200K},
		{"llama-3.1", 128_000, Unknown},
		{"llama-3.2", 128_000, Unknown},
		{"llama-3.3", 128_000, Unknown},
		{"llama3.1", 128_000, Unknown},
		{"llama3.2", 128_000, Unknown},
		{"llama3.3", 128_000, Unknown},
		{"llama-4", 128_000, Unknown},
		{"llama", 8_192, Unknown},
		{"mistral", 32_768, Unknown},
		{"mixtral", 32_768, Unknown},
		{"codestral", 32_768, Unknown},
		{"command-r", 128_000, Unknown},
		{"grok", 131_072, Unknown},
		{"phi-4", 16_384, Unknown},
		{"phi-3", 4_096, Unknown},
	}
}

// DefaultWindow is the context window, in tokens, of a model we do not know: 15 %
// of it is just the default block.
const DefaultWindow = 8_192

// Models knows context windows and encodings by the names of models. It is
// read-only after NewModels.
type Models struct {
	families []family
}

// NewModels returns what is known about models.
func NewModels() *Models { return &Models{families: families()} }

// Window returns the context window of a model in tokens; DefaultWindow for one
// that is not known.
func (m *Models) Window(model string) int {
	if f, ok := m.find(model); ok {
		return f.window
	}
	return DefaultWindow
}

// Encoding returns the encoding of a model, or Unknown.
func (m *Models) Encoding(model string) Encoding {
	f, _ := m.find(model)
	return f.encoding
}

// find looks a model up by its last path segment, so that "openai/gpt-4o" and
// "ft:gpt-4o:acme::1" are what they are made from; case does not matter.
func (m *Models) find(model string) (family, bool) {
	if i := strings.LastIndexByte(model, '/'); i >= 0 {
		model = model[i+1:]
	}
	if len(model) > 3 && strings.EqualFold(model[:3], "ft:") {
		model = model[3:]
	}
	for _, f := range m.families {
		if len(model) >= len(f.prefix) && strings.EqualFold(model[:len(f.prefix)], f.prefix) {
			return f, true
		}
	}
	return family{}, false
}
