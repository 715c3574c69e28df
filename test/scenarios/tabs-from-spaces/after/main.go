package main

func f() {
	if x {
		y()
		if z {
			w()
		}
	}
}
