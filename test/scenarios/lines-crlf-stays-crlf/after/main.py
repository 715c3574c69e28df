class A:
    def f(self):
        x = 1
        return x

    def h(self):
        return 3

    def g(self):
        return 2
