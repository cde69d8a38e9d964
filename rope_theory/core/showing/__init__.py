"""How figures look, shared by all that draw: style, and the positional–symbolic plane."""
