y = 2
z()
y = x+1
