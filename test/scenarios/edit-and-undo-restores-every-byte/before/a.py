# café au lait, déjà vu, garçon
menu = ["crème brûlée", "pâté"]
price = 1
# naïve
