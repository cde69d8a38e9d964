"""Profiles of real models: positional and symbolic scores of every head. Needs the extra `models`.

Names load on first use, so that this package imports without torch and a missing extra is one clear line.
"""

from __future__ import annotations

import importlib

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


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rope_theory.machines.profiles.load import require_models

    require_models()
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
