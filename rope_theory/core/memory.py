"""Memory: how much this process may still take, and a refusal of what would not fit, before any of it is taken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from rope_theory.core.errors import InvalidInput

#: Where Linux says what memory there is, and what a group of processes may take (version 2, and 1).
MEMINFO, STATUS, GROUPS = Path("/proc/meminfo"), Path("/proc/self/status"), Path("/sys/fs/cgroup")
_FILES = (("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes"))


def in_gib(size: int) -> str:
    """Bytes as people say them.

    Example:
        >>> in_gib(3 << 29), in_gib(500 << 30), in_gib(100 << 20)
        ('1.5 GiB', '500 GiB', '0.1 GiB')
    """
    gib = size / (1 << 30)
    return f"{gib:.1f} GiB" if gib < 10 else f"{gib:.0f} GiB"


def available() -> int | None:
    """Bytes that this process may still take: the least that the system, its group and its own limit leave; None: nothing says it.

    Memory that holds files counts as free, as the system gives it up where it is wanted.
    """
    return min(_left(), default=None)


def _left() -> Iterator[int]:
    if (free := _kilobytes(MEMINFO, "MemAvailable")) is not None:
        yield free
    elif "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {}):
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for most, used in _FILES:
        for folder in _groups():
            limit, taken = _number(folder / most), _number(folder / used)
            if limit is not None and taken is not None:
                yield max(0, limit - taken + _of_files(folder))
    try:
        import resource
    except ImportError:  # Windows
        return
    limit, taken = resource.getrlimit(resource.RLIMIT_AS)[0], _kilobytes(STATUS, "VmSize")
    if limit != resource.RLIM_INFINITY:
        yield max(0, limit - (taken or 0))


def _groups() -> list[Path]:
    """The folders of the group that this process is in, with those above it."""
    found = []
    for line in _lines(Path("/proc/self/cgroup")):
        _, kinds, path = (line.split(":", 2) + ["", ""])[:3]
        if kinds in ("", "memory"):
            own = GROUPS / kinds / path.lstrip("/")
            found += [each for each in (own, *own.parents) if each.is_relative_to(GROUPS / kinds)]
    return found


def _of_files(folder: Path) -> int:
    """Bytes of a group's memory that hold files and were not used lately."""
    names = ("inactive_file", "total_inactive_file")
    return max((int(line.split()[1]) for line in _lines(folder / "memory.stat") if line.split()[0] in names), default=0)


def _kilobytes(path: Path, key: str) -> int | None:
    line = next((each for each in _lines(path) if each.startswith(f"{key}:")), None)
    return None if line is None else int(line.split()[1]) * 1024


def _number(path: Path) -> int | None:
    """The number in a file, or None: no such file, or "max"."""
    text = next(iter(_lines(path)), "")
    return int(text) if text.isascii() and text.isdigit() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return []


def require_memory(argument: str, value: object, need: int, free: int | None = None, where: str = "") -> None:
    """Refuse what needs more memory than there is.

    Args:
        argument, value: what decides the need, as the error names it.
        need: bytes, an estimate.
        free: bytes that there are; default: `available()`.
        where: whose memory, in words that follow "available" (" on cuda:0").

    Raises:
        InvalidInput: naming the argument, the need and what is available.

    Example:
        >>> require_memory("length", 10, 1 << 10, free=1 << 20)
        >>> try: require_memory("length", 10**9, 1 << 40, free=1 << 33)
        ... except InvalidInput as problem: print(problem)
        length must fit the memory (this needs about 1024 GiB, and 8.0 GiB are available), got 1000000000
    """
    free = available() if free is None else free
    if free is not None and need > free:
        rule = f"must fit the memory (this needs about {in_gib(need)}, and {in_gib(free)} are available{where})"
        raise InvalidInput(argument, rule, value)
