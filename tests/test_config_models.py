"""The reader against numbers that transformers computed (`tests/data`), for published shapes of well-known models.

The pinned numbers are always compared. With the packages torch and transformers (extra `models`) the
comparison is made with transformers itself too, over generated configurations; without them that test says
that it was not run.
"""

import importlib.util
import json
import math
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.errors import InvalidInput
from rope_theory.models.config import read_config, types

_spec = importlib.util.spec_from_file_location(
    "oracle_transformers", Path(__file__).with_name("oracle_transformers.py")
)
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
oracle = _module.oracle
PINNED = json.loads((Path(__file__).parent / "data" / "rope_frequencies.json").read_text(encoding="utf-8"))["models"]
CASES = _module.configs()
TRANSFORMERS = all(importlib.util.find_spec(name) for name in ("torch", "transformers"))
FLOAT32 = 3e-6  # relative: transformers computes powers, quotients and ramps in float32


@pytest.mark.skipif(not TRANSFORMERS, reason="NOT RUN: torch and transformers are missing (extra models)")
def test_classes_that_refuse_heads_that_do_not_divide_the_width_are_all_listed():
    """A note said of Llama that its class rounds the quotient down: it refuses it."""
    from transformers import CONFIG_MAPPING

    def refuses(name: str) -> bool:
        try:
            CONFIG_MAPPING[name](hidden_size=4096, num_attention_heads=33, num_key_value_heads=33)
        except Exception as problem:
            return "multiple of the number of attention heads" in str(problem) or "divisible by" in str(problem)
        return False

    assert {name for name in types.known() if name in CONFIG_MAPPING and refuses(name)} == types.DIVISIBLE
    for own in ({}, {"head_dim": 128}):
        with pytest.raises(InvalidInput, match="num_attention_heads must divide hidden_size = 4096: .*, got 33"):
            read_config({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 33, **own}, length=64)
    latent = json.loads((Path(__file__).parents[1] / "examples" / "deepseek-v3.json").read_text(encoding="utf-8"))
    for wrong in (-3, 0, "many"):
        with pytest.raises(InvalidInput, match="num_attention_heads must be"):
            read_config(latent | {"num_attention_heads": wrong}, length=64)
    found = read_config({"model_type": "qwen2", "hidden_size": 4096, "num_attention_heads": 33}, length=64)
    assert any("rounded down as the class does" in note for note in found.notes)


CANCELLED = 5e-5  # relative: near its slow end llama3's blend has a float32 error of 3e-7·factor


def assert_same(case: dict, expected: dict, tolerance: float = FLOAT32) -> None:
    found = read_config(case["config"], length=case.get("length"), base=case.get("base"))
    if "all" not in expected:
        assert {layer.layer_type for layer in found.layers} == set(expected)
    for layer in found.layers:
        frequencies, attention = expected["all" if "all" in expected else layer.layer_type]
        assert len(layer.rope.floats()) == len(frequencies) == layer.rotary_dim // 2
        for mine, theirs in zip(layer.rope.floats(), frequencies, strict=True):
            assert math.isclose(mine, theirs, rel_tol=tolerance), (layer.layer_type, mine, theirs)
        assert math.isclose(layer.rope.attention_float(), attention, rel_tol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_frequencies_are_those_of_transformers_pinned(name):
    assert_same(CASES[name], PINNED[name])


def test_pinned_comparison_notices_another_base():
    case = {"config": {**CASES["llama-3-8b"]["config"], "rope_theta": 500100.0}}
    with pytest.raises(AssertionError):
        assert_same(case, PINNED["llama-3-8b"])


NUMBERS = st.floats(1.0, 64.0).map(lambda x: round(x, 3))


@st.composite
def generated(draw):
    """A Llama-like configuration of any rope type; longrope and proportional included."""
    head_dim = 2 * draw(st.integers(2, 64))
    config = {
        "model_type": "llama",
        "head_dim": head_dim,
        "hidden_size": 4 * head_dim,
        "num_attention_heads": 4,
        "max_position_embeddings": draw(st.sampled_from((2048, 8192, 131072))),
    }
    kind = draw(st.sampled_from(("default", "linear", "dynamic", "yarn", "longrope", "llama3", "proportional")))
    inner = {"rope_type": kind, "rope_theta": float(draw(st.integers(1000, 10**7)))}
    original = draw(st.sampled_from((1024, 2048)))
    if kind in ("linear", "dynamic", "yarn", "llama3"):
        inner["factor"] = draw(NUMBERS)
    if kind in ("yarn", "longrope", "llama3"):
        inner["original_max_position_embeddings"] = original
    if kind == "yarn":
        inner["truncate"] = draw(st.booleans())
        inner |= draw(
            st.sampled_from(
                ({}, {"mscale": 0.7, "mscale_all_dim": 1.0}, {"attention_factor": 1.5}, {"beta_fast": 16.0})
            )
        )
    if kind == "llama3":
        inner |= {
            "low_freq_factor": draw(st.sampled_from((0.5, 1.0))),
            "high_freq_factor": draw(st.sampled_from((2.0, 4.0))),
        }
    if kind == "longrope":
        count = st.lists(NUMBERS, min_size=head_dim // 2, max_size=head_dim // 2)
        inner |= {"short_factor": draw(count), "long_factor": draw(count)}
    if kind == "proportional":
        inner["partial_rotary_factor"] = draw(st.sampled_from((0.25, 0.5, 1.0)))
    return {
        "config": config | {"rope_parameters": inner},
        "length": draw(st.sampled_from((None, 512, 5000, 300000))),
    }


@pytest.mark.skipif(
    not TRANSFORMERS,
    reason="COMPARISON NOT RUN: torch and transformers (extra `models`) are not both installed; "
    "the pinned numbers above were compared",
)
@settings(
    max_examples=int(os.environ.get("ROPE_ORACLE_EXAMPLES", "60")),
    deadline=None,
    derandomize=True,
    database=None,
)
@given(case=generated())
def test_generated_configurations_agree_with_transformers(case):
    assert_same(case, oracle(case["config"], case["length"]), CANCELLED)


@pytest.mark.skipif(
    not TRANSFORMERS,
    reason="COMPARISON NOT RUN: torch and transformers (extra `models`) are not both installed; "
    "the pinned numbers above were compared",
)
@pytest.mark.parametrize("name", CASES)
def test_published_shapes_agree_with_transformers_now(name):
    assert_same(CASES[name], oracle(CASES[name]["config"], CASES[name].get("length")))


def without_base(config: dict) -> dict:
    """Llama 2's first published files have no rope_theta at all."""
    config = json.loads(json.dumps(config))
    for key in ("rope_theta", "rotary_emb_base", "rope_local_base_freq"):
        config.pop(key, None)
    for inner in (config.get("rope_parameters") or {}), *((config.get("rope_parameters") or {}).values()):
        if isinstance(inner, dict):
            inner.pop("rope_theta", None)
    return config


@pytest.mark.parametrize("name", [name for name in CASES if "rope_parameters" not in CASES[name]["config"]])
def test_a_base_that_is_not_in_the_file_is_refused_or_said_to_be_the_classs(name):
    config = without_base(CASES[name]["config"])
    found = read_config(config, length=CASES[name].get("length"))
    assert any("not in the file" in note and "rope_theta" in note for note in found.notes) or "gptj" in found.notes[1]
    with pytest.raises(InvalidInput, match="rope_theta must be given"):
        read_config(
            {key: value for key, value in config.items() if key != "model_type"} | {"head_dim": 64, "rotary_dim": 64}
        )


def test_gptj_has_the_base_of_its_class_and_rotary_dim_is_its_own():
    config = CASES["gpt-j-6b"]["config"]
    layer = read_config(config).layer()
    assert (layer.head_dim, layer.rotary_dim, layer.base) == (256, 64, 10000)
    assert read_config(config).layout == "adjacent"
    assert any("fixes the base 10000" in note for note in read_config(config).notes)


def test_quarter_partial_means_other_frequencies_under_default_and_proportional():
    default = read_config(CASES["partial-default-0.25"]["config"]).layer().rope.floats()
    proportional = read_config(CASES["partial-proportional-0.25"]["config"]).layer().rope.floats()
    assert f"{default[-1]:.1e}" == "1.8e-04" and len(default) == 16
    assert f"{proportional[15]:.3f}" == "0.115" and proportional[16:] == [0.0] * 48


@pytest.mark.parametrize("base, wavelength", [(10_000, "54410"), (500_000, "2.56M"), (1_000_000, "5.06M")])
def test_longest_wavelength_at_128_dimensions(base, wavelength):
    slowest = read_config({"head_dim": 128, "rope_theta": base}).layer().rope.floats()[-1]
    length = 2 * math.pi / slowest
    assert (f"{length / 1e6:.2f}M" if wavelength.endswith("M") else f"{length:.0f}") == wavelength
