"""Profiles of real models: positional and symbolic scores of every head. Needs the extra `models`.

Names load on first use, so that this package imports without torch and a missing extra is one clear line.
"""

from __future__ import annotations

from rope_theory.core.first_use import on_first_use

#: Public name: the module it stands in.
_HOME = {
    "Gate": "gating",
    "HeadProfile": "result",
    "effect": "gating",
    "gated": "gating",
    "head_profile": "model",
    "load_model": "load",
    "load_tokenizer": "load",
    "read_gate": "gating",
    "stream_profile": "model",
}

__all__ = sorted(_HOME)


def _models_are_there() -> None:
    from rope_theory.machines.profiles.load import require_models

    require_models()


__getattr__ = on_first_use(__name__, _HOME, _models_are_there)
