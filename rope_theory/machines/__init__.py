"""What runs and measures: torch heads, stacks, compiled models, long contexts, profiles, learning, training."""
