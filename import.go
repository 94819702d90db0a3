package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

// importCommand takes in an export of ours, or conversations of the past: our
// own form, or the account exports of ChatGPT and Claude. It may be repeated:
// what is known is passed over.
func importCommand(ctx context.Context, std stdio, args []string) error {
	c, rest, err := dial(std, "import", args, nil)
	if err != nil {
		return err
	}
	from := std.in
	if len(rest) == 1 && rest[0] != "-" {
		file, err := os.Open(rest[0])
		if err != nil {
			return err
		}
		defer file.Close()
		from = file
	} else if len(rest) > 1 {
		return errors.New("needs one file, or reads its input")
	}
	in := bufio.NewReaderSize(from, 64<<10)
	head, _ := in.Peek(4096)
	if isExport(head) {
		return importExport(ctx, c, in)
	}
	conversations, err := readConversations(in)
	if err != nil {
		return err
	}
	return importConversations(ctx, c, std.err, conversations)
}

// isExport reports whether a file begins like an export of ours: lines with a
// type.
func isExport(head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	var begin struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(line, &begin) != nil {
		return bytes.HasPrefix(line, []byte(`{"type":"`)) // longer than what was looked at
	}
	switch begin.Type {
	case "settings", "record", "change", "entry":
		return true
	}
	return false
}

func importExport(ctx context.Context, c *client, in io.Reader) error {
	path, q := c.userPath("/import")
	answer, err := c.open(ctx, "POST", path, q, in)
	if err != nil {
		return err
	}
	defer answer.Close()
	var done struct{ Settings, Records, Skipped, Lines int }
	if err := json.NewDecoder(answer).Decode(&done); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d lines: %d records taken in, %d known or forgotten before\n", done.Lines, done.Records, done.Skipped)
	return nil
}

// conversation is a conversation of the past.
type conversation struct {
	Session  string    `json:"session_id"`
	Messages []message `json:"messages"`
}

// message is one of its messages, as POST /memory/v1/ingest takes it.
type message struct {
	ID        string     `json:"id,omitempty"`
	Role      string     `json:"role"`
	Name      string     `json:"name,omitempty"`
	Content   string     `json:"content"`
	CreatedAt *time.Time `json:"created_at,omitempty"`
}

// errForm says which forms can be read.
var errForm = errors.New(`this is no conversation: a file holds {"session_id","messages":[{"role","content","created_at"}]}, one or a list or one a line, or an export of mneme, ChatGPT or Claude`)

// readConversations reads any of the forms; each is a JSON value, or several one
// after another.
func readConversations(in io.Reader) ([]conversation, error) {
	var all []conversation
	decoder := json.NewDecoder(in)
	for n := 1; ; n++ {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("value %d of the file is not JSON: %w", n, err)
		}
		read, err := readForm(raw)
		if err != nil {
			return nil, fmt.Errorf("value %d of the file: %w", n, err)
		}
		all = append(all, read...)
	}
	if len(all) == 0 {
		return nil, errForm
	}
	return all, nil
}

func readForm(raw json.RawMessage) ([]conversation, error) {
	if raw[0] == '[' {
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		var all []conversation
		for i, item := range list {
			read, err := readForm(item)
			if err != nil {
				return nil, fmt.Errorf("item %d: %w", i+1, err)
			}
			all = append(all, read...)
		}
		return all, nil
	}
	var form struct {
		conversation
		ID      string              `json:"id"`
		UUID    string              `json:"uuid"`
		Mapping map[string]chatNode `json:"mapping"`
		Chat    []claudeMessage     `json:"chat_messages"`
	}
	if err := json.Unmarshal(raw, &form); err != nil {
		return nil, errForm
	}
	switch {
	case form.Mapping != nil:
		return []conversation{{Session: "chatgpt-" + form.ID, Messages: chatMessages(form.Mapping)}}, nil
	case form.Chat != nil:
		return []conversation{{Session: "claude-" + form.UUID, Messages: claudeMessages(form.Chat)}}, nil
	case len(form.Messages) > 0:
		return []conversation{form.conversation}, nil
	}
	return nil, errForm
}

// chatNode is a message of a ChatGPT account export, in its tree of edits.
type chatNode struct {
	Message *struct {
		ID     string `json:"id"`
		Author struct {
			Role string `json:"role"`
		} `json:"author"`
		CreateTime float64 `json:"create_time"`
		Content    struct {
			Parts []json.RawMessage `json:"parts"`
		} `json:"content"`
	} `json:"message"`
}

func chatMessages(nodes map[string]chatNode) []message {
	var messages []message
	for _, node := range nodes {
		m := node.Message
		if m == nil || m.CreateTime == 0 || (m.Author.Role != "user" && m.Author.Role != "assistant") {
			continue
		}
		var texts []string
		for _, part := range m.Content.Parts {
			var text string
			if json.Unmarshal(part, &text) == nil && strings.TrimSpace(text) != "" {
				texts = append(texts, text)
			}
		}
		if len(texts) == 0 {
			continue
		}
		at := time.UnixMicro(int64(m.CreateTime * 1e6)).UTC()
		messages = append(messages, message{ID: m.ID, Role: m.Author.Role, Content: strings.Join(texts, "\n"), CreatedAt: &at})
	}
	sort.SliceStable(messages, func(i, j int) bool { return messages[i].CreatedAt.Before(*messages[j].CreatedAt) })
	return messages
}

// claudeMessage is a message of a Claude account export.
type claudeMessage struct {
	UUID      string    `json:"uuid"`
	Text      string    `json:"text"`
	Sender    string    `json:"sender"`
	CreatedAt time.Time `json:"created_at"`
}

func claudeMessages(chat []claudeMessage) []message {
	var messages []message
	for _, m := range chat {
		role := "assistant"
		if m.Sender == "human" {
			role = "user"
		}
		if strings.TrimSpace(m.Text) != "" {
			at := m.CreatedAt.UTC()
			messages = append(messages, message{ID: m.UUID, Role: role, Content: m.Text, CreatedAt: &at})
		}
	}
	return messages
}

// importMessages bounds one call: a long conversation is taken in pieces.
const importMessages = 500

func importConversations(ctx context.Context, c *client, progress io.Writer, conversations []conversation) error {
	taken, total := 0, 0
	for i, talk := range conversations {
		if talk.Session == "" {
			talk.Session = "import-" + strconv.Itoa(i+1)
		}
		for from := 0; from < len(talk.Messages); from += importMessages {
			piece := talk.Messages[from:min(from+importMessages, len(talk.Messages))]
			var done struct{ Accepted int }
			body := c.body(map[string]any{"session_id": talk.Session, "messages": piece})
			if err := c.call(ctx, "POST", "/ingest", nil, body, &done); err != nil {
				return fmt.Errorf("conversation %d (%d messages taken in before it; an import may be repeated): %w", i+1, taken, err)
			}
			taken += done.Accepted
			total += len(piece)
		}
		fmt.Fprintf(progress, "\rconversation %d of %d", i+1, len(conversations))
	}
	fmt.Fprintln(progress)
	fmt.Fprintf(c.out, "%d conversations: %d messages taken in, %d known or forgotten before; they are being learnt\n", len(conversations), taken, total-taken)
	return nil
}
