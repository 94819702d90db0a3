package upkeep

import "testing"

func TestWhatSomebodyDid(t *testing.T) {
	f := func(text, want string) {
		t.Helper()
		if got := acted(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	f("I had oolong tea at breakfast.", "oolong tea")
	f("Had oolong tea again.", "oolong tea")
	f("I drank some oolong tea, and it rained.", "oolong tea")
	f("Today I went swimming.", "swimming")
	f("We went to the gym after work", "gym")
	f("I made a very long story out of it all", "")
	f("She had oolong tea.", "")
	f("I had to leave early", "")
	f("The printer jams", "")
	f("今天早上喝了豆浆。", "豆浆")
	f("我又喝了一杯豆浆，外面下着雨", "豆浆")
	f("今天去游泳了", "游泳")
	f("我没喝豆浆", "")
	f("我想喝豆浆", "")
	f("打印机坏了", "")
}
