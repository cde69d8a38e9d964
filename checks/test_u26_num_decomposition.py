"""u26.num-decomposition: anything may stand where an integer points before the start; the hops that are needed."""

from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.tasks import generate_number, index_function
from rope_theory.core.truth import Truth
from rope_theory.proofs.u26_num_decomposition import answered

TOKENS = st.sampled_from(["A", "B", "C", 1, 2, 3, 7])


@given(st.integers(0, 10**6), st.data())
def test_num_decomposition_whatever_stands_where_an_integer_points_before_the_start(seed, data):
    tokens, solution = next(generate_number(seed, 1, length_letters=3, length_integers=6, integers=8))
    current = tokens
    for _ in range(solution.hops):
        free = [isinstance(t, int) and t >= p for p, t in enumerate(current, 1)]
        after = index_function(current)
        current = tuple(data.draw(TOKENS) if f else t for f, t in zip(free, after, strict=True))
    assert current[-1] == solution.answer


def test_num_decomposition_needs_as_many_passes_as_hops():
    """The answer arrives with the last pass and not before."""
    for tokens, solution in generate_number(5, 40):
        at = {"tokens": tokens, "h": solution.hops - 1, "l": 9, "out_of_range": "keep"}
        assert answered.assumed_at(at) is Truth.FALSE
        assert answered.at(at) is Truth.FALSE
