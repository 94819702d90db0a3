package flat

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"mneme/memory"
)

// blobVersion changes whenever stored partitions of before cannot be used any more: with the
// form, the words, the traits, the themes, the neighbours. They are then built anew.
const blobVersion = 8

// encode writes a snapshot with the vectors of one slot: everything that would take time to
// make again. Both segments are joined first.
func encode(s *snapshot, slot int) []byte {
	if s.segments[1].n > 0 || s.live < len(s.records) {
		c := s.clone(0)
		s = newWriter(c).compact(c)
	}
	seg := s.segments[0]
	m := &seg.vectors[slot]
	e := &encoder{b: make([]byte, 0, s.size+1024)}
	e.uint(blobVersion)
	e.string(m.id)
	e.uint(uint64(m.dims))
	e.uint(uint64(len(s.records)))
	e.uint(uint64(s.sessions))
	e.uint(uint64(len(s.speakers)))
	for _, sp := range s.speakers {
		e.string(sp.name)
		e.uint(uint64(sp.term))
	}
	for _, r := range s.records {
		e.record(r)
	}
	for i := range s.records {
		e.b = append(e.b, byte(s.traits[i]), byte(s.traits[i]>>8), s.gates[i])
		e.b = binary.LittleEndian.AppendUint32(e.b, uint32(s.themes[i]))
		e.b = binary.LittleEndian.AppendUint32(e.b, uint32(s.session[i]))
		e.b = binary.LittleEndian.AppendUint32(e.b, uint32(s.prev[i]))
		e.b = binary.LittleEndian.AppendUint32(e.b, uint32(s.next[i]))
		e.b = binary.LittleEndian.AppendUint16(e.b, s.speaker[i])
		e.b = binary.LittleEndian.AppendUint64(e.b, uint64(s.when[i]))
		e.b = binary.LittleEndian.AppendUint16(e.b, seg.lens[i])
	}
	e.postings(&seg.words)
	e.postings(&seg.entities)
	e.terms(seg.ties)
	e.numbers(seg.tieOffs)
	for _, x := range m.scales {
		e.b = binary.LittleEndian.AppendUint32(e.b, math.Float32bits(x))
	}
	for _, x := range m.rows {
		e.b = append(e.b, byte(x))
	}
	return binary.LittleEndian.AppendUint32(e.b, crc32.ChecksumIEEE(e.b))
}

func (e *encoder) terms(list []memory.Term) {
	e.uint(uint64(len(list)))
	for _, t := range list {
		e.b = binary.LittleEndian.AppendUint64(e.b, uint64(t))
	}
}

func (e *encoder) numbers(list []uint32) {
	e.uint(uint64(len(list)))
	for _, n := range list {
		e.b = binary.LittleEndian.AppendUint32(e.b, n)
	}
}

func (e *encoder) postings(p *postings) {
	e.terms(p.keys)
	e.numbers(p.offs)
	e.numbers(p.docs)
	e.b = append(e.b, p.freqs...)
}

// decode reads what encode wrote. It refuses vectors of another embedder or another size.
func decode(blob []byte, owner memory.Owner, slot int, embedder memory.Embedder) (*snapshot, error) {
	if len(blob) < 4 || crc32.ChecksumIEEE(blob[:len(blob)-4]) != binary.LittleEndian.Uint32(blob[len(blob)-4:]) {
		return nil, errTorn
	}
	d := newDecoder(blob[:len(blob)-4])
	if d.uint() != blobVersion {
		return nil, errTorn
	}
	m := matrix{id: d.string(), dims: int(d.uint())}
	switch {
	case embedder == nil && m.id != "":
		return nil, errTorn
	case embedder != nil && (m.id != embedder.ID() || m.dims != embedder.Dims()):
		return nil, errTorn
	}
	n := d.count(33)
	s := &snapshot{live: n, sessions: d.count(1), segments: [2]*segment{{n: n}, buildSegment(nil)}}
	s.speakers = make([]speaker, d.count(2))
	for i := range s.speakers {
		s.speakers[i] = speaker{d.string(), memory.Term(d.uint())}
	}
	if len(s.speakers) == 0 {
		return nil, errTorn
	}
	block := make([]memory.Record, n)
	s.records = make([]*memory.Record, n)
	for i := range block {
		d.record(&block[i], owner)
		s.records[i] = &block[i]
	}
	seg := s.segments[0]
	d.columns(s, seg)
	seg.words, seg.entities = d.postings(n), d.postings(n)
	seg.ties = d.terms()
	seg.tieOffs = d.numbers()
	m.scales = make([]float32, n)
	if m.id == "" {
		m.scales = nil
	}
	for i := range m.scales {
		if b := d.take(4); b != nil {
			m.scales[i] = math.Float32frombits(binary.LittleEndian.Uint32(b))
		}
	}
	if rows := d.take(len(m.scales) * m.dims); rows != nil {
		m.rows = make([]int8, len(rows))
		for i, x := range rows {
			m.rows[i] = int8(x)
		}
	}
	if d.bad || d.at != len(d.b) || !s.sound() {
		return nil, errTorn
	}
	seg.vectors[slot] = m
	s.segments[1].vectors[slot] = matrix{id: m.id, dims: m.dims}
	s.assort(&writer{})
	s.weigh()
	return s, nil
}

// columns reads the columns by record number.
func (d *decoder) columns(s *snapshot, seg *segment) {
	n := seg.n
	s.traits, s.themes, s.gates = make([]memory.Traits, n), make([]memory.Themes, n), make([]uint8, n)
	s.session, s.prev, s.next = make([]int32, n), make([]int32, n), make([]int32, n)
	s.speaker, s.when, seg.lens = make([]uint16, n), make([]int64, n), make([]uint16, n)
	s.valid, s.seq, s.kind = make([]validity, n), make([]int, n), make([]uint32, n)
	for i := range n {
		b := d.take(31)
		if b == nil {
			return
		}
		s.traits[i], s.gates[i] = memory.Traits(b[0])|memory.Traits(b[1])<<8, b[2]
		s.themes[i] = memory.Themes(binary.LittleEndian.Uint32(b[3:]))
		s.session[i] = int32(binary.LittleEndian.Uint32(b[7:]))
		s.prev[i] = int32(binary.LittleEndian.Uint32(b[11:]))
		s.next[i] = int32(binary.LittleEndian.Uint32(b[15:]))
		s.speaker[i] = binary.LittleEndian.Uint16(b[19:])
		s.when[i] = int64(binary.LittleEndian.Uint64(b[21:]))
		s.valid[i], s.seq[i] = validityOf(s.records[i]), s.records[i].Seq
		seg.lens[i] = binary.LittleEndian.Uint16(b[29:])
		seg.total += int64(seg.lens[i])
	}
}

func (d *decoder) terms() []memory.Term {
	list := make([]memory.Term, d.count(8))
	if b := d.take(8 * len(list)); b != nil {
		for i := range list {
			list[i] = memory.Term(binary.LittleEndian.Uint64(b[8*i:]))
		}
	}
	return list
}

func (d *decoder) numbers() []uint32 {
	list := make([]uint32, d.count(4))
	if b := d.take(4 * len(list)); b != nil {
		for i := range list {
			list[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
	}
	return list
}

func (d *decoder) postings(n int) postings {
	p := postings{keys: d.terms(), offs: d.numbers(), docs: d.numbers()}
	p.freqs = slices.Clone(d.take(len(p.docs)))
	if len(p.freqs) != len(p.docs) || len(p.offs) != len(p.keys)+1 || !slices.IsSorted(p.offs) ||
		p.offs[0] != 0 || int(p.offs[len(p.keys)]) != len(p.docs) {
		d.fail()
		return p
	}
	for _, doc := range p.docs {
		if int(doc) >= n {
			d.fail()
		}
	}
	return p
}

// sound reports whether every number that a search follows stays within the snapshot.
func (s *snapshot) sound() bool {
	seg := s.segments[0]
	n := int32(seg.n)
	for i := range s.records {
		if s.session[i] < -1 || s.session[i] >= int32(s.sessions) || s.prev[i] < -1 || s.prev[i] >= n ||
			s.next[i] < -1 || s.next[i] >= n || int(s.speaker[i]) >= len(s.speakers) {
			return false
		}
	}
	return len(seg.tieOffs) == seg.n+1 && slices.IsSorted(seg.tieOffs) && int(seg.tieOffs[seg.n]) == len(seg.ties)
}
