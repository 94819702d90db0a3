package flat

import (
	"math"
	"strings"

	"mneme/memory"
)

// segment is an unchanging run of indexed records. A partition has two: a large one, and a
// small one that takes what is new and is rebuilt each time, until it is merged into the large
// one. Records are numbered within it from 0.
type segment struct {
	n     int
	words postings
	lens  []uint16 // words of each record, single characters not counted
	total int64    // sum of lens

	entities postings
	ties     []memory.Term // entities of each record, one after another
	tieOffs  []uint32      // n+1

	vectors [2]matrix // by the embedder in use and by the one that is being changed to
}

// matrix holds one vector per record as bytes: element i of record r is
// float32(rows[r*dims+i]) * scales[r]. A record without a vector has scale 0.
type matrix struct {
	id     string // of the embedder; empty: none
	dims   int
	rows   []int8
	scales []float32
}

func (m *matrix) bytes() int { return len(m.rows) + 4*len(m.scales) }

// bytes estimates what a segment holds in memory, records not counted.
func (s *segment) bytes() int {
	n := 2*len(s.lens) + 8*len(s.ties) + 4*len(s.tieOffs)
	for _, p := range [...]*postings{&s.words, &s.entities} {
		n += 8*len(p.keys) + 4*len(p.offs) + 5*len(p.docs)
	}
	return n + s.vectors[0].bytes() + s.vectors[1].bytes()
}

// buildSegment indexes the words and entities of records. Vectors come apart.
func buildSegment(records []*memory.Record) *segment {
	s := &segment{n: len(records), lens: make([]uint16, len(records)), tieOffs: make([]uint32, 1, len(records)+1)}
	var words, entities builder
	var terms []memory.Term
	for i, r := range records {
		terms = recordTerms(terms[:0], r)
		length := 0
		for _, t := range terms {
			if t.Kind() != memory.CharTerm {
				length++
			}
		}
		s.lens[i] = uint16(min(length, math.MaxUint16))
		s.total += int64(s.lens[i])
		words.add(uint32(i), terms)

		terms = recordEntities(terms[:0], r)
		s.ties = append(s.ties, terms...)
		s.tieOffs = append(s.tieOffs, uint32(len(s.ties)))
		entities.add(uint32(i), terms)
	}
	s.words, s.entities = words.postings(), entities.postings()
	return s
}

// recordTerms appends the words by which a record is found: its text, who took part where the
// text does not name them, and of a fact its subject and object.
func recordTerms(dst []memory.Term, r *memory.Record) []memory.Term {
	dst = memory.AppendTerms(dst, r.Text)
	for _, name := range r.Event.Participants {
		if !isRoleName(name) && !strings.Contains(r.Text, name) {
			dst = memory.AppendTerms(dst, name)
		}
	}
	if r.Object != "" && !strings.Contains(r.Text, r.Object) {
		dst = memory.AppendTerms(dst, r.Object)
	}
	if len(r.Called) > 0 { // it is found by what its entities go by now, too
		for _, name := range append([]string{r.Subject}, r.Event.Entities...) {
			if !isRoleName(name) && !strings.Contains(r.Text, name) {
				dst = memory.AppendTerms(dst, name)
			}
		}
	}
	if r.Constraint.Context != "" && !strings.Contains(r.Text, r.Constraint.Context) {
		dst = memory.AppendTerms(dst, r.Constraint.Context)
	}
	return dst
}

// isRoleName reports whether a participant is named by his role only.
func isRoleName(name string) bool {
	switch name {
	case "", "user", "assistant", "system", "tool":
		return true
	}
	return false
}

// recordEntities appends the keys of the entities that tie a record to others.
func recordEntities(dst []memory.Term, r *memory.Record) []memory.Term {
	add := func(name string) {
		if isRoleName(name) || len(name) > 80 {
			return
		}
		if key := memory.EntityKey(name); key != 0 {
			for _, have := range dst {
				if have == key {
					return
				}
			}
			dst = append(dst, key)
		}
	}
	if r.Kind == memory.KindAlias && r.Status != memory.Current {
		return dst // a merge that was undone ties nothing
	}
	all := func(subject, object string, entities, participants []string) {
		add(subject)
		if r.Layer == memory.Semantic {
			add(object)
		}
		for _, name := range entities {
			add(name)
		}
		for _, name := range participants {
			add(name)
		}
	}
	all(r.Subject, r.Object, r.Event.Entities, r.Event.Participants)
	for i := range r.Called {
		n := &r.Called[i]
		all(n.Subject, n.Object, n.Entities, n.Participants)
	}
	return dst
}

// mergeSegments joins two segments, leaving out the records whose place is -1.
func mergeSegments(a, b *segment, placeA, placeB []int32, n int) *segment {
	out := &segment{
		n: n, words: merge(&a.words, &b.words, placeA, placeB), entities: merge(&a.entities, &b.entities, placeA, placeB),
		lens: make([]uint16, 0, n), tieOffs: make([]uint32, 1, n+1),
	}
	each := func(f func(s *segment, i int)) {
		for i, to := range placeA {
			if to >= 0 {
				f(a, i)
			}
		}
		for i, to := range placeB {
			if to >= 0 {
				f(b, i)
			}
		}
	}
	each(func(s *segment, i int) {
		out.lens = append(out.lens, s.lens[i])
		out.total += int64(s.lens[i])
		out.ties = append(out.ties, s.ties[s.tieOffs[i]:s.tieOffs[i+1]]...)
		out.tieOffs = append(out.tieOffs, uint32(len(out.ties)))
	})
	for v := range out.vectors {
		like := &a.vectors[v]
		if a.n == 0 {
			like = &b.vectors[v]
		}
		if like.id == "" || b.n > 0 && (like.id != b.vectors[v].id || like.dims != b.vectors[v].dims) {
			continue
		}
		m := matrix{id: like.id, dims: like.dims, rows: make([]int8, 0, n*like.dims), scales: make([]float32, 0, n)}
		each(func(s *segment, i int) {
			from := &s.vectors[v]
			m.rows = append(m.rows, from.rows[i*m.dims:(i+1)*m.dims]...)
			m.scales = append(m.scales, from.scales[i])
		})
		out.vectors[v] = m
	}
	return out
}

// quantise writes v into row as bytes and returns the scale that turns them back; 0 for the
// zero vector.
func quantise(row []int8, v []float32) float32 {
	var top float32
	for _, x := range v {
		if x < 0 {
			x = -x
		}
		if x > top {
			top = x
		}
	}
	if top == 0 {
		clear(row)
		return 0
	}
	// Where a float32 is this large its last bit counts ones: the sum is rounded to the nearest
	// whole number, of two as near to the even one, and its low byte is the number.
	const whole = 3 << 22
	up := 127 / top
	for i, x := range v {
		row[i] = int8(math.Float32bits(float32(x*up) + whole))
	}
	return top / 127
}

// dots is the plain kernel: out[r] is the dot product of query with row r. It is what an index
// uses that was given none of its own.
func dots(query, rows []int8, out []int32) {
	dims := len(query)
	for r := range out {
		row := rows[r*dims : (r+1)*dims : (r+1)*dims]
		var a, b, c, d int32
		i := 0
		for ; i+4 <= dims; i += 4 {
			a += int32(query[i]) * int32(row[i])
			b += int32(query[i+1]) * int32(row[i+1])
			c += int32(query[i+2]) * int32(row[i+2])
			d += int32(query[i+3]) * int32(row[i+3])
		}
		for ; i < dims; i++ {
			a += int32(query[i]) * int32(row[i])
		}
		out[r] = a + b + c + d
	}
}
