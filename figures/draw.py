"""Draw the figures into this folder (all of them, or those named): what `make figures` runs."""

import sys
from pathlib import Path

from rope_theory.faces.cli import main

if __name__ == "__main__":
    sys.exit(main(["figures", *sys.argv[1:], "--out", str(Path(__file__).resolve().parent), "--overwrite"]))
