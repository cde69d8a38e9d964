"""Which axis turns which plane: M-RoPE in sections or interleaved, axial RoPE. Axis 0 is time, 1 height, 2 width."""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.core.errors import require


def in_sections(sections: Sequence[int]) -> list[int]:
    """The axis of each plane, fastest plane first: sections[0] planes of axis 0, then those of axis 1, …

    Args:
        sections: whole numbers >= 0, one for each axis; they add up to the number of planes.

    Source: Qwen2-VL, recomposition_frequencies in transformers 5.23.

    Example:
        >>> in_sections([1, 2, 1])
        [0, 1, 1, 2]
    """
    _check(sections)
    return [axis for axis, planes in enumerate(sections) for _ in range(planes)]


def interleaved(sections: Sequence[int], bounded: bool = True) -> list[int]:
    """The axis of each plane: every third one is height's from plane 1 on, width's from plane 2 on, the rest is time's.

    Args:
        sections: as for `in_sections`, three of them.
        bounded: height and width end before plane 3·sections[axis], as in transformers; False: they never end, as
            in code that does not look at the sections.

    Source: Qwen3-VL, recomposition_frequencies in transformers 5.23 (before: apply_interleaved_mrope).

    Example:
        >>> interleaved([4, 2, 2]), interleaved([4, 2, 2], bounded=False)
        ([0, 1, 2, 0, 1, 2, 0, 0], [0, 1, 2, 0, 1, 2, 0, 1])
    """
    _check(sections)
    require(len(sections) == 3, "sections", "must be three: time, height, width", list(sections))
    axes = [0] * sum(sections)
    for axis in (1, 2):
        for plane in range(axis, min(3 * sections[axis], len(axes)) if bounded else len(axes), 3):
            axes[plane] = axis
    return axes


def planes_of(axes: Sequence[int], count: int = 3) -> tuple[int, ...]:
    """How many planes each axis turns.

    Example:
        >>> planes_of(interleaved([16, 24, 24]))
        (22, 21, 21)
    """
    return tuple(sum(1 for each in axes if each == axis) for axis in range(count))


def slowest(axes: Sequence[int], axis: int) -> int | None:
    """The slowest plane of an axis, from 0: its wavelength 2π·base^(2k/d) is the longest one; None: it has no plane.

    Example:
        >>> [slowest(in_sections([16, 24, 24]), axis) for axis in range(3)]
        [15, 39, 63]
    """
    return max((plane for plane, each in enumerate(axes) if each == axis), default=None)


def _check(sections: Sequence[int]) -> None:
    for each in sections:
        require(isinstance(each, int) and each >= 0, "sections", "must be whole numbers >= 0", each)
