"""docs/another-paper.md runs as it stands, is short, and its verdicts change when its mathematics does."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "another-paper.md"
BLOCKS = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


def run(code: str, folder: Path) -> dict:
    """Import the code as a module of its own, from a file: sources are asked for."""
    file = folder / "numbers_page.py"
    file.write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("numbers_page", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules["numbers_page"] = module
    try:
        spec.loader.exec_module(module)
        return vars(module)
    finally:
        del sys.modules["numbers_page"]


def test_example_decides_its_three_claims(tmp_path, capsys):
    names = run("\n".join(BLOCKS), tmp_path)
    assert capsys.readouterr().out.splitlines()[0].startswith("numbers.euler REFUTED")
    assert "induction over the whole numbers" in names["ledger"].decide("numbers.odd").trust


def test_example_has_less_than_a_hundred_lines():
    assert len("".join(BLOCKS).splitlines()) < 100


@pytest.mark.parametrize(
    "sound, broken", [("range(40)]", "range(41)]"), ('{"n": 40}', '{"n": 38}'), ("2 * k + first", "2 * k + 2 * first")]
)
def test_a_broken_example_is_not_sound(tmp_path, sound, broken):
    code = "\n".join(BLOCKS)
    assert sound in code
    with pytest.raises(AssertionError):
        run(code.replace(sound, broken), tmp_path)
