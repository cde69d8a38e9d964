"""A statement that holds the library beside a definition: every part of it alone notices a library that is wrong."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import nope_head
from rope_theory.core.heads import PhaseHead
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth
from rope_theory.evidence.theory import LIBRARY
from rope_theory.proofs import (
    new_exclusion_identity,
    new_index_gap_multifrequency,
    new_index_gap_sharp,
    new_inverted_u,
    new_layouts,
    new_precision_cliff,
    new_shape_law,
    new_u_shape_sign,
    u25_lem1,
    u25_thm1,
    u25_thm5,
    u26_fig5a,
)

LOW, FLAT, HIGH = ({"n": n, "theta": Angle(Fraction(1, 10))} for n in (9, 10, 11))
MANY = {"n": 9, "theta": Angle(Fraction(2, 5))}
CURVE = {"lead": 1, "base": Angle(), "offset": Fraction(-5, 2), "step": Angle.parse("1"), "steps": 7}
MIX = dict(LIBRARY.theorems["new.index-gap-multifrequency"].claim.example)
SPAN = dict(LIBRARY.theorems["new.index-gap-sharp.continued-fraction"].claim.example)


def altered(function, **fields):
    """The function, with fields of what it returns replaced."""
    return lambda *given, **named: replace(function(*given, **named), **fields)


def told(name, count, flat_ends):
    """A page on which the signs and the library agree on a shape; the positions of its extrema are not asked."""
    return {
        "observed": lambda signs: (name, count, flat_ends),
        "shape": lambda *given, **named: _Told(name, count, flat_ends),
        "inner_extrema": lambda signs: [],
    }


class _Told:
    def __init__(self, name, count, flat_ends):
        self.name, self.count, self.flat_ends = name, count, flat_ends

    def extrema(self):
        return []


U, INVERTED, LAW = new_u_shape_sign, new_inverted_u, new_shape_law
#: (page, claim, what is wrong, the page's names that are replaced, where the statement must be false because of it).
PARTS = [
    (U, "new.u-shape-sign.shape", "the library's name", {"shape": altered(U.shape, name="flat")}, LOW),
    (U, "new.u-shape-sign.shape", "the library's number of extrema", {"shape": altered(U.shape, count=3)}, LOW),
    (U, "new.u-shape-sign.shape", "the library's flat ends", {"shape": altered(U.shape, flat_ends=1)}, LOW),
    (U, "new.u-shape-sign.shape", "the positions of the extrema", {"inner_extrema": lambda signs: []}, LOW),
    (U, "new.u-shape-sign.shape", "the positions of many extrema", {"inner_extrema": lambda signs: []}, MANY),
    (U, "new.u-shape-sign.shape", "a U that is none", told("inverted U", 1, 0), LOW),
    (U, "new.u-shape-sign.shape", "a U with flat ends", told("U", 1, 1), LOW),
    (U, "new.u-shape-sign.shape", "flat, called otherwise", told("level", 1, 0), FLAT),
    (U, "new.u-shape-sign.shape", "called flat, and is not", told("flat", 1, 0), MANY),
    (U, "new.u-shape-sign.shape", "an inverted U that is none", told("hill", 1, 0), HIGH),
    (U, "new.u-shape-sign.shape", "an inverted U with flat ends", told("inverted-U", 1, 1), HIGH),
    (U, "new.u-shape-sign.shape", "an inverted U where none is", told("inverted-U", 5, 0), MANY),
    (U, "new.u-shape-sign.shape", "the number of extrema", told("U", 3, 0), LOW),
    (INVERTED, "new.inverted-u", "the library's name", {"shape": altered(INVERTED.shape, name="U")}, LOW),
    (INVERTED, "new.inverted-u", "the library's flat ends", {"shape": altered(INVERTED.shape, flat_ends=2)}, LOW),
    (INVERTED, "new.inverted-u", "an inverted U that is none", told("hill", 1, 0), LOW),
    (INVERTED, "new.inverted-u", "an inverted U with flat ends", told("inverted-U", 1, 1), LOW),
    (INVERTED, "new.inverted-u.own-place", "the library's name", {"shape": altered(INVERTED.shape, name="U")}, LOW),
    (INVERTED, "new.inverted-u.own-place", "an inverted U that is none", told("hill", 1, 0), LOW),
    (LAW, "new.shape-law", "the library's name", {"name_shape": altered(LAW.name_shape, name="U")}, CURVE),
    (LAW, "new.shape-law", "the library's count", {"name_shape": altered(LAW.name_shape, count=5)}, CURVE),
    (LAW, "new.shape-law", "the library's flat ends", {"name_shape": altered(LAW.name_shape, flat_ends=1)}, CURVE),
    (LAW, "new.shape-law", "the positions of the extrema", {"inner_extrema": lambda signs: []}, CURVE),
    (
        new_exclusion_identity,
        "new.exclusion-identity",
        "the library's terms",
        {"exclusion_terms": lambda M: None},
        {"M": ((1, 2), (3, 5))},
    ),
    (
        new_index_gap_multifrequency,
        "new.index-gap-multifrequency",
        "a certificate that is refused",
        {"verify_certificate": lambda found: type("Refused", (), {"accepted": False})},
        MIX,
    ),
    (
        new_index_gap_sharp,
        "new.index-gap-sharp.continued-fraction",
        "the minimiser",
        {"single_gap": altered(new_index_gap_sharp.single_gap, minimiser=10**9)},
        SPAN,
    ),
    (
        new_index_gap_sharp,
        "new.index-gap-sharp.continued-fraction",
        "whether the gap is 0",
        {"single_gap": altered(new_index_gap_sharp.single_gap, exactly_zero=True)},
        SPAN,
    ),
    (
        new_layouts,
        "new.layouts",
        "a move that is no bijection",
        {"half_from_adjacent": lambda rotary, size: [0] * size},
        {"frequencies": (Angle(),), "query": (1, 1), "key": (1, 1), "distance": 0},
    ),
]


@pytest.mark.parametrize("page, claim_id, wrong, names, at", PARTS, ids=[f"{part[1]}-{part[2]}" for part in PARTS])
def test_a_wrong_library_is_noticed_by_the_part_that_speaks_of_it(page, claim_id, wrong, names, at, monkeypatch):
    theorem = LIBRARY.theorems[claim_id]
    assert theorem.assumed_at(at) is Truth.TRUE and theorem.at(at) is Truth.TRUE
    for name, broken in names.items():
        monkeypatch.setattr(page, name, broken)
    assert theorem.at(at) is Truth.FALSE, f"{claim_id} does not notice: {wrong}"


@pytest.mark.parametrize("claim_id", ("u25.thm1", "u25.thm1.any-centre"))
def test_the_bound_of_theorem_1_has_the_factor_1(claim_id, monkeypatch):
    theorem = LIBRARY.theorems[claim_id]
    for left, right, answer in ((100, 100, Truth.TRUE), (99, 100, Truth.TRUE), (101, 100, Truth.FALSE)):
        monkeypatch.setattr(u25_thm1, "sides", lambda *given, sides=(Fraction(left), Fraction(right)), **named: sides)
        assert theorem.at(theorem.claim.example) is answer


def test_a_query_that_matches_itself_is_noticed_by_theorem_5(monkeypatch):
    theorem, at = LIBRARY.theorems["u25.thm5"], u25_thm5.asked("A1 A1 A1 B2 A", 5, 9)
    assert theorem.assumed_at(at) is Truth.TRUE and theorem.at(at) is Truth.TRUE

    def blind_to_the_spare_point(letters, theta, shift):
        plane = nope_head(letters, theta).planes[0]
        return PhaseHead("own", (replace(plane, key=lambda y: plane.key(y if isinstance(y, Pair) else Pair(y, 1))),))

    monkeypatch.setattr(u25_thm5, "shifted_head", blind_to_the_spare_point)
    assert theorem.at(at) is Truth.FALSE  # three matches still have more than half, and the answer is right


@pytest.mark.parametrize("end", ("safe_up_to", "fails_at"))
def test_both_ends_of_a_bracket_are_held(end, monkeypatch):
    theorem = LIBRARY.theorems["new.precision-cliff.brackets"]
    at = theorem.claim.example
    assert theorem.at(at) is Truth.TRUE
    tables = new_precision_cliff.tables
    known = tables.bracket
    monkeypatch.setattr(tables, "bracket", lambda name: replace(known(name), **{end: getattr(known(name), end) + 1}))
    assert theorem.at(at) is Truth.FALSE


def test_the_output_of_lemma_1_is_the_weighted_mean_with_the_query():
    values = ((Fraction(3), Fraction(1)), (Fraction(5), Fraction(0)))
    found = u25_lem1.attention_output(((1, 2), (4, 8)), 1, values, (Fraction(7), Fraction(2)), (1, 0))
    assert found == (Fraction(4 * 5 + 2 * 3 + 7, 7), Fraction(2 * 1 + 2, 7))  # content 1 at position 0 weighs 4


def test_the_plotted_angle_is_that_of_base_10000(monkeypatch):
    asked = []
    monkeypatch.setattr(u26_fig5a, "frequencies", lambda *given: asked.append(given) or [ball(Fraction(1, 1000))] * 64)
    u26_fig5a.in_range("θ_42", 1, 8)
    assert asked == [(10000, 128, "ball")]
