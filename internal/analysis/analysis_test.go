package analysis

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

func options() Options {
	return Options{Engine: search.Options{Width: 30, MaxDepth: 40, HashBytes: 1 << 20, Weights: eval.DefaultWeights(), Threads: 1}}
}

// serve answers a whole input.
func serve(t *testing.T, o Options, in string) []Response {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(strings.NewReader(in), &out, o); err != nil {
		t.Fatal(err)
	}
	return responses(t, out.String())
}

// responses reads what was written, and holds each line to the schema.
func responses(t *testing.T, text string) (all []Response) {
	t.Helper()
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if l == "" {
			continue
		}
		var any any
		if err := json.Unmarshal([]byte(l), &any); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		if err := schema(t).check("response", any); err != nil {
			t.Errorf("%s: %v", l, err)
		}
		var r Response
		d := json.NewDecoder(strings.NewReader(l))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		all = append(all, r)
	}
	return all
}

func TestAnalyze(t *testing.T) {
	all := serve(t, options(), `{"id":1,"moves":"h8h9i8","lines":3,"nodes":4000}
{"id":"two","rule":"renju","moves":"h8 h9","only":"a1","depth":3}
{"id":3,"moves":"h8a1i8a3j8a5","nodes":500}
{"moves":"h8a1i8a3j8a5k8","depth":3}
{"id":5,"size":9,"moves":"e5","except":"e6d6f6","nodes":500,"progress":true,"blocked":"a1b2"}
`)
	ids := []string{}
	for _, r := range all {
		if r.Type == "error" {
			t.Errorf("error %q", r.Error)
		}
		if r.Type == "result" {
			ids = append(ids, string(r.ID))
		}
	}
	if want := []string{"1", `"two"`, "3", "null", "5"}; !slices.Equal(ids, want) {
		t.Fatalf("results of %v, want %v", ids, want)
	}
	if r := all[0]; len(r.Lines) != 3 || r.Side != "white" || r.Lines[0].Move != r.Move || r.Lines[0].Depth < r.Lines[2].Depth {
		t.Errorf("three lines: %+v", r)
	}
	if r := all[1]; r.Move != "a1" || r.Lines[0].Depth != 3 {
		t.Errorf("restricted: %+v", r)
	}
	if l := all[2].Lines[0]; l.WinIn != 3 || !l.Proven {
		t.Errorf("an open four to make: %+v", l)
	}
	if r := all[3]; r.Move != "g8" && r.Move != "l8" || r.Lines[0].LossIn == 0 {
		t.Errorf("one of two fives to stop: %+v", r)
	}
	if len(all) < 7 || all[4].Type != "progress" {
		t.Errorf("no progress: %+v", all[4:])
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]string{
		`x`:                                  "no request",
		`[]`:                                 "no request",
		`{"id":1} {}`:                        "something follows",
		`{"moves":7}`:                        "moves",
		`{"idd":1}`:                          "idd:",
		`null`:                               "no request: an object is wanted, not null",
		`{"moves":"h8"`:                      "no request",
		"{\"id\":\"\xff\"}":                  "no request: the line is not UTF-8",
		`{"nodes":0}`:                        "nodes: 0; allowed",
		`{"nodes":1e30}`:                     "nodes: 1e30; allowed",
		`{"lines":0}`:                        "lines: 0; allowed",
		`{"time_ms":0}`:                      "time_ms: 0; allowed",
		`{"size":0}`:                         "size: 0; allowed",
		`{"size":"x"}`:                       "size: a whole number is wanted, not a string",
		`{"depth":1.5}`:                      "depth: a whole number",
		`{"infinite":1}`:                     "infinite: true or false",
		`{"rule":""}`:                        "rule:",
		`{"cmd":""}`:                         "cmd:",
		`{"moves":null}`:                     "moves: a string is wanted, not null",
		`{"moves":"h8é"}`:                    `moves: move 2: column "é"`,
		`{"ID":23}`:                          `"ID": there is no such field`,
		`{"depth":1,"depth":2}`:              "depth: given twice",
		`{"draw_at":2,"moves":"h8i9"}`:       "moves: the game is over: a draw at 2",
		`{"id":1.5}`:                         "id:",
		`{"id":{}}`:                          "id:",
		`{"id":null,"moves":"h8h8"}`:         "id:",
		`{"cmd":"go"}`:                       "cmd:",
		`{"cmd":"stop","id":9}`:              "id: no request",
		`{"rule":"go"}`:                      "rule:",
		`{"size":4}`:                         "size:",
		`{"size":15,"width":15,"height":15}`: "size:",
		`{"width":15}`:                       "width:",
		`{"moves":"h8h8"}`:                   "moves: move 2: h8 is occupied",
		`{"size":9,"moves":"k8"}`:            "off the board",
		`{"size":9,"blocked":"k8"}`:          "blocked:",
		`{"moves":"h8a1i8a3j8a5k8a7l8"}`:     "the game is over",
		`{"moves":"h8a1i8a3j8a5k8a7l8a9"}`:   "move 10: the game is over",
		`{"rule":"renju","moves":"h8a1i8a3g9a5g10a7g8"}`: "forbidden",
		`{"lines":-1}`:                "lines:",
		`{"lines":485}`:               "lines:",
		`{"time_ms":-1}`:              "time_ms:",
		`{"depth":121}`:               "depth:",
		`{"draw_at":-5}`:              "draw_at:",
		`{"infinite":true,"depth":3}`: "infinite:",
		`{"only":"h"}`:                "only:",
		`{"moves":"h8","only":"h8"}`:  "only: no move",
		`{"except":"z9"}`:             "except:",
	} {
		all := serve(t, options(), in+"\n")
		if len(all) != 1 || all[0].Type != "error" || !strings.Contains(all[0].Error, want) {
			t.Errorf("%s: %+v, want an error with %q", in, all, want)
		}
	}
	// The id is given back where it can be read.
	if all := serve(t, options(), `{"id":"k","moves":7}`); string(all[0].ID) != `"k"` {
		t.Errorf("id %s", all[0].ID)
	}
	if all := serve(t, options(), `{"size":"x","id":7}`); string(all[0].ID) != "7" {
		t.Errorf("id %s", all[0].ID)
	}
	// Whole numbers may be written as JSON allows; a byte order mark is passed over.
	all := serve(t, options(), "\uFEFF"+`{"id":1e2,"nodes":1e2,"depth":1.0}`+"\n"+`{"id":12345678901234567890123,"depth":1,"draw_at":3,"moves":"h8i9"}`)
	if len(all) != 2 || all[0].Type != "result" || all[1].Type != "result" {
		t.Errorf("whole numbers: %+v", all)
	}
	// A line too long is one error, and the next is read.
	all = serve(t, options(), `{"moves":"`+strings.Repeat(" ", longestLine)+"\"}\n"+`{"id":2,"depth":1}`)
	if len(all) != 2 || all[0].Type != "error" || all[1].Type != "result" {
		t.Errorf("after a long line: %+v", all)
	}
}

// A talk sends requests and reads responses as they come.
type talk struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Scanner
	over chan error
}

func converse(t *testing.T, o Options) *talk {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &talk{t: t, in: inW, out: bufio.NewScanner(outR), over: make(chan error, 1)}
	go func() {
		err := Serve(inR, outW, o)
		outW.Close()
		k.over <- err
	}()
	return k
}

// send may be called from any goroutine; what does not arrive is missed by next.
func (k *talk) send(lines string) {
	if _, err := io.WriteString(k.in, lines); err != nil {
		k.t.Error(err)
	}
}

func (k *talk) next() Response {
	k.t.Helper()
	if !k.out.Scan() {
		k.t.Fatal("no response")
	}
	return responses(k.t, k.out.Text())[0]
}

func TestStop(t *testing.T) {
	k := converse(t, options())
	k.send(`{"id":"a","infinite":true,"progress":true}` + "\n")
	if r := k.next(); r.Type != "progress" {
		t.Fatalf("%+v", r)
	}
	go k.send(`{"id":"a"}` + "\n" + `{"cmd":"stop","id":"a"}` + "\n")
	errors := 0
	for {
		r := k.next()
		if r.Type == "error" {
			errors++ // the id is in use
		}
		if r.Type == "result" {
			if !r.Stopped || errors != 1 {
				t.Errorf("%+v after %d errors", r, errors)
			}
			break
		}
	}
	// A waiting request is stopped too; without an id all are. The end of the input stops what has no limit.
	go func() {
		k.send(`{"id":1,"infinite":true}` + "\n" + `{"id":2,"infinite":true}` + "\n" + `{"cmd":"stop"}` + "\n" + `{"id":3,"infinite":true}` + "\n")
		k.in.Close()
	}()
	for want := 1; want <= 3; want++ {
		if r := k.next(); string(r.ID) != fmt.Sprint(want) || !r.Stopped {
			t.Errorf("%+v, want %d stopped", r, want)
		}
	}
	if err := <-k.over; err != nil {
		t.Error(err)
	}
}

// With several workers a short request passes a long one, unless order is asked for.
func TestWorkers(t *testing.T) {
	in := `{"id":1,"time_ms":300,"progress":true}` + "\n" + `{"id":2,"moves":"h8","depth":1}` + "\n" + `x` + "\n"
	for _, ordered := range []bool{false, true} {
		o := options()
		o.Workers, o.Ordered = 3, ordered
		var order []string
		for _, r := range serve(t, o, in) {
			if r.Type != "progress" {
				order = append(order, string(r.ID))
			}
		}
		if len(order) != 3 || ordered && !slices.Equal(order, []string{"1", "2", "null"}) || !ordered && order[2] != "1" {
			t.Errorf("ordered %v: %v", ordered, order)
		}
	}
}

// With clear, a node limit gives the same answer whatever came before; without, the table is kept.
func TestRepeats(t *testing.T) {
	one := `{"moves":"h8i9j7","nodes":3000,"clear":true}` + "\n"
	all := serve(t, options(), one+`{"moves":"h8h9","nodes":2000}`+"\n"+one)
	a, b := all[0].Lines[0], all[2].Lines[0]
	if a.Score != b.Score || !slices.Equal(a.PV, b.PV) {
		t.Errorf("%+v, then %+v", a, b)
	}
	all = serve(t, options(), `{"moves":"h8i9j7","depth":6}`+"\n"+`{"moves":"h8i9j7","depth":6}`+"\n")
	if all[1].Nodes >= all[0].Nodes {
		t.Errorf("%d nodes, then %d", all[0].Nodes, all[1].Nodes)
	}
}

func TestTimeLimit(t *testing.T) {
	start := time.Now()
	all := serve(t, options(), `{"time_ms":50}`)
	if took := time.Since(start); took > 2*time.Second || all[0].Stopped {
		t.Errorf("%v, %+v", took, all[0])
	}
}

// FuzzRequest: no line crashes, and every line gets one response that keeps to the schema.
func FuzzRequest(f *testing.F) {
	for _, s := range []string{
		`{"id":1,"moves":"h8h9i8","lines":3,"nodes":400}`, `{"cmd":"stop"}`, `{"id":"x","size":5,"moves":"a1b2","only":"c3"}`,
		`{"width":7,"height":9,"rule":"renju","blocked":"a1","except":"b1","draw_at":3}`, `{"infinite":true}`, `[1]`, "{\"id\":\"\xff\"}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if len(line) > 2000 || bytes.ContainsRune(line, '\n') || len(bytes.TrimSpace(line)) == 0 {
			return
		}
		r, err := ParseRequest(line)
		var value any
		if bad := json.Unmarshal(line, &value); err == nil && (bad != nil || schema(t).check("request", value) != nil) {
			t.Errorf("%s is against the schema and taken", line)
		}
		if err == nil {
			var again Request
			text, bad := json.Marshal(r)
			if bad != nil || json.Unmarshal(text, &again) != nil || fmt.Sprint(again) != fmt.Sprint(r) {
				t.Errorf("%s comes back as %s", line, text)
			}
			if r.Cmd == "stop" && len(r.ID) == 0 {
				return
			}
			// Not for long.
			r.TimeMS, r.Nodes = min(r.TimeMS, 5), min(r.Nodes, 200)
			if !r.Infinite && r.TimeMS == 0 && r.Nodes == 0 && r.Depth != 1 {
				r.Nodes = 100
			}
			line, _ = json.Marshal(r)
		}
		o := options()
		o.Engine.HashBytes = 64 << 10
		if all := serve(t, o, string(line)+"\n"); len(all) != 1 && !r.Progress {
			t.Errorf("%s: %d responses", line, len(all))
		}
	})
}

// Every request of the documentation's kind keeps to the schema and comes back from JSON as it was.
func TestRequestsKeepToSchema(t *testing.T) {
	s := schema(t)
	for _, r := range []Request{
		{}, {ID: json.RawMessage("1"), Cmd: "stop"},
		{ID: json.RawMessage(`"x"`), Cmd: "analyze", Rule: "caro-exact", Width: 9, Height: 14, Moves: "a1b2", Blocked: "c3", Lines: 5, Only: "d4", Except: "e5", TimeMS: 1, Depth: 2, Nodes: 3, DrawAt: 200, Progress: true, Clear: true},
		{Size: 22, Infinite: true},
	} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		if err := s.check("request", value); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		back, err := ParseRequest(text)
		if err != nil || fmt.Sprint(back) != fmt.Sprint(r) {
			t.Errorf("%s comes back as %+v, %v", text, back, err)
		}
	}
	for _, bad := range []string{`{"idd":1}`, `{"size":4}`, `{"lines":"3"}`, `{"rule":"go"}`, `{"id":1.5}`, `[]`} {
		var value any
		if err := json.Unmarshal([]byte(bad), &value); err != nil {
			t.Fatal(err)
		}
		if s.check("request", value) == nil {
			t.Errorf("%s keeps to the schema", bad)
		}
	}
}

// definitions are those of a JSON schema, of which check knows the words that docs/analysis.md uses.
type definitions map[string]map[string]any

func schema(t *testing.T) definitions {
	t.Helper()
	doc, err := os.ReadFile("../../docs/analysis.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(doc)
	if block == nil {
		t.Fatal("no schema in docs/analysis.md")
	}
	var s struct {
		Defs definitions `json:"$defs"`
	}
	if err := json.Unmarshal(block[1], &s); err != nil {
		t.Fatal(err)
	}
	return s.Defs
}

func (d definitions) check(name string, v any) error { return d.value(d[name], v) }

func (d definitions) value(s map[string]any, v any) error {
	for word, want := range s {
		switch word {
		case "$ref":
			if err := d.check(strings.TrimPrefix(want.(string), "#/$defs/"), v); err != nil {
				return err
			}
		case "type":
			kinds, several := want.([]any)
			if !several {
				kinds = []any{want}
			}
			if !slices.ContainsFunc(kinds, func(k any) bool { return isOf(v, k.(string)) }) {
				return fmt.Errorf("%v is no %v", v, want)
			}
		case "enum":
			if !slices.Contains(want.([]any), v) {
				return fmt.Errorf("%v is none of %v", v, want)
			}
		case "pattern":
			if text, ok := v.(string); ok && !regexp.MustCompile(want.(string)).MatchString(text) {
				return fmt.Errorf("%q does not match %v", text, want)
			}
		case "minimum", "maximum":
			n, number := v.(float64)
			if bound := want.(float64); !number || word == "minimum" && n < bound || word == "maximum" && n > bound {
				return fmt.Errorf("%v passes the %s %v", v, word, bound)
			}
		case "items":
			items, _ := v.([]any)
			for _, item := range items {
				if err := d.value(want.(map[string]any), item); err != nil {
					return err
				}
			}
		case "required":
			for _, name := range want.([]any) {
				object, _ := v.(map[string]any)
				if _, ok := object[name.(string)]; !ok {
					return fmt.Errorf("no %v", name)
				}
			}
		case "properties":
			object, ok := v.(map[string]any)
			if !ok {
				return fmt.Errorf("%v is no object", v)
			}
			for name, value := range object {
				property, known := want.(map[string]any)[name]
				if !known {
					return fmt.Errorf("%s is not known", name)
				}
				if err := d.value(property.(map[string]any), value); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		case "additionalProperties":
		default:
			return fmt.Errorf("the test does not know the word %s", word)
		}
	}
	return nil
}

func isOf(v any, kind string) bool {
	switch x := v.(type) {
	case nil:
		return kind == "null"
	case string:
		return kind == "string"
	case bool:
		return kind == "boolean"
	case float64:
		return kind == "integer" && x == math.Trunc(x)
	case []any:
		return kind == "array"
	case map[string]any:
		return kind == "object"
	}
	return false
}

func annotated(t *testing.T, rule board.Rule, moves string) []AnnotatedMove {
	t.Helper()
	b, err := board.New(15, 15, rule)
	if err != nil {
		t.Fatal(err)
	}
	points, err := board.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Annotate(options().Engine, b, points, AnnotateLimits{Nodes: 1500}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A win thrown away, an open three not answered, and the winning move are seen as such.
func TestAnnotate(t *testing.T) {
	all := annotated(t, board.Freestyle, "h8a1i8a3j8o15k8o13l8")
	if len(all) != 9 {
		t.Fatalf("%d moves", len(all))
	}
	if m := all[5]; m.Played.LossIn == 0 || m.Side != "white" {
		t.Errorf("an open three left alone: %+v", m)
	}
	if m := all[8]; m.Played.WinIn != 1 || m.Mark != Good || m.Loss != 0 {
		t.Errorf("the five: %+v", m)
	}
	all = annotated(t, board.Freestyle, "h8a1i8a3j8a5o15")
	if m := all[6]; m.Mark != Blunder || m.BestEval.WinIn != 3 || m.Best == m.Move {
		t.Errorf("an open four not made: %+v", m)
	}
	for _, m := range all {
		if m.Loss < 0 || m.Loss > 1 || m.Mark != Good && m.Loss < inaccuracyLoss {
			t.Errorf("%+v", m)
		}
	}
	// A forbidden move ends a renju game.
	all = annotated(t, board.Renju, "h8a1i8a3g9a5g10a7g8")
	if m := all[8]; m.Played.LossIn != 1 {
		t.Errorf("a foul: %+v", m)
	}
	b, err := board.New(15, 15, board.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"h8h8", "h8a1i8a3j8a5k8a7l8a9"} {
		points, err := board.ParseMoves(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Annotate(options().Engine, b, points, AnnotateLimits{Nodes: 100}, nil); err == nil {
			t.Errorf("no error for %s", bad)
		}
	}
}

func TestEvaluationTurned(t *testing.T) {
	for _, s := range []eval.Score{0, 77, -77, eval.WinIn(5), eval.LossIn(4)} {
		e := evaluationOf(search.Report{Score: s, Proven: true})
		back := e.turned()
		if plies, win, mate := s.Mate(); mate && (win && back.LossIn != plies+1 || !win && back.WinIn != plies+1) || !mate && back.Score != -int(s) {
			t.Errorf("%v is %+v, turned %+v", s, e, back)
		}
		if want := evaluationOf(search.Report{Score: eval.Score(back.Score), Proven: true}); want.WinIn != back.WinIn || want.LossIn != back.LossIn {
			t.Errorf("%v: score %d is %+v, not %+v", s, back.Score, want, back)
		}
	}
}

func TestSGFVariations(t *testing.T) {
	g := AnnotatedGame{Rule: "freestyle", Width: 15, Height: 9, Black: `A]B`, White: "C", Result: "B+", Moves: []AnnotatedMove{
		{Ply: 1, Side: "black", Move: "h8", Best: "h8"},
		{Ply: 2, Side: "white", Move: "a1", Best: "h9", Line: []string{"h9", "i8"}, Mark: Blunder},
		{Ply: 3, Side: "black", Move: "b1", Best: "c1", Line: []string{"c1"}, Mark: Mistake},
		{Ply: 4, Side: "white", Move: "c1", Best: "c2", Line: []string{"c2"}, Mark: Inaccuracy},
	}}
	var b strings.Builder
	if err := g.WriteSGF(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if strings.Count(text, "(") != strings.Count(text, ")") {
		// Comments have balanced parentheses too.
		t.Errorf("unbalanced: %s", text)
	}
	for _, part := range []string{"SZ[15:9]", `PB[A\]B]`, "(;W[aa]", "(;W[hi]", "(;B[ca]", "BM[2]", "BM[1]", "DO[]"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
}
