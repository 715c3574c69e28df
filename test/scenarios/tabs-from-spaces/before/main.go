package main

func f() {
	if x {
		y()
	}
}
