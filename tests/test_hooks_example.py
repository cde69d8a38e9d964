"""examples/hooks.py: scores from the hooks of other tools are those of `head_profile`."""

import importlib.util
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch

from rope_theory.machines.profiles import head_profile

spec = importlib.util.spec_from_file_location("hooks_example", Path(__file__).parents[1] / "examples" / "hooks.py")
hooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hooks)
IDS = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6, 5], [2, 7, 1, 8, 2, 8, 1, 8, 2]])
TAU = 1e-4


@pytest.fixture
def wanted():
    model, _ = hooks.a_tiny_llama()
    profile = head_profile(model, IDS)
    assert np.ptp(profile.positional[1]) > 0.05
    return [side[1, :, :, 0].T for side in (profile.positional, profile.symbolic)]


def same(found, wanted) -> bool:
    return all(np.allclose(a.detach().numpy(), b, rtol=0, atol=2e-3) for a, b in zip(found, wanted, strict=True))


def test_plain_torch_hooks_are_enough(wanted):
    model, _ = hooks.a_tiny_llama()
    attention, kept = model.model.layers[1].self_attn, {}
    for name, module in {"q": attention.q_proj, "k": attention.k_proj, "t": model.model.rotary_emb}.items():
        module.register_forward_hook(lambda m, given, output, name=name: kept.__setitem__(name, output))
    with torch.no_grad():
        model(IDS)
    queries, keys = (kept[side].unflatten(-1, (-1, 8)) for side in "qk")
    cosines, sines = hooks.planes(kept["t"])
    assert same(hooks.scores(queries, keys, cosines, sines), wanted)
    assert not same(hooks.scores(queries, keys, cosines, -sines), wanted)
    assert not same(hooks.scores(queries, keys, cosines, sines, "adjacent"), wanted)


@pytest.mark.skipif(importlib.util.find_spec("nnsight") is None, reason="NOT RUN: nnsight is not installed")
def test_nnsight(wanted):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from nnsight import NNsight

        assert same(hooks.with_nnsight(NNsight(hooks.a_tiny_llama()[0]), IDS, 1), wanted)


@pytest.mark.skipif(
    importlib.util.find_spec("transformer_lens") is None, reason="NOT RUN: transformer_lens is not installed"
)
def test_transformer_lens(wanted):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert same(hooks.with_transformer_lens(hooks.bridge_of(*hooks.a_tiny_llama()), IDS, 1), wanted)


def test_the_example_says_what_it_did_not_run(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert hooks.main() == 0
    assert capsys.readouterr().out == "nnsight: NOT RUN, not installed\nTransformerLens: NOT RUN, not installed\n"
    assert "hooks_example" not in sys.modules
