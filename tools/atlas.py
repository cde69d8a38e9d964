"""Write docs/atlas.md from rope_theory/evidence/atlas.toml: `python tools/atlas.py`."""

from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.faces.report.atlas import page

if __name__ == "__main__":
    write_text(CHECKOUT / "docs" / "atlas.md", page() + "\n")
    print("docs/atlas.md written")
