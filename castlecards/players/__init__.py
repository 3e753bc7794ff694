"""Computer players: they get a view and what their seat was told, never a position."""
