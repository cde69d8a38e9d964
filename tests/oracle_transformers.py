"""transformers' own frequencies, for comparison; needs the packages torch and transformers (extra `models`).

`python tests/oracle_transformers.py` writes `tests/data/rope_frequencies.json` anew from the configurations
in `tests/data/rope_configs.json`: float32 numbers as transformers computes them. No model is loaded or
downloaded.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path

DATA = Path(__file__).parent / "data"


def oracle(config: dict, length: int | None = None) -> dict[str, tuple[list[float], float]]:
    """{layer type: (frequencies, attention factor)} from the model class's own rotary embedding.

    Args:
        config: settings with model_type.
        length: the current length for rope types that depend on it; None as initialised.
    """
    import torch
    from transformers import AutoConfig
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    settings = {key: value for key, value in json.loads(json.dumps(config)).items() if value is not None}
    kind = settings.pop("model_type")
    built = AutoConfig.for_model(kind, **settings)
    folder = kind.removesuffix("_text")
    module = importlib.import_module(f"transformers.models.{folder}.modeling_{folder}")
    if kind == "gptj":
        table = module.create_sinusoidal_positions(2, built.rotary_dim)[1]
        half = built.rotary_dim // 2
        return {"all": (torch.atan2(table[:half], table[half:]).tolist(), 1.0)}
    name = next(name for name in vars(module) if name.endswith("RotaryEmbedding") and "Vision" not in name)
    embedding = getattr(module, name)(built)
    if hasattr(embedding, "inv_freq"):
        frequencies, factor = embedding.inv_freq, embedding.attention_scaling
        rope_type = built.rope_parameters["rope_type"]
        if length is not None and rope_type in ROPE_INIT_FUNCTIONS:
            frequencies, factor = ROPE_INIT_FUNCTIONS[rope_type](built, "cpu", seq_len=length)
        return {"all": (frequencies.tolist(), float(factor))}
    found = {}
    for layer_type in built.rope_parameters:
        if hasattr(embedding, f"{layer_type}_inv_freq"):
            found[layer_type] = (
                getattr(embedding, f"{layer_type}_inv_freq").tolist(),
                float(getattr(embedding, f"{layer_type}_attention_scaling")),
            )
    return found


def configs() -> dict[str, dict]:
    """name: {"config", "length" or null, "base" or null}."""
    return json.loads((DATA / "rope_configs.json").read_text(encoding="utf-8"))


def _write() -> None:
    import transformers

    rows = {name: oracle(case["config"], case.get("length")) for name, case in configs().items()}
    text = json.dumps({"transformers": transformers.__version__, "models": rows}, indent=None, separators=(",", ":"))
    (DATA / "rope_frequencies.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
