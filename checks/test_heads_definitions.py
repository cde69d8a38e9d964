"""Heads, their constructions, decoding, gaps and temperatures beside their definitions, written again here."""

import itertools
import math
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from flint import arb

from rope_theory.core import constructions, decoding, heads, rope
from rope_theory.core.angles import FULL_TURN, Angle, TrigSum, ball
from rope_theory.core.constructions import LetterCircle, OneLayer, decode, h_pos, h_sym, t_index, t_retrieval
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import PhaseHead, Plane, Polar, VectorHead, VectorPlane, maximisers
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth
from rope_theory.laws import beta, gaps
from rope_theory.laws.gaps import Others

T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
FIFTH, ONE = Angle(Fraction(1, 5)), Angle.parse("1")
#: Exact values with ties, and two that differ by less than a float can tell.
VALUES = [TrigSum.of(0), TrigSum.of(1), FIFTH.cos(), ONE.cos(), ONE.cos() + Fraction(1, 10**40)]


def ordered(values):
    """The indices of the largest value, by comparing each with every other."""
    return [k for k, value in enumerate(values) if all(value >= other for other in values)]


@pytest.mark.parametrize("length", (1, 2, 3, 4))
def test_maximisers_and_hard_attention_are_their_definition(length):
    for values in itertools.product(VALUES, repeat=length):
        best = ordered(values)
        assert maximisers(values) == best
        assert heads.hard_attention(values) == [Fraction(k in best, len(best)) for k in range(length)]
        for k in range(length):
            assert heads.strict_maximum(values, k) is (T if best == [k] else F)
    assert maximisers([Fraction(1, 2), 1, TrigSum.of(1)][:length]) == [[0], [1], [1, 2]][min(length, 3) - 1]


def test_softmax_is_its_definition_in_every_reading():
    logits = (1, Fraction(1, 2), -2)
    for temperature in (0, 1, Fraction(3, 2)):
        powers = [math.exp(float(temperature) * float(x)) for x in logits]
        wanted = [power / sum(powers) for power in powers]
        for reading in (list(logits), [TrigSum.of(x) for x in logits], [ball(x) for x in logits]):
            assert np.allclose([float(w) for w in heads.softmax(reading, temperature)], wanted, atol=1e-14)
        given = [float(x) for x in logits]
        assert np.allclose(heads.softmax(given, float(temperature)), wanted, atol=1e-15)
    assert np.allclose(heads.softmax([1.0, 0.0]), [1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))])
    assert heads.softmax([800.0, 0.0, 800.0]) == [0.5, 0.0, 0.5]  # no power above 1
    x = sympy.Symbol("x")
    assert sympy.simplify(heads.softmax([x, 0 * x], 2)[0] - sympy.exp(2 * x) / (sympy.exp(2 * x) + 1)) == 0


def test_order_of_the_largest_weights_is_that_of_the_softmax():
    rows = list(itertools.product((TrigSum.of(0), TrigSum.of(1), FIFTH.cos()), repeat=2))
    rows += [(TrigSum.of(1),), (TrigSum.of(1), TrigSum.of(0), TrigSum.of(0))]
    for here, there in itertools.product(rows, repeat=2):
        for temperature in (Fraction(0), Fraction(1, 3), Fraction(2)):
            mine, theirs = (max(map(float, heads.softmax([float(x) for x in side], float(temperature)))) for side in (
                here, there))  # fmt: skip
            found = heads.largest_weight_order(here, there, temperature)
            if temperature:
                assert found == (0 if abs(mine - theirs) < 1e-12 else 1 if theirs > mine else -1)


@pytest.mark.parametrize("digits, found", [(30, 1), (150, 1), (250, 1), (400, None)])
def test_order_of_the_largest_weights_is_told_with_at_most_1024_bits(digits, found):
    near = 1 - Fraction(1, 10**digits)
    assert heads.largest_weight_order([0, near], [0, 1], Fraction(1)) == found
    assert heads.largest_weight_order([0, 1], [0, near], Fraction(1)) == (found and -found)


class Table:
    """A head whose logits stand in a table by content and position."""

    def __init__(self, rows):
        self.rows = rows

    def logit(self, x, i, y, j):
        return self.rows[y][j - 1]


@pytest.mark.parametrize(
    "rows, positional, symbolic",
    [
        ([[1, 2], [1, 2]], T, F),
        ([[1, 1], [2, 2]], F, T),
        ([[1, 1], [1, 1]], T, T),
        ([[1, 2], [3, 4]], F, F),
        ([[1, 2], [1, 3]], F, F),
        ([[ONE.cos(), 0], [ONE.cos(), 0]], T, F),
        ([[arb(1), arb(2)], [arb(1), arb(2)]], U, F),
        ([[arb(1), arb(1)], [arb(2), arb(2)]], F, U),
        ([[1.0, 2.0], [1.0, 2.5]], U, U),
        ([[sympy.Integer(1), sympy.pi], [sympy.Integer(1), sympy.pi]], T, F),
        ([[sympy.Symbol("a"), sympy.Symbol("b")], [sympy.Symbol("a"), sympy.Symbol("b")]], T, U),
    ],
)
def test_behaviour_is_exact_where_the_numbers_are(rows, positional, symbolic):
    head, tokens = Table(rows), (0, 1, "query")
    assert heads.content_by_position(head, tokens) == rows
    if isinstance(rows[0][0], sympy.Symbol):
        return
    rowwise, columnwise = heads.is_positional(head, tokens), heads.is_symbolic(head, tokens)
    assert (rowwise.answer, columnwise.answer) == (positional, symbolic)
    numbers = np.array([[float(x) for x in row] for row in rows])
    assert abs(rowwise.deviation - np.abs(numbers - numbers[:1]).max()) < 1e-12
    assert abs(columnwise.deviation - np.abs(numbers - numbers[:, :1]).max()) < 1e-12


def test_contents_stand_at_every_position_before_the_query():
    tokens = ("A", 3, "B", 2)
    wanted = [[((4 - b - 2) * FIFTH).cos() for b in (1, 2, 3)]] * 3
    assert heads.content_by_position(h_pos(FIFTH), tokens) == wanted
    circle, numbers = LetterCircle(("A", "B", "C")), {"A": 0, "B": 1, "C": 2}
    pairs = (Pair("B", 1), Pair("C", 1), Pair("A", "C"))
    matrix = heads.content_by_position(h_sym(circle, ONE), pairs)
    assert matrix == [
        [((2 - numbers[a.left]) * -FULL_TURN / 3 + (3 - b) * ONE).cos() for b in (1, 2)] for a in pairs[:-1]
    ]


def test_one_earlier_token_agrees_with_itself():
    for tokens in ((0, "query"), ("query",)):
        assert heads.is_positional(Table([[5]]), tokens).answer is T
        assert heads.is_positional(Table([[5]]), tokens).deviation == 0


@pytest.mark.parametrize("difference, answer", [(sympy.Integer(0), T), (sympy.Symbol("x"), U), (sympy.pi - 3, F),
                                                (arb(0), U), (arb(1), F), (0, T), (Fraction(1, 9), F), (0.0, U)])  # fmt: skip
def test_whether_a_difference_vanishes_is_three_valued(difference, answer):
    assert heads._vanishes(difference) is answer


def test_logits_are_asked_for_within_the_sequence():
    head, tokens = h_pos(FIFTH), ("A", 1, "B", 2)
    for i in (1, 2, 3, 4):
        wanted = [((i - j - (0, 1, 0, 2)[i - 1]) * FIFTH).cos() for j in range(1, i + 1)]
        assert heads.logits(head, tokens, i) == wanted
    assert heads.logits(head, tokens) == heads.logits(head, tokens, 4)
    for bad, argument in ((((), None), "tokens"), ((tokens, 0), "position"), ((tokens, 5), "position")):
        with pytest.raises(InvalidInput) as refused:
            heads.logits(head, *bad)
        assert refused.value.argument == argument


def test_three_ways_to_a_logit_agree():
    planes = [
        Plane(ONE, lambda token: Polar(token * FIFTH, 2), lambda token: Polar(-token * FIFTH, 3)),
        Plane(2 * ONE, lambda token: Polar(0 * ONE, 5), lambda token: Polar(token * ONE, Fraction(1, 2))),
    ]
    head, tokens = PhaseHead("two planes", tuple(planes)), (1, 2, 3)
    sides = [
        ({t: plane.query(t).vector() for t in tokens}, {t: plane.key(t).vector() for t in tokens}) for plane in planes
    ]
    vectors = VectorHead(tuple(VectorPlane(p.frequency, *side) for p, side in zip(planes, sides, strict=True)))
    w_q, w_k, frequencies = head.matrices(tokens)
    assert w_q.shape == w_k.shape == (4, 3) and np.allclose(frequencies, [1, 2])
    for (a, x), (b, y), i, j in itertools.product(enumerate(tokens), enumerate(tokens), (1, 4), (1, 2)):
        exact = sum(
            [2 * 3 * ((i - j) * ONE + (x + y) * FIFTH).cos(), Fraction(5, 2) * ((2 * (i - j) - y) * ONE).cos()],
            TrigSum.of(0),
        )
        assert head.logit(x, i, y, j) == head.rotated_logit(x, i, y, j) == vectors.logit(x, i, y, j) == exact
        turned = rope.rope_matrix(float(i - j), [1.0, 2.0])
        assert abs(w_k[:, b] @ np.array(turned, dtype=float) @ w_q[:, a] - float(exact)) < 1e-12


@pytest.mark.parametrize("token, wanted", [("A", 0), (0, 0), (1, 1), (7, 7), (sympy.Symbol("i"), sympy.Symbol("i"))])
def test_an_offset_is_an_integer_or_nothing(token, wanted):
    assert constructions.offset(token) == wanted


@pytest.mark.parametrize("token", (-1, True, False, 1.0, None, Pair("A", 1)))
def test_what_is_no_offset_is_refused(token):
    with pytest.raises(InvalidInput, match="^token must"):
        constructions.offset(token)


def test_the_letter_circle_counts_its_points():
    for spare in (False, True):
        circle = LetterCircle(("A", "B", "C"), spare)
        assert circle.points == 3 + spare and [circle.number(x) for x in "ABC"] == [0, 1, 2]
        assert circle.spacing(Angle()) == FULL_TURN / (3 + spare)
        assert circle.phase("C", Angle()) == -2 * FULL_TURN / (3 + spare)
        assert abs(circle.spacing(0.5) - 2 * math.pi / (3 + spare)) < 1e-15
    assert LetterCircle(("A",), True).number(None) == 1 and LetterCircle(("A",)).points == 1
    assert constructions.spacing(7) == FULL_TURN / 7
    for letters in ((), ("A", "A")):
        with pytest.raises(InvalidInput, match="^letters must"):
            LetterCircle(letters)
    for letter in ("Z", None):
        with pytest.raises(InvalidInput, match="^letter must be one of A B"):
            LetterCircle(("A", "B")).number(letter)


def test_what_tokens_ask_for_and_hold():
    assert [constructions.sought(t) for t in (Pair("A", "B"), Pair("A", 1), "C")] == ["B", "A", "C"]
    assert [constructions.held(t) for t in (Pair("A", "B"), Pair("A", 1), "C")] == ["A", "A", None]
    assert constructions.matches((Pair("A", 1), Pair("B", 2), Pair("C", 3), Pair("B", 4), "B")) == [1, 3]
    assert constructions.attribute_value(Pair("A", 4)) == {4: 1} and constructions.attribute_value("A") == {}
    assert constructions.letter_value("A") == {"A": 1} and constructions.letter_value(3) == {}


def test_logits_of_the_constructions_are_the_tables():
    letters, omega, phase = ("A", "B", "C"), FULL_TURN / 3, Angle(Fraction(1, 7))
    circle, numbers = LetterCircle(letters), {"A": 0, "B": 1, "C": 2}
    for (x, y), t in itertools.product(itertools.product(letters, repeat=2), (0, 1, 5)):
        query, key, turn = Pair("A", x), Pair(y, 1), (numbers[y] - numbers[x]) * omega
        assert h_sym(circle, ONE).logit(query, 9, key, 9 - t) == (turn + t * ONE).cos()
        assert h_sym(circle, ONE, phase).logit(query, 9, key, 9 - t) == (turn + t * ONE - phase).cos()
        mixed = constructions.h_mix(circle, ONE, 3, Fraction(1, 2))
        assert mixed.logit(query, 9, key, 9 - t) == 3 * turn.cos() + Fraction(1, 2) * (t * ONE).cos()
        assert constructions.h_mix(circle, ONE).logit(query, 9, key, 9 - t) == turn.cos() + (t * ONE).cos()
        quarter = FULL_TURN / 4
        still = constructions.nope_head(letters).logit(x, 9, key, 9 - t)
        assert still == ((numbers[y] - numbers[x]) * quarter).cos()
        assert constructions.nope_head(letters).logit(x, 9, x, 9) == ((3 - numbers[x]) * quarter).cos()
    mix = constructions.h_pos_mix([ONE, FIFTH], [Fraction(1, 4), Fraction(3, 4)])
    for asked, j in itertools.product((0, 2, "A"), (1, 4, 6)):
        t = 6 - j - (asked if isinstance(asked, int) else 0)
        assert mix.logit(asked, 6, "B", j) == Fraction(1, 4) * (t * ONE).cos() + Fraction(3, 4) * (t * FIFTH).cos()
    with pytest.raises(ValueError):
        constructions.h_pos_mix([ONE], [1, 1])


def test_decoding_is_by_the_largest_score():
    assert decode({}) == (None, 0) and decode({"A": 3}) == ("A", 3) and decode({"A": 0}) == (None, 0)
    assert decode({"A": 1, "B": 3, "C": 2}) == ("B", 1) and decode({"A": 2, "B": 2}) == (None, 0)
    near = Fraction(1, 10**30)
    assert decode({"A": 1, "B": 1 + near}) == ("B", near)
    assert decode({"A": arb(1, 0.5), "B": arb(1.25)})[0] is None and decode({"A": arb(1), "B": arb(2)})[0] == "B"


def test_a_model_adds_its_direct_path_and_its_values():
    model = OneLayer(h_pos(FIFTH), lambda token: {token: 3, "all": 1}, lambda token: {"all": 2, token: 1})
    run = model.run(("A", "B", 1), 2)
    assert run.weights == [0, 1] and run.logits == [FIFTH.cos(), 1]
    assert run.scores == {"all": 3, "B": 4} | {"A": 0} and (run.answer, run.gap) == ("B", 1)
    assert model.run(("A", "B", 1)).weights == [0, 1, 0] and model.run(("A", "B", 1)).answer is None
    warm = model.run(("A", "B", 1), 2, beta=2)
    assert warm.weights[1] > arb("0.5") and len(warm.weights) == 2
    assert model.apply(("A", "B", 1)) == tuple(model.run(("A", "B", 1), i).answer for i in (1, 2, 3))
    index = t_index(Angle(Fraction(1, 4)))
    assert index.run(("A", "B", 2)).scores == {2: 1, "A": 2, "B": 0} and index.run((1, 1)).scores[1] == 1
    steady = constructions.t_retrieval_steady(("A", "B", "C"))
    own = steady.run((Pair("A", 1), Pair("A", 2)))
    assert own.scores == {Pair("A", 2): Fraction(5, 2), Pair("A", 1): Fraction(1, 2)} and own.gap == 2
    pair = steady.run((Pair("A", 1), Pair("C", "A")))
    assert pair.answer == Pair("A", 1) and pair.gap == 1 and pair.logits == [1, (FULL_TURN / 3).cos()]
    assert steady.head.logit(Pair("A", 1), 9, Pair("A", 1), 1) == 1
    assert constructions.t_retrieval_steady("AB", 0.5).head.planes[0].frequency == 0.0
    near = t_retrieval(("A", "B"), Angle(Fraction(1, 100))).run((Pair("A", 1), Pair("A", 1), Pair("B", "A")))
    assert near.weights == [0, 1, 0] and near.scores[Pair("A", 1)] == 1
    total = constructions.t_index_total(Angle(Fraction(1, 3)), Fraction(3, 4)).head
    assert total.logit("A", 2, "B", 2) == 1 and total.logit(1, 3, 2, 2) == Fraction(3, 4) * (2 * FULL_TURN / 3).cos()


def test_reach_is_the_largest_distance_to_the_position_asked_for():
    for n in (1, 2, 5, 8):
        for asked in range(n):
            query = asked or "A"
            distances = [abs(n - asked - j) for j in range(1, n + 1)]
            assert constructions.reach(("A",) * (n - 1) + (query,)) == max(distances)


def test_readout_ratio_is_the_worst_over_the_lead():
    logits, values = [1, 0, 0, 1], [[4, 1, 0], [0, 3, 0], [1, 1, 5], [2, 1, 1]]
    hard = [Fraction(values[0][k] + values[3][k], 2) for k in range(3)]
    assert decoding.scores(heads.hard_attention(logits), values) == hard
    wanted = max(Fraction(-min(row[0] - row[l] for row in values)) / (hard[0] - hard[l]) for l in (1, 2))
    assert decoding.readout_ratio(logits, values) == wanted == Fraction(8, 5)
    assert decoding.readout_ratio([0], [[7]]) == 0 and decoding.readout_ratio([0], [[1, 1]]) is None
    assert decoding.readout_ratio([0, 1], [[0, 5, 0], [0, 5, 1]]) == Fraction(-4, 4)


def test_enough_is_just_above_the_bound():
    least = Fraction(1, 1024)
    assert (
        decoding.beta_enough(0, 1) == decoding.beta_enough(1, 1) == decoding.beta_enough(2, 1, Fraction(1, 2)) == least
    )
    assert decoding.beta_enough(3, 1, Fraction(-1, 3)) == least
    for others, gap, ratio in ((2, 1, 1), (1, Fraction(1, 3), 2), (9, 5, Fraction(1, 2)), (9, ONE.cos(), 1)):
        bound = math.log(others * ratio) / float(gap)
        assert abs(float(decoding.beta_bound(others, gap, ratio)) - bound) < 1e-12
        assert bound < float(decoding.beta_enough(others, gap, ratio)) < bound + 2 * float(least)
    assert decoding.beta_bound(3, 2).overlaps(arb(3).log() / 2)
    assert decoding.beta_enough(3, 2) == decoding.beta_enough(3, 2, 1) != decoding.beta_enough(3, 2, 2)
    for bad, argument in (((-1, 1), "others"), ((True, 1), "others"), ((2, 0), "gap"), ((2, arb(0, 1)), "gap")):
        with pytest.raises(InvalidInput) as refused:
            decoding.beta_enough(*bad)
        assert refused.value.argument == argument


@pytest.mark.parametrize("rivals, share", [(r, Fraction(s)) for r in (2, 3, 10) for s in ("1", "1/2", "2")])
def test_suffices_turns_at_the_logarithm(rivals, share):
    turn = math.log(rivals) * float(share)
    for factor, answer in ((0.999, F), (1.001, T)):
        assert decoding.beta_suffices(Fraction(factor * turn), rivals, 1, share) is answer
        assert decoding.beta_suffices(Fraction(factor * turn), rivals, Fraction(1, 2), share / 2) is answer
    assert decoding.beta_suffices(Fraction(1), 2, 1) is T and decoding.beta_suffices(Fraction(2, 3), 2, 1) is F


def test_one_rival_or_none_needs_a_positive_temperature_only():
    for rivals in (0, 1):
        assert decoding.beta_suffices(Fraction(1, 10**9), rivals, 1) is T
        assert (
            decoding.beta_suffices(Fraction(0), rivals, 1) is F and decoding.beta_suffices(Fraction(1), rivals, 0) is F
        )


def gap_by_definition(values, others, tokens):
    top = ordered(values)
    rest = {
        Others.ANY: [v for k, v in enumerate(values) if k != top[0]],
        Others.NOT_MAXIMAL: [v for k, v in enumerate(values) if k not in top],
        Others.OTHER_LETTER: [v for k, v in enumerate(values) if tokens and tokens[k].left != tokens[top[0]].left],
    }[others]
    if rest:
        return max(values) - max(rest)
    return 0 if others is Others.NOT_MAXIMAL and len(values) > 1 else None


@pytest.mark.parametrize("others", Others)
def test_gaps_are_their_definition(others):
    for length in (1, 2, 3):
        for values in itertools.product((0, 1, Fraction(1, 2)), repeat=length):
            for letters in itertools.product("AB", repeat=length):
                tokens = [Pair(letter, k + 1) for k, letter in enumerate(letters)]
                assert gaps.gap(values, others, tokens) == gap_by_definition(values, others, tokens)
    for bad in (([], Others.ANY), ([1, 2], Others.OTHER_LETTER), ([1, 2], Others.OTHER_LETTER, [Pair("A", 1)])):
        with pytest.raises(InvalidInput):
            gaps.gap(*bad)


def test_gaps_of_inputs_and_their_extremes():
    head = h_pos(FIFTH)
    inputs = [("A",), ("A", "B"), ("A", 1), ("A", "B", "A", 2), ("A",) * 6]
    found = [gap_by_definition(heads.logits(head, tokens), Others.ANY, None) for tokens in inputs]
    assert [gaps.input_gap(head, tokens) for tokens in inputs] == found and found[0] is None
    assert gaps.discrepancy(head, inputs) == max(found[1:]) != min(found[1:])
    assert gaps.discrepancy(head, inputs, extreme=min) == min(found[1:])
    assert gaps.discrepancy(head, inputs[:1]) is None
    for position in (2, 3, 4):
        at = gaps.input_gap(head, inputs[3], position=position)
        assert at == gap_by_definition(heads.logits(head, inputs[3], position), Others.ANY, None)


@pytest.mark.parametrize("n, wanted", [(3, "A1 B1 AB"), (4, "A1 B1 A1 AB"), (6, "A1 B1 A1 A1 A1 AB")])
def test_the_costliest_pair_input_and_its_gap(n, wanted):
    tokens = gaps.worst_pair_input(n)
    assert " ".join(map(str, tokens)) == wanted
    for count, theta in ((3, Angle(Fraction(1, 60))), (5, Angle(Fraction(1, 90)))):
        head = t_retrieval("ABCDE"[:count], theta).head
        wanted_gap = ((n - 2) * theta).cos() - (FULL_TURN / count - (n - 1) * theta).cos()
        assert gaps.least_gap(count, n, theta) == wanted_gap
        assert gaps.input_gap(head, tokens, Others.OTHER_LETTER) == wanted_gap
        assert gaps.printed_bound(count, n, theta) == 1 - (FULL_TURN / count - n * theta).cos()
    with pytest.raises(InvalidInput, match="^n must be at least 3"):
        gaps.worst_pair_input(2)


@pytest.mark.parametrize("symbols, n", [(1, 3), (2, 2), (2, 4), (3, 3)])
@pytest.mark.parametrize("competes", (True, False))
@pytest.mark.parametrize("all_occur", (True, False))
def test_races_are_those_of_every_input(symbols, n, competes, all_occur):
    letters, wanted = gaps.SYMBOLS[:symbols], set()
    for lefts in itertools.product(letters, repeat=n - 1):  # position p = 1..n-1 stands at distance n - p
        if all_occur and set(lefts) != set(letters):
            continue
        for query in set(lefts):
            last = max(p for p, letter in enumerate(lefts, 1) if letter == query)
            wanted |= {(query, n - last, letter, n - p) for p, letter in enumerate(lefts, 1) if p != last}
            wanted |= {(query, n - last, None, 0)} if competes else set()
    assert gaps.races(symbols, n, competes, all_occur) == wanted
    if competes and not all_occur:
        assert gaps.races(symbols, n) == wanted
    if wanted and symbols < 3:
        head = h_sym(gaps.spare_circle(symbols), Angle(Fraction(1, 50)))
        lead = min(
            head.logit(query, n, Pair(query, 1), n - last)
            - head.logit(query, n, query if letter is None else Pair(letter, 1), n - t)
            for query, last, letter, t in wanted
        )
        assert gaps.smallest_gap(head, n, frozenset(wanted)) == lead


def test_the_single_gap_formula_is_the_least_lead():
    for symbols, n in ((2, 3), (2, 4), (3, 3)):
        assert gaps.spacing(symbols) == FULL_TURN / (symbols + 1)
        for share in (Fraction(1, 4), Fraction(9, 10)):
            theta = gaps.spacing(symbols) / (2 * n - 3) * share
            head = h_sym(gaps.spare_circle(symbols), theta)
            lead = gaps.smallest_gap(head, n, gaps.races(symbols, n))
            assert gaps.single_gap_formula(symbols, n, theta) == lead


def test_temperatures_are_their_definition():
    assert beta.rivals_total([1, 2], 3).overlaps(arb(-3).exp() + arb(-6).exp())
    assert beta.circle_gaps(4) == [1, 2, 1] and len(beta.circle_gaps(9)) == 8
    low, high = beta.beta_bounds([Fraction(3), Fraction(1), Fraction(2)])
    assert low.overlaps(arb(3).log() / 3) and high.overlaps(max(arb(2).log(), arb(6).log() / 2, arb(12).log() / 3))
    assert beta.has_half([1, 1], Fraction(693, 1000)) is F and beta.has_half([1, 1], Fraction(694, 1000)) is T
    assert float(beta.scaled_threshold(4)) == pytest.approx(math.log(1 + math.sqrt(2)))
    for gaps_given, root in (
        ([1, 1, 2], math.log(1 + math.sqrt(2))),
        ([2, 2], math.log(2) / 2),
        ([5] * 7, math.log(7) / 5),
    ):
        assert float(beta.beta_threshold(gaps_given)) == pytest.approx(root, rel=1e-14)
    for bits in (8, 20, 53, 100):
        assert bits <= beta.beta_threshold([1, 2, 4], bits).rel_accuracy_bits() <= bits + 10
    for bits in (7, 0, -1, True, 8.0):
        with pytest.raises(InvalidInput, match="^bits must"):
            beta.beta_threshold([1, 2], bits)
    assert beta.beta_threshold([1]) == 0 and beta.beta_threshold([1], 8) == 0
    with flint.ctx.workprec(300):
        constant = beta.theta_constant(200)
        assert abs(2 * sum((-constant * k * k).exp() for k in range(1, 30)) - 1) < arb("1e-40")
        assert arb("1e-50") <= arb(constant.rad()) < arb("1.1e-50")  # the terms that were cut off are allowed for


def test_frequencies_round_at_half_a_unit():
    # At dimension 2 the second frequency is 1/base, exactly: 0.125 = 1/8 rounds up, and no further.
    for text, decimals, wanted in (("0.13", 2, True), ("0.12", 2, False), ("0.125", 3, True), ("0.1", 1, True)):
        assert rope.rounds_to(Fraction(text), decimals, 2, 8, 2) is wanted
    assert rope.rounds_to(Fraction("0.8660"), 4, 2, 10000, 128) and rope.rounds_to(Fraction("0.8660"), 4, 2)
    assert not rope.rounds_to(Fraction("0.8660"), 4, 2, 10001 * 2) and rope.rounds_to(Fraction(1), 0, 1)


@pytest.mark.parametrize("layout", rope.LAYOUTS)
@pytest.mark.parametrize("planes, head_dim", [(1, 2), (1, 3), (1, 4), (2, 4), (2, 5), (3, 6)])
def test_rotation_of_vectors_is_the_matrix_in_both_layouts(layout, planes, head_dim):
    frequencies = [Angle(Fraction(1, 4) * (k + 1)) for k in range(planes)]  # quarter turns: whole numbers
    vectors = np.random.default_rng(planes).integers(-5, 6, (3, head_dim)).astype(float)
    before = vectors.copy()
    turned = rope.apply_rope(vectors, np.arange(3.0), np.array([float(g) for g in frequencies]), layout)
    assert np.array_equal(vectors, before)
    for position in range(3):
        matrix = rope.rope_matrix(position, frequencies, layout, head_dim)
        exact = [
            sum((x * y for x, y in zip(row, map(int, vectors[position]), strict=True)), TrigSum.of(0)) for row in matrix
        ]
        assert np.allclose(turned[position], [float(x) for x in exact], atol=1e-13)
        if 2 * planes == head_dim:
            assert rope.rope_matrix(position, frequencies, layout) == matrix
    moved = rope.half_from_adjacent(2 * planes, head_dim)
    assert sorted(moved) == list(range(head_dim))
    for k in range(planes):
        assert (moved[k], moved[k + planes]) == (2 * k, 2 * k + 1)
    assert moved[2 * planes :] == list(range(2 * planes, head_dim))
    for attempt in (
        lambda: rope.rope_matrix(1, frequencies, layout, 2 * planes - 1),
        lambda: rope.half_from_adjacent(2 * planes, 2 * planes - 1),
        lambda: rope.apply_rope(vectors[:, : 2 * planes - 1], np.arange(3.0), np.ones(planes), layout),
    ):
        with pytest.raises(InvalidInput):
            attempt()


@pytest.mark.parametrize("token", [sympy.true, sympy.FiniteSet(1), True, -1, None])
def test_what_is_no_expression_of_sympy_is_no_offset(token):
    """Objects of SymPy that are no numbers or formulas are refused as tokens, as everything else is."""
    assert constructions.offset(sympy.Symbol("i")) == sympy.Symbol("i")
    with pytest.raises(InvalidInput, match="must be a letter or an offset"):
        constructions.offset(token)


CIRCLE, AT = constructions.LetterCircle(("A", "B")), Angle(Fraction(1, 7))


@pytest.mark.parametrize(
    "build, argument, rule",
    [
        (lambda: constructions.t_index("0.3"), "theta", "must be an angle"),
        (lambda: constructions.t_index(Fraction(1, 3)), "theta", "must be an angle"),  # of a radian or of a turn?
        (lambda: constructions.h_pos(None), "theta", "must be an angle"),
        (lambda: constructions.h_pos(True), "theta", "must be an angle"),
        (lambda: constructions.h_pos(float("nan")), "theta", "must be finite"),
        (lambda: constructions.h_pos(AT.cos()), "theta", "must be an angle"),
        (lambda: constructions.h_mix(None, AT), "circle", "must be a LetterCircle"),
        (lambda: constructions.h_mix(CIRCLE, "0.1"), "theta", "must be an angle"),
        (lambda: constructions.h_mix(CIRCLE, AT, "1"), "symbol_amplitude", "must be a number"),
        (lambda: constructions.h_mix(CIRCLE, AT, 1, None), "recency_amplitude", "must be a number"),
        (lambda: constructions.h_sym("AB", AT), "circle", "must be a LetterCircle"),
        (lambda: constructions.h_sym(CIRCLE, [1]), "theta", "must be an angle"),
        (lambda: constructions.h_sym(CIRCLE, AT, "1"), "query_phase", "must be an angle"),
        (lambda: constructions.t_retrieval(5, AT), "letters", "must be a sequence"),
        (lambda: constructions.LetterCircle(None), "letters", "must be a sequence"),
        (lambda: constructions.h_pos_mix([AT], ["1"]), "weights", "must be a number"),
        (lambda: constructions.h_pos_mix([AT], [1, 2]), "weights", "must number 1"),
        (lambda: constructions.previous_token(AT, "1"), "slope", "must be a number"),
        (lambda: constructions.duplicate_token(CIRCLE, AT, 0), "longest", "must be at least 1"),
        (lambda: constructions.best_previous_angle("4"), "n", "must be an integer"),
        (lambda: constructions.t_index_total(AT, None), "amplitude", "must be a number"),
        (lambda: constructions.t_index(AT).run(["A", 1], beta="x"), "beta", "must be a number"),
        (lambda: constructions.t_index(AT).run(["A", 1], beta=0.5), "beta", "must be exact"),
        (lambda: constructions.t_index(AT).run(["A", 1], 1.5), "position", "must be an integer"),
    ],
)
def test_a_construction_refuses_what_it_cannot_read(build, argument, rule):
    with pytest.raises(InvalidInput, match=f"^{argument} {rule}"):
        build()


def test_a_construction_takes_every_reading_of_an_angle():
    wanted = 0.6234898018587336  # cos(2π/7)
    for theta in (AT, AT.ball(), float(AT), np.float64(float(AT)), np.array([float(AT)] * 2), AT.sympy()):
        found = constructions.t_index(theta).head.logit("A", 2, "A", 1)
        values = found if isinstance(found, np.ndarray) else [found]
        assert all(abs(float(value) - wanted) < 1e-12 for value in values)
    assert constructions.t_index(0).head.logit("A", 2, "A", 1) == 1
