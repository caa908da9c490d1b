package board

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// clustered gives moves as a game has them: each near the ones before.
func clustered(b *Board, n int, rng *rand.Rand) []Point {
	c := b.Clone()
	c.Reset()
	var moves, buf []Point
	p := At(b.Width()/2, b.Height()/2)
	for len(moves) < n {
		c.Play(p)
		moves = append(moves, p)
		cand := c.Candidates()
		buf = cand.AppendTo(buf[:0])
		if len(buf) == 0 {
			break
		}
		p = buf[rng.IntN(len(buf))]
	}
	return moves
}

func BenchmarkPlayUndo(bm *testing.B) {
	for r := Rule(0); r < Rules; r++ {
		for _, size := range []int{15, 20} {
			bm.Run(fmt.Sprintf("%v/%d", r, size), func(bm *testing.B) {
				b, _ := New(size, size, r)
				moves := clustered(b, 40, rand.New(rand.NewPCG(1, 2)))
				for _, p := range moves[:20] {
					b.Play(p)
				}
				bm.ReportAllocs()
				n := 0
				for bm.Loop() {
					for _, p := range moves[20:] {
						b.Play(p)
					}
					for range moves[20:] {
						b.Undo()
					}
					n += 20
				}
				bm.ReportMetric(float64(n)/bm.Elapsed().Seconds()/1e6, "Mmoves/s")
			})
		}
	}
}

func BenchmarkTables(bm *testing.B) {
	for r := Rule(0); r < Rules; r++ {
		bm.Run(r.String(), func(bm *testing.B) {
			for bm.Loop() {
				buildShapeTable(r)
			}
		})
	}
}

// BenchmarkForbidden confirms every point of the 300 shared positions whose shapes
// may be forbidden, without the memory of earlier verdicts.
func BenchmarkForbidden(bm *testing.B) {
	var boards []*Board
	points := 0
	for _, c := range forbiddenCases(bm) {
		b := mustNew(bm, 15, 15, Renju)
		for _, p := range mustMoves(bm, c.Position) {
			b.Play(p)
		}
		points += b.Count(Black, ClassMaybeForbidden)
		boards = append(boards, b)
	}
	bm.ReportAllocs()
	n := 0
	for bm.Loop() {
		for _, b := range boards {
			for _, p := range b.MaybeForbiddens(Black).AppendTo(nil) {
				b.judgeBlack(p, packedShapes(b.cells[p].shapes))
			}
		}
		n += points
	}
	bm.ReportMetric(float64(bm.Elapsed().Nanoseconds())/float64(n), "ns/point")
}
