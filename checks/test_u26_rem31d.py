"""Positional heads on Retrieval, one by one: what the witness is, and what the two inputs do to heads without a direct
path."""

from fractions import Fraction

import pytest

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import OneLayer, t_retrieval
from rope_theory.core.heads import PhaseHead, Plane, Polar, hard_attention, is_positional, is_symbolic, logits
from rope_theory.core.tasks import parse_letter, retrieval_function
from rope_theory.core.truth import Truth
from rope_theory.evidence.instances.retrieval import proper_inputs
from rope_theory.evidence.theory import claim
from rope_theory.laws.impossibility import recency_head
from rope_theory.proofs.u26_rem31d import MODELS, SWAPPED, UNIFORM, VOCABULARY, WITNESS, defeat, retrieval_by_presence

CONSTRUCTED = t_retrieval("ABC", FULL_TURN / 30)


def test_uniform_head_is_positional_and_symbolic():
    for tokens in (*SWAPPED, SWAPPED[0] + SWAPPED[1]):
        assert is_positional(UNIFORM, tokens).answer is Truth.TRUE
        assert is_symbolic(UNIFORM, tokens).answer is Truth.TRUE


def test_the_two_inputs_need_two_letters_and_one_integer():
    """P. 20 asks for integers m > 0: with one integer both are inputs, and with C = B over two letters."""
    inputs = list(proper_inputs(2, 1, 3))
    assert all(any(map(parse_letter(text).__eq__, inputs)) for text in ("A1 B1 BA", "B1 A1 BA"))
    assert [[str(token) for token in tokens[:-1]] for tokens in SWAPPED] == [["A1", "B1"], ["B1", "A1"]]


def test_witness_is_positional_and_not_symbolic():
    """So it is no way out to call a head pure only if it is not both. Three tokens show it, two cannot."""
    head, tokens = MODELS[WITNESS["model"]][0](VOCABULARY).head, parse_letter("A1 B1 BA")
    assert is_positional(head, tokens).answer is Truth.TRUE
    assert is_symbolic(head, tokens).answer is Truth.FALSE
    assert is_symbolic(head, tokens[1:]).answer is Truth.TRUE


@pytest.mark.parametrize("count", [1, 2])
def test_with_one_letter_a_positional_head_of_the_mended_class_computes_retrieval(count):
    """One-hot values and F = a, each query on itself: the identity, which Retrieval is over one letter. So the change says "two"."""
    own = OneLayer(recency_head(Angle(0, Fraction(1, 10))), lambda token: {token: 1})
    inputs = [*proper_inputs(count, 2, 4)]
    right = [own.run(tokens).answer == retrieval_function(tokens)[-1] for tokens in inputs]
    assert len(inputs) > 30 and all(right) is (count == 1)
    assert claim("u26.rem31d").erratum.mend.startswith("add “over two letters or more, with one-hot values and F = a”")


def test_uniform_model_survives_softmax_of_any_temperature():
    """All logits are 1, so β changes nothing; the lead is a ball that excludes 0."""
    run = retrieval_by_presence(VOCABULARY).run(SWAPPED[0], beta=7)
    assert run.answer == SWAPPED[0][0] and run.gap > 0


def test_t_retrieval_needs_its_attention_where_the_direct_path_does_not():
    """With uniform weights and F = a the copies of B2 win; with Q x added the uniform head is right."""
    tokens = parse_letter("A1 B2 B2 CA")
    assert CONSTRUCTED.run(tokens).answer == tokens[0]
    assert retrieval_by_presence(tokens, bonus=0).run(tokens).answer != tokens[0]
    assert retrieval_by_presence(tokens).run(tokens).answer == tokens[0]


@pytest.mark.parametrize("theta", ["0", "0.3", "2", "pi", "5"])
def test_defeat_finds_an_input_against_concrete_positional_heads(theta):
    angle = Angle.parse(theta)
    head = PhaseHead("keys agree", (Plane(angle, lambda token: Polar(angle), lambda token: Polar(0 * angle)),))
    assert defeat(lambda tokens: logits(head, tokens)) in SWAPPED
    assert defeat(lambda tokens: hard_attention(logits(head, tokens))) in SWAPPED


def test_defeat_finds_nothing_against_t_retrieval():
    """The control: T_Retrieval's head is not positional, and both inputs are answered."""
    assert defeat(lambda tokens: logits(CONSTRUCTED.head, tokens)) is None
    assert is_positional(CONSTRUCTED.head, SWAPPED[0]).answer is Truth.FALSE


def test_adversarial_pair_has_no_shorter_form():
    """With one earlier token a positional head of the class does compute Retrieval: prefer the first position."""
    assert defeat(lambda tokens: [1, 0], [parse_letter("A1 BA"), parse_letter("B2 CB")]) is None
