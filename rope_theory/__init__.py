"""The theory of positional and symbolic attention heads under RoPE, as claims decided by running them.

Reading order: `core.rope` and `core.heads` (conventions), `core.constructions` (the papers' heads), `core.tasks` (what they
solve, with oracles), the pages of `proofs/` (the claims), `evidence.theory` and `evidence.claims` (how they are found and
decided). Public names load on first use, so that `import rope_theory` is quick; torch and transformers are imported only by
what runs in them: of `machines` these are `torch_model`, `stacks.torch_stack`, `compile`, `long_context`, `profiles`,
`learning` and `training`.

Example:
    >>> import rope_theory
    >>> rope_theory.run_task("number", "C B A 1 4 1 3 2 1").answer
    'C'
"""

from __future__ import annotations

from rope_theory.core.first_use import on_first_use

#: Public name: the module it stands in.
_HOME = {
    "Angle": "core.angles",
    "TrigSum": "core.angles",
    "InvalidInput": "core.errors",
    "Truth": "core.truth",
    "apply_rope": "core.rope",
    "frequencies": "core.rope",
    "half_from_adjacent": "core.rope",
    "rope_matrix": "core.rope",
    "rotate": "core.rope",
    "PhaseHead": "core.heads",
    "Plane": "core.heads",
    "Polar": "core.heads",
    "content_by_position": "core.heads",
    "hard_attention": "core.heads",
    "is_positional": "core.heads",
    "is_symbolic": "core.heads",
    "logits": "core.heads",
    "softmax": "core.heads",
    "LetterCircle": "core.constructions",
    "OneLayer": "core.constructions",
    "h_mix": "core.constructions",
    "h_pos": "core.constructions",
    "h_sym": "core.constructions",
    "t_index": "core.constructions",
    "t_retrieval": "core.constructions",
    "Pair": "core.tasks",
    "run_task": "machines.catalogue",
    "to_gptj": "machines.compile",
    "to_llama": "machines.compile",
    "block_scores": "laws.scores",
    "exclusion_terms": "laws.scores",
    "purity": "laws.scores",
    "swap_scores": "laws.scores",
    "Others": "laws.gaps",
    "input_gap": "laws.gaps",
    "best_mix": "laws.discrepancy",
    "best_mix_of": "laws.discrepancy",
    "best_single_gap": "laws.discrepancy",
    "mix_gap": "laws.discrepancy",
    "one_sided_gap": "laws.discrepancy",
    "shape": "laws.shape",
    "head_profile": "machines.profiles",
    "Claim": "evidence.claims",
    "Ledger": "evidence.ledger",
    "Tier": "evidence.claims",
    "claim": "evidence.theory",
}

__all__ = ["__version__", *sorted(_HOME)]


_load = on_first_use(__name__, _HOME)


def __getattr__(name: str):
    if name != "__version__":
        return _load(name)
    from importlib import metadata

    try:
        version = metadata.version("rope_theory")
    except metadata.PackageNotFoundError:  # a source tree that is not installed
        version = "0+unknown"
    globals()[name] = version
    return version


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
