package board

// zobrist holds one random word for each colour and point, and one for White to
// move. A stone of nobody has White's and Black's together. The generator is
// splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014), seeded by a constant so that hashes are the same everywhere.
var zobrist, zobristSide = func() (keys [2][GridPoints]uint64, side uint64) {
	state := uint64(0x54656e67656e) // "Tengen"
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for c := range keys {
		for p := range keys[c] {
			keys[c][p] = next()
		}
	}
	return keys, next()
}()

func stoneKey(p Point, c Color) uint64 {
	p &= GridPoints - 1
	if c == Wall {
		return zobrist[Black][p] ^ zobrist[White][p]
	}
	return zobrist[c&1][p]
}
