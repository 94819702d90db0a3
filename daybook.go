package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"mneme/memory"
	"mneme/memory/seal"
)

// daybook keeps counts of a day as marks: under a keyed hash, so that they name nobody.
type daybook struct {
	marks interface {
		Mark(ctx context.Context, tenant string, hash [32]byte, value string) error
		Marked(ctx context.Context, tenant string, hash [32]byte) (string, error)
	}
	keys *seal.Keyring
}

func (t daybook) hash(owner memory.Owner, name string) [32]byte {
	return t.keys.Hash(owner, "house/daybook", []byte(name))
}

// Noted returns what was noted on a day.
func (t daybook) Noted(ctx context.Context, owner memory.Owner, name, day string) ([]int, error) {
	value, err := t.marks.Marked(ctx, owner.Tenant, t.hash(owner, name))
	if err != nil {
		return nil, fmt.Errorf("read daybook: %w", err)
	}
	noted, counts, _ := strings.Cut(value, " ")
	if noted != day || day == "" {
		return nil, nil
	}
	var used []int
	for one := range strings.FieldsSeq(counts) {
		n, err := strconv.Atoi(one)
		if err != nil {
			return nil, fmt.Errorf("read daybook: %w", err)
		}
		used = append(used, n)
	}
	return used, nil
}

// Note notes what was used on a day.
func (t daybook) Note(ctx context.Context, owner memory.Owner, name, day string, used ...int) error {
	value := ""
	if day != "" {
		var b strings.Builder
		b.WriteString(day)
		for _, n := range used {
			b.WriteByte(' ')
			b.WriteString(strconv.Itoa(n))
		}
		value = b.String()
	}
	if err := t.marks.Mark(ctx, owner.Tenant, t.hash(owner, name), value); err != nil {
		return fmt.Errorf("write daybook: %w", err)
	}
	return nil
}
