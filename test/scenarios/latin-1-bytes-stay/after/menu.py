# café au lait, déjà vu, garçon
menu = ["crème brûlée", "pâté"]
price = "à la carte"
# naïve
