package sqlite

import (
	"context"
	"encoding/binary"
	"fmt"
)

// What a database still holds of rows that were deleted. A deletion goes from
// deleted over scrubbed to clean.
const (
	clean    int32 = iota
	scrubbed       // only the write-ahead log
	deleted        // pages too
)

// scrubPages is how many pages are looked at in one transaction, so that captures
// do not wait long for it.
const scrubPages = 256

// scrub wipes the room between the cells of every page. secure_delete wipes a row
// where it stands; but when the tree splits or joins pages, SQLite leaves a copy
// of the rows it moved in the room that became free, and nobody wipes that.
func (s *Store) scrub(ctx context.Context, d *database) error {
	for from, last := 1, 1; from <= last; from += scrubPages {
		err := d.update(ctx, func(c *conn) error {
			var size int
			if _, err := c.row("PRAGMA page_count", nil, &last); err != nil {
				return err
			}
			if _, err := c.row("PRAGMA page_size", nil, &size); err != nil {
				return err
			}
			wiped := map[int][]byte{}
			err := c.rows("SELECT pgno, data FROM sqlite_dbpage WHERE pgno BETWEEN ? AND ?", []any{from, min(from+scrubPages-1, last)}, func(scan func(...any) error) error {
				var number int
				var page []byte
				if err := scan(&number, &page); err != nil {
					return err
				}
				if len(page) == size && !isPointerMap(number, size) && wipe(page, number == 1) {
					wiped[number] = page
				}
				return nil
			})
			if err != nil {
				return err
			}
			for number, page := range wiped {
				if _, err := c.exec("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?", page, number); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("scrub pages: %w", err)
		}
	}
	return nil
}

// isPointerMap reports whether a page holds the pointers by which a database gives
// pages back: the second page, and one behind every so many.
func isPointerMap(number, size int) bool {
	const locked = 0x40000000 // the byte that locks are taken on; its page is never used
	every := size/5 + 1
	if number < 2 {
		return false
	}
	at := (number-2)/every*every + 2
	if at == locked/size+1 {
		at++
	}
	return number == at
}

// wipe fills the room between the cell pointers of a page of a tree and its first
// cell with zeros, and reports whether there was anything else. A page that is of no
// tree, or does not look like one, is left alone. (File format: section 1.6, "B-tree
// Pages".)
func wipe(page []byte, first bool) bool {
	head := 0
	if first {
		head = 100 // the file's own header
	}
	room := head + 8
	switch page[head] {
	case 0x02, 0x05: // interior: a pointer to the right behind the header
		room += 4
	case 0x0A, 0x0D: // leaf
	default:
		return false
	}
	room += 2 * int(binary.BigEndian.Uint16(page[head+3:]))
	cells := int(binary.BigEndian.Uint16(page[head+5:]))
	if cells == 0 {
		cells = 1 << 16
	}
	if room > cells || cells > len(page) {
		return false
	}
	dirty := false
	for i, b := range page[room:cells] {
		if b != 0 {
			page[room+i], dirty = 0, true
		}
	}
	return dirty
}
