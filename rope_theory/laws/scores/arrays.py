"""NumPy arrays and torch tensors through one set of names; torch is used only where a tensor came in."""

from __future__ import annotations

import math
import sys
from typing import Any, TypeAlias

import numpy as np

from rope_theory.core.errors import require

#: A NumPy array or a torch tensor: torch need not be installed, so no class names both.
Array: TypeAlias = Any

#: Entries in flight at once: what fits a cache, and what keeps a GPU busy.
CPU_ENTRIES, DEVICE_ENTRIES = 1 << 15, 1 << 24


def is_tensor(x: object) -> bool:
    """Whether x is a torch tensor (without importing torch)."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(x, torch.Tensor)


def on_host(x: Array) -> bool:
    """Whether x is a tensor whose memory NumPy can read: small pieces are computed there, as torch wakes its threads
    for each and they wait in loops.
    """
    return is_tensor(x) and x.device.type == "cpu"


def host(x: Array) -> np.ndarray:
    """The numbers of a tensor in NumPy, without a copy where NumPy has the format."""
    x = x.detach()
    return (x.float() if x.is_floating_point() and x.element_size() < 4 else x).numpy()


def library(x: Array) -> Any:
    """`torch` for a tensor, else `numpy`: both know exp, sqrt, where, amax, logaddexp, …"""
    return sys.modules["torch"] if is_tensor(x) else np


def float64(argument: str, x: Array, dtype: str = "float64") -> Array:
    """x as real float64 (or float32) numbers, all finite; tensors stay on their device and lose their graph.

    Raises:
        InvalidInput: no real numbers, NaN or infinity.
    """
    if is_tensor(x):
        require(not x.is_complex(), argument, "must be real", x.dtype)
        x = x.detach().to(getattr(sys.modules["torch"], dtype))
    else:
        try:
            given = np.asarray(x)
        except ValueError:  # ragged rows
            given = np.asarray(None)
        require(given.dtype.kind in "biuf", argument, "must be an array of real numbers", f"{given.dtype} array")
        with np.errstate(over="ignore"):  # what float32 does not hold is infinite, and refused below
            x = given.astype(dtype, copy=False)
    require(finite(x), argument, "must be finite", "NaN or infinity")
    return x


def finite(x: Array) -> bool:
    """Whether no entry is NaN or infinite: the extremes tell, and nothing of the size of x is made."""
    return 0 in x.shape or math.isfinite(x.max()) and math.isfinite(x.min())


def square_matrices(argument: str, x: Array, least: int, dtype: str = "float64") -> Array:
    """x as float64 (or float32) of shape (..., n, n), n >= least."""
    x = float64(argument, x, dtype)
    shape = tuple(x.shape)
    rule = "must have shape (..., n, n): n contents at n positions"
    require(len(shape) >= 2 and shape[-1] == shape[-2], argument, rule, shape)
    require(shape[-1] >= least, argument, f"must have n >= {least} earlier positions", shape[-1])
    return x


def like(x: Array, value: Any) -> Array:
    """A number or array as float64, in the library and on the device of x."""
    if is_tensor(x):
        torch = sys.modules["torch"]
        return torch.as_tensor(value, dtype=torch.float64, device=x.device)
    return np.asarray(value, dtype=np.float64)


def cast(x: Array, to: Array) -> Array:
    """x as numbers of the format of another array of its library."""
    return x.to(to.dtype) if is_tensor(x) else x.astype(to.dtype, copy=False)


def arange(x: Array, start: int, stop: int) -> Array:
    """start, …, stop - 1 on the device of x."""
    if is_tensor(x):
        return sys.modules["torch"].arange(start, stop, device=x.device)
    return np.arange(start, stop)


def log_cumulative_sum(x: Array) -> Array:
    """log of the running sums of e^x along the last axis."""
    if is_tensor(x):
        return x.logcumsumexp(-1)
    return np.logaddexp.accumulate(x, axis=-1)


def log_sum(x: Array) -> Array:
    """log Σ e^x over the last axis; x finite."""
    xp = library(x)
    top = xp.amax(x, axis=-1)
    return top + xp.log(xp.exp(x - top[..., None]).sum(-1))


def joined(parts: tuple[Array, ...]) -> Array:
    """The parts along the last axis."""
    xp = library(parts[0])
    return (np.concatenate if xp is np else xp.cat)(parts, -1)


def backwards(x: Array) -> Array:
    """x with its last axis reversed."""
    return x.flip(-1) if is_tensor(x) else x[..., ::-1]


def decreasing(x: Array) -> Array:
    """The entries along the last axis, the largest first."""
    return x.sort(-1, descending=True).values if is_tensor(x) else -np.sort(-x, -1)


def later(x: Array, rows: slice, columns: slice) -> Array:
    """(rows, columns): where the column is beyond the row; on the device of x."""
    return arange(x, columns.start, columns.stop)[None, :] > arange(x, rows.start, rows.stop)[:, None]


def budget(x: Array) -> int:
    """Entries in flight at once where x is."""
    return DEVICE_ENTRIES if is_tensor(x) and x.device.type != "cpu" else CPU_ENTRIES


def height(entries: int) -> int:
    """Rows of a piece of so many entries that is about square: a power of two."""
    return 1 << (entries.bit_length() - 1) // 2


def tiles(x: Array, batch: int, n: int, whole: bool = False) -> list[tuple[slice, slice, slice]]:
    """Slices (batch entries, rows, columns) that cut the upper triangles of (batch, n, n) into pieces of bounded size.

    Pieces are about square: the entries below the diagonal that belong to one are then columns of as many rows, and
    lie together in memory in runs of its height. With `whole`, columns go on to n.
    """
    entries = budget(x)
    rows = max(1, min(math.ceil(n / 4), entries // n if whole else height(entries)))
    wide = n if whole else max(1, entries // rows)
    together = max(1, entries // (rows * min(n, wide)))
    return [
        (slice(first, first + together), slice(top, min(top + rows, n)), slice(left, min(left + wide, n)))
        for first in range(0, batch, together)
        for top in range(0, n, rows)
        for left in range(top, n, wide)
    ]
