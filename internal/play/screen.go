package play

import (
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"tengen/board"
)

// A Screen shows a session on the whole terminal: the board, beside it players, clocks and messages, below it a line to
// type in. Points can be typed, or chosen with the arrows or the mouse. 80 by 24 cells hold the largest board; a smaller
// window shows a part of it that follows the cursor.
type Screen struct {
	t     tcell.Screen
	lines chan Input
	quit  chan struct{}

	mu       sync.Mutex
	view     *View
	messages []string
	input    []rune
	cursor   board.Point
	picking  bool // the cursor has been moved since the last move
	pressed  bool // a mouse button is down
	top      int  // first board row shown
	page     []string
	pageTop  int
	styles   styles
}

// maxMessages bounds the messages kept.
const maxMessages = 200

type styles struct{ black, white, last, line, forbidden, faint, cursor, prompt tcell.Style }

func newStyles(colors int) styles {
	plain := tcell.StyleDefault
	s := styles{
		black: plain.Bold(true), white: plain, last: plain.Reverse(true), line: plain.Bold(true).Reverse(true),
		forbidden: plain.Bold(true), faint: plain.Dim(true), cursor: plain.Reverse(true), prompt: plain.Bold(true),
	}
	if colors < 8 || os.Getenv("NO_COLOR") != "" {
		return s
	}
	s.black = plain.Foreground(tcell.ColorTeal).Bold(true)
	s.white = plain.Foreground(tcell.ColorOlive).Bold(true)
	s.line = plain.Background(tcell.ColorGreen).Foreground(tcell.ColorBlack).Bold(true)
	s.forbidden = plain.Foreground(tcell.ColorMaroon).Bold(true)
	return s
}

// NewScreen takes the terminal over; an error says that it cannot be used like that.
func NewScreen() (*Screen, error) {
	t, err := openScreen()
	if err != nil {
		return nil, err
	}
	return newScreen(t)
}

func newScreen(t tcell.Screen) (*Screen, error) {
	if err := t.Init(); err != nil {
		return nil, err
	}
	t.EnableMouse(tcell.MouseButtonEvents)
	s := &Screen{t: t, lines: make(chan Input), quit: make(chan struct{}), styles: newStyles(t.Colors())}
	go s.listen()
	return s, nil
}

// Close gives the terminal back.
func (s *Screen) Close() {
	close(s.quit)
	s.t.Fini()
}

// Lines is what the user types.
func (s *Screen) Lines() <-chan Input { return s.lines }

// listen turns events of the terminal into lines.
func (s *Screen) listen() {
	for {
		e := s.t.PollEvent()
		if e == nil {
			return
		}
		s.mu.Lock()
		line, send := s.event(e)
		s.draw()
		s.mu.Unlock()
		if send {
			select {
			case s.lines <- line:
			case <-s.quit: // go on: tcell can only end when its events are taken
			}
		}
	}
}

// event takes an event, and gives the line that it completes, if it does.
func (s *Screen) event(e tcell.Event) (line Input, send bool) {
	switch e := e.(type) {
	case *tcell.EventResize:
		s.t.Sync()
	case *tcell.EventMouse:
		return s.mouse(e)
	case *tcell.EventKey:
		if s.page != nil {
			s.turn(e)
			return Input{}, false
		}
		return s.key(e)
	}
	return Input{}, false
}

// turn leafs through a page or closes it.
func (s *Screen) turn(e *tcell.EventKey) {
	_, h := s.t.Size()
	switch {
	case e.Key() == tcell.KeyUp:
		s.pageTop = max(0, s.pageTop-1)
	case e.Key() == tcell.KeyDown && s.pageTop+h-1 < len(s.page):
		s.pageTop++
	case (e.Key() == tcell.KeyRune && e.Rune() == ' ' || e.Key() == tcell.KeyPgDn) && s.pageTop+h-1 < len(s.page):
		s.pageTop += h - 1
	default:
		s.page = nil
	}
}

func (s *Screen) key(e *tcell.EventKey) (line Input, send bool) {
	switch e.Key() {
	case tcell.KeyCtrlC, tcell.KeyCtrlD:
		return Input{Line: "quit"}, true
	case tcell.KeyCtrlL:
		s.t.Sync()
	case tcell.KeyEnter:
		text := string(s.input)
		s.input = nil
		if strings.TrimSpace(text) != "" {
			return Input{Line: text}, true
		}
		if s.picking && s.view != nil {
			return Input{Line: s.cursor.String()}, true
		}
	case tcell.KeyCtrlU:
		s.input = nil
	case tcell.KeyEscape:
		s.input, s.picking = nil, false
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		if n := len(s.input); n > 0 {
			s.input = s.input[:n-1]
		}
	case tcell.KeyLeft:
		s.move(-1, 0)
	case tcell.KeyRight:
		s.move(1, 0)
	case tcell.KeyUp:
		s.move(0, -1)
	case tcell.KeyDown:
		s.move(0, 1)
	case tcell.KeyRune:
		if len(s.input) < maxLine/utf8.UTFMax {
			s.input = append(s.input, e.Rune())
		}
	}
	return Input{}, false
}

// move moves the cursor on the board.
func (s *Screen) move(dx, dy int) {
	if s.view == nil {
		return
	}
	x, y := s.place()
	s.cursor = board.At(max(0, min(x+dx, s.view.Width-1)), max(0, min(y+dy, s.view.Height-1)))
	s.picking = true
}

// place is where the cursor is, or would begin.
func (s *Screen) place() (x, y int) {
	p := s.cursor
	if !s.picking {
		if p = s.view.Last; p == board.NoPoint {
			return s.view.Width / 2, s.view.Height / 2
		}
	}
	return min(p.X(), s.view.Width-1), min(p.Y(), s.view.Height-1)
}

// mouse puts the cursor on a point, and a stone where the cursor is already.
func (s *Screen) mouse(e *tcell.EventMouse) (line Input, send bool) {
	down := e.Buttons()&tcell.Button1 != 0
	click := down && !s.pressed
	s.pressed = down
	if !click || s.view == nil || s.page != nil {
		return Input{}, false
	}
	col, row := e.Position()
	x, y := (col-2)/2, row+s.top
	if col < 2 || x >= s.view.Width || y >= s.view.Height || row >= s.shownRows() {
		return Input{}, false
	}
	p := board.At(x, y)
	if s.picking && p == s.cursor {
		return Input{Line: p.String()}, true
	}
	s.cursor, s.picking = p, true
	return Input{}, false
}

// Show shows the state of the table.
func (s *Screen) Show(v *View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.view != nil && (s.view.Moves != v.Moves || s.view.Game != v.Game) && v.Yours {
		s.picking = false
	}
	s.view = v
	s.draw()
}

// Say adds a message.
func (s *Screen) Say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = append(s.messages, line)
	if n := len(s.messages); n > maxMessages {
		s.messages = append([]string(nil), s.messages[n-maxMessages/2:]...)
	}
	s.draw()
}

// Page shows something longer until a key is pressed.
func (s *Screen) Page(title string, lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.page, s.pageTop = append([]string{title + ":"}, lines...), 0
	s.draw()
}

// Typed does nothing: the line to type in is emptied by Enter.
func (s *Screen) Typed() {}

// Redraw draws all anew, whatever else wrote to the terminal.
func (s *Screen) Redraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.draw()
	s.t.Sync()
}

// shownRows is how many rows of the board fit above the labels and the line to type in.
func (s *Screen) shownRows() int {
	_, h := s.t.Size()
	return max(0, min(s.view.Height, h-2))
}

// minPanel is the least width of what stands beside the board, in cells.
const minPanel = 20

func (s *Screen) draw() {
	s.t.Clear()
	w, h := s.t.Size()
	switch {
	case s.page != nil:
		s.drawPage(w, h)
	case s.view != nil && h >= 3:
		s.drawBoard()
		left := 2*s.view.Width + 5
		if w-left >= minPanel {
			s.drawPanel(left, 0, w-left, h-1)
		} else if below := s.shownRows() + 1; h-1-below > 0 {
			s.drawPanel(0, below, w, h-1-below)
		}
		s.drawPrompt(w, h)
	}
	s.t.Show()
}

func (s *Screen) text(x, y, width int, style tcell.Style, text string) {
	for _, r := range text {
		if width <= 0 {
			return
		}
		_, n := s.t.Put(x, y, string(r), style)
		x, width = x+n, width-n
	}
}

func (s *Screen) drawPage(w, h int) {
	for i := 0; i < h-1 && s.pageTop+i < len(s.page); i++ {
		style := tcell.StyleDefault
		if s.pageTop+i == 0 {
			style = s.styles.prompt
		}
		s.text(0, i, w, style, s.page[s.pageTop+i])
	}
	hint := "any key goes back to the board"
	if s.pageTop+h-1 < len(s.page) {
		hint = "space for more, any other key goes back to the board"
	}
	s.text(0, h-1, w, s.styles.faint, hint)
	s.t.HideCursor()
}

func (s *Screen) drawBoard() {
	v := s.view
	rows := s.shownRows()
	_, y := s.place()
	s.top = max(0, min(s.top, v.Height-rows))
	if y < s.top {
		s.top = y
	}
	if y >= s.top+rows {
		s.top = y - rows + 1
	}
	lines := v.draw()
	style := map[board.Point]tcell.Style{}
	for _, p := range v.Forbidden {
		style[p] = s.styles.forbidden
	}
	for i := range rows {
		y := s.top + i
		line := lines[y]
		s.text(0, i, 2, s.styles.faint, line[:2])
		for x := range v.Width {
			p := board.At(x, y)
			st, ok := style[p]
			if !ok {
				switch v.At(p) {
				case board.Black:
					st = s.styles.black
				case board.White:
					st = s.styles.white
				default:
					st = s.styles.faint
				}
			}
			s.text(2+2*x, i, 1, tcell.StyleDefault, line[2+2*x:3+2*x])
			s.text(3+2*x, i, 1, st, line[3+2*x:4+2*x])
		}
		s.text(2+2*v.Width, i, 1, tcell.StyleDefault, line[2+2*v.Width:])
	}
	at := func(p board.Point, st tcell.Style) {
		if i := p.Y() - s.top; i >= 0 && i < rows {
			s.text(3+2*p.X(), i, 1, st, lines[p.Y()][3+2*p.X():4+2*p.X()])
		}
	}
	if v.Last != board.NoPoint {
		at(v.Last, s.styles.last)
	}
	for _, p := range v.Line {
		at(p, s.styles.line)
	}
	if s.picking {
		at(s.cursor, s.styles.cursor)
	}
	s.text(0, rows, 2*v.Width+2, s.styles.faint, lines[v.Height])
}

// drawPanel writes status and the latest messages into a box.
func (s *Screen) drawPanel(x, y, w, h int) {
	n := 0
	for _, line := range s.view.Status {
		for _, part := range wrap(line, w) {
			if n < h {
				s.text(x, y+n, w, tcell.StyleDefault, part)
				n++
			}
		}
	}
	if h-n < 3 {
		return
	}
	var said []string
	for i := len(s.messages) - 1; i >= 0 && len(said) < h-n-2; i-- {
		said = append(wrap(s.messages[i], w), said...)
	}
	said = said[max(0, len(said)-(h-n-2)):]
	for i, line := range said {
		s.text(x, y+n+1+i, w, tcell.StyleDefault, line)
	}
	s.text(x, y+h-1, w, s.styles.faint, "h8 or arrows, Enter; help, quit")
}

func (s *Screen) drawPrompt(w, h int) {
	prompt := s.view.Prompt + " "
	if room := w - len(s.input) - 1; utf8.RuneCountInString(prompt) > room {
		prompt = "> "
	}
	s.text(0, h-1, w, s.styles.prompt, prompt)
	x := utf8.RuneCountInString(prompt)
	in := s.input[max(0, len(s.input)-max(0, w-x-1)):]
	s.text(x, h-1, w-x, tcell.StyleDefault, string(in))
	s.t.ShowCursor(min(x+len(in), w-1), h-1)
	if len(s.input) == 0 && len(s.messages) > 0 && w-2*s.view.Width-5 < minPanel && s.shownRows()+1 >= h-4 {
		// No room for messages elsewhere.
		s.text(x+1, h-1, w-x-1, tcell.StyleDefault, s.messages[len(s.messages)-1])
	}
}

// wrap breaks a line at blanks.
func wrap(s string, w int) []string {
	var lines []string
	for w > 0 && utf8.RuneCountInString(s) > w {
		r := []rune(s)
		cut := w
		for i := w; i > w/2; i-- {
			if r[i] == ' ' {
				cut = i
				break
			}
		}
		lines = append(lines, string(r[:cut]))
		s = strings.TrimLeft(string(r[cut:]), " ")
	}
	return append(lines, s)
}
