package proxy

import (
	"time"

	"mneme/capture"
	"mneme/policy"
	"mneme/proxy/wire"
)

func (m *Memory) refuse(refused *policy.Refusal) Outbound {
	m.parts.Tally.Add("mneme_refused_total", refused.Code, "", 1)
	return Outbound{Refusal: ownError(refused.Status, refused.Code, refused.Message, refused.Param, 0)}
}

func ownError(status int, code, message, param string, retry time.Duration) *Refusal {
	kind := "invalid_request_error"
	switch {
	case status == 401:
		kind = "authentication_error"
	case status == 403:
		kind = "permission_error"
	case status == 429:
		kind = "rate_limit_error"
	case status >= 500:
		kind = "server_error"
	}
	return &Refusal{Error: wire.Error{Status: status, Type: kind, Code: code, Message: message, Param: param}, RetryAfter: retry}
}

// require refuses a request that asked for an error rather than to go on without
// memory, where it could have none. Memory that was asked and had nothing to say is
// memory; so is what the local routes alone found. What repeating may mend is 503, so
// that clients repeat it; what the configuration or the request itself rules out is 403.
func (c *call) require() *Refusal {
	if !c.ruling.Require {
		return nil
	}
	status, code := 503, "memory_unavailable"
	switch c.report.Status {
	case "injected":
		return nil
	case "empty":
		if !c.ruling.Shadow { // whose finds are recorded and never put in
			return nil
		}
		status, code = 403, "memory_off"
	case "degraded":
		if !c.report.Failed && c.ruling.Status != "degraded" {
			return nil
		}
	case "off", "no-identity":
		status, code = 403, "memory_off"
	}
	retry := time.Duration(0)
	if status == 503 {
		retry = time.Second
	}
	c.m.parts.Tally.Add("mneme_refused_total", code, "", 1)
	return ownError(status, code, "memory is required for this request and cannot be used: "+c.report.Status+", "+c.report.Reason, "X-Memory-Require", retry)
}

// why tells beside an error what memory did.
func (c *call) why() [][2]string {
	if c.report.Status == "" {
		return nil
	}
	return [][2]string{{"X-Memory-Status", c.report.Status}, {"X-Memory-Reason", c.told()}, {"X-Memory-Capture", string(capture.CaptureOff)}}
}

// cannotForget refuses a request that asks to forget where that cannot be done.
func cannotForget(why string) *Refusal {
	return ownError(400, "forget_failed", "what was to be forgotten cannot be forgotten: "+why, "X-Memory-Forget", 0)
}
