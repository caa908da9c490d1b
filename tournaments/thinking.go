package tournaments

import (
	"regexp"
	"strconv"
	"strings"
)

// Engines tell about their thought in messages of their own making. These
// patterns read what is common to those of Tengen, Rapfi, Yixin, Embryo, Wine
// and Pela: a word, perhaps a colon or equals sign, and a number.
var (
	depthWord = regexp.MustCompile(`(?i)\bdepth[ :=]*(\d+)(?:-(\d+))?`)
	scoreWord = regexp.MustCompile(`(?i)\b(?:eval(?:uation)?|ev|score|val)[ :=]*([-+]?)(M?)(\d+)`)
	nodesWord = regexp.MustCompile(`(?i)\b(?:nodes?|n)[ :=]+(\d+(?:\.\d+)?)([KMG]?)\b`)
	winWord   = regexp.MustCompile(`(?i)\b(win|loss|mate|lose) in (\d+)`)
)

// readThinking fills a move's depth, score and nodes from the messages before
// it; a later message counts more. What no message tells stays zero.
func readThinking(m *Move, said []string) {
	for _, text := range said {
		if d := depthWord.FindStringSubmatch(text); d != nil {
			m.Depth, _ = strconv.Atoi(d[1])
			m.SelDepth, _ = strconv.Atoi(d[2])
		}
		if n := nodesWord.FindStringSubmatch(text); n != nil {
			m.Nodes = scaled(n[1], n[2])
		}
		if s := scoreWord.FindStringSubmatch(text); s != nil {
			v, err := strconv.Atoi(s[3])
			if err != nil {
				continue
			}
			if s[1] == "-" {
				v = -v
			}
			if s[2] != "" {
				m.WinIn, m.Score = v, nil
			} else {
				m.WinIn, m.Score = 0, &v
			}
		}
		if w := winWord.FindStringSubmatch(text); w != nil {
			m.WinIn, _ = strconv.Atoi(w[2])
			m.Score = nil
			if l := strings.ToLower(w[1]); l == "loss" || l == "lose" {
				m.WinIn = -m.WinIn
			}
		}
	}
	if n := len(said); n > 0 {
		m.Says = cutMessage(said[n-1])
	}
}

// maxSays is how much of a message goes into the record, in bytes.
const maxSays = 200

// cutMessage strips the word MESSAGE or DEBUG and what is too much.
func cutMessage(text string) string {
	_, rest, _ := strings.Cut(text, " ")
	rest = strings.ToValidUTF8(strings.TrimSpace(rest), "?")
	if len(rest) > maxSays {
		rest = strings.ToValidUTF8(rest[:maxSays], "")
	}
	return rest
}

// scaled reads "12.5" with the unit K, M or G.
func scaled(number, unit string) int64 {
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0
	}
	switch strings.ToUpper(unit) {
	case "K":
		v *= 1e3
	case "M":
		v *= 1e6
	case "G":
		v *= 1e9
	}
	return int64(v)
}
