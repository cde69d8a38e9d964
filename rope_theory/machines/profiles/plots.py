"""Pictures of a profile: the positional–symbolic plane, heat maps, score against frequency.

Layers and heads count from 0, as in the names of the modules.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from rope_theory.core.errors import require
from rope_theory.core.files import write_bytes
from rope_theory.core.showing.score_plane import FLAT, flat_corner, points, prepare
from rope_theory.core.showing.style import BLACK, canvas, settings

#: Even in lightness and readable without red or green.
COLOURS = "cividis"
FORMATS = ("svg", "png", "pdf")


def finished(picture, path: str | Path | None):
    """The picture, written to `path` if there is one.

    Raises:
        InvalidInput: unknown kind of file, a folder that cannot be written to.
    """
    if path is not None:
        kind = Path(path).suffix.lstrip(".").lower()
        require(kind in FORMATS, "path", f"must end in one of {', '.join(FORMATS)}", str(path))
        buffer = io.BytesIO()
        metadata = {"svg": {"Creator": None, "Date": None}, "png": {"Software": None},
                    "pdf": {"CreationDate": None}}[kind]  # fmt: skip
        with settings():
            picture.savefig(buffer, format=kind, metadata=metadata)
        write_bytes(Path(path), buffer.getvalue())
    return picture


def plane(profile):
    """See `HeadProfile.plot_plane`."""
    positional, symbolic = profile.means()
    layers = np.repeat(np.arange(len(positional)), positional.shape[1])
    with settings():
        picture, axes = canvas(2.9)
        prepare(axes, excluded=profile.eps is None)
        drawn = points(axes, positional.ravel(), symbolic.ravel(), layers, s=18, cmap=COLOURS)
        _layer_bar(picture, axes, drawn, len(positional))
        flat = int((np.minimum(positional, symbolic) > FLAT).sum())
        if flat:
            flat_corner(axes)
        axes.set_title(f"{profile.model}: {positional.size} heads" + f", {flat} of them flat" * bool(flat))
    return picture


def heatmaps(profile):
    """See `HeadProfile.plot_heatmaps`."""
    means = profile.means()
    with settings():
        rows = len(means.positional)
        picture, (left, right) = canvas(min(7.0, max(1.6, 0.9 + 0.11 * rows)), columns=2, sharey=True)
        for axes, side, name in ((left, means.positional, "positional"), (right, means.symbolic, "symbolic")):
            image = axes.imshow(side, vmin=0, vmax=1, cmap=COLOURS, aspect="auto", interpolation="nearest",
                                extent=(-0.5, side.shape[1] - 0.5, rows - 0.5, -0.5))  # fmt: skip
            axes.set(
                title=f"{name} score", xlabel="head", xticks=_whole_ticks(side.shape[1]), yticks=_whole_ticks(rows)
            )
        left.set_ylabel("layer")
        picture.colorbar(image, ax=(left, right), ticks=[0, 0.5, 1])
    return picture


def frequencies(profile):
    """See `HeadProfile.plot_frequencies`."""
    scores, turned = profile.frequency_scores, profile.frequencies
    planes = turned.shape[1]
    with settings():
        picture, both = canvas(3.6, rows=2, sharex=True)
        for axes, side, name in zip(both, scores, ("positional", "symbolic"), strict=True):
            values = side.mean((2, 3))[:, :, :planes]
            at = np.broadcast_to(turned[:, None, :], values.shape)
            layers = np.broadcast_to(np.arange(len(values))[:, None, None], values.shape)
            drawn = axes.scatter(
                at.ravel(), values.ravel(), c=layers.ravel(), s=6, cmap=COLOURS, linewidths=0, alpha=0.7
            )
            same = bool(np.allclose(turned, turned[:1]))
            if same:
                axes.plot(turned[0], values.mean((0, 1)), color=BLACK, linewidth=1)
            axes.set(xscale="log", ylim=(0, 1.03), ylabel=f"{name} score", yticks=[0, 0.5, 1])
        both[0].set_title("each RoPE plane alone" + ("; line: mean of all heads" if same else ""))
        both[1].set_xlabel("frequency (radians per position)")
        _layer_bar(picture, both, drawn, len(turned))
    return picture


def _layer_bar(picture, axes, drawn, layers: int) -> None:
    if layers > 1:
        picture.colorbar(drawn, ax=axes, label="layer", ticks=_whole_ticks(layers), shrink=0.8)


def _whole_ticks(count: int) -> list[int]:
    step = max(1, -(-count // 6))
    return list(range(0, count, step))
