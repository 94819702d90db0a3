package policy

import (
	"encoding/json"
	"strings"
)

// splitUserID takes apart the forms in which Claude Code writes metadata.user_id:
//
//	user_<device>_account_<account>_session_<session>
//	{"device_id":"...","account_uuid":"...","session_id":"..."}
//
// The user is the account, which is the same on all of a person's machines, or
// the device where there is no account. Any other id is returned as it is.
func splitUserID(id string) (user, session string) {
	if strings.HasPrefix(id, "{") {
		var form struct {
			Device  string `json:"device_id"`
			Account string `json:"account_uuid"`
			Session string `json:"session_id"`
		}
		if json.Unmarshal([]byte(id), &form) == nil && (form.Account != "" || form.Device != "") {
			if form.Account != "" {
				return form.Account, form.Session
			}
			return form.Device, form.Session
		}
		return id, ""
	}
	rest, ok := strings.CutPrefix(id, "user_")
	if !ok {
		return id, ""
	}
	device, rest, ok := strings.Cut(rest, "_account_")
	if !ok || !isName(device) {
		return id, ""
	}
	account, session, ok := strings.Cut(rest, "_session_")
	if !ok {
		// An empty account may leave out its own underscore.
		if session, ok = strings.CutPrefix(rest, "session_"); !ok {
			return id, ""
		}
		account = ""
	}
	if account != "" && !isName(account) || session == "" {
		return id, ""
	}
	if account == "" {
		return device, session
	}
	return account, session
}

// isName reports whether s is what a device or an account is named by: a hash, a
// UUID, or letters and digits of another kind.
func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !('a' <= c|0x20 && c|0x20 <= 'z') && !('0' <= c && c <= '9') && c != '-' {
			return false
		}
	}
	return s != ""
}
