package proxy

import "testing"

func TestStrippedHeadersStayHere(t *testing.T) {
	f := func(block string, strip []string, want string) {
		t.Helper()
		if got := string(appendForwarded(nil, splitFields(nil, []byte(block)), false, strip)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	f("Authorization: Bearer mk-1\r\nX-A: 1\r\n", nil, "Authorization: Bearer mk-1\r\nX-A: 1\r\n")
	f("Authorization: Bearer mk-1\r\nX-A: 1\r\n", []string{"authorization"}, "X-A: 1\r\n")
	f("X-A: 1\r\nx-api-key: mk-1\r\n folded\r\n", []string{"X-Api-Key"}, "X-A: 1\r\n")
}
