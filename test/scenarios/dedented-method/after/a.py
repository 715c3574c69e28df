class A:
    def f(self):
        if self.x:
            return 0
        return 1

    def g(self):
        return 2
