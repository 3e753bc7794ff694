"""The games as environments for learning programs: PettingZoo (`zoo`) and OpenSpiel (`spiel`)."""
