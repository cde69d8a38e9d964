"""The theory of positional and symbolic attention heads under RoPE, as claims decided by running them.

Reading order: `rope` and `heads` (conventions), `constructions` (the papers' heads), `tasks` (what they solve,
with oracles), the pages of `proofs/` (the claims), `theory` and `claims` (how they are found and decided). Public names
load on first use, so that `import rope_theory` is quick; torch and transformers are imported only by what runs in
them (`torch_model`, `stacks.torch_stack`, `compile`, `long_context`, `profiles`, `learning`, `training`).

Example:
    >>> import rope_theory
    >>> rope_theory.run_task("number", "C B A 1 4 1 3 2 1").answer
    'C'
"""

from __future__ import annotations

import importlib

#: Public name: the module it stands in.
_HOME = {
    "Angle": "angles",
    "TrigSum": "angles",
    "InvalidInput": "errors",
    "Truth": "truth",
    "apply_rope": "rope",
    "frequencies": "rope",
    "half_from_adjacent": "rope",
    "rope_matrix": "rope",
    "rotate": "rope",
    "PhaseHead": "heads",
    "Plane": "heads",
    "Polar": "heads",
    "content_by_position": "heads",
    "hard_attention": "heads",
    "is_positional": "heads",
    "is_symbolic": "heads",
    "logits": "heads",
    "softmax": "heads",
    "LetterCircle": "constructions",
    "OneLayer": "constructions",
    "h_mix": "constructions",
    "h_pos": "constructions",
    "h_sym": "constructions",
    "t_index": "constructions",
    "t_retrieval": "constructions",
    "Pair": "tasks",
    "run_task": "run_tasks",
    "to_gptj": "compile",
    "to_llama": "compile",
    "block_scores": "scores",
    "exclusion_terms": "scores",
    "purity": "scores",
    "swap_scores": "scores",
    "head_profile": "profiles",
    "Claim": "claims",
    "Ledger": "theory",
    "Tier": "claims",
    "claim": "theory",
}

__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str):
    if name == "__version__":
        from importlib import metadata

        try:
            value = metadata.version("rope_theory")
        except metadata.PackageNotFoundError:  # a source tree that is not installed
            value = "0+unknown"
    elif name in _HOME:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
