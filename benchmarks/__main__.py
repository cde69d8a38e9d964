"""`python -m benchmarks`: run every bench_*.py of this folder (or those named) and print what they measure."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    """Run `measure()` of each benchmark, which yields (what, value, unit), or its `main()`, which prints."""
    found = [info.name for info in pkgutil.iter_modules([str(Path(__file__).parent)]) if info.name.startswith("bench_")]
    unknown = [name for name in names if name not in found]
    if unknown:
        print(f"error: benchmark must be one of {', '.join(found)}, got {', '.join(unknown)}", file=sys.stderr)
        return 2
    for name in names or found:
        module = importlib.import_module(f"benchmarks.{name}")
        print(f"{name}: {module.__doc__.splitlines()[0]}", flush=True)
        if not hasattr(module, "measure"):
            module.main()  # a benchmark with a table of its own
            continue
        for what, value, unit in module.measure():
            print(f"  {what:<48} {value:10.3f} {unit}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
