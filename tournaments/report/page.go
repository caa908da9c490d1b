package report

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tengen/tournaments"
)

//go:embed assets
var assets embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"raw": func(packed string) template.HTML { return template.HTML(packed) }, // base64 only
}).ParseFS(assets, "assets/*.html"))

// Options say what goes into a report.
type Options struct {
	// MaxBytes bounds the page, bytes; 0: DefaultMaxBytes, negative: no bound.
	// What is left out is the engines' messages, from the last game backwards;
	// moves, times and scores always stay.
	MaxBytes int
}

// DefaultMaxBytes keeps a page small enough to be sent by mail and opened on a
// phone.
const DefaultMaxBytes = 5_000_000

// chunk is how many games are packed together: more pack better, fewer are
// quicker to open.
const chunk = 16

// Builder makes the page of a record, one game after the other.
type Builder struct {
	sums    *sums
	board   boardMeta
	rows    []any
	details []detail   // of the chunk being filled
	says    [][]string // of the chunk being filled
	packed  []packedChunk
	skipped int
	bytes   int // of details
}

// boardMeta is the board all games are played on.
type boardMeta struct {
	Width  int    `json:"w"`
	Height int    `json:"h"`
	Rule   string `json:"rule"`
}

// packedChunk is a chunk as it stands in the page.
type packedChunk struct{ Details, Says string }

// NewBuilder makes a page without games.
func NewBuilder(h tournaments.Header) *Builder {
	return &Builder{sums: newSums(h), board: headerBoard(h)}
}

// headerBoard reads the board out of a header's terms.
func headerBoard(h tournaments.Header) boardMeta {
	b := boardMeta{15, 15, h.Terms["rule"]}
	fmt.Sscanf(h.Terms["board"], "%d x %d", &b.Width, &b.Height)
	return b
}

// Add adds a game. A game between engines that are not in the header is left
// out.
func (b *Builder) Add(g tournaments.Game) error {
	black, white, ok := b.sums.add(&g)
	if !ok {
		b.skipped++
		return nil
	}
	if g.Width > 0 {
		b.board = boardMeta{g.Width, g.Height, g.Rule}
	}
	b.rows = append(b.rows, indexRow(&g, black, white))
	d, says := encodeGame(&g)
	b.details, b.says = append(b.details, d), append(b.says, says)
	if len(b.details) == chunk {
		return b.flush()
	}
	return nil
}

// flush packs the chunk being filled.
func (b *Builder) flush() error {
	if len(b.details) == 0 {
		return nil
	}
	var c packedChunk
	var err error
	if c.Details, err = pack(b.details); err != nil {
		return err
	}
	for _, s := range b.says {
		if s != nil {
			if c.Says, err = pack(b.says); err != nil {
				return err
			}
			break
		}
	}
	b.packed = append(b.packed, c)
	b.bytes += len(c.Details)
	b.details, b.says = b.details[:0], b.says[:0]
	return nil
}

// Info says what became of a report.
type Info struct {
	Games    int // games in the page
	Skipped  int // games of engines that are not in the header
	Silent   int // games whose messages were left out to keep the page small
	PageSize int // bytes
}

// pageView is what page.html needs.
type pageView struct {
	Title   string
	Live    bool
	Meta    template.JS
	Summary template.HTML
	Style   template.CSS
	Script  template.JS
	Chunks  []packedChunk
	Silent  int
}

// pageMeta is what the script needs before any game is opened.
type pageMeta struct {
	boardMeta
	Live    bool        `json:"live,omitempty"`
	Engines []string    `json:"engines"`
	Reasons [][2]string `json:"reasons"` // key and words
	Chunk   int         `json:"chunk"`
	Rows    []any       `json:"rows"`
}

func newPageMeta(names []string, b boardMeta, rows []any, live bool) pageMeta {
	m := pageMeta{boardMeta: b, Live: live, Engines: names, Chunk: chunk, Rows: rows}
	if rows == nil {
		m.Rows = []any{}
	}
	for _, r := range reasons {
		m.Reasons = append(m.Reasons, [2]string{string(r), r.Words()})
	}
	return m
}

// overhead is about how many bytes the markup around a chunk takes.
const overhead = 100

// Write writes the page.
func (b *Builder) Write(w io.Writer, o Options) (Info, error) {
	if err := b.flush(); err != nil {
		return Info{}, err
	}
	info := Info{Games: len(b.rows), Skipped: b.skipped}
	summary, err := b.sums.summary(b.sums.header.Scheduled())
	if err != nil {
		return info, err
	}
	meta, err := json.Marshal(newPageMeta(b.sums.names, b.board, b.rows, false))
	if err != nil {
		return info, err
	}
	v := pageView{Title: title(b.sums.header), Meta: template.JS(meta), Summary: summary, Style: style(), Script: script()}
	limit := o.MaxBytes
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	size := b.bytes + len(meta) + len(summary) + len(v.Style) + len(v.Script) + overhead*(len(b.packed)+50)
	v.Chunks = append([]packedChunk(nil), b.packed...)
	for i := range v.Chunks {
		size += len(v.Chunks[i].Says)
		if limit > 0 && size > limit {
			for j := i; j < len(v.Chunks); j++ {
				if v.Chunks[j].Says != "" {
					info.Silent += min(chunk, len(b.rows)-j*chunk)
				}
				v.Chunks[j].Says = ""
			}
			break
		}
	}
	v.Silent = info.Silent
	count := &countWriter{w: w}
	err = templates.ExecuteTemplate(count, "page.html", v)
	info.PageSize = count.n
	return info, err
}

// title is what the page is called.
func title(h tournaments.Header) string {
	if names := h.Names(); len(names) == 2 && (h.Name == "" || h.Name == "match") {
		return names[0] + " against " + names[1]
	}
	return h.Name
}

type countWriter struct {
	w io.Writer
	n int
}

func (c *countWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}

func style() template.CSS { return template.CSS(asset("style.css")) }
func script() template.JS { return template.JS(asset("app.js")) }

func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// WriteFile reads a record and writes its page, in one piece: whoever looks at
// out sees the old page or the whole new one.
func WriteFile(record, out string, o Options) (Info, error) {
	var b *Builder
	err := tournaments.ScanRecord(record, func(h tournaments.Header) error {
		b = NewBuilder(h)
		return nil
	}, func(g tournaments.Game) error { return b.Add(g) })
	if err != nil {
		return Info{}, err
	}
	file, err := os.CreateTemp(filepath.Dir(out), ".report-*")
	if err != nil {
		return Info{}, fmt.Errorf("cannot write the report: %w", err)
	}
	defer os.Remove(file.Name()) // nothing is there any more when all went well
	w := bufio.NewWriter(file)
	info, err := b.Write(w, o)
	if err == nil {
		err = w.Flush()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(file.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(file.Name(), out)
	}
	if err != nil {
		return info, fmt.Errorf("cannot write the report: %w", err)
	}
	return info, nil
}

// render runs a template into text that another may include.
func render(name string, v any) (template.HTML, error) {
	var text bytes.Buffer
	err := templates.ExecuteTemplate(&text, name, v)
	return template.HTML(text.String()), err
}
