"""The optional package transformers, or one clear line that names the extra."""

from __future__ import annotations

from types import ModuleType

from rope_theory.errors import InvalidInput


def transformers() -> ModuleType:
    """The package.

    Raises:
        InvalidInput: it, or torch, is not installed.
    """
    try:
        import torch  # noqa: F401
        import transformers
    except ImportError as problem:
        raise InvalidInput(
            "extra", "must be installed: pip install 'rope_theory[models]'", str(problem)
        ) from None
    return transformers
