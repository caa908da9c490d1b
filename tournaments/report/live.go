package report

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"tengen/tournaments"
)

// Live is a tournament that is being played, as a page that browsers may open
// and close at any time. What the runner tells it costs microseconds; tables
// are made and sent only while somebody looks, at most once a second.
//
// All methods are safe for concurrent use.
type Live struct {
	mu      sync.Mutex // finished games
	sums    *sums      // nil until Begin
	total   int
	rows    []any
	details [][]byte // gzipped answers to game/N
	end     string   // why the run is over; "" while it goes on

	// Games in progress have a lock of their own, so that a game never waits for
	// a table that is being made.
	playingMu sync.Mutex
	playing   map[string]*progress
}

// progress is a game being played.
type progress struct {
	id, black, white, opening string
	moves                     []tournaments.Move
}

// NewLive makes a page of a tournament that has not begun.
func NewLive() *Live { return &Live{playing: map[string]*progress{}} }

// Begin says what is being played, and how many games there will be in all.
func (l *Live) Begin(h tournaments.Header, total int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sums, l.total = newSums(h), total
}

// Add adds a game that has ended, in this run or an earlier one. It comes after
// Begin.
func (l *Live) Add(g tournaments.Game) {
	d, says := encodeGame(&g)
	text := packGame(d, says)
	l.mu.Lock()
	if black, white, ok := l.sums.add(&g); ok {
		l.rows = append(l.rows, indexRow(&g, black, white))
		l.details = append(l.details, text)
	}
	l.mu.Unlock()
	l.playingMu.Lock()
	delete(l.playing, g.ID)
	l.playingMu.Unlock()
}

// Playing takes what tournaments.RunOptions.Playing tells.
func (l *Live) Playing(p tournaments.Progress) {
	l.playingMu.Lock()
	defer l.playingMu.Unlock()
	g := l.playing[p.ID]
	if g == nil || len(g.moves) > len(p.Moves) {
		g = &progress{id: p.ID, opening: p.Opening}
		l.playing[p.ID] = g
	}
	g.black, g.white = p.Black, p.White // swap2 may have changed them
	g.moves = append(g.moves, p.Moves[len(g.moves):]...)
}

// End says that the run is over, and why.
func (l *Live) End(why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end = why
}

// packGame is the answer to game/N.
func packGame(d detail, says []string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	err := json.NewEncoder(w).Encode(struct {
		Game detail   `json:"game"`
		Says []string `json:"says,omitempty"`
	}{d, says})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // neither the types nor the buffer can fail
	}
	return out.Bytes()
}

// Handler serves the page, its events and its games.
func (l *Live) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", l.servePage)
	mux.HandleFunc("GET /events", l.serveEvents)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) }) // browsers ask
	mux.HandleFunc("GET /game/{n}", l.serveGame)
	return mux
}

func (l *Live) servePage(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	s, total := l.sums, l.total
	v := pageView{Live: true, Style: style(), Script: script()}
	var err error
	if s != nil {
		v.Title = title(s.header)
		var meta []byte
		if meta, err = json.Marshal(newPageMeta(s.names, headerBoard(s.header), nil, true)); err == nil {
			v.Meta = template.JS(meta)
			v.Summary, err = s.summary(total)
		}
	}
	l.mu.Unlock()
	switch {
	case s == nil:
		w.Header().Set("Refresh", "1")
		http.Error(w, "The engines are being started.", http.StatusServiceUnavailable)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		templates.ExecuteTemplate(w, "page.html", v)
	}
}

func (l *Live) serveGame(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("n"))
	l.mu.Lock()
	var text []byte
	if err == nil && n >= 0 && n < len(l.details) {
		text = l.details[n]
	}
	l.mu.Unlock()
	if text == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(text)
		return
	}
	if plain, err := gzip.NewReader(bytes.NewReader(text)); err == nil {
		io.Copy(w, plain)
	}
}

const (
	// tick is how often a viewer hears of moves.
	tick = 250 * time.Millisecond
	// summaryEvery is how often tables are made anew for a viewer at most.
	summaryEvery = time.Second
	// viewerPatience is how long a write to a viewer may take before the
	// connection is given up.
	viewerPatience = 30 * time.Second
	// keepAlive is how long a viewer is left without a word.
	keepAlive = 15 * time.Second
)

// viewer is one open page: what it has been told so far.
type viewer struct {
	l       *Live
	out     http.ResponseWriter
	control *http.ResponseController
	rows    int                  // finished games told
	done    int                  // games the last summary counted
	told    map[string]*progress // games in progress, by id, with the moves told
	summary time.Time
	last    time.Time // something was sent
	dirty   bool      // something is to be flushed
}

func (l *Live) serveEvents(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy between is not to collect events
	v := &viewer{l: l, out: w, control: http.NewResponseController(w), done: -1, told: map[string]*progress{}}
	clock := time.NewTicker(tick)
	defer clock.Stop()
	if v.send("reset", nil) != nil || v.update() != nil || v.send("synced", nil) != nil || v.flush() != nil {
		return
	}
	for {
		l.mu.Lock()
		end := l.end
		l.mu.Unlock()
		if err := v.update(); err != nil {
			return
		}
		if end != "" {
			v.tellSummary(true)
			v.send("end", map[string]string{"text": end})
			v.flush()
			return
		}
		if v.flush() != nil {
			return
		}
		select {
		case <-clock.C:
		case <-r.Context().Done():
			return
		}
	}
}

// send writes one event.
func (v *viewer) send(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	v.control.SetWriteDeadline(time.Now().Add(viewerPatience))
	v.dirty = true
	_, err = fmt.Fprintf(v.out, "event: %s\ndata: %s\n\n", name, text)
	return err
}

func (v *viewer) flush() error {
	if !v.dirty {
		if time.Since(v.last) < keepAlive {
			return nil
		}
		v.control.SetWriteDeadline(time.Now().Add(viewerPatience))
		if _, err := io.WriteString(v.out, ":\n\n"); err != nil {
			return err
		}
	}
	v.dirty, v.last = false, time.Now()
	return v.control.Flush()
}

// update tells what is new: finished games, tables, games in progress.
func (v *viewer) update() error {
	// Which games are still being played is looked at first: a game that ends in
	// between is then told as finished in the next round, and never lost.
	gone, err := v.tellMoves()
	if err != nil {
		return err
	}
	v.l.mu.Lock()
	fresh := v.l.rows[min(v.rows, len(v.l.rows)):]
	fresh = fresh[:len(fresh):len(fresh)]
	v.l.mu.Unlock()
	if len(fresh) > 0 {
		v.rows += len(fresh)
		if err := v.send("games", fresh); err != nil {
			return err
		}
	}
	for _, id := range gone {
		if err := v.send("gone", map[string]string{"id": id}); err != nil {
			return err
		}
	}
	return v.tellSummary(false)
}

// tellSummary sends the tables when games have ended since the last ones.
func (v *viewer) tellSummary(now bool) error {
	if !now && time.Since(v.summary) < summaryEvery {
		return nil
	}
	l := v.l
	l.mu.Lock()
	s, total := l.sums, l.total
	if s == nil || s.done == v.done {
		l.mu.Unlock()
		return nil
	}
	v.done = s.done
	view := s.view(total)
	l.mu.Unlock()
	v.summary = time.Now()
	html, err := render("summary.html", view)
	if err != nil {
		return err
	}
	return v.send("summary", map[string]any{"html": html})
}

// playingEvent is a game that has begun.
type playingEvent struct {
	ID      string `json:"id"`
	Black   int    `json:"b"`
	White   int    `json:"w"`
	Opening string `json:"o"`
}

// movesEvent is moves of a game in progress.
type movesEvent struct {
	ID        string            `json:"id"`
	Black     int               `json:"b"`
	White     int               `json:"w"`
	Moves     string            `json:"m"`
	Known     tells             `json:"k"`
	Says      []string          `json:"y"`
	Forbidden map[string]string `json:"f,omitempty"`
}

// tellMoves sends what is new in the games in progress, and gives the ids of
// those that are over.
func (v *viewer) tellMoves() (gone []string, err error) {
	l := v.l
	var fresh []*progress // what is new of each
	l.playingMu.Lock()
	for id, g := range l.playing {
		old := v.told[id]
		if old != nil && len(old.moves) == len(g.moves) {
			continue
		}
		n := 0
		if old != nil {
			n = len(old.moves)
		}
		if n > len(g.moves) {
			continue
		}
		c := *g
		c.moves = append([]tournaments.Move(nil), g.moves...)
		fresh = append(fresh, &c)
	}
	for id := range v.told {
		if l.playing[id] == nil {
			gone = append(gone, id)
		}
	}
	l.playingMu.Unlock()
	for _, id := range gone {
		delete(v.told, id)
	}
	if len(fresh) == 0 {
		return gone, nil
	}
	l.mu.Lock()
	index, b := l.sums.index, headerBoard(l.sums.header) // neither changes
	l.mu.Unlock()
	for _, g := range fresh {
		n := 0
		if old := v.told[g.id]; old != nil {
			n = len(old.moves)
		} else if err := v.send("playing", playingEvent{g.id, index[g.black], index[g.white], g.opening}); err != nil {
			return gone, err
		}
		v.told[g.id] = g
		e := movesEvent{ID: g.id, Black: index[g.black], White: index[g.white]}
		e.Moves, e.Known, e.Says = tell(g.moves[n:])
		var before strings.Builder
		before.WriteString(g.opening)
		for _, m := range g.moves {
			before.WriteString(m.At)
		}
		opening := countStones(g.opening)
		e.Forbidden, _ = facts(b.Rule, b.Width, b.Height, before.String(), opening+n, false)
		if err := v.send("moves", e); err != nil {
			return gone, err
		}
	}
	return gone, nil
}

// countStones counts the stones of a position: each begins with its column's
// letter.
func countStones(position string) int {
	n := 0
	for _, c := range position {
		if c >= 'a' && c <= 'z' {
			n++
		}
	}
	return n
}

// Server is a running server of a live page.
type Server struct {
	URL    string
	server *http.Server
	done   chan struct{}
}

// Address completes what a user gives for where to listen: a port alone, with or
// without a colon, is this machine only; to be seen from others a host is named,
// 0.0.0.0 for all.
func Address(given string) (string, error) {
	s := given
	if _, err := strconv.Atoi(s); err == nil {
		s = ":" + s
	}
	host, port, err := net.SplitHostPort(s)
	if err != nil {
		return "", fmt.Errorf("address %q; allowed are a port such as 8080, or host:port", given)
	}
	if n, err := strconv.Atoi(port); port == "" || err == nil && (n < 0 || n > 65535) {
		return "", fmt.Errorf("address %q; a port is a number from 0 to 65535, 0 for any that is free", given)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// Serve serves the page at an address until Close.
func (l *Live) Serve(address string) (*Server, error) {
	full, err := Address(address)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", full)
	if err != nil {
		return nil, fmt.Errorf("cannot serve the live view: %w", err)
	}
	s := &Server{
		URL:    "http://" + listener.Addr().String() + "/",
		server: &http.Server{Handler: l.Handler(), ReadHeaderTimeout: 10 * time.Second},
		done:   make(chan struct{}),
	}
	go func() {
		s.server.Serve(listener)
		close(s.done)
	}()
	return s, nil
}

// closeWait is how long viewers may take to hear how the run ended.
const closeWait = 2 * time.Second

// Close ends the server. Call End first, so that open pages are told.
func (s *Server) Close() {
	ctx, stop := context.WithTimeout(context.Background(), closeWait)
	defer stop()
	if s.server.Shutdown(ctx) != nil {
		s.server.Close()
	}
	<-s.done
}
