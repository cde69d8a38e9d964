"""SUPPORTED.md against transformers: every model type with rotary code, read and measured, layer by layer."""

import importlib.util
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import sympy

from rope_theory.models.config import read_config, types
from rope_theory.models.config.table import to_json

PAGE = Path(__file__).parents[1] / "SUPPORTED.md"
TRANSFORMERS = all(importlib.util.find_spec(name) for name in ("torch", "transformers"))
needs_transformers = pytest.mark.skipif(
    not TRANSFORMERS,
    reason="COMPARISON NOT RUN: torch and transformers (extra `models`) are not both installed",
)


def supported():
    if "supported" not in sys.modules:
        spec = importlib.util.spec_from_file_location("supported", Path(__file__).with_name("supported.py"))
        sys.modules["supported"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["supported"])
    return sys.modules["supported"]


def rows() -> dict[str, str]:
    cells = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {row[1].strip(): row[2].strip() for row in cells if row[1].strip() != "model type"}


def test_nothing_on_the_page_is_wrong_and_at_least_95_percent_are_right():
    statuses = list(rows().values())
    rotating = len(statuses) - statuses.count("no RoPE")
    assert statuses.count("WRONG") == 0 and statuses.count("right") >= 0.95 * rotating
    assert statuses.count("right") >= 272 and statuses.count("not compared") == 0


def test_what_was_not_compared_is_said_in_a_note():
    """A type of transformers that the page does not call right, or a part that reads no tokens: the note says so."""
    assert types.compared() == {name for name, status in rows().items() if status == "right"}
    silent, said = (
        read_config({"model_type": name, "head_dim": 64, "rope_theta": 10000, "num_hidden_layers": 2}).notes
        for name in ("llama", "voxtral_realtime_encoder")
    )
    assert not any("not compared" in note for note in silent) and any("not compared" in note for note in said)


@pytest.mark.parametrize(
    "name, status, why",
    [
        ("roformer", "refused", "turns by a table of its own"),
        ("mistral_large4", "refused", "learned with its weights"),
        ("zamba2", "refused", "shared between layers"),
        ("inkling2", "no RoPE", "the class has none"),
        ("moshi_depth", "no RoPE", "the class has none"),
        ("jamba", "no RoPE", "the class has none"),
    ],
)
def test_a_class_that_turns_is_not_said_to_have_no_rotary_embedding(name, status, why):
    assert rows()[name] == status
    assert why in next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {name} |"))


@needs_transformers
def test_classes_said_to_turn_nothing_call_no_rotation_of_queries():
    """Their own code, read: no function that turns is called in it, or only where a setting that they switch off lets it be."""
    import importlib
    import re

    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    calls = {}
    for name in types.UNTURNED | {"roformer", "mistral_large4"}:
        module = CONFIG_MAPPING[name].__module__.replace("configuration_", "modeling_")
        source = Path(importlib.import_module(module).__file__).read_text(encoding="utf-8")
        calls[name] = [call for call in re.findall(r"= (?:self\.)?(apply_rotary\w*)\(", source) if "vision" not in call]
    turning = {name for name, found in calls.items() if found}
    # moshi_depth: use_rope=False for its layers; in the files of the last two an encoder turns, no language model
    assert turning == {"roformer", "mistral_large4", "moshi_depth", "clvp_decoder", "nemo_speechlm"}, calls


@needs_transformers
def test_page_is_what_the_classes_of_transformers_do_now():
    import transformers

    if transformers.__version__ != types.version():
        pytest.skip(f"COMPARISON NOT RUN: the page is for transformers {types.version()}")
    whole = os.environ.get("ROPE_ORACLE_WHOLE") == "1"  # every variation too: about 100 s
    found = supported().survey(varied=whole)
    assert not {name: words for name, (status, words) in found.items() if status == "WRONG"}
    assert {name: status for name, (status, _) in found.items()} == rows()
    assert not whole or PAGE.read_text(encoding="utf-8") == supported().page(found)


@needs_transformers
def test_defaults_of_the_types_are_those_of_transformers_now():
    """types.json is what `python tools/model_types.py` writes."""
    import transformers

    if transformers.__version__ != types.version():
        pytest.skip(f"COMPARISON NOT RUN: types.json is for transformers {types.version()}")
    spec = importlib.util.spec_from_file_location("model_types", PAGE.parent / "tools" / "model_types.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.content() == tool.TARGET.read_text(encoding="utf-8")


def saved_again(config: dict) -> dict:
    """The file that transformers writes when it has read this one."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    return json.loads(CONFIG_MAPPING[config["model_type"]].from_dict(json.loads(json.dumps(config))).to_json_string())


PUBLISHED = json.loads((Path(__file__).parent / "data" / "rope_configs.json").read_text(encoding="utf-8"))


def meaning(config: dict, **asked) -> list[dict]:
    """The table of layers, with frequencies."""
    read = read_config(config, **asked)
    rotating = iter(read.layers)
    return [row | ({"frequencies": next(rotating).rope.floats()} if row["rotates"] else {}) for row in to_json(read)]


@needs_transformers
@pytest.mark.parametrize("name", PUBLISHED)
def test_saving_again_through_transformers_changes_no_answer(name):
    case = PUBLISHED[name]
    if case["config"].get("model_type") not in types.compared():
        pytest.skip(f"NOT RUN: transformers has no class for {case['config'].get('model_type')}")
    asked = {key: case[key] for key in ("length", "base") if key in case}
    assert meaning(saved_again(case["config"]), **asked) == meaning(case["config"], **asked)


SABOTAGE = {
    "rotary dimension": lambda layer: replace(
        layer, rope=read_config({"head_dim": 64, "rope_theta": 10000}).layer().rope
    ),
    "base": lambda layer: replace(layer, rope=read_config({"head_dim": 128, "rope_theta": 10100}).layer().rope),
    "pairing": lambda layer: replace(layer, pairing="adjacent"),
    "query dimension": lambda layer: replace(layer, query_dim=64),
    "score scale": lambda layer: replace(layer, score_dim=sympy.Integer(64)),
    "window": lambda layer: replace(layer, window=supported().oracle.COUNT - 1),
}


@needs_transformers
@pytest.mark.parametrize("change", SABOTAGE)
def test_comparison_notices(change):
    """Llama, 128 dimensions, base 10000: each wrong table is seen to be wrong."""
    from transformers import LlamaConfig

    config = LlamaConfig(num_hidden_layers=1)
    seen = supported().measured(config)[0]
    layer = read_config(json.loads(config.to_json_string())).layer()
    assert not list(supported()._layer(seen, layer, "llama"))
    assert list(supported()._layer(seen, SABOTAGE[change](layer), "llama"))


@needs_transformers
def test_comparison_notices_a_layer_said_to_rotate_that_does_not():
    from transformers import SmolLM3Config

    config = SmolLM3Config(num_hidden_layers=4)
    seen, file = supported().measured(config), json.loads(config.to_json_string())
    assert not supported().differences(seen, file)
    assert supported().differences(seen, file | {"no_rope_layers": [1, 1, 1, 1]}) == ["layer 3: said to rotate"]
    assert supported().differences(seen, file | {"no_rope_layers": [1, 1, 0, 0]}) == ["layer 2: said not to rotate"]


@needs_transformers
@pytest.mark.parametrize("name", ["mistral", "modernbert", "modernbert-decoder", "ultrabert", "t5gemma2_text"])
def test_comparison_notices_a_window_that_is_one_too_wide(name):
    """One-sided windows, and two-sided ones with and without the query."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    oracle = supported().oracle
    more = supported().OVERRIDES.get(name, {})
    config = supported().narrowed(CONFIG_MAPPING[name](num_hidden_layers=4, **more))
    seen = {each.layer: each for each in supported().measured(config)}
    layers = [each for each in read_config(json.loads(config.to_json_string())).layers if each.window is not None]
    assert layers and all(each.window < oracle.COUNT for each in layers)
    for layer in layers:
        measured = seen[layer.indices[0]]
        assert not [words for words in supported()._layer(measured, layer, name) if "window" in words]
        wider = replace(layer, window=layer.window + 1)
        assert [words for words in supported()._layer(measured, wider, name) if "window" in words]
