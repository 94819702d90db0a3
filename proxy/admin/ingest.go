package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"mneme/capture"
	"mneme/memory"
)

type ingestIn struct {
	scopeIn
	SessionID string      `json:"session_id"`
	AgentID   string      `json:"agent_id"`
	Project   string      `json:"project"`
	Messages  []messageIn `json:"messages"`
}

// content is a message's content: a string, or parts of which the text ones
// count.
type content string

// UnmarshalJSON reads a string, a list of parts, or null.
func (c *content) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = content(text)
		return nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return invalid("content", "content must be a string or a list of parts")
	}
	var texts []string
	for _, part := range parts {
		if part.Text != "" {
			texts = append(texts, part.Text)
		}
	}
	*c = content(strings.Join(texts, "\n"))
	return nil
}

func (m messageIn) role(i int) (memory.Role, error) {
	switch m.Role {
	case "user", "assistant", "tool":
		return memory.Role(m.Role), nil
	case "system", "developer":
		return memory.RoleSystem, nil
	case "":
		return "", missing(fmt.Sprintf("messages[%d].role", i), "messages[%d].role is missing", i)
	}
	return "", invalid(fmt.Sprintf("messages[%d].role", i), "messages[%d].role must be user, assistant, system or tool", i)
}

func (s *Server) ingest(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in ingestIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	owner, err := s.owner(r, in.scopeIn)
	if err != nil {
		return 0, nil, err
	}
	batch, err := in.batch(owner)
	if err != nil {
		return 0, nil, err
	}
	if in.UserID != "" && in.UserID != owner.ID && in.SessionID != "" {
		if err := s.deps.Erase.NoteOrigin(r.Context(), owner, in.UserID, in.SessionID); err != nil {
			return 0, nil, err
		}
	}
	taken, err := s.deps.Intake.Ingest(r.Context(), batch)
	if err != nil {
		return 0, nil, fieldProblem(err)
	}
	if taken.State == capture.Refused {
		return 0, nil, memory.ErrFull
	}
	return http.StatusAccepted, map[string]any{"accepted": taken.Accepted, "receipt_id": taken.ReceiptID, "state": taken.State, "reason": taken.Reason}, nil
}

func (in ingestIn) batch(owner memory.Owner) (capture.Batch, error) {
	batch := capture.Batch{Owner: owner, Session: in.SessionID, Agent: in.AgentID, Project: in.Project, Origin: memory.FromIngest}
	if in.SessionID != "" {
		if err := memory.CheckID(in.SessionID); err != nil {
			return batch, invalid("session_id", "session_id %v", err)
		}
	}
	if len(in.Messages) == 0 {
		return batch, missing("messages", "messages is missing or empty")
	}
	for i, m := range in.Messages {
		role, err := m.role(i)
		if err != nil {
			return batch, err
		}
		message := capture.Message{ID: m.ID, Role: role, Name: m.Name, Content: string(m.Content)}
		if m.CreatedAt != nil {
			message.At = m.CreatedAt.UTC()
		}
		batch.Messages = append(batch.Messages, message)
	}
	return batch, nil
}

type flushIn struct {
	scopeIn
	TimeoutMS *int `json:"timeout_ms"`
}

func (s *Server) flush(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in flushIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	timeout := 30 * time.Second
	if in.TimeoutMS != nil {
		if *in.TimeoutMS < 0 || *in.TimeoutMS > 3_600_000 {
			return 0, nil, invalid("timeout_ms", "timeout_ms must be from 0 to 3600000")
		}
		timeout = time.Duration(*in.TimeoutMS) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	pending, err := s.deps.Intake.Flush(ctx)
	if pending > 0 {
		return http.StatusGatewayTimeout, map[string]any{
			"pending": pending,
			"error":   map[string]any{"message": fmt.Sprintf("%d exchanges are not learnt yet", pending), "type": "server_error", "code": "timeout", "param": nil},
		}, nil
	}
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]any{"pending": 0}, nil
}
