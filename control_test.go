package main

import (
	"context"
	"errors"
	"testing"

	"mneme/memory"
)

// slowControl is a control database whose answers a test can hold back.
type slowControl struct {
	memory.Control
	settings memory.Settings
	err      error
	reads    int
	during   func()
}

func (c *slowControl) Settings(context.Context, string, string) (memory.Settings, bool, error) {
	c.reads++
	s := c.settings
	if c.during != nil {
		c.during()
	}
	return s, true, c.err
}

func (c *slowControl) PutSettings(_ context.Context, _, _ string, s memory.Settings) error {
	c.settings = s
	return nil
}

func TestSettingsAreReadOnceAndChangesAreSeenAtOnce(t *testing.T) {
	below := &slowControl{settings: memory.Settings{Mode: "on"}}
	c := newControl(below)
	for range 3 {
		if s, _, err := c.Settings(t.Context(), "t", "u"); err != nil || s.Mode != "on" {
			t.Fatalf("got %q, %v", s.Mode, err)
		}
	}
	if below.reads != 1 {
		t.Errorf("read %d times, want 1", below.reads)
	}
	if err := c.PutSettings(t.Context(), "t", "u", memory.Settings{Mode: "off"}); err != nil {
		t.Fatal(err)
	}
	if s, _, _ := c.Settings(t.Context(), "t", "u"); s.Mode != "off" {
		t.Errorf("after switching off: %q", s.Mode)
	}
}

func TestSlowReadDoesNotBringAnOldChoiceBack(t *testing.T) {
	below := &slowControl{settings: memory.Settings{Mode: "on"}}
	c := newControl(below)
	below.during = func() {
		below.during = nil
		if err := c.PutSettings(t.Context(), "t", "u", memory.Settings{Mode: "off"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := c.Settings(t.Context(), "t", "u"); err != nil {
		t.Fatal(err)
	}
	if s, _, _ := c.Settings(t.Context(), "t", "u"); s.Mode != "off" {
		t.Errorf("got %q, want off", s.Mode)
	}
}

func TestUnreadableSettingsAreAnError(t *testing.T) {
	c := newControl(&slowControl{err: errors.New("locked")})
	if _, _, err := c.Settings(t.Context(), "t", "u"); err == nil {
		t.Error("an unreadable choice was taken for none")
	}
}
