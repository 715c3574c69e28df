package a

func f(x int) int {
	for x > 1 {
		if x == 5 {
			return 2
		}
		x--
	}
	x++
	return 3
}
