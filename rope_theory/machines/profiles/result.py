"""What `head_profile` returns: arrays of scores, with CSV and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rope_theory.core.errors import require
from rope_theory.core.files import write_text
from rope_theory.laws.scores import ExclusionTerms, SwapScores, purity
from rope_theory.models.config import RopeConfig
from rope_theory.models.config.table import to_json


@dataclass
class HeadProfile:
    """Scores of every head of a model on some inputs.

    Args:
        layers: path of each attention layer in the model.
        queries: (samples, queries): 1-based positions.
        tau, eps, blocks: as they were given.
        model: class of the model.
        table: what its configuration says of each layer; None: it is not one that `read_config` reads.
        leave_out, swap_method: as they were given.
    """

    layers: list[str]
    queries: np.ndarray
    tau: float
    eps: float | None
    blocks: int | None
    model: str
    table: RopeConfig | None = None
    leave_out: tuple[int, ...] = ()
    swap_method: str = "contents"
    _arrays: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    _tables: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict, repr=False)

    @property
    def positional(self) -> np.ndarray:
        """s_POS (layers, heads, samples, queries)."""
        return self._arrays["scores"][..., 0]

    @property
    def symbolic(self) -> np.ndarray:
        """s_SYM (layers, heads, samples, queries)."""
        return self._arrays["scores"][..., 1]

    @property
    def missing(self) -> np.ndarray:
        """How much each score may lack at most, for swaps left out (layers, heads, samples, queries): 0 where none was."""
        return self._arrays.get("missing", np.zeros(self.positional.shape))

    @property
    def effective(self) -> np.ndarray:
        """How many swaps each score rests on, effectively (layers, heads, samples, queries): see `effective_swaps`."""
        return self._arrays["effective"]

    def half_widths(self, level: float = 0.95) -> np.ndarray:
        """Half the width of an interval for the mean of s_POS - s_SYM of each head (layers, heads): Student's t over the
        samples, each sample's queries averaged. NaN with one sample.

        Args:
            level: 0 < level < 1.
        """
        from scipy.stats import t

        require(isinstance(level, int | float) and 0 < level < 1, "level", "must be above 0 and below 1", level)
        side = (self.positional - self.symbolic).mean(3)
        count = side.shape[2]
        if count < 2:
            return np.full(side.shape[:2], np.nan)
        return t.ppf((1 + level) / 2, count - 1) * side.std(2, ddof=1) / np.sqrt(count)

    @property
    def exclusion(self) -> ExclusionTerms:
        """The terms of the exclusion identity of each head's logits, arrays of the same shape."""
        return ExclusionTerms(*np.moveaxis(self._arrays["terms"], -1, 0))

    @property
    def frequency_scores(self) -> SwapScores:
        """Scores of each RoPE plane alone: (layers, heads, samples, queries, planes), in the order of `frequencies`.

        One plane more, the last, stands for the dimensions that are not turned, if there are any.

        Raises:
            InvalidInput: the profile was made without `frequencies=True`.
        """
        require(self.has_frequencies, "frequencies", "must be True when the profile is made", False)
        return SwapScores(*np.moveaxis(self._arrays["planes"], -1, 0))

    @property
    def has_frequencies(self) -> bool:
        """Whether each RoPE plane was scored alone."""
        return "planes" in self._arrays

    @property
    def frequencies(self) -> np.ndarray:
        """(layers, planes) radians per position, read off the model's own rotary tables."""
        return np.stack([_frequencies(*self._tables[name]) for name in self.layers])

    def means(self) -> SwapScores:
        """Scores of each head, averaged over samples and queries: (layers, heads)."""
        return SwapScores(self.positional.mean((2, 3)), self.symbolic.mean((2, 3)))

    def purity(self, gamma: float = 0.1, second: str = "one-minus-gamma") -> np.ndarray:
        """1, -1 or 0 for each head (layers, heads) from its mean scores, see `rope_theory.laws.scores.purity`."""
        return purity(self.means(), gamma, second)

    def summary(self, gamma: float = 0.1) -> dict:
        """Medians and numbers of pure heads (tolerance γ) for each layer, and the correlation r of the two scores over
        heads (None where one of them does not vary); the layer table; quartiles of the effective number of swaps; for how
        many heads the 95 % interval over samples leaves out s_POS = s_SYM (None with one sample).
        """
        means, kinds = self.means(), self.purity(gamma)
        flat = [side.ravel() for side in means]
        several = len(self.queries) > 1
        varied = all(np.ptp(side) > 1e-12 for side in flat)
        return {
            "model": self.model,
            "heads": int(kinds.size),
            "samples": len(self.queries),
            "tau": self.tau,
            "eps": self.eps,
            "blocks": self.blocks,
            "leave_out": list(self.leave_out),
            "swap_method": self.swap_method,
            "gamma": gamma,
            "effective": [float(value) for value in np.quantile(self.effective, (0.25, 0.5, 0.75))],
            "decided": int((abs(means.positional - means.symbolic) > self.half_widths()).sum()) if several else None,
            "table": None if self.table is None else to_json(self.table),
            "correlation": float(np.corrcoef(*flat)[0, 1]) if varied else None,
            "layers": [
                {
                    "layer": layer,
                    "positional": float(np.median(means.positional[layer])),
                    "symbolic": float(np.median(means.symbolic[layer])),
                    "pure_positional": int((kinds[layer] == 1).sum()),
                    "pure_symbolic": int((kinds[layer] == -1).sum()),
                }
                for layer in range(len(self.layers))
            ],
        }

    def to_csv(self, path: str | Path) -> None:
        """One line for each layer, head, sample and query: both scores and the terms of the exclusion identity.

        Layers, heads and samples count from 0, the position of the query from 1.
        """
        names = ("layer", "head", "sample", "query", "positional", "symbolic",
                 "e_pos", "e_sym", "variance", "interaction")  # fmt: skip
        lines = [",".join(names)]
        values = np.concatenate([self._arrays["scores"], self._arrays["terms"]], axis=-1)
        for layer, head, sample, query in np.ndindex(values.shape[:-1]):
            row = (layer, head, sample, self.queries[sample, query])
            lines.append(",".join([*map(str, row), *(f"{x:.12g}" for x in values[layer, head, sample, query])]))
        write_text(Path(path), "\n".join(lines) + "\n")

    def frequencies_to_csv(self, path: str | Path) -> None:
        """One line for each layer, head and RoPE plane: frequency (empty: not turned) and mean scores over samples."""
        scores = np.stack(self.frequency_scores, -1).mean((2, 3))
        lines = ["layer,head,plane,frequency,positional,symbolic"]
        for layer, head, plane in np.ndindex(scores.shape[:-1]):
            known = plane < self.frequencies.shape[1]
            frequency = f"{self.frequencies[layer, plane]:.6g}" if known else ""
            numbers = ",".join(f"{x:.12g}" for x in scores[layer, head, plane])
            lines.append(f"{layer},{head},{plane},{frequency},{numbers}")
        write_text(Path(path), "\n".join(lines) + "\n")

    def plot_plane(self, path: str | Path | None = None):
        """The positional–symbolic plane: one point for each head, coloured by layer; returns a matplotlib figure.

        Args:
            path: .svg, .png or .pdf file to write as well.
        """
        from rope_theory.machines.profiles import plots

        return plots.finished(plots.plane(self), path)

    def plot_heatmaps(self, path: str | Path | None = None):
        """Both scores as heat maps, layers by heads; see `plot_plane`."""
        from rope_theory.machines.profiles import plots

        return plots.finished(plots.heatmaps(self), path)

    def plot_frequencies(self, path: str | Path | None = None):
        """Mean scores of each RoPE plane against its frequency, coloured by layer; see `plot_plane`."""
        from rope_theory.machines.profiles import plots

        return plots.finished(plots.frequencies(self), path)

    def put(self, layer: str, samples: list[int], arrays: dict[str, np.ndarray]) -> None:
        """Take in one layer's scores on some samples, arrays (batch, heads, queries, …)."""
        for key, values in arrays.items():
            values = np.moveaxis(values, 0, 1)
            if key not in self._arrays:
                shape = (len(self.layers), values.shape[0], len(self.queries), *values.shape[2:])
                self._arrays[key] = np.full(shape, np.nan)
            whole = self._arrays[key]
            fits = whole.shape[1] == values.shape[0] and whole.shape[3:] == values.shape[2:]
            require(fits, "model", "must have as many heads and planes in every layer", layer)
            whole[self.layers.index(layer), :, samples] = np.moveaxis(values, 1, 0)

    def put_tables(self, layer) -> None:
        """Take in a layer's rotary tables, once for each layer."""
        if layer.name not in self._tables:
            self._tables[layer.name] = layer.sines.double().cpu().numpy(), layer.cosines.double().cpu().numpy()


def _frequencies(sines: np.ndarray, cosines: np.ndarray) -> np.ndarray:
    """The angle per position of each plane, from rotary tables (n, planes)."""
    angles = np.unwrap(np.arctan2(sines, cosines), axis=0)
    return (angles[-1] - angles[0]) / (len(angles) - 1)
