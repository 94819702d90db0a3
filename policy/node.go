package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// maxNodes bounds what a policy may unfold to through aliases.
const maxNodes = 1 << 20

// decoder reads typed values out of a tree of nodes and collects every fault on
// its way. Policy files (YAML) and the admin API (JSON) are read by the same
// code, so that they cannot drift apart.
//
// A value that is null was not said: whatever stood there before still does.
type decoder struct {
	faults []Fault
	nodes  int
}

func (d *decoder) fault(n *yaml.Node, path, format string, args ...any) {
	f := Fault{Path: path, Message: fmt.Sprintf(format, args...)}
	if n != nil {
		f.Line, f.Column = n.Line, n.Column
	}
	d.faults = append(d.faults, f)
}

// follow resolves aliases, and refuses a tree that unfolds without end.
func (d *decoder) follow(n *yaml.Node, path string) (*yaml.Node, bool) {
	at := n
	for n.Kind == yaml.AliasNode && n.Alias != nil && d.nodes <= maxNodes {
		n = n.Alias
		d.nodes++
	}
	d.nodes++
	if d.nodes > maxNodes {
		if d.nodes == maxNodes+1 {
			d.fault(at, path, "unfolds to more than %d values", maxNodes)
		}
		return nil, false
	}
	return n, true
}

// mapping hands each key of a mapping to field, which answers false for a key it
// does not know. An empty value is an empty mapping.
func (d *decoder) mapping(n *yaml.Node, path string, field func(key, path string, value *yaml.Node) bool) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return
	}
	if n.Kind != yaml.MappingNode {
		d.fault(n, path, "must be a mapping of keys to values, not %s", kindOf(n))
		return
	}
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if name.Kind != yaml.ScalarNode {
			d.fault(name, path, "a key must be a word, not %s", kindOf(name))
			continue
		}
		below := join(path, name.Value)
		if seen[name.Value] {
			d.fault(name, below, "is given twice")
			continue
		}
		seen[name.Value] = true
		if !field(name.Value, below, value) {
			d.fault(name, below, "unknown key %q", name.Value)
		}
	}
}

// list hands each element of a sequence to element. An empty value is no element.
func (d *decoder) list(n *yaml.Node, path string, element func(path string, value *yaml.Node)) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		d.fault(n, path, "must be a list, not %s", kindOf(n))
		return
	}
	for i, item := range n.Content {
		element(fmt.Sprintf("%s[%d]", path, i), item)
	}
}

func (d *decoder) text(n *yaml.Node, path string) (string, bool) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		d.fault(n, path, "must be text, not %s", kindOf(n))
		return "", false
	}
	return n.Value, true
}

func (d *decoder) texts(n *yaml.Node, path string) []string {
	var texts []string
	d.list(n, path, func(path string, item *yaml.Node) {
		if s, ok := d.text(item, path); ok {
			texts = append(texts, s)
		}
	})
	return texts
}

// word reads one of a closed set of words.
func (d *decoder) word(n *yaml.Node, path string, words ...string) (string, bool) {
	s, ok := d.text(n, path)
	if !ok {
		return "", false
	}
	for _, w := range words {
		if strings.EqualFold(s, w) {
			return w, true
		}
	}
	d.fault(n, path, "must be one of %s, not %q", strings.Join(words, ", "), s)
	return "", false
}

func (d *decoder) mode(n *yaml.Node, path string) (Mode, bool) {
	s, ok := d.text(n, path)
	if !ok {
		return Off, false
	}
	m, ok := ParseMode(s)
	if !ok {
		d.fault(n, path, "must be one of on, read, write, off, not %q", s)
	}
	return m, ok
}

func (d *decoder) flag(n *yaml.Node, path string) (bool, bool) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return false, false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		d.fault(n, path, "must be true or false, not %s", kindOf(n))
		return false, false
	}
	return strings.EqualFold(n.Value, "true"), true
}

func (d *decoder) count(n *yaml.Node, path string, low, high int) (int, bool) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return 0, false
	}
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || err != nil {
		d.fault(n, path, "must be a whole number, not %s", kindOf(n))
		return 0, false
	}
	if v < low || v > high {
		d.fault(n, path, "must be from %d to %d, not %d", low, high, v)
		return 0, false
	}
	return v, true
}

func (d *decoder) number(n *yaml.Node, path string, low, high float64) (float64, bool) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return 0, false
	}
	tag := n.ShortTag()
	v, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" || err != nil || math.IsNaN(v) {
		d.fault(n, path, "must be a number, not %s", kindOf(n))
		return 0, false
	}
	if v < low || v > high {
		d.fault(n, path, "must be from %g to %g, not %g", low, high, v)
		return 0, false
	}
	return v, true
}

func (d *decoder) duration(n *yaml.Node, path string, low time.Duration) (time.Duration, bool) {
	n, ok := d.follow(n, path)
	if !ok || isNull(n) {
		return 0, false
	}
	v, err := ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" || err != nil {
		d.fault(n, path, "must be a duration such as 90d, 720h or 80ms, not %s", kindOf(n))
		return 0, false
	}
	if v < low {
		d.fault(n, path, "must be at least %s, not %s", FormatDuration(low), FormatDuration(v))
		return 0, false
	}
	return v, true
}

// ParseDuration reads a duration as Go writes it ("720h", "1m30s", "80ms"), or in
// whole days or weeks ("90d", "2w"). It is never negative.
func ParseDuration(s string) (time.Duration, error) {
	unit := time.Duration(0)
	switch {
	case strings.HasSuffix(s, "d"):
		unit = 24 * time.Hour
	case strings.HasSuffix(s, "w"):
		unit = 7 * 24 * time.Hour
	}
	if unit > 0 {
		n, err := strconv.ParseUint(s[:len(s)-1], 10, 32)
		if err != nil || n > uint64(math.MaxInt64/int64(unit)) {
			return 0, errors.New("policy: not a duration")
		}
		return time.Duration(n) * unit, nil
	}
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return 0, errors.New("policy: not a duration")
	}
	return v, nil
}

// FormatDuration writes a duration as ParseDuration reads it, without parts that
// are zero: 2160h and not 2160h0m0s.
func FormatDuration(v time.Duration) string {
	s := v.String()
	if v >= time.Minute {
		s = strings.TrimSuffix(s, "0s")
	}
	if v >= time.Hour && strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// kindOf says in a reader's words what a node is.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.ScalarNode:
		switch n.ShortTag() {
		case "!!null":
			return "nothing"
		case "!!str":
			return strconv.Quote(n.Value)
		}
		return n.Value
	}
	return "this"
}

// jsonNode reads JSON into the same nodes, with lines and columns, so that the
// admin API's bodies meet the same checks as the file.
func jsonNode(text []byte) (*yaml.Node, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	r := jsonReader{dec: dec, text: text, line: 1}
	n, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one JSON value")
	}
	return n, nil
}

// maxDepth bounds how deep a JSON body may nest.
const maxDepth = 32

type jsonReader struct {
	dec  *json.Decoder
	text []byte
	done int // bytes whose lines are counted
	line int
	from int // where the current line starts
}

func (r *jsonReader) value(depth int) (*yaml.Node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("is nested deeper than %d levels", maxDepth)
	}
	token, err := r.dec.Token()
	if err != nil {
		return nil, errors.New("is not valid JSON")
	}
	n := &yaml.Node{Kind: yaml.ScalarNode}
	n.Line, n.Column = r.place()
	switch v := token.(type) {
	case nil:
		n.Tag, n.Value = "!!null", "null"
	case bool:
		n.Tag, n.Value = "!!bool", strconv.FormatBool(v)
	case string:
		n.Tag, n.Value = "!!str", v
	case json.Number:
		n.Tag, n.Value = "!!float", v.String()
		if !strings.ContainsAny(n.Value, ".eE") {
			n.Tag = "!!int"
		}
	case json.Delim:
		n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		if v == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
		for r.dec.More() {
			item, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, item)
		}
		if _, err := r.dec.Token(); err != nil {
			return nil, errors.New("is not valid JSON")
		}
	}
	return n, nil
}

// place returns the line and column at which the token just read ends: near
// enough to find it, and all that the standard decoder tells.
func (r *jsonReader) place() (line, column int) {
	end := min(int(r.dec.InputOffset()), len(r.text))
	for ; r.done < end; r.done++ {
		if r.text[r.done] == '\n' {
			r.line++
			r.from = r.done + 1
		}
	}
	return r.line, end - r.from
}

// drop takes a key out of a mapping.
func drop(n *yaml.Node, key string) {
	if n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			n.Content = append(n.Content[:i:i], n.Content[i+2:]...)
			return
		}
	}
}
