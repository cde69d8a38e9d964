"""Writes `rope_theory/models/config/types.json`: what transformers' configuration classes assume where a file is silent.

    python tools/model_types.py

Needs the extra `models`. For each model type: the type of the language model inside, the defaults of its class, the
older names of its keys, the base where a file gives none, and the kinds of its layers where they repeat.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

KEYS = (
    "alibi", "attention_chunk_size", "attention_multiplier", "attn_logit_softcapping", "cross_attention_layers", "global_head_dim", "head_dim", "hidden_size", "kv_channels",
    "layer_types", "max_position_embeddings", "max_window_layers", "no_rope_layer_interval", "no_rope_layers",
    "num_attention_heads", "num_hidden_layers", "partial_rotary_factor", "position_embedding_type", "qk_head_dim",
    "qk_nope_head_dim", "qk_rope_head_dim", "query_pre_attn_scalar", "rope_interleave", "rope_parameters", "rotary_dim",
    "sliding_window", "sliding_window_pattern", "use_mem_rope", "use_sliding_window", "full_attn_idxs",
    "attention_window_size", "block_types", "local_attention", "attn_layer_indices", "full_attention_interval", "global_attn_every_n_layers",
)  # fmt: skip
ODD = 34567.0
"""A base that no class has of its own."""
TARGET = Path(__file__).parents[1] / "rope_theory" / "models" / "config" / "types.json"


def facts(name: str) -> dict | None:
    """Of one model type, or None where no rotation is in its code."""
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING

    try:
        config = CONFIG_MAPPING[name]()
        text = config.get_text_config(decoder=True)
    except Exception:
        return None
    if not hasattr(text, "num_hidden_layers") or not _rotates(text):
        return None
    if text.model_type != config.model_type:
        return {"text": text.model_type}
    kind = type(config)
    stated = {key: getattr(kind, key, None) for key in KEYS}
    found = {key: value for key, value in stated.items() if value is not None and not isinstance(value, property)}
    names = {new: old for new, old in (kind.attribute_map or {}).items() if new in KEYS}
    row: dict = {"defaults": found}
    for new, old in names.items():
        value = getattr(kind, old, None)
        if value is not None and not isinstance(value, property):
            found[new] = value
    if names:
        row["names"] = names
    whole = getattr(config, "rope_parameters", None)
    if whole:
        if any(isinstance(value, dict) for value in whole.values()) or whole.get("rope_type") != "default":
            row["rope_parameters"] = whole
            nested = any(isinstance(value, dict) for value in whole.values())
            try:
                row["rope_theta"] = (
                    None if nested else kind(rope_parameters={"rope_type": "default"}).rope_parameters["rope_theta"]
                )
            except Exception:
                pass
            if row.get("rope_theta", 1.0) is None:
                del row["rope_theta"]
        else:
            row |= {key: whole[key] for key in ("rope_theta", "partial_rotary_factor") if whole.get(key) is not None}
    row |= _alone(kind)
    row |= _layers(kind)
    wide = [
        each["head_dim"] for each in (config.to_dict().get("per_layer_config") or {}).values() if "head_dim" in each
    ]
    if wide:
        found["global_head_dim"] = wide[0]
    code = Path(inspect.getfile(kind)).parent.glob("modeling_*.py")
    if not any("partial_rotary_factor" in path.read_text() for path in code):
        row["whole"] = True
    return row


def _alone(kind) -> dict:
    """What the class does with a base that stands in a file alone: nothing said where it turns by it and the plain rule."""
    try:
        found = kind.from_dict({"rope_theta": ODD}).rope_parameters
    except Exception:
        return {}
    if not found or (found.get("rope_type") == "default" and found.get("rope_theta") == ODD):
        return {}
    parts = [found, *(each for each in found.values() if isinstance(each, dict))]
    return {"alone": "added to" if any(each.get("rope_theta") == ODD for each in parts) else "not read"}


def _rotates(config) -> bool:
    """Whether the code of the model class, or of its folder, speaks of rotation."""
    from transformers.models.auto.modeling_auto import MODEL_MAPPING

    paths = list(Path(inspect.getfile(type(config))).parent.glob("modeling_*.py"))
    try:
        found = MODEL_MAPPING[type(config)]
        paths.append(Path(inspect.getfile(found[0] if isinstance(found, tuple) else found)))
    except (KeyError, ValueError):
        pass
    return any(re.search("otary|create_sinusoidal_positions", path.read_text()) for path in paths)


def _layers(kind) -> dict:
    """Kinds of layers of the default model, as what repeats; `last` where the last one is another."""
    try:
        lists = [list(kind(num_hidden_layers=count).layer_types or []) for count in (24, 31)]
    except Exception:
        return {}
    if not all(lists):
        return {}
    for period in range(1, 13):
        unit = lists[0][:period]
        if all(found == [unit[k % period] for k in range(len(found))] for found in lists):
            return {"repeat": unit}
        if all(found[:-1] == [unit[k % period] for k in range(len(found) - 1)] for found in lists):
            return {"repeat": unit, "last": lists[0][-1]}
    return {"listed": True}


def content() -> str:
    """What `types.json` should hold."""
    import transformers
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING_NAMES

    transformers.logging.set_verbosity_error()
    rows = {name: row for name in sorted(CONFIG_MAPPING_NAMES) if (row := facts(name)) is not None}
    lines = [f"{json.dumps(name)}: {json.dumps(row, sort_keys=True)}" for name, row in rows.items()]
    head = json.dumps({"transformers": transformers.__version__})[1:-1]
    return "{" + head + ', "types": {\n' + ",\n".join(lines) + "\n}}\n"


def main() -> None:
    TARGET.write_text(content(), encoding="utf-8")


if __name__ == "__main__":
    main()
