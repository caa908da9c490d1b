package wine

import (
	"bytes"
	"encoding/binary"
)

// Go's runtime takes its random numbers from ProcessPrng of bcryptprimitives.dll, which Wine has had since version 9 and
// Debian's has not. Shim makes that DLL for 64 bits: it has no code, but hands the one function on to an older one of
// Windows that does the same with the same arguments, advapi32.SystemFunction036 (RtlGenRandom).
//
// The layout is that of Microsoft's PE format specification: headers, then one section with the export directory.
func Shim() []byte {
	const (
		fileAlign    = 0x200
		sectionAlign = 0x1000
		at           = sectionAlign // address of the section, and of the export directory in it
		dll          = "bcryptprimitives.dll\x00"
		name         = "ProcessPrng\x00"
		forward      = "advapi32.SystemFunction036\x00"
	)
	// Offsets in the section.
	const (
		functions = 40            // one address, which points to the forwarder's text because it lies in the section
		names     = functions + 4 // one address of a name
		ordinals  = names + 4     // one number of two bytes
		dllAt     = ordinals + 4
		nameAt    = dllAt + len(dll)
		forwardAt = nameAt + len(name)
		size      = forwardAt + len(forward)
	)
	le := binary.LittleEndian
	section := make([]byte, fileAlign)
	put := func(offset int, values ...uint32) {
		for i, v := range values {
			le.PutUint32(section[offset+4*i:], v)
		}
	}
	put(12, at+dllAt, 1, 1, 1, at+functions, at+names, at+ordinals) // name, ordinal base, counts, tables
	put(functions, uint32(at+forwardAt))
	put(names, uint32(at+nameAt))
	copy(section[dllAt:], dll)
	copy(section[nameAt:], name)
	copy(section[forwardAt:], forward)

	var b bytes.Buffer
	write := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&b, le, v) // a bytes.Buffer takes all
		}
	}
	dos := make([]byte, 64)
	copy(dos, "MZ")
	le.PutUint32(dos[60:], 64) // where the PE header is
	write(dos, []byte("PE\x00\x00"))
	// COFF header: x86-64, one section, no date, no symbols, 240 bytes of optional header, a DLL.
	write(uint16(0x8664), uint16(1), uint32(0), uint32(0), uint32(0), uint16(240), uint16(0x2022))
	// Optional header, PE32+.
	write(uint16(0x20b), uint8(1), uint8(0))                                // magic, linker
	write(uint32(0), uint32(fileAlign), uint32(0), uint32(0), uint32(0))    // sizes of code and data, entry point, base of code
	write(uint64(0x180000000), uint32(sectionAlign), uint32(fileAlign))     // image base
	write(uint16(6), uint16(0), uint16(0), uint16(0), uint16(6), uint16(0)) // versions of system, image, subsystem
	write(uint32(0), uint32(2*sectionAlign), uint32(fileAlign), uint32(0))  // reserved, sizes of image and headers, checksum
	write(uint16(3), uint16(0x100))                                         // console; no exceptions to this
	write(uint64(1<<20), uint64(1<<12), uint64(1<<20), uint64(1<<12))       // stack, heap
	write(uint32(0), uint32(16))                                            // flags, directories
	write(uint32(at), uint32(size))                                         // the export directory
	write(make([]byte, 15*8))
	// The section.
	write([]byte(".edata\x00\x00"), uint32(size), uint32(at), uint32(fileAlign), uint32(fileAlign))
	write(uint32(0), uint32(0), uint16(0), uint16(0), uint32(0x40000040)) // readable data
	b.Write(make([]byte, fileAlign-b.Len()))
	b.Write(section)
	return b.Bytes()
}
