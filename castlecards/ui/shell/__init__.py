"""Program shell: the window, its main loop, the scene stack and shared services."""
