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
CPU_ENTRIES, DEVICE_ENTRIES = 1 << 16, 1 << 24


def is_tensor(x: object) -> bool:
    """Whether x is a torch tensor (without importing torch)."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(x, torch.Tensor)


def library(x: Array) -> Any:
    """`torch` for a tensor, else `numpy`: both know exp, sqrt, where, amax, logaddexp, …"""
    return sys.modules["torch"] if is_tensor(x) else np


def float64(argument: str, x: Array) -> Array:
    """x as real float64 numbers, all finite; tensors stay on their device and lose their graph.

    Raises:
        InvalidInput: no real numbers, NaN or infinity.
    """
    if is_tensor(x):
        require(not x.is_complex(), argument, "must be real", x.dtype)
        x = x.detach().to(sys.modules["torch"].float64)
    else:
        try:
            given = np.asarray(x)
        except ValueError:  # ragged rows
            given = np.asarray(None)
        require(given.dtype.kind in "biuf", argument, "must be an array of real numbers", f"{given.dtype} array")
        x = given.astype(np.float64, copy=False)
    require(bool(library(x).isfinite(x).all()), argument, "must be finite", "NaN or infinity")
    return x


def square_matrices(argument: str, x: Array, least: int) -> Array:
    """x as float64 of shape (..., n, n), n >= least."""
    x = float64(argument, x)
    shape = tuple(x.shape)
    rule = "must have shape (..., n, n): n contents at n positions"
    require(len(shape) >= 2 and shape[-1] == shape[-2], argument, rule, shape)
    require(shape[-1] >= least, argument, f"must have n >= {least} earlier positions", shape[-1])
    return x


def like(x: Array, value: Any) -> Array:
    """A float64 number or array in the library and on the device of x."""
    if is_tensor(x):
        return sys.modules["torch"].as_tensor(value, dtype=x.dtype, device=x.device)
    return np.asarray(value, dtype=np.float64)


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


def tiles(x: Array, batch: int, n: int) -> list[tuple[slice, slice]]:
    """Slices (batch entries, rows) that cut (batch, n, n) into pieces of bounded size."""
    on_device = is_tensor(x) and x.device.type != "cpu"
    budget = DEVICE_ENTRIES if on_device else CPU_ENTRIES
    rows = max(1, min(math.ceil(n / 4), budget // n))
    together = max(1, budget // (rows * n))
    return [
        (slice(first, first + together), slice(top, min(top + rows, n)))
        for first in range(0, batch, together)
        for top in range(0, n, rows)
    ]
