package wine

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var (
	prepare = flag.Bool("prepare", false, "run the tests; the folder that Wine works in is made first, which takes a while")
	long    = flag.Bool("long", false, "all checks, not only the quick ones")
	exeFlag = flag.String("exe", "", "test this Windows program (amd64) instead of one built from the source")
)

// prefix is the folder that Wine works in.
func prefix(t *testing.T) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no place for Wine to work in: ", err)
	}
	return filepath.Join(cache, "tengen-wine")
}

// env is what Wine is run with.
func env(t *testing.T) []string {
	return append(os.Environ(), "WINEPREFIX="+prefix(t), "WINEDEBUG=-all", "DISPLAY=", "WINEDLLOVERRIDES=mscoree,mshtml=")
}

// ready skips the test unless Wine can run our program.
func ready(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("this is Windows; the other tests run here")
	}
	wine, err := exec.LookPath("wine")
	if err != nil {
		t.Skip("Wine is not installed; make wine installs it and runs this test")
	}
	if !*prepare {
		t.Skip("tests under Wine take minutes: make wine runs them")
	}
	library := filepath.Join(prefix(t), "drive_c", "windows", "system32", "bcryptprimitives.dll")
	if _, err := os.Stat(library); err == nil {
		return
	}
	if err := os.MkdirAll(prefix(t), 0o777); err != nil {
		t.Fatal(err)
	}
	run(t, 5*time.Minute, "wineboot", "-i")
	if err := os.WriteFile(library, Shim(), 0o666); err != nil {
		t.Fatalf("%s has made nothing: %v", wine, err)
	}
}

// run runs something of Wine's.
func run(t *testing.T, within time.Duration, name string, args ...string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = env(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// install puts the program into a folder with blanks and letters beyond ASCII, with a config.toml beside it.
func install(t *testing.T, config string) (exe string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "a folder \u00e4\u00e9\u4e94")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	exe = filepath.Join(folder, "pbrain-tengen.exe")
	if *exeFlag != "" {
		data, err := os.ReadFile(*exeFlag)
		if err == nil {
			err = os.WriteFile(exe, data, 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
	} else {
		cmd := exec.Command("go", "build", "-o", exe, "tengen")
		cmd.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	if config != "" {
		if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(config), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return exe
}

// talk runs the program in a working directory of its own and gives all it writes.
func talk(t *testing.T, exe string, input string, args ...string) (out, errs string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "wine", append([]string{exe}, args...)...)
	cmd.Env, cmd.Dir = env(t), t.TempDir()
	cmd.Stdin = strings.NewReader(input)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s%s", err, o.String(), e.String())
	}
	return o.String(), e.String()
}

func TestLinesEndInCRLF(t *testing.T) {
	ready(t)
	out, errs := talk(t, install(t, ""), "START 15\r\nINFO timeout_turn 100\r\nBEGIN\r\nNONSENSE\r\n")
	if errs != "" || out != "OK\r\n7,7\r\nUNKNOWN command \"NONSENSE\"\r\n" {
		t.Errorf("it says %q, on standard error %q", out, errs)
	}
}

// TestConfigBesideTheProgram also holds that files are found and made in a folder with a difficult name.
func TestConfigBesideTheProgram(t *testing.T) {
	ready(t)
	exe := install(t, "[search]\nmode = \"greedy\"\n[log]\nfile = \"l\u00f6g.txt\"\ntranscript = \"lines.txt\"\n")
	out, errs := talk(t, exe, "START 15\r\nTURN 7,7\r\n")
	if errs != "" || !strings.HasPrefix(out, "OK\r\n") {
		t.Errorf("it says %q, on standard error %q", out, errs)
	}
	for _, name := range []string{"l\u00f6g.txt", "lines.txt"} {
		if text, err := os.ReadFile(filepath.Join(filepath.Dir(exe), name)); err != nil || len(text) == 0 {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if out, _ := talk(t, exe, "", "config"); !strings.Contains(out, `mode = "greedy"`) {
		t.Errorf("tengen config says %q", out)
	}
}

// stay keeps a program running until the test is over, and with it Wine's server: one that is just leaving, since the last
// program has ended, refuses the next.
func stay(t *testing.T, exe string) {
	t.Helper()
	cmd := exec.Command("wine", exe)
	cmd.Env = env(t)
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the program that was kept running: %v", err)
		}
	})
}

// TestCheck makes the program's own checks of an engine, natively, on the Windows build.
func TestCheck(t *testing.T) {
	ready(t)
	exe := install(t, "")
	native := filepath.Join(t.TempDir(), "tengen")
	if out, err := exec.Command("go", "build", "-o", native, "tengen").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	stay(t, exe)
	args := []string{"check", "--json", "--start-limit", "10s", "--end-limit", "3s", "--patience", "30s", "--tolerance", "1s", "--quick", "--speed", "25",
		"--memory-tolerance", "16MB"}
	// Wine's own memory, about 13 MB, counts as the program's; within 32 MB it would be most of what is measured.
	if *long {
		args = append(args, "--only", `^(handshake|commands|lines|bad input|positions|time|suspension|games|files|leaving|output)|within 64`)
	} else {
		args = append(args, "--only", `^(handshake|lines|leaving|output)|games: (renju|with the whole)|time: timeout_turn (0|100)|suspension|within 64|files`)
	}
	cmd := exec.Command(native, append(args, "wine", exe)...)
	cmd.Env = env(t)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	runErr := cmd.Run()
	var report struct {
		Results []struct {
			Group, Name, Verdict, Detail string
			Lines                        []string
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %s%s", runErr, out.String(), errs.String())
	}
	for _, r := range report.Results {
		line := fmt.Sprintf("%-13s %s: %s: %s", r.Verdict, r.Group, r.Name, r.Detail)
		t.Log(line)
		if r.Verdict == "fail" {
			t.Errorf("%s\n%s", line, strings.Join(r.Lines, "\n"))
		}
	}
	if len(report.Results) < 20 {
		t.Errorf("only %d checks were made: %v", len(report.Results), errs.String())
	}
}
