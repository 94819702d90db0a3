package main

import (
	"fmt"
	"net"
	"strings"
	"testing"
)

// TestAClientThatLeavesTakesNoWishBack: what was asked for is done, though nobody waits for the
// answer any more.
func TestAClientThatLeavesTakesNoWishBack(t *testing.T) {
	r := startRig(t, nil)
	for n, wish := range []string{"Forget what I just said.", "Don't remember this conversation.", "Forget my boat.", "忘掉我刚才说的话。", "别记这段对话。", "忘掉我的船。"} {
		user, told := fmt.Sprint("u", n), "I have a boat called Zyx."
		if n > 2 {
			told = "我有一只船叫Zyx。"
		}
		r.chat(as(user, "one"), told)
		r.flush()
		if !r.knows(user, "Zyx") {
			t.Fatalf("%s: nothing was learnt", user)
		}
		body := fmt.Sprintf(`{"model":"m","stream":true,"messages":[{"role":"user","content":%q},{"role":"assistant","content":%q},{"role":"user","content":%q}]}`, told, demoAnswer(told), wish)
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.house.dataURL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /v1/chat/completions HTTP/1.1\r\nHost: mneme\r\nContent-Type: application/json\r\nX-Memory-User-Id: %s\r\nX-Memory-Session-Id: one\r\nContent-Length: %d\r\n\r\n%s", user, len(body), body)
		conn.Close()
		waitFor(t, func() bool { r.flush(); return !r.knows(user, "Zyx") })
	}
}
