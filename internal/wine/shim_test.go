package wine

import (
	"bytes"
	"debug/pe"
	"testing"
)

func TestShimIsALibrary(t *testing.T) {
	f, err := pe.NewFile(bytes.NewReader(Shim()))
	if err != nil {
		t.Fatal(err)
	}
	header, ok := f.OptionalHeader.(*pe.OptionalHeader64)
	if !ok || f.Characteristics&pe.IMAGE_FILE_DLL == 0 || len(f.Sections) != 1 {
		t.Fatalf("%+v", f.FileHeader)
	}
	exports := header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT]
	data, err := f.Sections[0].Data()
	if err != nil || exports.VirtualAddress != f.Sections[0].VirtualAddress || int(exports.Size) > len(data) || !bytes.Contains(data, []byte("ProcessPrng\x00advapi32.SystemFunction036\x00")) {
		t.Errorf("%+v, %v", exports, err)
	}
}
