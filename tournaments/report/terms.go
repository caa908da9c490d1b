package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tengen/tournaments"
)

// A header's terms are texts made for comparing two tournaments; here they are
// put into words for those who look at the page. What is not known, from a later
// version perhaps, stays as it is.

var (
	openingTerms = regexp.MustCompile(`^(\d+) with check sum [0-9a-f]+, (\w+), symmetries (\w+), seed \d+$`)
	engineTerm   = regexp.MustCompile(`^engine (\d+)( limits)?$`)
	winTerm      = regexp.MustCompile(`^(\d+) moves from (\d+)$`)
)

// introduction says in a sentence or two by what rule, on what board, in what
// time and from what openings games were played.
func introduction(h tournaments.Header) string {
	var words []string
	rule, board := h.Terms["rule"], strings.ReplaceAll(h.Terms["board"], " x ", " × ")
	switch {
	case rule != "" && board != "":
		words = append(words, strings.ToUpper(rule[:1])+rule[1:]+" on "+board)
	case rule != "":
		words = append(words, strings.ToUpper(rule[:1])+rule[1:])
	}
	var times []string
	for i := range h.Engines {
		if t := timeWords(limits(h, i)); t != "" && !slices.Contains(times, t) {
			times = append(times, t)
		}
	}
	switch len(times) {
	case 0:
	case 1:
		words = append(words, times[0])
	default:
		words = append(words, "times that differ between engines")
	}
	switch o := h.Terms["openings"]; {
	case o == "":
	case o == "swap2":
		words = append(words, "openings by swap2")
	case o == "empty board":
		words = append(words, "from the empty board")
	default:
		if m := openingTerms.FindStringSubmatch(o); m != nil {
			words = append(words, counted(m[1], "opening"))
		}
	}
	return strings.Join(words, ", ")
}

// days names the day or days of games, in UTC as the record has them.
func days(from, to time.Time) string {
	if from.IsZero() {
		return ""
	}
	const day = "2 January 2006"
	a, b := from.UTC().Format(day), to.UTC().Format(day)
	if a == b {
		return a
	}
	return a + " to " + b
}

// limits reads an engine's limits, "turn 1s, game 0s, ..."; nil for none.
func limits(h tournaments.Header, i int) map[string]string {
	var m map[string]string
	for part := range strings.SplitSeq(h.Terms[fmt.Sprintf("engine %d limits", i+1)], ", ") {
		if key, value, ok := strings.Cut(part, " "); ok {
			if m == nil {
				m = map[string]string{}
			}
			m[key] = value
		}
	}
	return m
}

// set tells whether a limit says anything.
func set(value string) bool {
	return value != "" && value != "0" && value != "0s" && value != "not given"
}

// timeWords is the time, or what takes its place, in words.
func timeWords(m map[string]string) string {
	var words []string
	switch nodes, depth := set(m["nodes"]), set(m["depth"]); {
	case nodes:
		words = append(words, m["nodes"]+" nodes a move")
	case depth:
		words = append(words, "depth "+m["depth"])
	case set(m["game"]):
		words = append(words, m["game"]+" a game")
		if set(m["turn"]) && m["turn"] != m["game"] {
			words = append(words, m["turn"]+" a move at most")
		}
	case set(m["turn"]):
		words = append(words, m["turn"]+" a move")
	case m["turn"] == "0s":
		words = append(words, "as fast as possible")
	}
	if set(m["increment"]) {
		words = append(words, m["increment"]+" more after each")
	}
	return strings.Join(words, ", ")
}

// limitWords are all limits of an engine in words.
func limitWords(m map[string]string) string {
	var words []string
	if t := timeWords(m); t != "" {
		words = append(words, t)
	}
	if set(m["nodes"]) && set(m["turn"]) {
		words = append(words, m["turn"]+" at most")
	}
	if set(m["tolerance"]) {
		words = append(words, m["tolerance"]+" over the time are tolerated")
	}
	if set(m["threads"]) {
		words = append(words, counted(m["threads"], "thread"))
	}
	if memory, more, _ := strings.Cut(m["memory"], " (+"); set(memory) && memory != "0B" {
		text := memory + " of memory"
		if more = strings.TrimSuffix(more, ")"); set(more) && more != "0B" {
			text += ", " + more + " over it are tolerated"
		}
		words = append(words, text)
	}
	return strings.Join(words, "; ")
}

// terms lists the conditions of play in words; what is not limited is left out.
func terms(h tournaments.Header) []termView {
	var list []termView
	add := func(key, value string) {
		if value != "" {
			list = append(list, termView{key, value})
		}
	}
	t := h.Terms
	add("Rule", t["rule"])
	add("Board", strings.ReplaceAll(t["board"], " x ", " × "))
	if p := t["pairing"]; p != "" {
		add("Who meets whom", map[string]string{
			tournaments.RoundRobin: "everybody meets everybody", tournaments.Gauntlet: "the first meets all others", tournaments.Match: "two engines",
		}[p])
	}
	if m := openingTerms.FindStringSubmatch(t["openings"]); m != nil {
		words := counted(m[1], "opening") + map[string]string{tournaments.Sequential: ", in their order", tournaments.Shuffled: ", shuffled"}[m[2]]
		if m[3] == "true" {
			words += ", turned and mirrored"
		}
		add("Openings", words)
	} else {
		add("Openings", t["openings"])
	}
	for _, d := range []struct{ key, words string }{{"draw.moves", "after %s moves"}, {"draw.stones", "at %s stones on the board"}, {"draw.empty", "when %s cells are empty"}} {
		if set(t[d.key]) {
			add("Draw", fmt.Sprintf(d.words, t[d.key]))
		}
	}
	if m := winTerm.FindStringSubmatch(t["win"]); m != nil && m[1] != "0" {
		add("Win by agreement", fmt.Sprintf("when both tell an evaluation of %s or more for %s moves in a row", m[2], m[1]))
	}
	same := true
	for i := range h.Engines {
		same = same && limitWords(limits(h, i)) == limitWords(limits(h, 0))
	}
	for i, e := range h.Engines {
		if same {
			add("Each engine", limitWords(limits(h, i)))
			break
		}
		add(e.Name, limitWords(limits(h, i)))
	}
	known := []string{"rule", "board", "pairing", "openings", "draw.moves", "draw.stones", "draw.empty", "win"}
	for _, k := range sortedKeys(t) {
		if !slices.Contains(known, k) && !engineTerm.MatchString(k) {
			add(k, t[k])
		}
	}
	return list
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// counted is Plural of a number in a text.
func counted(n, word string) string {
	k, err := strconv.Atoi(n)
	if err != nil {
		return n + " " + word
	}
	return tournaments.Plural(k, word)
}
