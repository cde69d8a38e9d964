"""Figure 3B's input, and the exact share of proper inputs against an even draw."""

import random
from fractions import Fraction

from rope_theory.core.tasks import Pair, improper, invalid_letter, parse_letter
from rope_theory.proofs import u26_let_decomposition_path_unique as page


def even_draw(rng, n1=8, n2=8, letters="ABCDEFGH", integers=8, hops=4):
    """An input in which each letter of the path stands on the left once, before the hop's start; all are equally likely."""
    chain = rng.sample(letters, hops)  # the answer's letter first
    free = [letter for letter in letters if letter not in chain]
    targets = [Pair(rng.choice(free), rng.randint(1, integers)) for _ in range(n1 - 1)]
    targets.insert(rng.randrange(n1), Pair(chain[0], rng.randint(1, integers)))
    own = sorted(rng.sample(range(n2), hops - 1))
    pairs = [Pair(rng.choice(free), rng.choice(letters)) for _ in range(n2)]
    for position, (right, left) in zip(own, zip(chain, chain[1:], strict=False), strict=True):
        pairs[position] = Pair(left, right)
    return (*targets, *pairs, Pair(rng.choice(free), chain[-1]))


def test_even_draws_are_answered_and_are_as_often_proper_as_counted():
    rng, draws = random.Random(7), 4000
    drawn = [even_draw(rng) for _ in range(draws)]
    assert all(invalid_letter(tokens) is None and page.WHOLE_BACK.test(tokens=tokens) for tokens in drawn)
    assert all(page.path_unique(tokens, 4, 4) for tokens in drawn[:200])
    share = Fraction(page.proper_inputs(8, 8, 8, 8, 4), page.path_unique_inputs(8, 8, 8, 8, 4))
    found = sum(improper(tokens) is None for tokens in drawn)
    assert abs(found - draws * share) < 4 * (draws * share) ** 0.5  # about four standard deviations


def test_figure_3b_is_improper_and_answered():
    tokens = parse_letter("E1 B2 E1 G6 A2 B2 E1 G6 BE DB CA GE EB HC DG FH EH")
    assert improper(tokens) is not None and page.FIGURE_3B["tokens"] == tokens
    assert page.path_unique(tokens, 3, 3)
    assert not page.path_unique(tokens, 3, 3, short=1)
