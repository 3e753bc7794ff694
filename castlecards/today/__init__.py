"""Task of the day: three stations of throws, made from the date alone, with scores and records."""
