y = x + 1
z()
y = x+1
