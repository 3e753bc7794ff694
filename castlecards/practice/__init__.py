"""Practice range without a screen: the record of throws, its statistics, and reports."""
