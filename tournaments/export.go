package tournaments

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Formats games can be exported to.
const (
	FormatPSQ = "psq" // Piskvork: one file for each game
	FormatSGF = "sgf" // Smart Game Format: a collection in one file
	FormatPGN = "pgn" // names and results for BayesElo, moves as comments
	FormatTxt = "txt" // position notation, a line for each game
)

// Formats lists them.
func Formats() []string { return []string{FormatPSQ, FormatSGF, FormatPGN, FormatTxt} }

// Export writes games in one of the formats that hold many in one file.
func Export(w io.Writer, format string, h Header, games []Game) error {
	for i := range games {
		var err error
		switch format {
		case FormatSGF:
			err = WriteSGF(w, h, &games[i])
		case FormatPGN:
			err = WritePGN(w, h, &games[i])
		case FormatTxt:
			err = WritePosText(w, &games[i])
		default:
			return fmt.Errorf("format %q cannot hold many games in one file; allowed are %q, %q and %q", format, FormatSGF, FormatPGN, FormatTxt)
		}
		if err != nil {
			return fmt.Errorf("game %s: %w", games[i].ID, err)
		}
	}
	return nil
}

// ExportPSQ writes each game to a file of its own in a directory, which is made
// when it is missing, and tells how many files it wrote.
func ExportPSQ(dir string, h Header, games []Game) (int, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, fmt.Errorf("cannot make the directory: %w", err)
	}
	for i := range games {
		var text strings.Builder
		if err := WritePSQ(&text, h, &games[i]); err != nil {
			return i, fmt.Errorf("game %s: %w", games[i].ID, err)
		}
		name := fmt.Sprintf("%s_%s_%s.psq", games[i].ID, fileName(games[i].Black), fileName(games[i].White))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o644); err != nil {
			return i, fmt.Errorf("cannot write a game: %w", err)
		}
	}
	return len(games), nil
}

// fileName makes a name of an engine fit for a file's name.
func fileName(s string) string { return notFileName.ReplaceAllString(s, "_") }

// CheckFormat refuses a format that is none.
func CheckFormat(format string) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("format %q; allowed are %s", format, strings.Join(Formats(), ", "))
	}
	return nil
}

// oneLine keeps a name or a text from breaking a format of lines.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
