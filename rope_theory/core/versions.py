"""The versions of installed packages."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import metadata


def versions(packages: Iterable[str]) -> dict[str, str | None]:
    """The version of each package, None where it is not installed.

    Example:
        >>> versions(["no-such-package"])
        {'no-such-package': None}
    """
    return {name: _version(name) for name in packages}


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
