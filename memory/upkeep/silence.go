package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mneme/memory"
)

// ErrNoTopic is returned for a topic that names nothing.
var ErrNoTopic = errors.New("upkeep: the topic names nothing")

// silenced reports whether a record is about a topic that its user dropped.
func silenced(r *memory.Record, topics []string) bool {
	for _, text := range topics {
		if topic := memory.NewTopic(text); topic.Means(r) {
			return true
		}
	}
	return false
}

// Silence drops a topic of a user's: nothing about it is put into a prompt from
// now on, and its records weigh nothing. They stay; see Unsilence.
func (k *Keeper) Silence(ctx context.Context, owner memory.Owner, topic string) error {
	return k.silence(ctx, owner, topic, true)
}

// Unsilence takes a topic up again: its records weigh what they are worth. A
// topic that was not dropped is memory.ErrNotFound.
func (k *Keeper) Unsilence(ctx context.Context, owner memory.Owner, topic string) error {
	return k.silence(ctx, owner, topic, false)
}

func (k *Keeper) silence(ctx context.Context, owner memory.Owner, topic string, on bool) error {
	topic = strings.TrimSpace(topic)
	switch {
	case topic == "":
		return ErrNoTopic
	case k.parts.Chooser == nil:
		return errors.New("upkeep: settings are not kept here")
	case owner.Level != memory.LevelUser:
		return fmt.Errorf("%w: only a user has topics", memory.ErrNoOwner)
	}
	settings, _, err := k.parts.Chooser.Settings(ctx, owner.Tenant, owner.ID)
	if err != nil {
		return fmt.Errorf("read settings: %w", err)
	}
	same := func(t string) bool { return memory.Fold(t) == memory.Fold(topic) || memory.Covers(t, topic) }
	known := slices.ContainsFunc(settings.Silenced, same)
	switch {
	case on && known:
	case on:
		settings.Silenced = append(slices.Clone(settings.Silenced), topic)
	case !known:
		return memory.ErrNotFound
	default:
		settings.Silenced = slices.DeleteFunc(slices.Clone(settings.Silenced), same)
	}
	if err := k.parts.Chooser.PutSettings(ctx, owner.Tenant, owner.ID, settings); err != nil {
		return fmt.Errorf("put settings: %w", err)
	}
	// From here on nothing about it is shown; the weights follow at once too.
	return k.run(ctx, owner, "weights", "user")
}

// run does one job for one owner now.
func (k *Keeper) run(ctx context.Context, owner memory.Owner, name, by string) error {
	i := slices.IndexFunc(k.jobs, func(j job) bool { return j.name == name })
	_, err := k.tend(ctx, memory.Tenancy{Owner: owner}, k.jobs[i:i+1], true, by)
	return err
}
