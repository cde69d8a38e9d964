"""What `head_profile` returns: arrays of scores, with CSV and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rope_theory.core.errors import require
from rope_theory.core.files import write_text
from rope_theory.laws.scores import ExclusionTerms, SwapScores, purity
from rope_theory.machines.profiles import tables
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
        numbers: of the layers in the model, from 0. None: all of them, in order.
        heads: numbers of the heads, from 0, and
        samples: numbers of the samples; None: all.
        rows: `table` as plain data; None: made from it.

    Note:
        A profile is an Arrow table to whoever asks (`__arrow_c_stream__`): `polars.DataFrame(profile)`,
        `pyarrow.table(profile)`, DuckDB.
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
    numbers: list[int] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)
    rows: list[dict] | None = None
    _arrays: dict[str, np.ndarray] = field(default_factory=dict, repr=False)
    _frequencies: dict[str, np.ndarray] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.numbers = self.numbers or list(range(len(self.layers)))
        self.samples = self.samples or list(range(len(self.queries)))
        if self.rows is None and self.table is not None:
            self.rows = to_json(self.table)

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

    @property
    def norms(self) -> np.ndarray | None:
        """The score scale times |q| times the mean |k| over the keys seen (layers, heads, samples, queries): how large logits may be, before an
        attention factor; None in a profile that was saved without it.
        """
        return self._arrays.get("norms")

    @property
    def spread(self) -> np.ndarray:
        """The standard deviation of the earlier tokens' logits where they stand (layers, heads, samples, queries): √variance of `exclusion`."""
        return np.sqrt(self.exclusion.variance)

    def half_widths(self, level: float = 0.95) -> np.ndarray:
        """Half the width of an interval for the mean of s_POS - s_SYM of each head (layers, heads): Student's t over the
        samples, each sample's queries averaged. NaN with one sample.

        Args:
            level: 0 < level < 1.
        """
        require(isinstance(level, int | float) and 0 < level < 1, "level", "must be above 0 and below 1", level)
        return half_width((self.positional - self.symbolic).mean(3), level)

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
        """(layers, planes) radians per position, read off the model's own rotary tables; NaN where a layer has fewer."""
        found = [self._frequencies[name] for name in self.layers]
        most = max(map(len, found))
        return np.stack([np.pad(each, (0, most - len(each)), constant_values=np.nan) for each in found])

    def frequencies_of(self, layer: str) -> np.ndarray:
        """(planes,) of one layer, by its path."""
        return self._frequencies[layer]

    def array(self, key: str) -> np.ndarray | None:
        """What was computed at each head, under its name ("scores", "terms", "planes", "missing", "norms"), if it was."""
        return self._arrays.get(key)

    def means(self) -> SwapScores:
        """Scores of each head, averaged over samples and queries: (layers, heads)."""
        return SwapScores(self.positional.mean((2, 3)), self.symbolic.mean((2, 3)))

    def purity(self, gamma: float = 0.1, second: str = "one-minus-gamma") -> np.ndarray:
        """1, -1 or 0 for each head (layers, heads) from its mean scores, see `rope_theory.laws.scores.purity`."""
        return purity(self.means(), gamma, second)

    def summary(self, gamma: float = 0.1) -> dict:
        """Medians and numbers of pure heads (tolerance γ) for each layer, and the correlation r of the two scores over
        heads (None where one of them does not vary); the layer table; quartiles of the effective number of swaps; for how
        many heads, and for how many pure ones, the 95 % interval over samples leaves out s_POS = s_SYM (None with one sample).
        """
        means, kinds = self.means(), self.purity(gamma)
        flat, spread = [side.ravel() for side in means], self.spread
        decided = abs(means.positional - means.symbolic) > self.half_widths() if len(self.queries) > 1 else None
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
            "decided": None if decided is None else int(decided.sum()),
            "pure_decided": None if decided is None else int((decided & (kinds != 0)).sum()),
            "table": self.rows,
            "correlation": float(np.corrcoef(*flat)[0, 1]) if varied else None,
            "layers": [
                {
                    "layer": self.numbers[layer],
                    "positional": float(np.median(means.positional[layer])),
                    "symbolic": float(np.median(means.symbolic[layer])),
                    "pure_positional": int((kinds[layer] == 1).sum()),
                    "pure_symbolic": int((kinds[layer] == -1).sum()),
                    "spread": float(np.median(spread[layer].mean((1, 2)))),
                    "norms": None if self.norms is None else float(np.median(self.norms[layer].mean((1, 2)))),
                }
                for layer in range(len(self.layers))
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        """The scores as columns of a table, see `rope_theory.machines.profiles.tables.columns`."""
        return tables.columns(self)

    def to_csv(self, path: str | Path) -> None:
        """One line for each layer, head, sample and query: both scores, the terms of the exclusion identity, spread and norms.

        Layers, heads and samples count from 0, the position of the query from 1. Numbers have 12 digits; `save` keeps all.
        """
        found = self.columns()
        rows = zip(*(values.tolist() for values in found.values()), strict=True)
        lines = [",".join(str(x) if isinstance(x, int) else f"{x:.12g}" for x in row) for row in rows]
        write_text(Path(path), "\n".join([",".join(found), *lines]) + "\n")

    def to_arrow(self) -> Any:
        """The same as a pyarrow table (extra `tables`)."""
        return tables.arrow(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream: what polars, pyarrow, pandas 3 and DuckDB read without a copy."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> Any:
        """The same as a pandas data frame (extra `tables`)."""
        return tables.require_package("pandas").DataFrame(self.columns())

    def to_polars(self) -> Any:
        """The same as a polars data frame, through Arrow (extra `tables`)."""
        return tables.require_package("polars").DataFrame(self)

    def to_parquet(self, path: str | Path) -> None:
        """The table as a Parquet file (extra `tables`); model, τ, eps and blocks stand in its schema."""
        tables.write_parquet(self, path)

    def save(self, path: str | Path) -> None:
        """The whole profile as a JSON file that `load` reads, every number to its last bit."""
        tables.save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> HeadProfile:
        """A saved profile. The file is read as data only; its layer table stays as `rows`, and `table` is None.

        Raises:
            InvalidInput: not a profile as `save` writes it.
        """
        return tables.load(cls, path)

    def frequencies_to_csv(self, path: str | Path) -> None:
        """One line for each layer, head and RoPE plane: frequency (empty: not turned) and mean scores over samples."""
        scores = np.stack(self.frequency_scores, -1).mean((2, 3))
        lines = ["layer,head,plane,frequency,positional,symbolic"]
        for layer, head, plane in np.ndindex(scores.shape[:-1]):
            known = plane < self.frequencies.shape[1]
            frequency = f"{self.frequencies[layer, plane]:.6g}" if known else ""
            numbers = ",".join(f"{x:.12g}" for x in scores[layer, head, plane])
            lines.append(f"{self.numbers[layer]},{self.heads[head]},{plane},{frequency},{numbers}")
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
            self.heads = self.heads or list(range(values.shape[0]))
            if key not in self._arrays:
                shape = (len(self.layers), values.shape[0], len(self.queries), *values.shape[2:])
                self._arrays[key] = np.full(shape, np.nan)
            whole = self._arrays[key]
            fits = whole.shape[1] == values.shape[0] and whole.shape[3:] == values.shape[2:]
            require(fits, "model", "must have as many heads and planes in every layer", layer)
            whole[self.layers.index(layer), :, samples] = np.moveaxis(values, 1, 0)

    def put_tables(self, layer) -> None:
        """Take in a layer's rotary tables, once for each layer."""
        if layer.name not in self._frequencies:
            self._frequencies[layer.name] = _frequencies(
                *(x.double().cpu().numpy() for x in (layer.sines, layer.cosines))
            )


def _frequencies(sines: np.ndarray, cosines: np.ndarray) -> np.ndarray:
    """The angle per position of each plane, from rotary tables (n, planes); which way it turns is left out."""
    angles = np.unwrap(np.arctan2(sines, cosines), axis=0)
    return abs(angles[-1] - angles[0]) / (len(angles) - 1)


def half_width(values: np.ndarray, level: float = 0.95) -> np.ndarray:
    """Half of the interval of the mean over the last axis, Student's t; NaN where that holds one value.

    Example:
        >>> float(half_width(np.array([0.0, 1.0])).round(3))
        6.353
    """
    from scipy.stats import t

    count = values.shape[-1]
    if count < 2:
        return np.full(values.shape[:-1], np.nan)
    return t.ppf((1 + level) / 2, count - 1) * values.std(-1, ddof=1) / np.sqrt(count)
