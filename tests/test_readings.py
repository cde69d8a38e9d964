"""One construction, several readings: exact, symbolic, ball, float and matrices give the same logits."""

import random
from fractions import Fraction

import numpy as np
import pytest
import sympy
import torch
from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym
from rope_theory.core.heads import content_by_position, is_positional, is_symbolic, logits, matrix_logits, softmax
from rope_theory.core.reading import READINGS
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth

PAIRS = tuple(Pair(a, b) for a in "ABC" for b in ("A", "B", "C", 1, 2))
CIRCLE = LetterCircle(tuple("ABC"))
SPARE = LetterCircle(tuple("ABC"), spare=True)
AMPLITUDE = Fraction(7, 3)

#: name: (head of an angle, tokens that it knows)
HEADS = {
    "H_POS": (h_pos, ("A", "B", 1, 2, 5)),
    "H_SYM": (lambda theta: h_sym(CIRCLE, theta), PAIRS),
    "H_SYM without rotation": (lambda theta: h_sym(CIRCLE, 0 * theta), PAIRS),
    "H_SYM with a query phase": (lambda theta: h_sym(CIRCLE, theta, theta * 3), PAIRS),
    "H_SYM with a spare point": (lambda theta: h_sym(SPARE, theta), (*PAIRS, "A", "B")),
    "H_MIX": (lambda theta: h_mix(SPARE, theta, AMPLITUDE, 2), (*PAIRS, "C")),
}
ANGLES = tuple(map(Angle.parse, ("2pi/7", "0.8", "-3", "1/1000")))


def sequences(vocabulary, count=6):
    rng = random.Random(0)
    return [tuple(rng.choices(vocabulary, k=rng.randint(1, 7))) for _ in range(count)]


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("theta", ANGLES, ids=str)
def test_all_readings_give_the_same_logits(name, theta):
    make, vocabulary = HEADS[name]
    heads = {reading: make(convert(theta)) for reading, convert in READINGS.items()}
    for tokens in sequences(vocabulary):
        values = {reading: logits(head, tokens) for reading, head in heads.items()}
        for exact, enclosure, rounded, symbol in zip(
            *(values[r] for r in ("exact", "ball", "float", "symbolic")), strict=True
        ):
            assert enclosure.overlaps(exact.ball()) and enclosure.rad() < arb("1e-12")
            assert abs(rounded - float(exact)) < 1e-13
            assert abs(ball(Fraction(str(sympy.Float(symbol.evalf(30), 30)))) - exact.ball()) < arb("1e-12")


@pytest.mark.parametrize("name", HEADS)
def test_logit_of_phases_is_the_logit_of_turned_vectors(name):
    make, vocabulary = HEADS[name]
    head, n = make(ANGLES[1]), 6
    rng = random.Random(1)
    for _ in range(10):
        x, y, j = rng.choice(vocabulary), rng.choice(vocabulary), rng.randint(1, n)
        assert head.logit(x, n, y, j) == head.rotated_logit(x, n, y, j)


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_weight_matrices_give_the_exact_logits_within_1e12(name, library):
    make, vocabulary = HEADS[name]
    head = make(ANGLES[1])
    w_q, w_k, f = head.matrices(vocabulary)
    for tokens in sequences(vocabulary):
        n = len(tokens)
        embeddings = np.eye(len(vocabulary))[[vocabulary.index(token) for token in tokens]]
        arguments = (w_q, w_k, f, embeddings, np.arange(1, n + 1))
        if library == "torch":
            arguments = tuple(map(torch.as_tensor, arguments))
        computed = np.asarray(matrix_logits(*arguments))
        for i in range(1, n + 1):
            exact = [float(value) for value in logits(head, tokens, i)]
            assert np.abs(computed[i - 1, :i] - exact).max() < 1e-12


@pytest.mark.parametrize(
    "name, positional, symbolic",
    [
        ("H_POS", Truth.TRUE, Truth.FALSE),
        ("H_SYM", Truth.FALSE, Truth.FALSE),
        ("H_SYM without rotation", Truth.FALSE, Truth.TRUE),
        ("H_MIX", Truth.FALSE, Truth.FALSE),
    ],
)
def test_behaviour_of_the_constructions_is_decided_exactly(name, positional, symbolic):
    make, _ = HEADS[name]
    tokens = ("A", "B", "A", 2) if name == "H_POS" else (Pair("A", 1), Pair("B", 1), Pair("C", 2), Pair("A", "B"))
    head = make(ANGLES[1])
    assert is_positional(head, tokens).answer is positional and is_symbolic(head, tokens).answer is symbolic
    floats = make(float(ANGLES[1]))
    assert is_positional(floats, tokens).answer is not Truth.TRUE  # floating point decides nothing
    assert (is_positional(floats, tokens).deviation < 1e-12) == (positional is Truth.TRUE)
    assert (is_symbolic(floats, tokens).deviation < 1e-12) == (symbolic is Truth.TRUE)


def test_content_by_position_matrix_has_the_logits_on_its_diagonal():
    head, tokens = HEADS["H_SYM"][0](ANGLES[1]), PAIRS[:5]
    matrix = content_by_position(head, tokens)
    assert [matrix[k][k] for k in range(4)] == logits(head, tokens)[:4] and len(matrix) == 4


def test_softmax_readings_agree_and_weights_sum_to_one():
    head, tokens = HEADS["H_MIX"][0], PAIRS[:6]
    exact = softmax(logits(head(ANGLES[1]), tokens), Fraction(5, 2))
    rounded = softmax(logits(head(float(ANGLES[1])), tokens), 2.5)
    assert sum(exact[1:], exact[0]).contains(1) and abs(sum(rounded) - 1) < 1e-12
    for enclosure, number in zip(exact, rounded, strict=True):
        assert abs(float(enclosure.mid()) - number) < 1e-12 and enclosure > 0
