"""What is cited agrees: CITATION.cff, CITATION.bib, the version, and the papers as the package knows them."""

import re
from pathlib import Path

from rope_theory import __version__
from rope_theory.evidence.papers import paper

ROOT = Path(__file__).resolve().parents[1]
CFF = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
BIB = (ROOT / "CITATION.bib").read_text(encoding="utf-8")


def test_version_and_date_are_said_once_in_two_forms():
    [date] = re.findall(r"^date-released: (\d{4}-\d\d-\d\d)$", CFF, re.MULTILINE)
    assert f"version: {__version__}\n" in CFF
    assert f"version = {{{__version__}}}" in BIB and f"date = {{{date}}}" in BIB


def test_both_papers_stand_in_both_files_by_title_and_address():
    for name in ("U25", "U26"):
        known = paper(name)
        plain = BIB.replace("{RoPE}", "RoPE")
        assert known.title in CFF and f"title = {{{known.title}}}" in plain
        for text in (CFF, BIB):
            assert f"https://arxiv.org/abs/{known.arxiv}" in text
