//go:build !gomocup

package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"tengen/internal/check"
)

func TestCheckCmd(t *testing.T) {
	exe := built(t, "")
	status, out, errs := run(t, "check", "--only", "handshake: (ABOUT|START)|SWAP2BOARD", "--patience", "20s", exe)
	if status != 0 || errs != "" || !strings.Contains(out, "pass          handshake   ABOUT before START\n") || !strings.Contains(out, "ALL") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, out, errs = run(t, "check", "--json", "--only", "handshake: ABOUT", "--patience", "20s", exe, "protocol")
	var r check.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 || errs != "" {
		t.Fatalf("status %d, %q, %q, %v", status, out, errs, err)
	}
	if r.Passed != 1 || len(r.Results) != 1 || !strings.Contains(r.About, `name="Tengen"`) || !strings.HasSuffix(r.Command, " protocol") {
		t.Errorf("%+v", r)
	}
}

func TestCheckCmdFails(t *testing.T) {
	exe := built(t, "")
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{exitFault, "checks failed", []string{"--start-limit", "1us", "--only", "start-up time", exe}},
		{exitNoStart, "ended", []string{exe, "version"}},
		{1, "no-such-program", []string{"./no-such-program"}},
		{1, "--rules", []string{"--rules", "chess", exe}},
		{1, "--only", []string{"--only", "(", exe}},
		{1, "divided by 0", []string{"--speed", "0", exe}},
		{1, "requires at least 1 arg", nil},
	} {
		status, out, errs := run(t, append([]string{"check"}, c.args...)...)
		if status != c.status || !strings.Contains(errs, c.says) {
			t.Errorf("%q: status %d, %q, %q", c.args, status, out, errs)
		}
	}
	// What fails is shown with the talk.
	if _, out, _ := run(t, "check", "--start-limit", "1us", "--only", "start-up time", exe); !strings.Contains(out, "> START 15") {
		t.Errorf("no talk in %q", out)
	}
}
