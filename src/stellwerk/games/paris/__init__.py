"""Paris Connection: lines through France, shares behind screens."""
