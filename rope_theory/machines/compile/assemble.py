"""From a plan to matrices in a model's own terms: its planes, its width, its scale of attention, its norm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rope_theory.core.errors import require, require_int
from rope_theory.machines.compile.norms import Budget, budget
from rope_theory.machines.compile.tokens import entry
from rope_theory.machines.stacks.plan import StackPlan
from rope_theory.machines.stacks.space import weights
from rope_theory.models.precision.formats import read_format

NARROW = ("bfloat16", "float16")


@dataclass(frozen=True)
class Matrices:
    """Float64, rows as in torch's Linear; see `rope_theory.machines.stacks.space.Weights`."""

    embedding: np.ndarray
    query: np.ndarray
    key: np.ndarray
    values: list[np.ndarray]
    outputs: list[np.ndarray]
    readout: np.ndarray


def assemble(
    plan: StackPlan,
    planes: Sequence[tuple[int, int]],
    head_dim: int,
    eps: float,
    width: int,
    mirrored: bool,
    dtype: str = "float32",
) -> tuple[Matrices, Budget]:
    """The plan's weights for a pre-norm model of one head per layer, attention scale 1/√head_dim.

    Args:
        planes: the two dimensions of the head in which each plane of the plan's head stands.
        head_dim: d.
        eps: the norm's.
        width: H; dimensions beyond those needed stay 0.
        mirrored: whether each coordinate u stands as the pair (u, -u)/√2, so that the mean is 0.
        dtype: of the weights, one of `FORMATS`.

    Returns:
        matrices whose embedding and readout have one row of zeros more than there are tokens, for padding.

    Raises:
        InvalidInput: too few dimensions; another dtype, or one that is too coarse.
    """
    require_int("width", width, least=needs_width(plan, mirrored))
    limits = budget(plan, width, eps, head_dim, read_format("dtype", dtype))
    found = weights(plan, float(limits.ballast))
    size = plan.codes.shape[1]
    require(head_dim >= size, "head_dim", f"must be at least {size}, the dimensions of a code", head_dim)

    lift = np.eye(found.width, width)
    if mirrored:
        pairs = np.stack([np.eye(found.width), -np.eye(found.width)], axis=2).reshape(found.width, -1)
        lift = np.pad(pairs / np.sqrt(2), ((0, 0), (0, width - 2 * found.width)))

    dimensions = [dimension for plane in planes for dimension in plane]
    side = np.sqrt(float(limits.beta) * np.sqrt(head_dim) / width)
    value = float(limits.norm_min) / np.sqrt(width)

    def rows(matrix: np.ndarray, numbers: Sequence[int]) -> np.ndarray:
        full = np.zeros((head_dim, matrix.shape[1]))
        full[list(numbers)] = matrix
        return full @ lift

    matrices = Matrices(
        embedding=padded(found.embedding @ lift),
        query=side * rows(found.query, dimensions),
        key=side * rows(found.key, dimensions),
        values=[value * rows(matrix, range(size)) for matrix in found.values],
        outputs=[rows(matrix.T, range(size)).T for matrix in found.outputs],
        readout=padded(limits.scale * found.readout @ lift),
    )
    return matrices, limits


def padded(rows: np.ndarray) -> np.ndarray:
    """The rows and one of zeros: the token that pads."""
    return np.pad(rows, ((0, 1), (0, 0)))


def code_for(dtype: str, code: str | None) -> str:
    """The code of the answers that suits a dtype, where none is asked for: a 16-bit format needs codes far apart."""
    return code or ("one-hot" if dtype in NARROW else "circle")


def needs_width(plan: StackPlan, mirrored: bool) -> int:
    """The least H for this plan."""
    return weights(plan).width * (2 if mirrored else 1)


def facts(plan: StackPlan, limits: Budget) -> dict[str, Any]:
    """The entry of config.json."""
    constants = {name: value if isinstance(value, int) else float(value) for name, value in asdict(limits).items()}
    return entry(
        plan.task,
        plan.vocabulary,
        plan.length,
        layers=plan.layers,
        code=plan.code,
        gap=float(plan.gap),
        budget=constants,
    )


def put(parameter: Any, matrix: np.ndarray) -> None:
    """Copy a matrix into a parameter, in the parameter's own dtype."""
    import torch

    with torch.no_grad():
        parameter.copy_(torch.as_tensor(matrix))


def fill(embedding: Any, readout: Any, attentions: Iterable[tuple[Any, Any]], matrices: Matrices) -> None:
    """Put the weights in place: embedding, readout, and each layer's attention module with its output projection."""
    put(embedding, matrices.embedding)
    put(readout, matrices.readout)
    for (attention, projection), value, output in zip(attentions, matrices.values, matrices.outputs, strict=True):
        put(attention.q_proj.weight, matrices.query)
        put(attention.k_proj.weight, matrices.key)
        put(attention.v_proj.weight, value)
        put(projection.weight, output)


def empty_model(kind: type, config: Any, dtype: str):
    """A model of the class with all weights and biases 0 and all norms 1; torch's random state is left alone."""
    import torch

    config.dtype = dtype
    with torch.random.fork_rng(devices=[]):
        model = kind(config).eval()
    for parameter in model.parameters():  # frequencies and tables stay float32, as when it is loaded
        parameter.data = parameter.data.to(getattr(torch, dtype))
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            is_norm = "norm" in name or ".ln_" in name
            parameter.fill_(1.0 if is_norm and name.endswith("weight") else 0.0)
    model.generation_config.update(max_new_tokens=1, do_sample=False)
    return model
