package a

func f(x int) int {
	if x > 1 {
		return 2
	}
	return 3
}
