"""Write docs/answers.md from rope_theory/evidence/answers.toml: `python tools/answers.py`."""

from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.faces.report.answers import page

if __name__ == "__main__":
    write_text(CHECKOUT / "docs" / "answers.md", page() + "\n")
    print("docs/answers.md written")
