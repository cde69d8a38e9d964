"""tools/pins.py: constraints.txt keeps its shape when the versions change."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
spec = importlib.util.spec_from_file_location("pins", ROOT / "tools" / "pins.py")
pins = importlib.util.module_from_spec(spec)
spec.loader.exec_module(pins)

OLD = """\
# how to read this

# what the package imports
torch==2.0
Ruff==1

# what those need
b==1

# another platform's
cuda==7
"""
NEW = """\
# how to read this

# what the package imports
ruff==2
torch==2.1

# what those need
a==3
b==1

# another platform's
cuda==7
"""


def test_versions_are_replaced_new_names_added_and_the_rest_kept():
    assert pins.pinned(OLD, {"torch": "2.1", "ruff": "2", "a": "3", "b": "1"}) == (NEW, ["cuda"])


def test_the_committed_file_is_read_whole():
    text = pins.FILE.read_text(encoding="utf-8")
    found = dict(line.split("==") for line in text.splitlines() if "==" in line)
    again, kept = pins.pinned(text, found)
    assert sorted(again.splitlines()) == sorted(text.splitlines()) and not kept
