"""Planes that stop turning: the gate, what the layers then see, and what it does to a model that copies."""

import json

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.laws.scores import attention_weights, effective_swaps
from rope_theory.machines.profiles import Gate, effect, gated, head_profile, read_gate
from tests.tiny_models import tiny, token_ids

FAMILIES = ["GPT-J", "Llama, grouped", "Gemma 2", "GPT-NeoX, partial", "Cohere, keys turned in float32"]


def logits(model, ids) -> torch.Tensor:
    """Hidden states of the body."""
    with torch.no_grad():
        return getattr(model, "base_model", model)(input_ids=ids, use_cache=False)[0]


@pytest.mark.parametrize("name", FAMILIES)
def test_the_gates_planes_have_frequency_0_and_the_others_theirs(name):
    model = tiny(name)
    before = head_profile(model, token_ids())
    with gated(model, Gate("fastest", (1,))):
        during = head_profile(model, token_ids())
    after = head_profile(model, token_ids())
    assert np.all(abs(during.frequencies[:, 0]) < 1e-9)
    assert np.allclose(during.frequencies[:, 1:], before.frequencies[:, 1:])
    assert np.array_equal(before.positional, after.positional) and not np.allclose(before.positional, during.positional)


@pytest.mark.parametrize("name", FAMILIES)
def test_with_all_planes_frozen_the_last_token_does_not_see_the_order(name):
    """In one layer: its keys are a set then. Without the gate they are not."""
    layers = {"n_layer": 1} if name == "GPT-J" else {"num_hidden_layers": 1}
    model, ids = tiny(name, **layers), token_ids()
    mixed = torch.cat((ids[:, :-1].flip(1), ids[:, -1:]), 1)
    planes = head_profile(model, ids).frequencies.shape[1]
    assert not torch.allclose(logits(model, ids)[:, -1], logits(model, mixed)[:, -1], atol=1e-6)
    with gated(model, Gate("slowest", (planes,))):
        assert torch.allclose(logits(model, ids)[:, -1], logits(model, mixed)[:, -1], atol=1e-9)


def test_fastest_and_slowest_go_by_frequency():
    frequencies = np.array([0.1, 1.0, 0.0, -0.5])
    assert Gate("fastest", (2,)).planes(frequencies) == [1, 3]
    assert Gate("slowest", (2,)).planes(frequencies) == [0, 2]
    assert Gate("planes", (0, 3)).planes(frequencies) == [0, 3]
    with pytest.raises(InvalidInput, match="at most the 4 planes"):
        Gate("fastest", (5,)).planes(frequencies)
    with pytest.raises(InvalidInput, match="planes 0..3"):
        Gate("planes", (4,)).planes(frequencies)


@pytest.mark.parametrize(
    "text", ["", "fastest", "fastest:0", "fastest:-1", "fast:3", "planes:", "planes:1,,2", "fastest:4 "]
)
def test_a_gate_of_another_form_is_refused(text):
    with pytest.raises(InvalidInput, match="gate must be fastest:N"):
        read_gate(text)


def test_loss_and_induction_are_those_of_the_model():
    model = tiny("Llama", torch.float32)
    ids = token_ids().tolist()
    found = effect(model, ids)
    tensor = torch.tensor(ids)
    assert abs(found.loss - model(tensor, labels=tensor).loss.item()) < 1e-5
    assert found == effect(model, ids) != effect(model, ids, seed=1)

    class Copies(torch.nn.Module):
        """Says the token after the last one like this: induction, and nothing else."""

        config = model.config

        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1))

        def forward(self, input_ids, use_cache):
            logits = torch.zeros(*input_ids.shape, self.config.vocab_size)
            for row, sample in enumerate(input_ids.tolist()):
                for at, token in enumerate(sample):
                    earlier = [k for k in range(at) if sample[k] == token]
                    if earlier:
                        logits[row, at, sample[earlier[-1] + 1]] = 50.0
            return type("Output", (), {"logits": logits})

    wide = Copies()
    wide.config = type(model.config)(**{**model.config.to_dict(), "vocab_size": 4000})
    found = effect(wide, [[1, 2]], start=[0])
    assert found.induction > 0.97 and found.first_copy > 8 and found.second_copy < 1


def test_the_command_says_what_the_gate_does(tmp_path, capsys):
    tiny("Llama, grouped", torch.float32).save_pretrained(tmp_path / "model")
    (tmp_path / "ids.json").write_text(json.dumps(token_ids().tolist()))
    common = [
        "profile",
        str(tmp_path / "model"),
        "--ids",
        str(tmp_path / "ids.json"),
        "--out",
        str(tmp_path / "out"),
        "--overwrite",
    ]
    assert main([*common, "--gate", "fastest:1", "--frequencies", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["gate"]
    assert said["spec"] == "fastest:1" and said["without"] != said["with"]
    assert main([*common, "--gate", "planes:0,1"]) == 0
    assert "gate planes:0,1: loss on the prompts" in capsys.readouterr().out
    assert main([*common, "--gate", "fastest:3"]) == 2
    assert "at most the 2 planes" in capsys.readouterr().err


def test_effective_swaps_count_the_swaps_that_carry_weight():
    even = np.full(6, 1 / 6)
    assert np.isclose(effective_swaps(even), 15)
    assert np.isclose(effective_swaps(np.array([0.9, 0.05, 0.03, 0.02]), 1e-4), 1)
    assert np.isclose(effective_swaps(np.array([0.9, 0.05, 0.03, 0.02]), 1e6), 6)
    D = attention_weights(np.random.default_rng(0).normal(size=(3, 7, 7)))
    pairs = np.array([[abs(row[i] - row[j]) for i in range(7) for j in range(i)] for row in D])
    alpha = np.exp(pairs / 0.01)
    alpha /= alpha.sum(1, keepdims=True)
    assert np.allclose(effective_swaps(D, 0.01), 1 / (alpha**2).sum(1))
    assert np.allclose(effective_swaps(torch.from_numpy(D), 0.01).numpy(), effective_swaps(D, 0.01))
    for bad in ([0.5], [0.5, np.nan]):
        with pytest.raises(InvalidInput):
            effective_swaps(np.array(bad))
