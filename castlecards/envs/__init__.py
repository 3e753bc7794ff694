"""Environments for reinforcement learning: PettingZoo (`zoo`) and OpenSpiel (`spiel`)."""
