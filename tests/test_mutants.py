"""The mutants are the wrong changes they should be, and a tiny project gives exactly the outcome it should."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mutants.operators import mutants
from mutants.report import Declared, Outcome, share
from mutants.settings import Settings, all_mutants

ROOT = Path(__file__).resolve().parents[1]

CHANGES = {
    "a + b": ["a - b"],
    "a - b": ["a + b"],
    "a * b": ["a / b"],
    "a / b": ["a * b"],
    "a // b": ["a * b"],
    "a ** b": ["a * b"],
    "a < b": ["a <= b"],
    "a <= b": ["a < b"],
    "a == b": ["a != b"],
    "a is b": ["a is not b"],
    "a in b": ["a not in b"],
    "a < b < c": ["a <= b < c", "a < b <= c"],
    "f(3)": ["f(4)", "f(2)"],
    "Fraction(1, n)": ["Fraction(2, n)", "Fraction(0, n)"],
    "f(True)": ["f(False)"],
    "not a": ["a"],
    "-a": ["a"],
    "a and b": ["a or b", "b", "a"],
    "a or b": ["a and b", "b", "a"],
    "a and b and c": ["a or b or c", "b and c", "a and c", "a and b"],
    "f(max)": ["f(min)"],
    "x.sin()": ["x.cos()"],
    "cos(a)": ["sin(a)"],
    "range(n)": ["range(n + 1)", "range(n - 1)"],
    "range(a, n, s)": ["range(a, n + 1, s)", "range(a, n - 1, s)"],
    "range(a, n - 1)": ["n + 1", "n - 2", "n - 0"],
}
#: What is no behaviour, or only words.
UNTOUCHED = [
    '"""Words with 1."""',
    'f(f"{n + 1} positions")',
    "raise ValueError(1 + 2)",
    "x: Literal[1]",
    "def f(x: 1) -> 2: return x",
    "def __repr__(self): return 1 + 2",
    "if TYPE_CHECKING:\n    x = 1",
    "if __name__ == '__main__':\n    f(1)",
    "@cache(maxsize=4096)\ndef f(): return x",
    "def f(timeout=300): return x",
    "f(timeout=300)",
    "zip(a, b, strict=True)",
    "isinstance(x, int | float)",
    "require(x, 'n', 'must be', 1 + 2)",
    "assert x, 1 + 2",
    "a + 'words'",
]


def changes(source, only=None):
    return [
        mutant.mutation.partition(" → ")[2] for mutant in mutants("m.py", f"from m import sin, cos\n{source}", only)
    ]


@pytest.mark.parametrize("source", CHANGES)
def test_expression_has_these_mutants_and_no_others(source):
    assert sorted(changes(source)) == sorted(CHANGES[source])


@pytest.mark.parametrize("source", UNTOUCHED)
def test_words_annotations_and_settings_have_no_mutants(source):
    assert changes(source) == []


def test_a_name_is_swapped_only_for_one_that_is_there():
    assert not mutants("m.py", "from m import sin\nsin(x)")
    assert [m.mutated for m in mutants("m.py", "from m import sin, cos\nsin(x)")] == ["cos(x)"]


def test_a_mutant_differs_in_its_place_only_and_keeps_the_lines():
    source = "def f(a, b):\n    c = a + b\n    return (\n        c < 0\n    )\n"
    original: dict = {}
    exec(source, original)
    assert [original["f"](1, -1), original["f"](1, -2)] == [False, True]
    found = {mutant.mutation: mutant for mutant in mutants("m.py", source)}
    changed: dict = {}
    exec(found["c < 0 → c <= 0"].compiled("m.py"), changed)
    assert [changed["f"](1, -1), changed["f"](1, -2), changed["f"](1, 2)] == [True, True, False]
    assert changed["f"].__code__.co_firstlineno == 1
    exec(found["a + b → a - b"].compiled("m.py"), changed)  # the first change is taken back
    assert [changed["f"](1, 2), changed["f"](1, 1)] == [True, False]


def test_a_mutant_says_where_it_is_and_what_reaches_it():
    source = "class K:\n    def f(self, n=2):\n        return [g(n,\n                  1)]\n\n\nH = lambda k: k + M\nM = N + O\n"
    where = {m.mutation: (m.line, m.function, m.text, m.reached, m.imported) for m in mutants("m.py", source)}
    assert where == {
        "2 → 3": (2, "K.f", "def f(self, n=2):", (3, 4), False),
        "2 → 1": (2, "K.f", "def f(self, n=2):", (3, 4), False),
        "g(n, 1) → g(n, 2)": (4, "K.f", "1)]", (3, 4), False),
        "g(n, 1) → g(n, 0)": (4, "K.f", "1)]", (3, 4), False),
        "k + M → k - M": (7, "<lambda>", "H = lambda k: k + M", (7, 7), False),
        "N + O → N - O": (8, "", "M = N + O", (8, 8), True),
    }


def test_of_a_page_only_the_statements_and_their_helpers_are_mutated():
    source = "\n".join(
        (
            "def helper(n): return n + a",
            "def instances(): return n + g",
            "def stated(n): return helper(n) < b",
            "def proof(n): return n - c",
            "A = Claim(id=1, holds=stated, example={2: 3})",
            "B = Claim(holds=lambda n: n == d, controls=(lambda n: n != e,))",
            "@pages.theorem(4, small=instances)\ndef decorated(n): return n >= f",
        )
    )
    found = [mutant.original for mutant in mutants("m.py", source, {"Claim", "theorem"})]
    assert found == ["n + a", "helper(n) < b", "n == d", "n >= f"]


def test_every_pattern_of_the_settings_is_read_and_finds_the_exact_code():
    settings = Settings.read(ROOT)
    files = settings.files(ROOT)
    assert {"tasks", "scores", "engines", "claims"} <= {Path(file).parent.name for file in files}
    assert all((ROOT / folder).is_dir() for folder in (*settings.checks, *settings.tests))


def test_every_declared_survivor_is_a_mutant_and_has_a_reason():
    declared = Declared(ROOT)
    there = (mutant for _, mutant in all_mutants(ROOT, Settings.read(ROOT)))
    assert not declared.stale(there, [])
    assert all(reason.strip() for reason in declared.reasons.values())


DEMO = {
    "pyproject.toml": """
[tool.mutants]
checks = ["checks"]
tests = ["tests"]
modules = ["shop/*.py", "no/such/*.py"]
pages = []
theorems = []
least = { checks = 0, both = 50 }
preload = []
grace = 2
""",
    "shop/__init__.py": "",
    "shop/price.py": """
def limit(least):
    return least + 1


LIMIT = limit(2)


def price(count):
    return count > LIMIT


def rebate(count, least):
    while not count > least:
        least = count - least
    return count


def unused(a, b):
    return a + b
""",
    "checks/test_price.py": "from shop.price import price\n\n\ndef test_price():\n    assert price(4) and not price(3)\n",
    "tests/test_price.py": "from shop.price import rebate\n\n\ndef test_rebate():\n    assert rebate(3, 2) == 3\n    rebate.used = 1\n",
    "tests/test_alone.py": """
import time

from shop import price


def test_passes_only_alone():
    time.sleep(0.5)
    assert price.rebate(4, 3) == 4 and not hasattr(price.rebate, "used")
""",
    "mutants/equivalent.toml": """
[[equivalent]]
file = "shop/price.py"
function = "unused"
line = "return a + b"
mutation = "a + b → a - b"
reason = "nobody calls it"

[[equivalent]]
file = "shop/price.py"
function = "price"
line = "return count > LIMIT"
mutation = "count > LIMIT → count >= LIMIT"
reason = "wrong"

[[equivalent]]
file = "shop/price.py"
function = "price"
line = "return count > 5"
mutation = "count > 5 → count > 4"
reason = "gone"
""",
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory) -> Path:
    """A tiny checkout with mutants of every fate."""
    root = tmp_path_factory.mktemp("demo")
    for name, text in DEMO.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def _run(root: Path, *options: str) -> tuple[subprocess.CompletedProcess, list[dict]]:
    out = root / "build" / "out.json"
    out.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "mutants", "--root", str(root), "--jobs", "1", "--json", str(out), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    return done, json.loads(out.read_text(encoding="utf-8"))["mutants"] if out.is_file() else []


def _sources(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file() and "build" not in path.parts}


def test_demo_project_has_exactly_these_outcomes_and_stays_as_it_was(demo):
    before = _sources(demo)
    done, outcomes = _run(demo, "--sample", "0")
    assert _sources(demo) == before
    assert {outcome["mutation"]: (outcome["verdict"], outcome["killer"]) for outcome in outcomes} == {
        "least + 1 → least - 1": ("checks", "checks/test_price.py::test_price"),
        "least + 1 → least + 2": ("checks", "checks/test_price.py::test_price"),
        "least + 1 → least + 0": ("checks", "checks/test_price.py::test_price"),
        "limit(2) → limit(3)": ("checks", "checks/test_price.py::test_price"),
        "limit(2) → limit(1)": ("checks", "checks/test_price.py::test_price"),
        "count > LIMIT → count >= LIMIT": ("checks", "checks/test_price.py::test_price"),
        "not count > least → count > least": ("tests", "time-out"),
        "count > least → count >= least": ("survived", ""),
        "count - least → count + least": ("unreached", ""),
        "a + b → a - b": ("unreached", ""),
    }, done.stdout + done.stderr
    assert "is left out: tests/test_alone.py::test_passes_only_alone" in done.stdout
    assert done.returncode == 1 and "by checks 66.7 %, by checks and tests 77.8 %" in done.stdout
    assert "return count > 5 | count > 5 → count > 4: is no mutant" in done.stdout
    assert "count >= LIMIT: is killed by checks/test_price.py::test_price" in done.stdout


def test_demo_project_goes_on_where_it_stopped_and_lists_its_mutants(demo):
    done, _ = _run(demo, "--only", "shop/price.py:10", "--by", "checks")
    log = demo / "build" / "mutants" / "results.jsonl"
    log.write_text(
        log.read_text(encoding="utf-8").replace("checks/test_price.py::test_price", "as it was kept"), encoding="utf-8"
    )
    done, outcomes = _run(demo, "--only", "shop/price.py:10", "--by", "checks", "--resume")
    assert [outcome["killer"] for outcome in outcomes] == ["as it was kept"], done.stdout + done.stderr
    done, _ = _run(demo, "--list", "--only", "shop")
    assert "shop/price.py:10 price: count > LIMIT → count >= LIMIT" in done.stdout
    assert done.stdout.endswith("10 of 10 mutants\n")


def test_share_leaves_declared_survivors_out_and_counts_declared_mutants_that_are_killed(demo):
    declared = Declared(demo)
    found = {mutant.mutation: mutant for _, mutant in all_mutants(demo, Settings.read(demo))}
    gone, killed = found["a + b → a - b"], found["count > LIMIT → count >= LIMIT"]
    survived = Outcome(found["count > least → count >= least"], "survived")
    outcomes = [Outcome(gone, "unreached"), Outcome(killed, "checks", "a test"), survived]
    assert share(outcomes, declared) == 50 and share(outcomes[:1], declared) == 100
    stale = declared.stale(found.values(), outcomes)
    assert len(stale) == 2 and "count > 4: is no mutant" in stale[0] and stale[1].endswith("is killed by a test")
