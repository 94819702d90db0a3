package policy

import "testing"

// TestLadderExhaustively climbs every combination of rungs there is, and checks
// it against the sentence of the specification: a step may only restrict.
func TestLadderExhaustively(t *testing.T) {
	modes := []Mode{Off, Read, Write, On}
	count := 0
	for _, server := range modes {
		for _, tenant := range modes {
			for _, key := range modes {
				for _, user := range modes {
					for _, fallback := range modes {
						for _, request := range modes {
							for _, message := range modes {
								for _, asked := range []bool{false, true} {
									count++
									checkLadder(t, Rungs{Server: server, Tenant: tenant, Key: key, User: user,
										Default: fallback, Asked: asked, Request: request, Message: message})
								}
							}
						}
					}
				}
			}
		}
	}
	if count != 4*4*4*4*4*4*4*2 {
		t.Fatalf("climbed %d ladders", count)
	}
}

func checkLadder(t *testing.T, r Rungs) {
	t.Helper()
	got, rung := Ladder(r)
	steps := map[Rung]Mode{RungServer: r.Server, RungTenant: r.Tenant, RungKey: r.Key, RungUser: r.User, RungMessage: r.Message}
	if r.Asked {
		steps[RungRequest] = r.Request
	} else {
		steps[RungDefault] = r.Default
	}
	for _, right := range []Mode{Read, Write} {
		everyone := true
		for _, m := range steps {
			everyone = everyone && m&right != 0
		}
		if (got&right != 0) != everyone {
			t.Fatalf("%+v: got %s: right %s must hold exactly if every step has it", r, got, right)
		}
	}
	if got == On {
		if rung != "" {
			t.Fatalf("%+v: rung %q decided although nothing was taken", r, rung)
		}
		return
	}
	if m, climbed := steps[rung]; !climbed || m == On {
		t.Fatalf("%+v: rung %q decided, which took nothing", r, rung)
	}
}

// TestLadderNamesTheDecidingRung reads like the specification's list.
func TestLadderNamesTheDecidingRung(t *testing.T) {
	f := func(r Rungs, want Mode, rung Rung) {
		t.Helper()
		if got, by := Ladder(r); got != want || by != rung {
			t.Errorf("%+v: got %s by %q, want %s by %q", r, got, by, want, rung)
		}
	}
	open := Rungs{Server: On, Tenant: On, Key: On, User: On, Default: On, Message: On}
	with := func(change func(*Rungs)) Rungs {
		r := open
		change(&r)
		return r
	}
	f(open, On, "")
	f(with(func(r *Rungs) { r.Server = Off }), Off, RungServer)
	f(with(func(r *Rungs) { r.Tenant = Read }), Read, RungTenant)
	f(with(func(r *Rungs) { r.Key = Write }), Write, RungKey)
	f(with(func(r *Rungs) { r.User = Off }), Off, RungUser)
	f(with(func(r *Rungs) { r.Default = Off }), Off, RungDefault)
	// A tenant may be off until a request asks, and a request cannot ask for more than the ceiling.
	f(with(func(r *Rungs) { r.Default, r.Asked, r.Request = Off, true, On }), On, "")
	f(with(func(r *Rungs) { r.Tenant, r.Asked, r.Request = Read, true, On }), Read, RungTenant)
	f(with(func(r *Rungs) { r.Tenant, r.Asked, r.Request = Read, true, Write }), Off, RungRequest)
	f(with(func(r *Rungs) { r.Message = Read }), Read, RungMessage)
}

func TestParseMode(t *testing.T) {
	f := func(word string, want Mode, known bool) {
		t.Helper()
		if got, ok := ParseMode(word); got != want || ok != known {
			t.Errorf("%q: got %s %v, want %s %v", word, got, ok, want, known)
		}
	}
	f("on", On, true)
	f("FULL", On, true)
	f("Auto", On, true)
	f("read", Read, true)
	f("ReadOnly", Read, true)
	f("read-only", Read, true)
	f("write", Write, true)
	f("write-only", Write, true)
	f(" Off ", Off, true)
	f("", Off, false)
	f("maybe", Off, false)
	f("true", Off, false)
}
