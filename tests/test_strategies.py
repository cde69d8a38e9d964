"""Attacks whose strategies were kept draw what they draw where Hypothesis was loaded first."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis import strategies as st

from rope_theory.evidence.engines import strategies
from rope_theory.evidence.engines.strategies import Kept, built

ROOT = Path(__file__).parents[1]

#: Two instances of each attack, by claim and number.
SAY = """
import json, sys
from rope_theory.evidence.theory import LIBRARY, claims
claims()
early = "hypothesis" in sys.modules
from tests.test_strategies import two_of_each
print(json.dumps([early, two_of_each(LIBRARY.theorems)]))
"""


def two_of_each(theorems):
    drawn = []
    rules = settings(phases=[Phase.generate], database=None, deadline=None, suppress_health_check=list(HealthCheck))
    for name, theorem in theorems.items():
        for number, attack in enumerate(theorem.attacks):
            drawn.append([f"{name} {number}"])

            @seed(1)
            @settings(rules, max_examples=2)
            @given(st.fixed_dictionaries(built(attack)))
            def draw(instance):
                drawn[-1].append(re.sub(r"0x[0-9a-f]+", "0x", repr(instance)))

            draw()
    return drawn


def test_kept_attacks_draw_the_same():
    def run(before: str):
        out = subprocess.run([sys.executable, "-c", before + SAY], capture_output=True, text=True, check=True, cwd=ROOT)
        return json.loads(out.stdout)

    (was_early, at_once), (early, kept) = run("import hypothesis\n"), run("")
    assert was_early and not early and len(kept) > 100
    assert kept == at_once


def test_kept_strategies_nest():
    number = Kept(lambda: st.integers(3, 9))
    pairs = Kept(lambda: st.lists(built(number), min_size=2)).map(tuple).filter(lambda pair: pair[0] < pair[1])
    assert find(built(pairs), lambda _: True) == (3, 4)
    assert find(built(number.flatmap(lambda n: Kept(lambda: st.just(-n))) | st.just(7)), lambda n: n < 0) == -3
    assert built({"n": [number, (number, 2)]})["n"][1] == (number.built(), 2)


@pytest.mark.parametrize(
    "least, most, largest", [(Fraction(1, 3), 2, 4), (-1, 1, 3), (Fraction(2, 5), Fraction(2, 5), 7)]
)
def test_fractions_are_all_those_between_the_bounds_and_no_other(least, most, largest):
    met = set()

    @seed(1)
    @settings(max_examples=400, database=None, deadline=None, phases=[Phase.generate])
    @given(strategies.st.fractions(least, most, max_denominator=largest))
    def draw(number):
        met.add(number)

    draw()
    pairs = {Fraction(n, d) for d in range(1, largest + 1) for n in range(-2 * d, 2 * d + 1)}
    assert met == {number for number in pairs if least <= number <= most}


def test_fractions_come_of_the_choices_that_hypothesis_makes():
    found = [
        find(each.fractions(-1, 3, max_denominator=9), lambda x: x > Fraction(5, 4)) for each in (st, strategies.st)
    ]
    assert found[0] == found[1] == Fraction(2)
