package main

import (
	"context"
	"errors"

	"mneme/memory"
)

// errDown is returned for everything that needs a store while there is none.
var errDown = errors.New("memory is down")

// noControl is the control database while the store cannot be opened. It knows
// no key and no choice, and says so as an error wherever a guess could open
// something.
type noControl struct{}

func (noControl) Settings(context.Context, string, string) (memory.Settings, bool, error) {
	return memory.Settings{}, false, errDown
}
func (noControl) PutSettings(context.Context, string, string, memory.Settings) error { return errDown }
func (noControl) DropSettings(context.Context, string, string) error                 { return errDown }
func (noControl) ChangeSettings(context.Context, string, string, func(*memory.Settings) error) (memory.Settings, error) {
	return memory.Settings{}, errDown
}

// Policies and Keys answer that nothing was set: the policy file alone holds, and
// nobody gets in by a key that only the store knew.
func (noControl) Policies(context.Context) (map[string][]byte, error)      { return nil, nil }
func (noControl) PutPolicy(context.Context, string, []byte) error          { return errDown }
func (noControl) Keys(context.Context) ([]memory.Key, error)               { return nil, nil }
func (noControl) PutKey(context.Context, memory.Key) error                 { return errDown }
func (noControl) Links(context.Context, string) (map[string]string, error) { return nil, errDown }
func (noControl) PutLink(context.Context, string, string, string) error    { return errDown }
func (noControl) DropLink(context.Context, string, string) error           { return errDown }
func (noControl) Mark(context.Context, string, [32]byte, string) error     { return errDown }
func (noControl) Marked(context.Context, string, [32]byte) (string, error) { return "", errDown }
func (noControl) Realms(context.Context, string, string) ([]string, error) { return nil, errDown }

// noRecall recalls nothing.
type noRecall struct{}

func (noRecall) Recall(context.Context, memory.Query) (memory.Result, error) {
	return memory.Result{}, errDown
}
