"""Write the list of files in proofs/formal/_CoqProject and the table in its README: `python tools/formal.py`."""

from rope_theory.core.files import write_text
from rope_theory.evidence.formal import sources
from rope_theory.faces.report.formal import project, with_table

if __name__ == "__main__":
    folder = sources.folder()
    write_text(folder / "_CoqProject", project(sources.read()))
    readme = folder / "README.md"
    write_text(readme, with_table(readme.read_text(encoding="utf-8"), sources.read()))
    print("proofs/formal/_CoqProject and README.md written")
