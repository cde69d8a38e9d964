"""The figures of the theory: one module each, drawn from the library's own values.

A figure module holds `FIGURE`, a `rope_theory.faces.figures.figure.Figure`: what is decided about it, what is
evaluated, and how it is drawn. `write` draws them as SVG and PNG, the same bytes every time, with
captions.txt. Only drawing needs matplotlib.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re

from rope_theory.core.errors import Absent
from rope_theory.core.lookup import Lookup
from rope_theory.core.meant import nearest, slip
from rope_theory.faces.figures.figure import Figure

__all__ = ["Figure", "figures", "named"]


@functools.cache
def figures() -> dict[str, Figure]:
    """All figures by name, in alphabetical order: the modules of this folder that hold a `FIGURE`."""
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    found = (module.FIGURE for module in modules if hasattr(module, "FIGURE"))
    return {figure.name: figure for figure in sorted(found, key=lambda figure: figure.name)}


def named(name: str) -> Figure:
    """The figure of this name.

    Raises:
        InvalidInput: there is none; those that it may mean are named.

    Example:
        >>> from rope_theory.core.errors import InvalidInput
        >>> try: named("two-behaviors")
        ... except InvalidInput as problem: print(problem)
        no figure is called 'two-behaviors' (did you mean two-behaviours? rope-theory figures --list lists them)
    """
    if name not in figures():
        raise Absent("figure", "no figure is called {}", name, _near(name), "rope-theory figures --list lists them")
    return figures()[name]


def _near(name: str) -> str:
    """Those that it misspells, or that have its words, or that are like it, in words, or nothing; of a figure of a paper, Figure 3, the command that knows it, too."""
    if number := re.fullmatch(r"(?:fig(?:ure)?\W*)?(\d+[A-Za-z]?)", name, re.IGNORECASE):
        own = [each for each in figures() if each.startswith(f"figure-{number[1].lower()}")]
        said = f"did you mean {', '.join(own)}? " if own else ""
        return f"{said}of a paper: rope-theory paper u26 'Figure {number[1].upper()}'"
    misspelt = slip(name, figures())
    having = [one.name for one in Lookup({each: [each.replace("-", " ")] for each in figures()}, [2]).find(name)]
    near = [misspelt] if misspelt else having[:3]
    return f"did you mean {', '.join(near)}?" if near else nearest(name, figures(), most=1)
