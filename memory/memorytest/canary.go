package memorytest

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"
)

// Canary reports every file under the folders that holds one of the words, in
// its name or bytes, plain or in a usual disguise: UTF-16, hex, base64 at any
// offset, JSON or URL escapes. Words should be long enough not to be there by
// chance: eight bytes or more.
func Canary(t testing.TB, words []string, folders ...string) {
	t.Helper()
	for _, found := range Sightings(words, folders...) {
		t.Errorf("canary: %s", found)
	}
}

// Sightings returns what Canary reports. A folder that cannot be read is one.
func Sightings(words []string, folders ...string) []string {
	type shape struct {
		name  string
		bytes []byte
	}
	var shapes []shape
	for _, w := range words {
		for name, list := range disguises(w) {
			for _, b := range list {
				shapes = append(shapes, shape{name, b})
			}
		}
	}
	var out []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			content := []byte(d.Name())
			if d.Type().IsRegular() {
				read, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				content = append(append(content, 0), read...)
			}
			for _, s := range shapes {
				if at := bytes.Index(content, s.bytes); at >= 0 {
					out = append(out, fmt.Sprintf("%s holds a word as %s at byte %d", path, s.name, at-len(d.Name())-1))
				}
			}
			return nil
		})
		if err != nil {
			out = append(out, err.Error())
		}
	}
	return out
}

func disguises(word string) map[string][][]byte {
	raw := []byte(word)
	var little, big []byte
	for _, u := range utf16.Encode([]rune(word)) {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	ascii := func() []byte { // JSON with everything but ASCII escaped
		var b bytes.Buffer
		for _, u := range utf16.Encode([]rune(word)) {
			if u < 0x80 {
				b.WriteByte(byte(u))
			} else {
				fmt.Fprintf(&b, `\u%04x`, u)
			}
		}
		return b.Bytes()
	}()
	quoted, _ := json.Marshal(word)
	out := map[string][][]byte{
		"plain text":   {raw},
		"UTF-16":       {little, big},
		"hex":          {[]byte(hex.EncodeToString(raw)), bytes.ToUpper([]byte(hex.EncodeToString(raw)))},
		"JSON escapes": {quoted[1 : len(quoted)-1], ascii, bytes.ToUpper(ascii)},
		"URL escapes":  {[]byte(url.QueryEscape(word)), []byte(url.PathEscape(word))},
	}
	for offset := range 3 { // the three ways a text may fall on base64's groups
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			text := enc.EncodeToString(append(make([]byte, offset), raw...))
			head := []int{0, 2, 3}[offset] // letters that also hold bits of what goes before
			tail := 0
			if (offset+len(raw))%3 != 0 {
				tail = 1 // the last letter also holds bits of what comes after
			}
			out["base64"] = append(out["base64"], []byte(text[head:len(text)-tail]))
		}
	}
	return out
}
