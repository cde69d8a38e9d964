"""Where a text names a claim and its verdict, as in "(new.layouts, PROVED)", it is the verdict on record."""

import re
from pathlib import Path

import pytest

from rope_theory.evidence.claims import Tier
from rope_theory.evidence.theory import claims

ROOT = Path(__file__).resolve().parent.parent
#: CHANGELOG.md tells what was so when it was written.
TEXTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "lessons/*", "proofs/*.py", "rope_theory/**/*.toml", "rope_theory/**/*.py")
    for path in ROOT.glob(pattern)
    if path.is_file() and path.name != "CHANGELOG.md"
)
NAMED = re.compile(
    rf"\b([a-z]+\d*\.[a-z0-9][\w.-]*)[`\])]*(?:\([^)]*\))?,? \(?({'|'.join(tier.name for tier in Tier)})\b"
)


def named(text):
    """(claim, verdict) in a text; strings that a page writes in pieces are one."""
    joined = re.sub(r'"\s*\n\s*f?"', "", text)
    return [(found[1], found[2]) for found in NAMED.finditer(joined) if found[1] in claims()]


def test_named_verdicts_are_found():
    assert named('"as said (new.layouts, "\n    "PROVED) and `u26.rem31b` (REFUTED)"') == [
        ("new.layouts", "PROVED"),
        ("u26.rem31b", "REFUTED"),
    ]
    assert sum(len(named(path.read_text(encoding="utf-8"))) for path in TEXTS) >= 20


@pytest.mark.parametrize(
    "path",
    [one for one in TEXTS if named(one.read_text(encoding="utf-8"))],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_a_verdict_that_a_text_names_is_the_one_on_record(path):
    for claim_id, verdict in named(path.read_text(encoding="utf-8")):
        assert claims()[claim_id].verdict.name == verdict, claim_id
