package capture

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mneme/policy"
	"mneme/proxy/wire"
)

// BenchmarkHeed measures what looking for wishes costs a request, before it is
// sent on: an ordinary one, a long history, one long message.
func BenchmarkHeed(b *testing.B) {
	prose := strings.Repeat("Please look at the second draft of the plan and tell me what is still missing from it. ", 12)
	var long []string
	for i := range 50 {
		long = append(long, fmt.Sprint("user: ", i, " ", prose), fmt.Sprint("assistant: ", i, " ", prose))
	}
	f := func(name string, mode policy.Mode, lines ...string) {
		b.Run(name, func(b *testing.B) {
			in, _ := benchHouse(b, nil)
			req := &wire.Request{Messages: say(lines...)}
			ruling := policy.Ruling{Tenant: "acme", Realm: "default", User: "u1", Mode: mode}
			b.ReportAllocs()
			for b.Loop() {
				if heeded, err := in.Heed(context.Background(), ruling, "s1", req); err != nil || heeded.Reason != "" {
					b.Fatal(heeded, err)
				}
			}
		})
	}
	f("2KB", policy.On, "user: "+prose)
	f("2KB, read", policy.Read, "user: "+prose)
	f("100KB history", policy.On, append(long, "user: "+prose)...)
	f("100KB message", policy.On, "user: "+strings.Repeat(prose, 100))
}
