// Release builds the archives of a release, the same bytes from the same commit and Go version on every machine:
//
//	go run ./internal/release [-o dist]
//
// What is built is the commit at hand, whatever else lies in the work tree.
// For each system of the list below it makes one archive with the program, config.toml, README.md, CHANGELOG.md, LICENSE,
// the licences of the modules in it, and checksums; and for Gomocup a ZIP as its rules ask for. Times in the archives are
// that of the commit, the order of files is fixed, and the builds know nothing of where they were made.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A system is one that a release is made for.
type system struct{ goos, goarch string }

// The instruction sets are the oldest ones of each architecture: what is beyond them the program may only use after it has
// asked the processor.
var baseline = []string{"GOAMD64=v1", "GO386=sse2", "GOARM64=v8.0"}

var systems = []system{
	{"windows", "amd64"}, {"windows", "386"}, {"linux", "amd64"}, {"linux", "386"}, {"linux", "arm64"}, {"darwin", "arm64"},
}

// mostGomocup is how large a submission to Gomocup may be, bytes.
const mostGomocup = 8 << 20

func main() {
	out := flag.String("o", "dist", "`folder` for the archives")
	flag.Parse()
	if err := release(*out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A source is what is released.
type source struct {
	dir     string // a copy of the commit
	version string // 0.1.0
	commit  string // abbreviated
	time    time.Time
}

func release(out string) error {
	dir, err := os.MkdirTemp("", "tengen-source")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	src, err := readSource(dir)
	if err != nil {
		return err
	}
	if err := empty(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	papers, err := src.papers("config.toml", "README.md", "CHANGELOG.md", "LICENSE")
	if err != nil {
		return err
	}
	licences, err := src.moduleLicences()
	if err != nil {
		return err
	}
	papers = append(papers, file{name: "LICENSES-OF-MODULES.txt", data: licences})
	archives := map[string][]byte{}
	for _, s := range systems {
		name, data, err := src.archive(s, papers)
		if err != nil {
			return err
		}
		archives[name] = data
	}
	name, data, err := src.gomocup(papers)
	if err != nil {
		return err
	}
	archives[name] = data
	var sums []file
	for name, data := range archives {
		if err := os.WriteFile(filepath.Join(out, name), data, 0o666); err != nil {
			return err
		}
		sums = append(sums, file{name: name, data: data})
	}
	text := checksums(sums)
	fmt.Printf("tengen %s, commit %s of %s, %s\n%s", src.version, src.commit, src.date(), runtime.Version(), text)
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), text, 0o666)
}

var versionLine = regexp.MustCompile(`(?m)^const Version = "([^"]+)"$`)

// readSource copies the commit at hand into dir. SOURCE_DATE_EPOCH, in seconds, goes before the time of the commit.
func readSource(dir string) (s source, err error) {
	s.dir = dir
	archive, err := exec.Command("git", "archive", "--format=tar", "HEAD").Output()
	if err != nil {
		return s, fmt.Errorf("git archive: %w", err)
	}
	if err := unpack(archive, dir); err != nil {
		return s, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "internal", "cli", "version.go"))
	if err != nil {
		return s, fmt.Errorf("run it at the top of the source: %w", err)
	}
	m := versionLine.FindSubmatch(text)
	if m == nil {
		return s, errors.New("internal/cli/version.go has no line that sets Version")
	}
	s.version = string(m[1])
	if s.commit, err = output("git", "rev-parse", "HEAD"); err != nil {
		return s, err
	}
	s.commit = s.commit[:12] // git's own choice of a length depends on the clone
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		if epoch, err = output("git", "log", "-1", "--format=%ct"); err != nil {
			return s, err
		}
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return s, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	s.time = time.Unix(seconds, 0).UTC()
	return s, nil
}

func (s source) date() string { return s.time.Format("2006-01-02") }

// empty removes what an earlier release left in a folder. One that is no release's is left alone.
func empty(out string) error {
	files, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() || f.Name() != "SHA256SUMS" && !strings.HasPrefix(f.Name(), "tengen-") {
			return fmt.Errorf("%s holds %s, which is of no release; choose another folder", out, f.Name())
		}
	}
	return os.RemoveAll(out)
}

// build makes the program for a system.
func (s source) build(on system, tags string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tengen-release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	exe := filepath.Join(dir, "tengen")
	stamp := fmt.Sprintf("-s -w -buildid= -X tengen/internal/cli.commit=%s -X tengen/internal/cli.date=%s", s.commit, s.date())
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-mod=readonly", "-tags", tags, "-ldflags", stamp, "-o", exe, ".")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), append(baseline, "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOOS="+on.goos, "GOARCH="+on.goarch)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building for %s/%s: %w\n%s", on.goos, on.goarch, err, text)
	}
	return os.ReadFile(exe)
}

// archive makes the archive of a system: a ZIP for Windows, a tar.gz for others, all in one folder.
func (s source) archive(on system, papers []file) (name string, data []byte, err error) {
	exe, err := s.build(on, "")
	if err != nil {
		return "", nil, err
	}
	program := "tengen"
	if on.goos == "windows" {
		program += ".exe"
	}
	files := append([]file{{name: program, data: exe, program: true}}, papers...)
	files = append(files, file{name: "SHA256SUMS", data: checksums(files)})
	folder := fmt.Sprintf("tengen-%s-%s-%s", s.version, on.goos, on.goarch)
	if on.goos == "windows" {
		data, err = zipped(files, folder+"/", s.time)
		return folder + ".zip", data, err
	}
	data, err = tarred(files, folder+"/", s.time)
	return folder + ".tar.gz", data, err
}

// gomocup makes the submission: both executables and config.toml at its root, no other executable, without the commands
// that no manager needs.
func (s source) gomocup(papers []file) (name string, data []byte, err error) {
	var files []file
	for _, e := range []struct{ name, goarch string }{{"pbrain-tengen.exe", "386"}, {"pbrain-tengen64.exe", "amd64"}} {
		exe, err := s.build(system{"windows", e.goarch}, "gomocup")
		if err != nil {
			return "", nil, err
		}
		files = append(files, file{name: e.name, data: exe, program: true})
	}
	for _, p := range papers {
		if p.name == "config.toml" || strings.HasPrefix(p.name, "LICENSE") {
			files = append(files, p)
		}
	}
	if data, err = zipped(files, "", s.time); err != nil {
		return "", nil, err
	}
	if len(data) > mostGomocup {
		return "", nil, fmt.Errorf("the ZIP for Gomocup has %d bytes; %d are allowed", len(data), mostGomocup)
	}
	return fmt.Sprintf("tengen-%s-gomocup.zip", s.version), data, nil
}

// papers reads the files that go into every archive.
func (s source) papers(names ...string) ([]file, error) {
	var all []file
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name: name, data: data})
	}
	return all, nil
}

// moduleLicences is the text of the licences of all modules that the program is made of on any system.
func (s source) moduleLicences() ([]byte, error) {
	modules := map[string]string{} // path and version to folder
	for _, on := range systems {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		cmd.Dir = s.dir
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+on.goos, "GOARCH="+on.goarch)
		text, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for _, l := range strings.Split(string(text), "\n") {
			if module, dir, ok := strings.Cut(strings.TrimSpace(l), "\t"); ok {
				modules[module] = dir
			}
		}
	}
	var text bytes.Buffer
	text.WriteString("Tengen is made with these modules, and with the Go standard library and runtime.\n")
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules["Go "+runtime.Version()] = root
	names := make([]string, 0, len(modules))
	for name := range modules {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		licence, err := licenceIn(modules[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&text, "\n==== %s ====\n\n%s\n", name, bytes.TrimSpace(licence))
	}
	return bytes.ReplaceAll(text.Bytes(), []byte("\r\n"), []byte("\n")), nil
}

// licenceIn finds the licence in a module's folder.
func licenceIn(dir string) ([]byte, error) {
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "COPYING*", "UNLICENSE*", "License*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(names) == 0 {
			continue
		}
		slices.Sort(names)
		return os.ReadFile(names[0])
	}
	return nil, errors.New("no licence found in " + dir)
}

// checksums lists files as sha256sum does, by name.
func checksums(files []file) []byte {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b file) int { return strings.Compare(a.name, b.name) })
	var text bytes.Buffer
	for _, f := range sorted {
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(f.data), f.name)
	}
	return text.Bytes()
}

// output runs a program and gives what it prints.
func output(name string, args ...string) (string, error) {
	text, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}
