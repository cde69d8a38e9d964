"""How figures look: column width, one font, colours that colour-blind readers tell apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rope_theory.core.packages import load_packages

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMN = 3.4  # inches
DPI = 220

BLACK, GREY, PALE = "#000000", "#767676", "#d0d0d0"
BLUE, SKY, GREEN, ORANGE, VERMILION, PURPLE = "#0072B2", "#56B4E9", "#009E73", "#E69F00", "#D55E00", "#AA4499"

SETTINGS = {
    "axes.formatter.use_mathtext": True,
    "axes.labelpad": 2.5,
    "axes.labelsize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlepad": 4,
    "axes.titlesize": 8,
    "figure.dpi": DPI,
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "hatch.linewidth": 0.5,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "legend.handlelength": 2.2,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "patch.linewidth": 0.6,
    "path.simplify": True,
    "savefig.dpi": DPI,
    "svg.fonttype": "path",
    "svg.hashsalt": "rope_theory",
    "xtick.labelsize": 7,
    "xtick.major.width": 0.6,
    "xtick.minor.width": 0.4,
    "ytick.labelsize": 7,
    "ytick.major.width": 0.6,
    "ytick.minor.width": 0.4,
}


def drawn(text: str) -> str:
    r"""A text from elsewhere as matplotlib draws it: no mathematics in it, and letters that every font has.

    Example:
        >>> print(drawn("$x$ \u4f60"))
        \$x\$ \u4f60
    """
    return text.encode("ascii", "backslashreplace").decode("ascii").replace("$", r"\$")


_MATHEMATICS = re.compile(
    r"(?P<base>\b[A-Za-zθ]|θ)_(?P<sub>\w+)"  # H_POS, w_max, θ_2
    r"|(?P<greek>[βγθλτφω]|[an](?=[₀-₉]))(?P<digit>[₀-₉])?"
    r"|(?<![A-Za-z“])(?P<letter>[dmnjptw]|B(?=\(m\)))(?![A-Za-z’”-])"
)


def mathematical(text: str) -> str:
    r"""A label with its variables set as mathematics: "H_POS, nθ" with a subscript and in italics; `$` says it is set already.

    Example:
        >>> print(mathematical("T_Index at 2π/n, θ₂ = 1 – cos t"))
        $T_{\mathrm{Index}}$ at 2π/$n$, $θ_{2}$ = 1 – cos $t$
    """
    return text if "$" in text else _MATHEMATICS.sub(_set, text)


def _set(found: re.Match[str]) -> str:
    if found["base"]:
        below = found["sub"] if len(found["sub"]) == 1 else rf"\mathrm{{{found['sub']}}}"
        return f"${found['base']}_{{{below}}}$"
    if found["greek"]:
        return f"${found['greek']}" + (f"_{{{ord(found['digit']) - ord('₀')}}}$" if found["digit"] else "$")
    return f"${found['letter']}$"


def set_labels(figure: Figure) -> None:
    """Set every title, label, legend entry and remark of a figure as mathematics; tick labels and table entries stay."""
    from matplotlib.text import Text

    ticks = {id(label) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in axis.get_ticklabels()}
    for text in figure.findobj(Text):
        if id(text) not in ticks:
            text.set_text(mathematical(text.get_text()))


def require_matplotlib() -> None:
    """Raise one clear error if matplotlib is missing.

    Raises:
        InvalidInput: it is.
    """
    load_packages("matplotlib", to="draw figures")


@contextmanager
def settings() -> Iterator[None]:
    """Matplotlib's defaults with `SETTINGS`, whatever the reader's matplotlibrc says; undone at the end."""
    require_matplotlib()
    import matplotlib.style

    with matplotlib.style.context(["default", SETTINGS]):
        yield


def canvas(height: float, rows: int = 1, columns: int = 1, **layout: Any) -> tuple[Figure, Any]:
    """(figure, axes) of column width; axes as `subplots` returns them.

    Args:
        height: inches.
        rows, columns, layout: as for matplotlib's `Figure.subplots`.
    """
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    engine = ConstrainedLayoutEngine(w_pad=0.02, h_pad=0.03, wspace=0.04, hspace=0.04)
    figure = Figure(figsize=(COLUMN, height), layout=engine)
    return figure, figure.subplots(rows, columns, **layout)
