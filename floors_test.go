package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// floors gives each package its floor; a package imports only packages of lower
// floors. A package that is not listed here has no place in the house.
var floors = map[string]int{
	"memory": 0, "budget": 0, "proxy/wire": 0,

	"policy": 1, "memory/sqlite": 1, "memory/postgres": 1, "memory/seal": 1, "memory/flat": 1, "memory/qdrant": 1,
	"memory/redis": 1, "memory/cache": 1, "memory/embed": 1, "memory/encoder": 1, "memory/llm": 1, "memory/memorytest": 1,

	"capture/worth": 0, "capture/extract": 1, "capture/worth/train": 2,

	"inject": 2, "capture": 2, "memory/upkeep": 2, "memory/erase": 2,

	"proxy": 3, "proxy/admin": 3, "proxy/console": 3,

	".": 4, "bench": 4,
}

// doors gives each library the packages that may import it.
var doors = map[string][]string{
	"github.com/valyala/fasthttp":          {"proxy", "bench"},
	"github.com/pkoukk/tiktoken-go":        {"budget"},
	"github.com/pkoukk/tiktoken-go-loader": {"budget"},
	"github.com/dgraph-io/ristretto":       {"memory/cache"},
	"github.com/redis/go-redis":            {"memory/redis"},
	"github.com/qdrant/go-client":          {"memory/qdrant"},
	"github.com/jackc/pgx":                 {"memory/postgres"},
	"modernc.org/sqlite":                   {"memory/sqlite"},
	"database/sql":                         {"memory/sqlite"},
	"github.com/sashabaranov/go-openai":    {"memory/llm", "bench"},
	"filippo.io/age":                       {"memory/erase"},
	"github.com/golang-jwt/jwt":            {"policy"},
	"go.yaml.in/yaml":                      {"policy"},
}

// tested are packages that only tests may import.
var tested = []string{"memory/memorytest"}

// TestFloors reads every import clause: imports go down a floor, each library
// has one door, and test helpers stay out of the binary.
func TestFloors(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); file != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		seen++
		checkImports(t, filepath.ToSlash(file))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Fatalf("read only %d Go files: the walk is broken", seen)
	}
}

func checkImports(t *testing.T, file string) {
	t.Helper()
	from := path.Dir(file)
	floor, known := floors[from]
	if !known {
		t.Errorf("%s: package %s has no floor", file, from)
		return
	}
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	isTest := strings.HasSuffix(file, "_test.go")
	for _, clause := range parsed.Imports {
		name, err := strconv.Unquote(clause.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if to, ours := strings.CutPrefix(name, "mneme/"); ours {
			checkFloor(t, file, from, floor, to, isTest)
			continue
		}
		// Real clients and libraries may be used by tests to look from outside.
		if !isTest {
			checkDoor(t, file, from, name)
		}
	}
}

func checkFloor(t *testing.T, file, from string, floor int, to string, isTest bool) {
	t.Helper()
	target, known := floors[to]
	switch {
	case !known:
		t.Errorf("%s imports %s, which has no floor", file, to)
	case contains(tested, to) && !isTest && from != to:
		t.Errorf("%s imports %s outside a test", file, to)
	case isTest:
		// A test may wire real parts of other floors together.
	case target >= floor:
		t.Errorf("%s (floor %d) imports %s (floor %d): imports go down", file, floor, to, target)
	}
}

func checkDoor(t *testing.T, file, from, library string) {
	t.Helper()
	for prefix, packages := range doors {
		if (library == prefix || strings.HasPrefix(library, prefix+"/")) && !contains(packages, from) {
			t.Errorf("%s imports %s: its door is %s", file, library, strings.Join(packages, ", "))
		}
	}
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}
