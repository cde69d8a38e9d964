"""The examples in the docstrings of rope_theory.laws.gaps hold."""

import doctest

from rope_theory.laws import gaps


def test_gaps_docstring_examples():
    results = doctest.testmod(gaps)
    assert results.attempted > 0
    assert results.failed == 0
