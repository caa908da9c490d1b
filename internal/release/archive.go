package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A file is one of an archive.
type file struct {
	name    string
	data    []byte
	program bool // may be run
}

func (f file) mode() fs.FileMode {
	if f.program {
		return 0o755
	}
	return 0o644
}

// zipped makes a ZIP of files, each with folder (ending in a slash, or empty) before its name.
func zipped(files []file, folder string, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode())
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// tarred makes a tar.gz of files, each with folder before its name.
func tarred(files []file, folder string, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	g, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(g)
	for _, f := range files {
		h := &tar.Header{Name: folder + f.name, Mode: int64(f.mode()), Size: int64(len(f.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	for _, c := range []io.Closer{t, g} {
		if err := c.Close(); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// unpack writes the files of a tar into a folder.
func unpack(archive []byte, dir string) error {
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(path, 0o777)
		case tar.TypeReg:
			var data []byte
			if data, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(path, data, 0o666)
			}
		}
		if err != nil {
			return err
		}
	}
}
