"""`python -m rope_theory` is `rope-theory`."""

import sys

from rope_theory.faces.cli import main

if __name__ == "__main__":
    sys.exit(main())
