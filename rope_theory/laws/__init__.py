"""The laws of heads under RoPE, as functions: exclusion, shape, discrepancy, gaps, temperatures, impossibility, scores."""
