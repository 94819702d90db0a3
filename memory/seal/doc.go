// Package seal keeps the keys of owners: it seals and opens their text, and it
// destroys a key so that nothing sealed with it can ever be read again, wherever
// a copy may lie.
//
// It owns one folder, apart from the data it protects and from its backups:
//
//	master.key     32 random bytes in hex, mode 0600; absent when the key is given from outside
//	owners.keys    one slot of 128 bytes per owner: his key, wrapped with the master key
//	erasures.log   one line of 64 bytes per destroyed key; only ever appended
//	lock           held by the process that uses the folder
//
// An owner has at most one key at a time. Keys are numbered: text sealed with a
// destroyed key stays unreadable when the same owner comes back and gets his
// next one.
//
//	no key ──first Seal──▶ key n ──Destroy──▶ erased up to n ──next Seal──▶ key n+1
//
// To destroy a key is to write its line in the log, to sync, to overwrite its
// slot in place, and to sync again. Opening the folder replays the log, so a
// crash between the two finishes the work, and an old copy of owners.keys brings
// nothing back as long as the log is newer (ImportErasures merges another one).
// Overwriting in place is as physical as the file system makes it: on a disk
// that copies on write, keep the master key on another one.
//
// Hash keys derive from the master key alone. They outlive an owner's key, so
// that tombstones keep holding after an erasure.
//
// It never touches a database, and it never logs.
package seal
