package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"mneme/memory"
)

// Client calls the chat models. It is safe for concurrent use.
type Client struct {
	opts    Options
	api     *openai.Client
	breaker breaker
	slots   chan struct{}
	ledger  *Ledger
	limit   func(tenant string) Budget
	log     *slog.Logger
	plain   atomic.Bool // the endpoint knows no response format
	rest    *rest

	// Lies counts facts dropped since their quote was not there or did not
	// support them; Broken counts answers that could not be read.
	Lies, Broken atomic.Int64
}

// Parts are what a Client works with; all may be left out.
type Parts struct {
	Ledger *Ledger
	Limit  func(tenant string) Budget // a tenant's own tokens a day
	Log    *slog.Logger
	Now    func() time.Time
}

// New checks its options. It does not dial.
func New(opts Options, parts Parts) (*Client, error) {
	if err := opts.Validate(); err != nil {
		return nil, fmt.Errorf("check options of llm: %w", err)
	}
	if parts.Now == nil {
		parts.Now = time.Now
	}
	if parts.Ledger == nil {
		parts.Ledger = NewLedger(opts.UserTokensPerDay, opts.TenantTokensPerDay, parts.Now)
	}
	if parts.Limit == nil {
		parts.Limit = func(string) Budget { return Budget{} }
	}
	if parts.Log == nil {
		parts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.ReflectModel == "" {
		opts.ReflectModel = opts.Model
	}
	rest := &rest{now: parts.Now}
	return &Client{
		opts:    opts,
		rest:    rest,
		api:     openai.NewClientWithConfig(config(opts.URL, opts.Key, opts.MaxBytes, opts.Parallel, rest)),
		breaker: breaker{after: opts.BreakAfter, pause: opts.BreakFor, now: parts.Now},
		slots:   make(chan struct{}, opts.Parallel),
		ledger:  parts.Ledger,
		limit:   parts.Limit,
		log:     parts.Log,
	}, nil
}

// Costs returns what was spent.
func (c *Client) Costs() []Cost { return c.ledger.Costs() }

// Forget drops what is known of an erased owner: what he cost.
func (c *Client) Forget(ctx context.Context, owner memory.Owner) { c.ledger.Forget(ctx, owner) }

// config makes the configuration of an endpoint: it is followed nowhere else,
// and its answers are bounded.
func config(url string, key Secret, maxBytes, parallel int, rest *rest) openai.ClientConfig {
	cfg := openai.DefaultConfig(string(key))
	cfg.BaseURL = strings.TrimRight(url, "/")
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = parallel
	cfg.HTTPClient = &http.Client{
		Transport:     bounded{next: transport, max: int64(maxBytes), bare: key == "", rest: rest},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return cfg
}

var errTooLong = errors.New("llm: the answer is too long")

// bounded cuts off answers that are longer than they can honestly be, and leaves
// out the key's header where there is no key.
type bounded struct {
	next http.RoundTripper
	max  int64
	bare bool
	rest *rest // nil: what the endpoint asks for is not heard
}

// RoundTrip bounds the answer's body.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.bare {
		r = r.Clone(r.Context())
		r.Header.Del("Authorization")
	}
	res, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if b.rest != nil && (res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusServiceUnavailable) {
		b.rest.heard(res.Header)
	}
	res.Body = &boundedBody{ReadCloser: res.Body, left: b.max}
	return res, nil
}

type boundedBody struct {
	io.ReadCloser
	left int64
}

// Read returns errTooLong once the bound is passed.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}

// question is one call of a chat model.
type question struct {
	owner  memory.Owner
	model  string
	system string
	text   string
	name   string          // of the schema
	schema json.RawMessage // nil: the answer is text
}

// ask calls the model until read accepts its answer, the tries are used up, or
// trying again would not help.
func (c *Client) ask(ctx context.Context, q question, read func(answer string) error) error {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var last *CallError
	for try := range c.opts.Tries {
		rest := c.rest.left()
		if rest > c.opts.Patience { // others may wait for what is learnt now; the endpoint may not be asked before
			return &CallError{Code: "rate", Status: http.StatusTooManyRequests, err: ErrOpen}
		}
		if try > 0 {
			rest = max(rest, c.opts.Backoff<<(try-1))
		}
		if rest > 0 {
			if err := pause(ctx, rest); err != nil {
				return err
			}
		}
		answer, err := c.once(ctx, q)
		if err == nil {
			readErr := read(answer)
			if readErr == nil {
				return nil
			}
			c.Broken.Add(1)
			err = &CallError{Code: "answer", err: ErrAnswer}
		}
		if !errors.As(err, &last) || !last.again() {
			return err
		}
	}
	return last
}

// once makes one try.
func (c *Client) once(ctx context.Context, q question) (string, error) {
	if !c.breaker.allow() {
		return "", &CallError{Code: "open", err: ErrOpen}
	}
	// A token is a little under four bytes of English and about one Chinese
	// character of three: a third of the bytes is never far below.
	reserved := (len(q.system)+len(q.text))/3 + c.opts.MaxTokens/4
	if !c.ledger.take(ctx, q.owner, reserved, c.limit(q.owner.Tenant)) {
		c.breaker.leave()
		return "", &CallError{Code: "budget", err: ErrBudget}
	}
	bounded, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	response, err := c.api.CreateChatCompletion(bounded, c.request(q))
	if err != nil {
		fault := failed(ctx, err)
		if fault.Status == http.StatusBadRequest && !c.plain.Load() {
			// Many local servers refuse what they do not know: once more without.
			c.plain.Store(true)
			c.ledger.again(ctx, q.owner)
			response, err = c.api.CreateChatCompletion(bounded, c.request(q))
			if err != nil {
				fault = failed(ctx, err)
				c.plain.Store(false)
			}
		}
		if err != nil {
			c.ledger.spent(ctx, q.owner, reserved, 0, 0, 0)
			switch {
			case fault.Code == "stopped":
				c.breaker.leave()
			case fault.Code == "client":
				c.breaker.done() // it answers; the request is at fault
			default:
				c.breaker.fail()
			}
			return "", fault
		}
	}
	c.breaker.done()
	prompt, completion := response.Usage.PromptTokens, response.Usage.CompletionTokens
	if prompt == 0 {
		prompt = (len(q.system) + len(q.text)) / 3
	}
	if len(response.Choices) == 0 {
		c.ledger.spent(ctx, q.owner, reserved, prompt, completion, 0)
		return "", &CallError{Code: "answer", err: ErrAnswer}
	}
	message := response.Choices[0].Message
	if completion == 0 {
		completion = len(message.Content) / 3
	}
	c.ledger.spent(ctx, q.owner, reserved, prompt, completion, 0)
	if message.Refusal != "" || response.Choices[0].FinishReason == openai.FinishReasonContentFilter {
		return "", &CallError{Code: "refused", err: ErrRefused}
	}
	return message.Content, nil
}

// request is the wire form of a question.
func (c *Client) request(q question) openai.ChatCompletionRequest {
	r := openai.ChatCompletionRequest{
		Model: q.model,
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: q.system},
			{Role: openai.ChatMessageRoleUser, Content: q.text},
		},
	}
	if reasons(q.model) {
		r.MaxCompletionTokens = c.opts.MaxTokens
	} else {
		//lint:ignore SA1019 local servers and older models know no other field
		r.MaxTokens = c.opts.MaxTokens
		r.Temperature = math.SmallestNonzeroFloat32 // the library leaves a plain 0 out, and then it would be 1
	}
	if q.schema != nil && !c.plain.Load() {
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: q.name, Schema: q.schema, Strict: true},
		}
	}
	return r
}

// reasons reports whether a model is of a family that refuses a temperature and
// counts its tokens in another field.
func reasons(model string) bool {
	for _, family := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, family) {
			return true
		}
	}
	return false
}

// pause waits, or returns the context's error.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Rested forgets that the endpoint failed or asked to be left alone: somebody knows that it is
// back.
func (c *Client) Rested() {
	c.breaker.done()
	c.rest.until.Store(0)
}
