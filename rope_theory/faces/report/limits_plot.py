"""The picture of `rope-theory limits`: wavelength, Index gap and positional reach against the plane."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import unused
from rope_theory.core.packages import require_packages
from rope_theory.core.showing.style import drawn
from rope_theory.models.limits import LayerLimits
from rope_theory.models.precision.cliff import scaled_logit_threshold
from rope_theory.models.precision.formats import FORMATS

ENDINGS = (".png", ".svg", ".pdf")
#: One meaning each in all panels: planes, their best mix, symbols; the formats have colours of their own.
_PLANES, _MIX, _SYMBOLS = "#000000", "#D55E00", "#56B4E9"
_COLOURS = {"bfloat16": "#0072B2", "float16": "#E69F00", "float32": "#009E73", "float64": "#CC79A7"}


def check_path(path: Path, overwrite: bool) -> None:
    """Refuse, before the work starts, what cannot be written.

    Raises:
        InvalidInput: unknown ending, no such folder, a file that is there, or matplotlib is not installed.
    """
    require(path.suffix.lower() in ENDINGS, "--plot", f"must end in {', '.join(ENDINGS)}", str(path))
    unused(path, overwrite, "--plot", "limits.png")
    require_packages("matplotlib", to="draw figures")


def draw(layers: Sequence[LayerLimits], path: Path, source: str) -> None:
    """Draw one column for each layer type: wavelength, gap, and the largest positional length for each format.

    Args:
        layers: from `layer_limits`.
        path: PNG, SVG or PDF; checked by `check_path`.
        source: of the configuration, the title of the figure.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4 * len(layers), 9), layout="constrained")
    FigureCanvasAgg(figure)
    title = figure.suptitle(drawn(source))
    first: list = [None] * 3
    for column, limits in enumerate(layers):
        axes = [
            figure.add_subplot(3, len(layers), column + 1 + row * len(layers), sharey=first[row]) for row in range(3)
        ]
        first = first if column else axes
        _wavelengths(axes[0], limits)
        _gaps(axes[1], limits)
        _reach(axes[2], limits)
    figure.draw_without_rendering()  # lays the panels out
    panels = [axes.get_position() for axes in figure.axes]
    title.set_x(
        (min(each.x0 for each in panels) + max(each.x1 for each in panels)) / 2
    )  # above them, not above their labels
    try:
        figure.savefig(path, dpi=150)
    except OSError as problem:
        raise InvalidInput("--plot", f"must be writable ({problem.strerror})", str(path)) from None


def _wavelengths(axes, limits: LayerLimits) -> None:
    moving = [each for each in limits.planes if each.wavelength is not None]
    axes.semilogy([each.plane for each in moving], [each.wavelength for each in moving], ".-", color=_PLANES)
    axes.axhline(limits.length, color="#666666", linestyle="--", label=f"n = {limits.length}")
    axes.axhline(
        2 * limits.letters * limits.length,
        color=_SYMBOLS,
        linestyle=":",
        label=f"symbolic above ({limits.letters} letters)",
    )
    axes.set(ylabel="wavelength (positions)")
    axes.set_title(f"{drawn(limits.layer.layer_type)}: {limits.layer.rope_type}, n = {limits.length}", pad=24)
    _legend(axes)


def _legend(axes) -> None:
    """Above the panel, where no data are."""
    axes.legend(fontsize=7, ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)


def _mixed(limits: LayerLimits) -> str:
    """The best mix, and where its line lies if that is on the line of a format."""
    gap = limits.mix.gap_lower
    near = [
        f", {float(gap / scaled_logit_threshold(form)):.4g}× {name}'s line"
        for name, form in FORMATS.items()
        if Fraction(1, 2) < gap / scaled_logit_threshold(form) < 2
    ]
    return f"best mix, {float(gap):.4g}{''.join(near)}"


def _gaps(axes, limits: LayerLimits) -> None:
    open_gaps = [each for each in limits.planes if each.gap[0] > 0]
    axes.semilogy(
        [each.plane for each in open_gaps],
        [float(each.gap[0]) for each in open_gaps],
        ".-",
        color=_PLANES,
        label="one plane",
    )
    if limits.mix.gap_lower > 0:
        axes.axhline(float(limits.mix.gap_lower), color=_MIX, linewidth=3, label=_mixed(limits))
    for name, form in FORMATS.items():
        axes.axhline(
            float(scaled_logit_threshold(form)),
            color=_COLOURS[name],
            linestyle=":",
            linewidth=1.2,
            label=f"one rounding, {name}",
        )
    axes.set(ylabel="Index gap over distances 1..n-1")
    axes.legend(fontsize=7, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)


def _reach(axes, limits: LayerLimits) -> None:
    for size, name in zip(
        (7, 5, 3.2, 1.6), reversed(FORMATS), strict=True
    ):  # where lines meet, each shows around the next
        axes.semilogy(
            [each.plane for each in limits.planes],
            [each.cliff[name] for each in limits.planes],
            ".-",
            markersize=2 * size,
            linewidth=0.5 * size,
            color=_COLOURS[name],
            label=name,
        )
    axes.axhline(limits.length, color="#666666", linestyle="--", label=f"n = {limits.length}, as far as it was looked")
    axes.set(xlabel="plane", ylabel="positional up to n,\nall exact but the logit")
    _legend(axes)
