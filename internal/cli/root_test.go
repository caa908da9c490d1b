package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// run runs the command line in this process.
func run(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	builtin, err := os.ReadFile("../../config.toml")
	if err != nil {
		t.Fatal(err)
	}
	var o, e bytes.Buffer
	status = Main(builtin, args, &o, &e)
	return status, o.String(), e.String()
}

func TestEveryCommandHasHelp(t *testing.T) {
	_, help, _ := run(t, "--help")
	for _, c := range subcommands() {
		if !strings.Contains(help, "  "+c.Name()+" ") {
			t.Errorf("help does not list %s", c.Name())
		}
		status, out, errs := run(t, c.Name(), "--help")
		if status != 0 || errs != "" || !strings.Contains(out, "Usage:") || c.Short == "" {
			t.Errorf("%s --help: status %d, %q, %q", c.Name(), status, out, errs)
		}
	}
}

func TestVersionCmd(t *testing.T) {
	if status, out, _ := run(t, "version"); status != 0 || !strings.HasPrefix(out, "tengen "+Version+" ") {
		t.Errorf("status %d, %q", status, out)
	}
}

func TestConfigCmd(t *testing.T) {
	status, out, errs := run(t, "config")
	if status != 0 || errs != "" || !strings.Contains(out, "from: built-in") || !strings.Contains(out, "[time]\nturn = 1000\n") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	file := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(file, []byte("[time]\nturn = 77\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, out, _ = run(t, "config", "--config", file); status != 0 || !strings.Contains(out, "turn = 77\n") || !strings.Contains(out, file) {
		t.Errorf("status %d, %q", status, out)
	}
	// What it prints can be given to --config.
	if err := os.WriteFile(file, []byte(out), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, again, errs := run(t, "config", "--config", file); again != out {
		t.Errorf("read back it gives %q, %q", again, errs)
	}
}

func TestWrongUse(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.toml")
	if err := os.WriteFile(bad, []byte("[time]\nturn = -1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for part, args := range map[string][]string{
		"unknown command":        {"nonsense"},
		"unknown flag":           {"--nonsense"},
		"line 2: time.turn":      {"--config", bad},
		bad:                      {"config", "--config", bad},
		"none.toml":              {"--config", filepath.Join(t.TempDir(), "none.toml")},
		`unknown command "x"`:    {"version", "x"},
		"flag needs an argument": {"--config"},
	} {
		if status, out, errs := run(t, args...); status == 0 || out != "" || !strings.Contains(errs, part) {
			t.Errorf("%q: status %d, out %q, error %q", args, status, out, errs)
		}
	}
}

// built is the program in a folder of its own, with the given config.toml beside it.
func built(t *testing.T, config string) string {
	t.Helper()
	binary, err := program()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	exe := filepath.Join(folder, "tengen")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	if err := os.WriteFile(exe, binary, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	return exe
}

var program = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "tengen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	exe := filepath.Join(folder, "tengen")
	if out, err := exec.Command("go", "build", "-o", exe, "tengen").CombinedOutput(); err != nil {
		os.Stderr.Write(out)
		return nil, err
	}
	return os.ReadFile(exe)
})

// speak runs a program on the lines of a manager.
func speak(t *testing.T, exe string, lines ...string) (out string) {
	t.Helper()
	cmd := exec.Command(exe)
	cmd.Dir = t.TempDir()
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Errorf("error %v, on stderr %q", err, errs.String())
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func TestWrongConfigBesideTheProgram(t *testing.T) {
	exe := built(t, "\xef\xbb\xbf[time]\r\nturn = 50\r\nmargin = 'much'\r\n")
	out := speak(t, exe, "START 15", "BEGIN", "TURN 0,0")
	lines := strings.Split(out, "\n")
	if lines[0] != "OK" || !strings.HasPrefix(lines[1], "MESSAGE config.toml line 3: time.margin = ") || strings.Count(out, "config.toml") != 1 {
		t.Errorf("it says %q", out)
	}

	exe = built(t, "[time\nturn = 50\n")
	if out := speak(t, exe, "START 15", "INFO timeout_turn 20", "BEGIN"); !strings.Contains(out, "MESSAGE config.toml line ") {
		t.Errorf("it says %q", out)
	}
}

func TestLogAndTranscript(t *testing.T) {
	exe := built(t, "[log]\nfile = 'log.txt'\nlevel = 'debug'\ntranscript = 'lines.txt'\n[search]\nmode = 'greedy'\n")
	speak(t, exe, "START 15", "BEGIN", "INFO evaluate 3,3")
	folder := filepath.Dir(exe)
	log, err := os.ReadFile(filepath.Join(folder, "log.txt"))
	if err != nil || !strings.Contains(string(log), "session begins") || !strings.Contains(string(log), "session ends") {
		t.Errorf("the log is %q, %v", log, err)
	}
	lines, err := os.ReadFile(filepath.Join(folder, "lines.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"> START 15\n", "< OK\n", "> BEGIN\n", "< 7,7\n", "> INFO evaluate 3,3\n"} {
		if !strings.Contains(string(lines), part) {
			t.Errorf("the transcript %q does not have %q", lines, part)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*crash*")); len(left) > 0 {
		t.Errorf("%q was left behind though nothing crashed", left)
	}

	exe = built(t, "[log]\nfile = 'no/such/folder/log.txt'\n")
	if out := speak(t, exe, "START 15"); out != "OK\n" {
		t.Errorf("with a log that cannot be written it says %q", out)
	}
}

func TestFolderOfTheManager(t *testing.T) {
	exe := built(t, "")
	folder := filepath.Join(t.TempDir(), "My Games \u0160achy")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	speak(t, exe, "INFO folder "+folder, "START 15", "INFO folder /no/such/folder", "INFO folder")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != programFolder {
			t.Errorf("%s was made in the manager's folder", e.Name())
		}
	}
}

// A value that a flag cannot have is told of without the names of Go's functions.
func TestFlagErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"solve", "--draw-at", "x"}, `--draw-at "x": a whole number is wanted`},
		{[]string{"solve", "--draw-at", "99999999999999999999"}, "not so large a one"},
		{[]string{"solve", "--time", "10"}, `--time "10": a time such as 500ms, 10s or 2m is wanted`},
		{[]string{"analyze", "--ordered=perhaps"}, `--ordered "perhaps": true or false is wanted`},
		{[]string{"solve", "--no-such"}, "unknown flag: --no-such"},
	} {
		if status, _, errs := run(t, c.args...); status != 1 || !strings.Contains(errs, c.want) || strings.Contains(errs, "strconv") {
			t.Errorf("%v: status %d, %q", c.args, status, errs)
		}
	}
}

// A game that is over has no move to judge.
func TestExplainFinishedGame(t *testing.T) {
	if status, out, errs := run(t, "explain", "h8a1i8a3j8a5k8a7l8"); status != 1 || out != "" || !strings.Contains(errs, "the game is over: black has won") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}
