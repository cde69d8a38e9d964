"""The optional package transformers, or one clear line that names the extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from rope_theory.core.packages import load_packages


def transformers() -> ModuleType:
    """The package.

    Raises:
        InvalidInput: it, or torch, is not installed.
    """
    return load_packages("torch", "transformers", to="make models", extra="models")[1]


@contextmanager
def quiet() -> Iterator[None]:
    """Without transformers' own progress bars."""
    logging = transformers().utils.logging
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
