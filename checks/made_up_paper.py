"""Three pages of a made-up paper, with what typesetting does to words, for the tests of quotations."""

from rope_theory.evidence.claims.quotes import split_pages
from rope_theory.evidence.claims.source import Source, Wording

TEXT = """arXiv:2605.31558v1
We ﬁrst study eﬃcient heads with trans-
formers and letter-
letter pairs.
                    1
\fThe discrepancy ∆θ (n) ≤ 1 − cos(θ) for 𝜃 ̸= 0 and σ̄ ∈ Σ, says “A LPH”.
Figure 1: a plot.
It is bounded on every
                    2
\finput. The end.
                    3
"""
PAGES = split_pages(TEXT)


def verbatim(quote: str, locator: str = "p. 2", paper: str = "U26") -> Source:
    """A word-for-word quotation; by default from page 2."""
    return Source(paper, locator, Wording.VERBATIM, quote)
