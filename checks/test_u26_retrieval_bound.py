"""Special to u26.retrieval-bound: few inputs stand for all, and where the least gap ends."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import spacing, t_retrieval
from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import Pair, all_proper, improper, pair_vocabulary, single_letters
from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.retrieval import delta, inputs
from rope_theory.laws.gaps import Others, _least_gap, discrepancy, least_gap
from rope_theory.proofs.u26_retrieval_bound import minimum_any


@pytest.mark.parametrize("count, n", [(2, 2), (2, 3), (3, 2)])
@pytest.mark.parametrize("extreme", [min, max])
def test_patterns_stand_for_all_proper_inputs_of_the_whole_vocabulary(count, n, extreme):
    """The reduced family and the full one give the same discrepancy under all three definitions."""
    letters, theta = single_letters(count), spacing(count) / (2 * n + 1)
    head, every = t_retrieval(letters, theta).head, list(all_proper(sum(pair_vocabulary(letters, 1), ()), n))
    assert all(improper(tokens) is None for tokens in inputs(count, n))
    for others in Others:
        assert discrepancy(head, every, others, extreme) == delta(count, n, theta, others, extreme)


@pytest.mark.parametrize("n", [2, 3])
def test_never_is_void_where_all_tokens_have_one_left_letter(n):
    """A1 A1 has no gap to another left letter: the statement speaks of inputs that hold one."""
    head = t_retrieval("AB", Angle.parse("0.1")).head
    assert discrepancy(head, [(Pair("A", 1),) * n], Others.OTHER_LETTER, min) is None
    assert discrepancy(head, [(Pair("B", 1),) * (n - 1) + (Pair("A", 1),)], Others.OTHER_LETTER, min) > 0


@pytest.mark.parametrize("count, n", [(2, 3), (3, 3), (2, 4)])
def test_least_gap_is_zero_exactly_at_the_end_of_the_range(count, n):
    """(2n-3)θ = ω: match and rival tie, where the sharp condition of u26.retrieval-max ends."""
    edge = spacing(count) / (2 * n - 3)
    assert delta(count, n, edge, extreme=min) == 0 < delta(count, n, edge * Fraction(9, 10), extreme=min)


@pytest.mark.parametrize("count, n", [(2, 3), (3, 3), (2, 4), (4, 3)])
def test_least_gap_is_the_formula_within_the_range_alone_and_refused_outside(count, n):
    edge = spacing(count) / (2 * n - 3)
    for share in (Fraction(0), Fraction(1, 3), Fraction(99, 100)):
        assert least_gap(count, n, edge * share) == delta(count, n, edge * share, extreme=min)
    for share in (Fraction(11, 10), Fraction(3, 2)):
        assert _least_gap(count, n, edge * share) != delta(count, n, edge * share, extreme=min)
    for outside in (edge, edge * 2, -edge):
        with pytest.raises(InvalidInput, match=r"^theta must be at least 0 and less than ω/\(2n-3\) = .* turn, got "):
            least_gap(count, n, outside)


@pytest.mark.parametrize(
    "count, n, theta, error",
    [
        (0, 3, Angle(), "count must be at least 2, got 0"),
        (2, 1, Angle(), "n must be at least 2, got 1"),
        (2, 10, Angle.parse("pi/2"), "theta must be at least 0 and less than ω/(2n-3) = 1/34 turn, got 1/4 turn"),
        (2, 3, 0.1, "theta must be an Angle, got 0.1"),
    ],
)
def test_least_gap_names_what_is_outside(count, n, theta, error):
    with pytest.raises(InvalidInput) as refused:
        least_gap(count, n, theta)
    assert str(refused.value) == error


@pytest.mark.parametrize("count, n", [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2)])
@pytest.mark.parametrize("share", [Fraction(49, 100), Fraction(1, 10)])
def test_smallest_gap_to_any_other_position_is_bounded_up_to_the_end_of_the_range(count, n, share):
    at = {"count": count, "n": n, "theta": spacing(count) * share / n}
    assert minimum_any.at(at) is Truth.TRUE
    assert delta(**at, others=Others.ANY, extreme=min) <= 1 - at["theta"].cos()


@pytest.mark.parametrize("count, smaller", [(2, False), (3, True)])
def test_letter_pairs_alone_have_a_larger_least_gap_at_length_two(count, smaller):
    """With two letters the rival is half a turn away on either side, and the two least gaps agree."""
    theta = Angle.parse("0.1")
    pairs = [tokens for tokens in inputs(count, 2) if tokens[-1].right == "A" and tokens[-1].left != "A"]
    expected = theta.cos() - spacing(count).cos()
    assert discrepancy(t_retrieval(single_letters(count), theta).head, pairs, Others.OTHER_LETTER, min) == expected
    assert (delta(count, 2, theta, extreme=min) < expected) is smaller
