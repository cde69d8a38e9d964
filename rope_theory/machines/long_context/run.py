"""One measured run of a construction at a length: what was decoded, what was predicted, how fast, in how much memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import PhaseHead
from rope_theory.core.memory import require_memory
from rope_theory.core.progress import callback
from rope_theory.machines.catalogue import Options, construction
from rope_theory.machines.long_context.devices import (
    device_name,
    peak,
    peak_memory,
    read_device,
    reset_peak_memory,
    synchronize,
)
from rope_theory.machines.long_context.inputs import inputs, letters_of
from rope_theory.machines.long_context.prediction import (
    Prediction,
    attention_recipe,
    beta_sparing_half,
    hard_beta,
    logit_error,
    predict,
)
from rope_theory.models.precision import TargetContest
from rope_theory.models.precision.formats import read_format

LEADS = 16
"""The leads of so many queries are computed in float64, evenly spread."""


@dataclass(frozen=True)
class LongRunSettings:
    """What is run.

    Attributes:
        construction: one that has "run-long" in `rope_theory.machines.catalogue`.
        length: number of positions.
        dtype, rotation: as for `attention_recipe`.
        device: "cpu", "cuda" or "cuda:N".
        queries, seed: as for `inputs`.
        beta: inverse temperature, or "auto" (half of the gap is left for errors) or "hard" (ties shared, else hard).
        head_dim: of queries, keys and values.
        theta, letters, base: as for `contest`; a mix's frequencies are base^(-2(k-1)/head_dim).
    """

    construction: str
    length: int
    dtype: str = "bfloat16"
    device: str = "cpu"
    queries: str = "all"
    seed: int = 0
    beta: str | float = "auto"
    rotation: str = "float64"
    head_dim: int = 128
    theta: str | None = None
    letters: int | None = None
    base: str = "500000"

    def contest(self) -> TargetContest:
        """The construction, made for the length."""
        made = construction(self.construction)
        mixed: dict[str, Any] = {"base": self.base, "dim": self.head_dim} if "base" in made.takes else {}
        theta = None if self.theta is None else Angle.parse(self.theta, "theta")
        return made.contest("run-long", Options(theta, self.letters, **mixed), self.length)

    def at(self, **changes) -> LongRunSettings:
        """The same with changes."""
        return LongRunSettings(**{**asdict(self), **changes})


@dataclass(frozen=True)
class Result:
    """What one run gave.

    Attributes:
        settings, domain: what was run; in words, with size, dtype and device.
        checked, decoded: how many queries were asked and read right.
        smallest_margin: the least code coordinate (see `attention.margins`); NaN counts as failed.
        smallest_lead: the least lead of a target's logit over its rivals among `LEADS` queries, computed in float64
            from the rounded queries and keys.
        logit_error, logit_error_bound: the largest error of a sample of logits of those queries against the exact ones, and
            the bound that the formats allow (None: overflow).
        first_failure: the lowest position whose query failed (None: none did).
        beta: the inverse temperature used.
        prediction: the certain limits.
        seconds: of making queries, keys and values ("tensors"), of the attention call ("attention").
        throughput: tokens per second of attention, TFLOP/s over the causal pairs, the share of the device's peak or
            None where it is not known.
        peak_memory: bytes, see `devices.peak_memory`.
    """

    settings: LongRunSettings
    domain: str
    checked: int
    decoded: int
    smallest_margin: float
    smallest_lead: float
    logit_error: float
    logit_error_bound: float | None
    first_failure: int | None
    beta: float
    prediction: Prediction
    seconds: dict[str, float]
    throughput: dict[str, float | None]
    peak_memory: int
    observed_limit: int | None = None

    @property
    def accuracy(self) -> float:
        return self.decoded / self.checked

    @property
    def faults(self) -> list[str]:
        """What contradicts the prediction, in words."""
        safe, limit = self.prediction.safe_up_to, self.observed_limit
        found = []
        if self.settings.length <= safe and self.decoded < self.checked:
            found.append(f"predicted to work up to {safe}, but {self.checked - self.decoded} queries were read wrong")
        if limit is not None and limit < safe:
            found.append(f"predicted to work up to {safe}, but observed up to {limit} only")
        if self.logit_error_bound is not None and self.logit_error > self.logit_error_bound:
            found.append(f"a logit is off by {self.logit_error:.3g}, more than {self.logit_error_bound:.3g}")
        return found

    def to_json(self) -> dict:
        """Plain data, without the settings."""
        data = {name: value for name, value in vars(self).items() if name not in ("settings", "prediction")}
        return {**data, "accuracy": self.accuracy, "predicted": self.prediction.to_json()}


def room(settings: LongRunSettings) -> tuple[int, int]:
    """Bytes that a run takes, about: (numbers of positions on the CPU, tensors on the device).

    Keys, values, queries and outputs in the dtype; for each question its output in float32 and its code beside it (measured
    between 10^5 and 10^6 positions: within a tenth).

    Example:
        >>> host, tensors = room(LongRunSettings("index", 10**6, queries="last"))
        >>> host + tensors
        544002208
    """
    import torch

    n, (kind, _, count) = settings.length, settings.queries.partition(":")
    by_letter = kind == "targets" and "letters" in construction(settings.construction).takes
    copies = letters_of(settings.contest()) if by_letter else 1  # every letter at every position
    drawn = min(n, int(count)) if count.isascii() and count.isdigit() else n
    asked = {"last": 1, "sample": drawn}.get(kind, n)
    size = getattr(torch, read_format("dtype", settings.dtype).name).itemsize
    each, per_query = 2 * settings.head_dim * size, 13 * settings.head_dim
    return 32 * copies * (n + asked), copies * (each * (n + asked) + per_query * asked)


def require_room(settings: LongRunSettings) -> None:
    """Refuse a run that the memory does not hold, before anything is made.

    Raises:
        InvalidInput: naming the length, the need and what is available.
    """
    device = read_device(settings.device)
    host, tensors = room(settings)
    if device == "cpu":
        return require_memory("length", settings.length, host + tensors)
    import torch

    require_memory("length", settings.length, host)
    require_memory("length", settings.length, tensors, torch.cuda.mem_get_info(device)[0], f" on {device}")


def read_beta(beta: str | float, subject: TargetContest, dtype: str, n: int) -> float:
    """The inverse temperature of a setting.

    Raises:
        InvalidInput: no positive number, "auto" or "hard", or "auto" where the construction itself has no gap.
    """
    if beta == "hard":
        return hard_beta(dtype)
    if beta == "auto":
        gap = subject.gap(n)
        return beta_sparing_half(gap, n) if gap > 0 else hard_beta(dtype)
    try:
        value = float(beta)
    except (TypeError, ValueError):
        value = float("nan")
    require(0 < value < 2.0**100, "beta", "must be a positive number below 2^100, auto or hard", beta)
    return value


def run_long(
    settings: LongRunSettings,
    *,
    subject: TargetContest | None = None,
    head: PhaseHead | None = None,
    predicted: bool = True,
) -> Result:
    """Run a construction and check what it decodes.

    Args:
        settings: what to run.
        subject: the contest, if there is one already.
        head: run this head in place of the contest's own (its sabotage, say).
        predicted: whether to compute the certain limits (otherwise they are empty).

    Raises:
        InvalidInput: a setting that is out of range.

    Example:
        >>> result = run_long(LongRunSettings("index", 64, "float32", head_dim=16))
        >>> result.accuracy, result.prediction.safe_up_to >= 64
        (1.0, True)
    """
    import torch

    from rope_theory.machines.long_context import attention

    device, n = read_device(settings.device), settings.length
    recipe = attention_recipe(settings.dtype, settings.rotation)
    require_room(settings)
    subject = settings.contest() if subject is None else subject
    found = inputs(subject, n, settings.queries, settings.seed)
    beta = read_beta(settings.beta, subject, settings.dtype, n)
    head = subject.head(n) if head is None else head
    reset_peak_memory(device)
    with callback(f"{settings.construction} at {n}") as show:
        tick = _ticks(show, 1 + sum(-(-len(each) // attention.ROWS) for each in (found.positions, found.key_positions)))
        start = time.perf_counter()
        given = attention.tensors(
            head,
            found,
            recipe,
            head_dim=settings.head_dim,
            slots=getattr(subject, "slots", None),
            device=device,
            tick=tick,
        )
        synchronize(device)
        made = time.perf_counter()
        with torch.inference_mode():
            outputs = attention.attend(given, found, beta)
        synchronize(device)
        done = time.perf_counter()
        tick()
    margins = attention.margins(outputs, found)
    right = attention.read(margins).cpu().numpy()
    failed = found.positions[~right]
    spread = _spread(len(right))
    few = found.chosen(spread, "")
    rows = torch.as_tensor(spread, device=given.keys.device)
    held = attention.Tensors(given.queries[rows], given.keys, given.values)
    leads = attention.leads(held, few)
    return Result(
        settings=settings,
        domain=domain(settings, subject, found.words, device),
        checked=len(right),
        decoded=int(right.sum()),
        smallest_margin=float(margins.min()),
        smallest_lead=float(leads.min()),
        logit_error=attention.largest_logit_error(held, few, subject.head(n)),
        logit_error_bound=_error_bound(subject, recipe, n),
        first_failure=int(failed.min()) if len(failed) else None,
        beta=beta,
        prediction=_predicted(settings, subject, recipe, beta)
        if predicted
        else Prediction(beta, 1, None, "not asked for"),
        seconds={"tensors": made - start, "attention": done - made},
        throughput=throughput(found.pairs, len(right), settings, device, done - made),
        peak_memory=peak_memory(device),
    )


def domain(settings: LongRunSettings, subject: TargetContest, words: str, device: str) -> str:
    """What was checked, in words: size, dtype, device, sample."""
    return (
        f"{subject.name}, length {settings.length}, {words}; rotation in {settings.rotation}, queries, keys and values in "
        f"{settings.dtype}, head dimension {settings.head_dim}, seed {settings.seed}; {device} ({device_name(device)})"
    )


def throughput(
    pairs: int, tokens: int, settings: LongRunSettings, device: str, seconds: float
) -> dict[str, float | None]:
    """Tokens per second, TFLOP/s (4·head_dim operations for each pair of query and key), share of the peak."""
    speed = 4 * settings.head_dim * pairs / seconds / 1e12
    most = peak(device_name(device), settings.dtype)
    return {
        "tokens_per_second": tokens / seconds,
        "tflops": speed,
        "share_of_peak": None if most is None else speed / most,
    }


def _predicted(settings: LongRunSettings, subject: TargetContest, recipe, beta: float) -> Prediction:
    """Up to at least the length of the run; a mix is made for its own length."""
    most = settings.length if subject.reach is not None else max(4 * settings.length, 2**20)
    return predict(
        subject,
        recipe,
        most,
        None if settings.beta == "hard" else beta,
        everywhere=settings.queries not in ("last", "targets"),
    )


def _error_bound(subject: TargetContest, recipe, n: int) -> float | None:
    try:
        return float(logit_error(subject, recipe, n))
    except InvalidInput:
        return None


def _spread(count: int):
    import numpy as np

    return np.unique(np.linspace(0, count - 1, min(count, LEADS)).astype(int))


def _ticks(show: Callable[[int, int], None], total: int) -> Callable[[], None]:
    done = iter(range(1, total + 1))
    return lambda: show(next(done), total)
