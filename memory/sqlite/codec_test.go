package sqlite

import (
	"reflect"
	"testing"
	"time"
	"unsafe"

	"mneme/memory"
)

// fill gives every field of a value something of its own, so that a field that
// the codec does not know is found.
func fill(v reflect.Value, next *int64) {
	*next++
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(1_700_000_000+*next, *next).UTC()))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), next)
		fill(v.Index(1), next)
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case v.Kind() == reflect.String:
		v.SetString("文 " + string(rune('a'+*next%26)))
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(*next - 40)
	case v.CanUint():
		v.SetUint(uint64(*next % 250))
	case v.CanFloat():
		v.SetFloat(float64(*next) / 7)
	default:
		panic("codec test: no value for " + v.Type().String())
	}
}

func filled[T any]() (out T) {
	var next int64
	fill(reflect.ValueOf(&out).Elem(), &next)
	return out
}

func TestBodiesKeepEveryField(t *testing.T) {
	check := func(what string, got, want any, err error) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", what, got, err, want)
		}
	}
	r := filled[memory.Record]()
	r.ID, r.Owner, r.Revision = "", memory.Owner{}, 0
	got, err := decodeRecord(encodeRecord(&r))
	check("record", got, r, err)
	n := filled[memory.Entry]()
	n.ID, n.Owner, n.Attempts = "", memory.Owner{}, 0
	entry, err := decodeEntry(encodeEntry(&n))
	check("entry", entry, n, err)
	c := filled[memory.Change]()
	c.RecordID = ""
	change, err := decodeChange(encodeChange(&c))
	check("change", change, c, err)
	var empty memory.Record
	got, err = decodeRecord(encodeRecord(&empty))
	check("empty record", got, empty, err)
}

func TestARecordKeepsItsWordsOnce(t *testing.T) {
	const said = "I moved to a house by the harbour."
	want := memory.Record{Text: said, SessionID: "session-1", Sources: []memory.Provenance{
		{SessionID: "session-1", Quote: said}, {SessionID: "session-2", Quote: "by the harbour"},
	}}
	r, err := decodeRecord(encodeRecord(&want))
	if err != nil || !reflect.DeepEqual(r, want) {
		t.Fatalf("got %+v, %v", r, err)
	}
	if unsafe.StringData(r.Sources[0].Quote) != unsafe.StringData(r.Text) || unsafe.StringData(r.Sources[0].SessionID) != unsafe.StringData(r.SessionID) {
		t.Error("the words of a quote lie in memory twice")
	}
}

func FuzzBodiesOfAnyBytesAreNoPanic(f *testing.F) {
	r, n := filled[memory.Record](), filled[memory.Entry]()
	f.Add(encodeRecord(&r))
	f.Add(encodeEntry(&n))
	f.Fuzz(func(t *testing.T, body []byte) {
		decodeRecord(body)
		decodeEntry(body)
		decodeChange(body)
	})
}
