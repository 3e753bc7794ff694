"""Computer players: they get a view and the events of their seat, never a position."""
