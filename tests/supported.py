"""Every model type of transformers that has rotary code, read by `read_config` and compared with its own class.

`python tests/supported.py` writes SUPPORTED.md (extra `models`). `oracle_layers` measures what the layers of a class do;
here its answer is compared with the table that is read from the file transformers writes for the same configuration.
"""

from __future__ import annotations

import copy
import importlib.util
import inspect
import json
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import torch
import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING, CONFIG_MAPPING_NAMES

from rope_theory.core.errors import InvalidInput
from rope_theory.models.config import LayerRope, read_config, types

_spec = importlib.util.spec_from_file_location("oracle_layers", Path(__file__).with_name("oracle_layers.py"))
oracle = importlib.util.module_from_spec(_spec)
sys.modules["oracle_layers"] = oracle
_spec.loader.exec_module(oracle)

_ROTARY = re.compile("otary|freqs_cis|create_sinusoidal_positions")
TARGET = Path(__file__).parents[1] / "SUPPORTED.md"
COMPARED = Path(types.__file__).with_name("compared.json")
LENGTH = oracle.POSITIONS[-1] + 1
_HALF = {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5, "mrope_section": [8, 12, 12]}
_AXES = {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [16, 16, 16, 16]}
#: Settings for classes whose own defaults do not run: None where a number is needed, parts that do not fit.
OVERRIDES = {
    "chameleon": {"vocabulary_map": {"<image>": 1}},
    "cohere_compass_text": {
        "rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 50000.0}},
    },
    "dbrx": {
        "d_model": 256,
        "n_heads": 4,
        "attn_config": {"kv_n_heads": 2, "clip_qkv": 8.0, "rope_theta": 10000.0},
        "ffn_config": {"ffn_hidden_size": 16, "moe_num_experts": 2},
    },
    "deepseek_v2": {"num_experts_per_tok": 2, "n_group": 1, "topk_group": 1},
    "deepseek_ocr2_text": {"mlp_layer_types": ["dense"] * 12, "num_experts_per_tok": 2},
    "diffusion_gemma_text": {"num_experts": 4, "top_k_experts": 2, "moe_intermediate_size": 64},
    "dots1": {"n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1, "n_group": 1, "topk_group": 1},
    "esm": {"vocab_size": 33, "position_embedding_type": "rotary", "pad_token_id": 1},
    "gemma4_unified_text": {"num_kv_shared_layers": 0},
    "glm4_moe": {"head_dim": 128},
    "glm4v_moe_text": {"rope_parameters": _HALF, "num_attention_heads": 32},
    "glm4v_text": {"rope_parameters": _HALF},
    "glm_image_text": {"rope_parameters": _HALF},
    "hunyuan_v1_dense": {"head_dim": 128},
    "hunyuan_v1_moe": {"head_dim": 128},
    "hunyuan_vl_text": {"head_dim": 128, "rope_parameters": _AXES},
    "lfm2_moe": {"layer_types": ["conv", "conv", "full_attention", "conv"] * 8},
    "ministral": {"head_dim": 128},
    "nemotron": {"head_dim": 128, "num_key_value_heads": 8},
    "openai_privacy_filter": {
        "hidden_size": 64,
        "intermediate_size": 32,
        "num_local_experts": 2,
        "num_experts_per_tok": 1,
    },
    "qwen3_omni_moe_talker_text": {"shared_expert_intermediate_size": 768},
    "qwen3_omni_moe_text": {"head_dim": 128},
    "qwen4_exp_text": {
        "indexer_n_heads": 4,
        "indexer_kv_heads": 1,
        "indexer_head_dim": 256,
        "indexer_budget": 64,
        "indexer_compress_ratio": 16,
        "num_experts": 8,
        "num_experts_per_tok": 2,
    },
    "step3p5": {"sliding_window": 512},
    "t5gemma2_decoder": {"dropout_rate": 0.0},
    "t5gemma2_text": {"dropout_rate": 0.0},
}
#: Classes that multiply queries, or queries and keys, before the rotation, by 1/√head_dim in all: the scale after it is 1.
SCALED_BEFORE = {"esm", "openai_privacy_filter"}
#: Classes that count positions themselves.
OWN_POSITIONS = {"csm_depth_decoder_model", "dia_encoder"}


def language_types() -> Iterator[tuple[str, object]]:
    """(model type, configuration of its language model) for every type whose model has rotary code and reads tokens."""
    for name in sorted(CONFIG_MAPPING_NAMES):
        try:
            config = CONFIG_MAPPING[name](**OVERRIDES.get(name, {}))
            text = oracle.text_part(config)
            if not _speaks_of_rotation(type(text)):
                continue
            kind = oracle.model_class(text)
            if kind is None or "input_ids" not in inspect.signature(kind.forward).parameters:
                continue
        except Exception:
            continue
        if not hasattr(text, "num_hidden_layers"):
            continue
        module = sys.modules.get(kind.__module__)
        if module and _ROTARY.search(inspect.getsource(module)):
            if text is not config and text.model_type in OVERRIDES:
                for key, value in OVERRIDES[text.model_type].items():
                    setattr(text, key, copy.deepcopy(value))
            yield name, config


def _speaks_of_rotation(kind: type) -> bool:
    """Whether the folder of a configuration class has rotary code, or no model code of its own."""
    paths = list(Path(inspect.getfile(kind)).parent.glob("modeling_*.py"))
    return not paths or any(_ROTARY.search(path.read_text(encoding="utf-8")) for path in paths)


def narrowed(config):
    """The configuration with small windows, so that a few positions show them."""
    for key, value in oracle.WINDOWS.items():
        try:
            if isinstance(getattr(config, key, None), int):
                setattr(config, key, value)
        except Exception:
            pass
    return config


def variations(file: dict) -> Iterator[tuple[str, dict]]:
    """(name, file) with other settings, in the newer and the older spelling."""
    rope = file.get("rope_parameters") or {}
    nested = {name for name, value in rope.items() if isinstance(value, dict)}
    old = {key: value for key, value in file.items() if key not in ("rope_parameters", "layer_types")}
    if nested:
        other = {name: {**(rope[name] or {}), "rope_theta": 34567.0} if name in nested else rope[name] for name in rope}
        yield "another base", {**file, "rope_parameters": other}
        linear = {"rope_type": "linear", "factor": 8.0}
        yield "older spelling", {**old, "rope_theta": 34567.0, "rope_scaling": linear}
        if isinstance(rope.get("full_attention"), dict):
            inner = {**rope["full_attention"], **linear}
            yield "full layers scaled", {**file, "rope_parameters": {**rope, "full_attention": inner}}
    elif rope:
        yield "another base", {**file, "rope_parameters": {**rope, "rope_theta": 34567.0}}
        share = {key: rope[key] for key in ("partial_rotary_factor", "mrope_section") if key in rope}
        yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 256, "rope_theta": 34567.0}
        yield "yarn", {**file, "rope_parameters": {**yarn, **share}}
        more = {"mscale": 0.707, "mscale_all_dim": 1.0}
        yield "yarn with mscale", {**file, "rope_parameters": {**yarn, **more, **share}}
        yield (
            "older spelling",
            {**old, "rope_theta": 34567.0, "rope_scaling": {"type": "linear", "factor": 8.0, **share}},
        )
        if "partial_rotary_factor" not in rope and not (types.row(file["model_type"]) or {}).get("whole"):
            yield "a share", {**file, "rope_parameters": {**rope, "partial_rotary_factor": 0.5}}
    bare = {key: value for key, value in file.items() if key != "rope_parameters"}
    yield "a base alone", {**bare, "rope_theta": 34567.0}
    yield "a base alone, layers not listed", {**old, "rope_theta": 34567.0, "rope_scaling": None}
    yield "a base inside alone", {**bare, "rope_parameters": {"rope_theta": 34567.0}}
    yield "a rule without a base", {**bare, "rope_parameters": {"rope_type": "default"}}
    yield "an older rule without a base", {**bare, "rope_scaling": {"type": "linear", "factor": 8.0}}
    for name in sorted(nested):
        yield f"{name} alone", {**bare, "rope_parameters": {name: rope[name]}}
        less = {key: value for key, value in rope[name].items() if key != "rope_theta"}
        yield f"{name} without a base", {**bare, "rope_parameters": {**rope, name: less}}
    if rope and not nested and not (types.row(file["model_type"]) or {}).get("whole"):
        yield "a share on top", {**bare, "rope_theta": 34567.0, "partial_rotary_factor": 0.5}
    if isinstance(file.get("head_dim"), int):
        yield "another head dimension", {**file, "head_dim": 96}
    for key, value in (("query_pre_attn_scalar", 100), ("attention_multiplier", 0.01)):
        if file.get(key) is not None:
            yield "another score scale", {**file, key: value}
    yield "layers not listed", {**old, **({"rope_parameters": rope} if rope else {})}
    yield "nothing but the type", {"model_type": file["model_type"]}
    if file.get("sliding_window") is not None:
        yield "no window", {**{key: file[key] for key in file if key != "layer_types"}, "sliding_window": None}
    elif "sliding_window" in file:
        yield "a window", {**{key: file[key] for key in file if key != "layer_types"}, "sliding_window": oracle.WINDOW}


def inner(config) -> list[str]:
    """Differences where the language model inside has another base.

    Raises:
        InvalidInput: the file is refused.
    """
    config = copy.deepcopy(config)
    text = oracle.text_part(config)
    rope = getattr(text, "rope_parameters", None)
    for part in [rope, *(rope or {}).values()]:
        if isinstance(part, dict) and "rope_theta" in part:
            part["rope_theta"] = 34567.0
    return [f"another base inside: {each}" for each in differences(measured(text), json.loads(config.to_json_string()))]


def needed(text) -> int | None:
    """How many layers show every kind that the configuration lists."""
    count = text.num_hidden_layers
    if not isinstance(count, int):
        return None
    most = 1
    for key in ("layer_types", "no_rope_layers", "layers_block_type"):
        listed = getattr(text, key, None)
        if isinstance(listed, list) and len(listed) == count:
            most = max(most, 1 + max(listed.index(each) for each in set(listed)))
    return min(count, max(most, 2))


_MEASURED: dict[str, list] = {}


def measured(text) -> list:
    """`oracle.look`, remembered for equal settings."""
    key = type(text).__name__ + json.dumps(text.to_dict(), sort_keys=True, default=str)
    if key not in _MEASURED:
        try:
            _MEASURED[key] = oracle.look(text, needed(text))
        except Exception:
            _MEASURED[key] = oracle.look(text, None)
    return _MEASURED[key]


def differences(seen: list, file: dict) -> list[str]:
    """Where the table that is read differs from what the layers did: empty if nowhere.

    Raises:
        InvalidInput: the file is refused.
    """
    read = read_config(file, length=LENGTH)
    by_layer = {k: each for each in read.table for k in each.indices}
    found = []
    for each in seen:
        layer = by_layer.get(each.layer, read.table[0] if not by_layer else None)
        if layer is None:
            found.append(f"layer {each.layer} is not in the table")
            continue
        found += [f"layer {each.layer}: {words}" for words in _layer(each, layer, read.model_type)]
    return found


def _layer(seen, layer, model_type: str | None) -> Iterator[str]:
    if min(layer.window or oracle.COUNT, oracle.COUNT) != seen.window:
        yield f"window {layer.window}, and a query of the probe sees {seen.window} keys of {oracle.COUNT}"
    if not isinstance(layer, LayerRope):
        if seen.pairing is not None or not layer.attends:
            yield "said not to rotate"
        return
    if seen.pairing is None:
        yield "said to rotate"
        return
    if seen.pairing != layer.pairing:
        yield f"pairing {layer.pairing}, and {seen.pairing} in the class"
    if seen.head_dim != layer.query_dim:
        yield f"query dimension {layer.query_dim}, and {seen.head_dim} in the class"
    yield from _angles(seen, layer, model_type)
    if not math.isclose(layer.rope.attention_float(), seen.factor, rel_tol=1e-5):
        yield f"attention factor {layer.rope.attention_float()}, and {seen.factor} in the class"
    scale = 1.0 if model_type in SCALED_BEFORE else layer.score_scale()
    if not math.isclose(scale, seen.scale, rel_tol=1e-3):
        yield f"score scale {scale}, and {seen.scale} in the class"


def _angles(seen, layer, model_type: str | None) -> Iterator[str]:
    """Angles at every position of the probe; planes that the probe did not see move must be slow ones."""
    frequencies = layer.rope.floats()
    count = len(seen.angles[1])
    if count > len(frequencies) or any(g * LENGTH > 1e-3 for g in frequencies[count:]):
        yield f"{layer.rotary_dim} dimensions turn, and {seen.rotary_dim} in the class"
        return
    for number, (position, angles) in enumerate(seen.angles.items()):
        at = number if model_type in OWN_POSITIONS else position
        for plane, (g, angle) in enumerate(zip(frequencies, angles, strict=False)):
            off = min(abs(math.remainder(g * at - turn, 2 * math.pi)) for turn in (angle, -angle))
            if off > 2e-4 + 1e-6 * g * at:
                yield f"plane {plane + 1} is {off:.3g} radians off at position {at}"
                return


def survey(only: set[str] | None = None, varied: bool = True) -> dict[str, tuple[str, str]]:
    """{model type: (status, words)}: right, refused, no RoPE, not compared, or WRONG."""
    transformers.logging.set_verbosity_error()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return {name: _checked(name, config, varied) for name, config in language_types() if not only or name in only}
    finally:
        torch.set_num_threads(threads)


def _checked(name: str, config, varied: bool) -> tuple[str, str]:
    try:
        return _status(name, config, varied)
    except Exception as problem:  # anything but an answer or a named refusal is wrong
        return "WRONG", repr(problem)


def _status(name: str, config, varied: bool) -> tuple[str, str]:
    text = narrowed(oracle.text_part(config))
    file = json.loads(config.to_json_string())
    refusal = None
    try:
        read_config(file, length=LENGTH)
    except InvalidInput as problem:
        refusal = problem
    try:
        seen = measured(text)
    except Exception as problem:
        if refusal is not None:
            return ("no RoPE" if text.model_type in types.UNTURNED else "refused"), str(refusal)
        return "not compared", f"the class does not run on its defaults ({type(problem).__name__})"
    if refusal is not None:
        still = all(each.pairing is None for each in seen)
        if text.model_type in types.UNTURNED and not still:
            return "WRONG", "its class rotates"
        # The probe sees one vector at every position for whatever is looked up or learned: a table, a scale of frequencies.
        return ("no RoPE" if still and text.model_type not in types.REFUSED else "refused"), str(refusal)
    if all(each.pairing is None for each in seen):
        return "WRONG", "its class does not rotate"
    wrong = differences(seen, file)
    if json.loads(json.dumps(config.to_dict(), default=str)) != file:
        wrong += [f"written in full: {each}" for each in differences(seen, json.loads(json.dumps(config.to_dict())))]
    refused = []
    alone = text.model_type == config.model_type
    if varied and not alone:
        try:
            wrong += inner(config)
        except InvalidInput as refusal:
            refused.append(f"another base inside ({refusal.argument})")
    if varied and alone:
        for words, other in variations(file):
            try:
                built = narrowed(CONFIG_MAPPING[name].from_dict(copy.deepcopy(other)))
                again = measured(built)
            except Exception:
                continue  # the class itself does not take this
            other = _as_narrowed(other, built)
            try:
                wrong += [f"{words}: {each}" for each in differences(again, other)]
            except InvalidInput as refusal:
                refused.append(f"{words} ({refusal.argument})")
                continue
            try:
                saved = json.loads(built.to_json_string())
                wrong += [f"{words}, saved again: {each}" for each in differences(again, saved)]
            except InvalidInput as refusal:
                wrong.append(f"{words}, saved again: {refusal}")
    if wrong:
        return "WRONG", "; ".join(wrong[:3])
    return "right", "refused: " + ", ".join(refused) if refused else ""


def _as_narrowed(file: dict, built) -> dict:
    """The file with the small windows that the class was given."""
    written = built.to_dict()
    return {**file, **{key: value for key, value in oracle.WINDOWS.items() if written.get(key) == value}}


def page(rows: dict[str, tuple[str, str]]) -> str:
    """SUPPORTED.md."""
    counts = {status: sum(1 for found, _ in rows.values() if found == status) for status in STATUSES}
    lines = [
        "# Model types",
        "",
        f"Configurations of {len(rows)} model types of transformers {transformers.__version__} whose code speaks of rotary",
        "embedding, read by `read_config` and compared with what the layers of their own class do to queries: frequencies,",
        "attention factor, head and rotary dimension, pairing, score scale, window; and again with other settings, in newer",
        "and older spellings, and as the class saves them again. Written by `python tests/supported.py`, checked by `tests/test_supported.py`.",
        "",
        "Not compared there, and read from keys and lists: caps on logits (attn_logit_softcapping), attention sinks, norms and clips of queries",
        "and keys; `tests/test_logits.py` holds the lists against the classes. Not read: factors that grow with the position (llama_4_scaling_beta),",
        "which keys a sparse layer chooses, and where a chunk begins; only its length is.",
        "",
        *(f"* **{status}**: {counts[status]} — {words}" for status, words in STATUSES.items()),
        "",
        "| model type | | |",
        "|---|---|---|",
        *(f"| {name} | {status} | {_cell(words)} |" for name, (status, words) in rows.items()),
    ]
    return "\n".join(lines) + "\n"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")[:220]


STATUSES = {
    "right": "every layer that was run agrees; a setting that is refused beside it is named",
    "refused": "the file is an error that names the key",
    "no RoPE": "with its defaults the class rotates nothing, and the file is refused",
    "not compared": "the class does not run on its own defaults; the file is read by the general rules, which is said",
    "WRONG": "must be empty",
}


if __name__ == "__main__":
    found = survey(set(sys.argv[1:]) or None)
    if sys.argv[1:]:
        for name, row in found.items():
            print(name, *row)
    else:
        TARGET.write_text(page(found), encoding="utf-8")
        names = [name for name, (status, _) in found.items() if status == "right"]
        COMPARED.write_text(json.dumps(names, indent=0) + "\n", encoding="utf-8")
        for name, (status, words) in found.items():
            if status in ("WRONG", "refused", "not compared"):
                print(status, name, words)
