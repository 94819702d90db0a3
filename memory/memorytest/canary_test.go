package memorytest

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"
)

func TestCanaryFindsEveryDisguise(t *testing.T) {
	const word = "canary 花生 42/7"
	var wide []byte
	for _, u := range utf16.Encode([]rune("x" + word)) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	quoted, _ := json.Marshal(map[string]string{"k": word})
	hidden := map[string][]byte{
		"plain":  []byte("a" + word + "b"),
		"wide":   wide,
		"hex":    []byte("00" + hex.EncodeToString([]byte(word))),
		"json":   quoted,
		"ascii":  []byte(`canary \u82b1\u751f 42/7`),
		"query":  []byte("q=" + url.QueryEscape(word)),
		"path":   []byte("/" + url.PathEscape(word)),
		"base64": []byte(base64.StdEncoding.EncodeToString([]byte(word))),
	}
	for i := range 6 {
		hidden["base64 at "+string(rune('0'+i))] = []byte(base64.URLEncoding.EncodeToString([]byte("123456"[:i] + word + "and more")))
	}
	for name, content := range hidden {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "file"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		if len(Sightings([]string{word}, dir)) == 0 {
			t.Errorf("%s is not found in %q", name, content)
		}
		if found := Sightings([]string{"another word"}, dir); len(found) != 0 {
			t.Errorf("found what is not there: %v", found)
		}
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "a secretname b"), nil, 0o600)
	if len(Sightings([]string{"secretname"}, dir)) == 0 {
		t.Error("a file's name is not looked at")
	}
	if len(Sightings([]string{"secretname"}, filepath.Join(dir, "missing"))) == 0 {
		t.Error("a folder that is not there counts as clean")
	}
}
