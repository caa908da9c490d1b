package protocol

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line string
		want Command
	}{
		{"", Command{}},
		{" \t ", Command{}},
		{"START 15", Command{Kind: Start, Name: "START", Width: 15, Height: 15}},
		{"start\t20", Command{Kind: Start, Name: "START", Width: 20, Height: 20}},
		{"Start 15 20", Command{Kind: Start, Name: "START", Width: 15, Height: 20}},
		{"START 15,20", Command{Kind: Start, Name: "START", Width: 15, Height: 20}},
		{"RECTSTART 9,14", Command{Kind: Start, Name: "RECTSTART", Width: 9, Height: 14}},
		{"rectstart 9 , 14 ", Command{Kind: Start, Name: "RECTSTART", Width: 9, Height: 14}},
		{"RESTART", Command{Kind: Restart, Name: "RESTART"}},
		{"  begin  ", Command{Kind: Begin, Name: "BEGIN"}},
		{"TURN 7,8", Command{Kind: Turn, Name: "TURN", X: 7, Y: 8}},
		{"turn\t 7\t,\t8 ", Command{Kind: Turn, Name: "TURN", X: 7, Y: 8}},
		{"TURN -1,99999999999999999999", Command{Kind: Turn, Name: "TURN", X: -1, Y: 1 << 20}},
		{"PLAY 0,0", Command{Kind: Play, Name: "PLAY"}},
		{"TAKEBACK 1,2", Command{Kind: Takeback, Name: "TAKEBACK", X: 1, Y: 2}},
		{"BOARD", Command{Kind: Board, Name: "BOARD"}},
		{"done", Command{Kind: Done, Name: "DONE"}},
		{"END", Command{Kind: End, Name: "END"}},
		{"about", Command{Kind: About, Name: "ABOUT"}},
		{"yxstop", Command{Kind: Stop, Name: "YXSTOP"}},
		{"stop", Command{Kind: Stop, Name: "STOP"}},
		{"yxhashclear", Command{Kind: HashClear, Name: "YXHASHCLEAR"}},
		{"YXSHOWFORBID", Command{Kind: ShowForbid, Name: "YXSHOWFORBID"}},
		{"INFO", Command{Kind: Info, Name: "INFO"}},
		{"INFO timeout_turn", Command{Kind: Info, Name: "INFO", Key: "timeout_turn"}},
		{"info  TIMEOUT_turn   1000 ", Command{Kind: Info, Name: "INFO", Key: "timeout_turn", Value: "1000"}},
		{`INFO folder C:\My Files\Šachy `, Command{Kind: Info, Name: "INFO", Key: "folder", Value: `C:\My Files\Šachy`}},
		{"SWAP2BOARD", Command{Kind: Swap, Name: "SWAP2BOARD"}},
		{"yxforbid add 3 4 1", Command{Kind: BlockSome, Name: "YXFORBID ADD", X: 3, Y: 4}},
		{"HELLO 7,7", Command{Kind: Unknown, Name: "HELLO"}},
		{"7,7", Command{Kind: Unknown, Name: "7,7"}},
		{"\u017ftart 15", Command{Kind: Unknown, Name: "\u017fTART"}}, // a long s is no s
	} {
		got := Parse(c.line)
		got.entry = nil
		if got.Kind != c.want.Kind || got.Name != c.want.Name || got.Width != c.want.Width || got.Height != c.want.Height ||
			got.X != c.want.X || got.Y != c.want.Y || got.Key != c.want.Key || got.Value != c.want.Value || got.Err != "" {
			t.Errorf("%q is %+v, want %+v", c.line, got, c.want)
		}
	}
}

func TestParseFindsFaults(t *testing.T) {
	for line, part := range map[string]string{
		"START":                      "one number or two",
		"START x":                    "as numbers",
		"START 15x":                  "as numbers",
		"START 15 15 15":             "one number or two",
		"START 4":                    "5 to 22",
		"START 23":                   "5 to 22",
		"START -15":                  "5 to 22",
		"START 15 23":                "5 to 22",
		"START 99999999999999999999": "5 to 22",
		"RECTSTART 15":               "width,height",
		"RECTSTART 15,":              "width,height",
		"RECTSTART 4,15":             "5 to 22",
		"TURN":                       "x,y",
		"TURN 7":                     "x,y",
		"TURN 7 7":                   "x,y",
		"TURN 7,":                    "x,y",
		"TURN ,7":                    "x,y",
		"TURN 7,7,7":                 "x,y",
		"TURN a,b":                   "x,y",
		"TURN 7.0,7":                 "x,y",
		"TURN +7,7":                  "x,y",
		"TURN 7,--7":                 "x,y",
		"TURN 7,7" + overlong:        "x,y",
		"PLAY h8":                    "x,y",
		"TAKEBACK ":                  "x,y",
	} {
		if c := Parse(line); !strings.Contains(c.Err, part) {
			t.Errorf("%q: error %q does not say %q", line, c.Err, part)
		}
	}
}

func TestTableHasEachWordOnce(t *testing.T) {
	seen := map[string]bool{}
	for i := range table {
		e := &table[i]
		if seen[e.name] {
			t.Errorf("%s stands in the table twice", e.name)
		}
		seen[e.name] = true
		if e.name != upper(e.name) || lookup(e.name) != e {
			t.Errorf("%s is not found", e.name)
		}
		if e.thinks && (!e.needs || !e.answered && e.kind != SwapStep && e.kind != Soosorv) {
			t.Errorf("%s: what answers a move needs a game and an answer", e.name)
		}
	}
}

func feedAll(lines ...string) (all []request) {
	var a assembler
	for _, l := range lines {
		if r, ok := a.feed(line{text: l}); ok {
			all = append(all, r)
		}
	}
	return all
}

func TestBlocks(t *testing.T) {
	all := feedAll("START 15", "BOARD", "7,7,1", " 8 , 8 , 2 ", "INFO timeout_turn 5", "9,9,3", "YXSTOP", "", "done", "BEGIN")
	kinds := []Kind{Start, Info, Stop, Board, Begin}
	if len(all) != len(kinds) {
		t.Fatalf("%d commands, want %d", len(all), len(kinds))
	}
	for i, k := range kinds {
		if all[i].Kind != k {
			t.Errorf("command %d is %+v", i, all[i])
		}
	}
	b := all[3]
	if b.Err != "" || len(b.Stones) != 3 || b.Stones[1] != (Stone{8, 8, Opponent}) || b.Stones[2].Who != Nobody {
		t.Errorf("the block is %+v", b)
	}
}

func TestBlockFaults(t *testing.T) {
	for _, bad := range []string{"7,7", "7,7,0", "7,7,4", "7,7,1,1", "x", "START 20", "BOARD", "7,7,one"} {
		all := feedAll("BOARD", "1,1,1", bad, "2,2,2", "DONE", "ABOUT")
		if len(all) != 2 || all[0].Kind != Board || !strings.Contains(all[0].Err, "line 2") || all[1].Kind != About {
			t.Errorf("%q in a block gives %+v", bad, all)
		}
	}
	if all := feedAll("BOARD", "1,1,1", "END"); len(all) != 1 || all[0].Kind != End {
		t.Errorf("END in a block gives %+v", all)
	}
}

func TestBlocksOfOthersAreSwallowed(t *testing.T) {
	for i := range table {
		e := &table[i]
		switch e.block {
		case skipBlock:
			if all := feedAll(e.name+" 1 2", "7,7", "8,8,1", "START 15", "DONE", "ABOUT"); len(all) != 2 || all[0].Name != e.name {
				t.Errorf("%s gives %+v", e.name, all)
			}
		case skipLine:
			if all := feedAll(e.name, "DONE", "ABOUT"); len(all) != 2 || all[0].Name != e.name {
				t.Errorf("%s gives %+v", e.name, all)
			}
		}
	}
}

func TestBlockRemembersLittle(t *testing.T) {
	var a assembler
	a.feed(line{text: "BOARD"})
	for range 100000 {
		a.feed(line{text: "7,7,1"})
	}
	if r, ok := a.feed(line{text: "DONE"}); !ok || r.Err == "" || len(r.Stones) > maxStones {
		t.Errorf("a block of 100000 stones: ok %v, error %q, %d stones", ok, r.Err, len(r.Stones))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"START 15", "RECTSTART 9,14", "TURN 7,7", "INFO folder /a b", "BOARD", "\x00", "PLAY -1,-0", "start\x0b5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c := Parse(s)
		if c.Kind == Empty {
			if strings.Trim(s, blanks) != "" {
				t.Errorf("%q is taken for empty", s)
			}
			return
		}
		if c.entry == nil || c.entry.kind != c.Kind {
			t.Errorf("%q: %+v has the wrong row", s, c)
		}
		if p := plain(c.Err); p != c.Err {
			t.Errorf("%q: error text %q would not go out as it is", s, c.Err)
		}
		if c.Kind == Start && c.Err == "" && (c.Width < 5 || c.Width > 22 || c.Height < 5 || c.Height > 22) {
			t.Errorf("%q: size %dx%d", s, c.Width, c.Height)
		}
	})
}
