"""The torch module of a construction answers as the exact one-layer model, in both layouts."""

import random
from fractions import Fraction

import pytest
import torch

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import (
    LetterCircle,
    OneLayer,
    attribute_value,
    h_mix,
    h_pos,
    h_sym,
    t_index,
    t_retrieval,
)
from rope_theory.core.errors import InvalidInput
from rope_theory.core.tasks import Pair
from rope_theory.machines.torch_model import AttentionModel

PAIRS = tuple(Pair(a, b) for a in "ABC" for b in ("A", "B", "C", 1, 2))
MODELS = {
    "T_Index": (t_index(Angle.parse("2pi/7")), ("A", "B", "C", 1, 2, 3), 30),
    "T_Retrieval": (t_retrieval("ABC", Angle.parse("2pi/100")), PAIRS, 20),
    "H_POS": (OneLayer(h_pos(Angle.parse("2pi/9")), lambda token: {token: 1}), ("A", "B", "C", 0, 1, 2), 30),
    "H_SYM": (
        OneLayer(h_sym(LetterCircle(tuple("ABC"), spare=True), 0 * Angle.parse("1")), attribute_value),
        (*PAIRS, "A", "B", "C"),
        20,
    ),
    "H_MIX": (
        OneLayer(h_mix(LetterCircle(tuple("ABC"), spare=True), Angle.parse("2pi/20"), 3), attribute_value),
        (*PAIRS, "A", "B", "C"),
        40,
    ),
}


def inputs(vocabulary, count=15):
    rng = random.Random(0)
    return [tuple(rng.choices(vocabulary, k=rng.randint(1, 7))) for _ in range(count)]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("layout", ["adjacent", "half"])
def test_scores_are_the_exact_models_within_1e10(name, layout):
    layer, vocabulary, beta = MODELS[name]
    model = AttentionModel(layer, vocabulary, beta=beta, layout=layout)
    for tokens in inputs(vocabulary):
        ids = model.encode(tokens)
        scores = model(ids)
        assert scores.shape == (len(tokens), len(model.outputs)) and model.attention_weights(ids).shape == 2 * (
            len(tokens),
        )
        decoded = model.decode(ids)
        for i in range(1, len(tokens) + 1):
            run = layer.run(tokens, i, Fraction(beta))
            weights = [float(weight) for weight in run.weights]
            assert torch.allclose(
                model.attention_weights(ids)[i - 1, :i],
                torch.tensor(weights, dtype=torch.float64),
                atol=1e-10,
            )
            for output, score in zip(model.outputs, scores[i - 1].tolist(), strict=True):
                assert abs(score - float(run.scores.get(output, 0))) < 1e-10
            if run.answer is not None:
                assert decoded[i - 1] == run.answer


def test_attention_is_causal_and_sums_to_one():
    layer, vocabulary, beta = MODELS["T_Index"]
    model = AttentionModel(layer, vocabulary, beta=beta)
    weights = model.attention_weights(model.encode(["A", "B", 1, 2]))
    assert (weights.triu(1) == 0).all() and torch.allclose(weights.sum(-1), torch.ones(4, dtype=torch.float64))


def test_batches_agree_with_single_sequences():
    layer, vocabulary, beta = MODELS["T_Retrieval"]
    model = AttentionModel(layer, vocabulary, beta=beta)
    batch = torch.stack([model.encode(PAIRS[:4]), model.encode(PAIRS[5:9])])
    assert torch.equal(model(batch)[1], model(batch[1])) and model(batch).shape == (2, 4, len(model.outputs))


@pytest.mark.parametrize("dtype, error", [(torch.float32, 1e-4), (torch.float64, 1e-12), (torch.bfloat16, 0.3)])
def test_dtype_sets_the_precision(dtype, error):
    layer, vocabulary, _ = MODELS["T_Index"]
    exact = AttentionModel(layer, vocabulary, beta=5)
    model = AttentionModel(layer, vocabulary, beta=5, dtype=dtype)
    scores = model(model.encode(["A", "B", "C", 2]))
    assert scores.dtype is dtype and model.w_q.dtype is dtype
    assert (scores.double() - exact(exact.encode(["A", "B", "C", 2]))).abs().max() < error


def test_a_model_turned_the_wrong_way_answers_differently():
    layer, vocabulary, beta = MODELS["T_Index"]
    model = AttentionModel(layer, vocabulary, beta=beta)
    ids = model.encode(["A", "B", "C", 2])
    right = model.decode(ids)[-1]
    model.frequencies = -model.frequencies
    assert right == "B" != model.decode(ids)[-1]


@pytest.mark.parametrize(
    "arguments, rule",
    [
        ({"vocabulary": []}, "vocabulary must not be empty"),
        ({"vocabulary": ["A", "A"]}, "vocabulary must be distinct"),
        ({"vocabulary": ["A"], "beta": float("nan")}, "beta must be positive"),
        ({"vocabulary": ["A"], "beta": float("inf")}, "beta must be"),
        ({"vocabulary": ["A"], "layout": "other"}, "layout must be one of"),
    ],
)
def test_bad_argument_is_refused(arguments, rule):
    with pytest.raises(InvalidInput, match=rule):
        AttentionModel(t_index(Angle.parse("1")), **arguments).decode(torch.tensor([0]))


def test_token_outside_the_vocabulary_and_empty_input_are_refused():
    model = AttentionModel(t_index(Angle.parse("1")), ["A", 1])
    with pytest.raises(InvalidInput, match="token must be in the vocabulary, got 'B'"):
        model.encode(["B"])
    with pytest.raises(InvalidInput, match="tokens must not be empty"):
        model.encode([])
