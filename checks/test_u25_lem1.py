"""What Lemma 1 of U25 says of no single instance: a head that is not symbolic is seen, H_SYM is symbolic."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.constructions import OneLayer, attribute_value, nope_head
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth
from rope_theory.proofs.u25_lem1 import drawn_instances, lem1


@given(st.integers(2, 6).flatmap(drawn_instances))
def test_one_entry_changed_is_seen_by_a_transposition(at):
    # Content 0 weighs twice as much when it moves to position 1, and its value is far from the others'.
    first, *rest = at["u"]
    values = ((Fraction(99),) * 3, *at["values"][1:])
    order = (1, 0, *range(2, len(first)))
    changed = {**at, "u": ((first[0], 2 * first[1], *first[2:]), *rest), "values": values, "order": order}
    assert lem1.assumed_at(changed) is Truth.FALSE
    assert lem1.at(changed) is Truth.FALSE


def test_h_sym_without_rotation_gives_one_set_of_scores_for_all_orders():
    model = OneLayer(nope_head("AB"), attribute_value)
    pairs = (Pair("A", 1), Pair("B", 2), Pair("A", 3))
    for order in (0, 1, 2), (2, 1, 0), (1, 2, 0):
        scores = model.run((*[pairs[k] for k in order], "A")).scores
        assert scores == {1: Fraction(1, 2), 2: 0, 3: Fraction(1, 2)}
