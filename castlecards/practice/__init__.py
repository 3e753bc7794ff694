"""The toss range without a screen: throws as they are recorded, and what they add up to."""
