"""Sabotage in the library makes named claims fail: their records stop being sound."""

import pytest

from rope_theory.core import constructions, heads
from rope_theory.core.heads import PhaseHead
from rope_theory.core.reading import cos, scale
from rope_theory.core.rope import rotate
from rope_theory.evidence.ledger import Ledger


def _logit(distance=lambda i, j: i - j, swap=False):
    """`PhaseHead.logit` and `rotated_logit` with another distance, or with the query and key sides exchanged."""

    def sides(plane, x, y):
        return (plane.key(x), plane.query(y)) if swap else (plane.query(x), plane.key(y))

    def logit(self, x, i, y, j):
        terms = []
        for plane in self.planes:
            q, k = sides(plane, x, y)
            terms.append(
                scale(q.amplitude, scale(k.amplitude, cos(distance(i, j) * plane.frequency + q.phase - k.phase)))
            )
        return sum(terms[1:], terms[0])

    def rotated_logit(self, x, i, y, j):
        total = 0
        for plane in self.planes:
            q, k = sides(plane, x, y)
            turned = rotate(distance(i, j) * plane.frequency, q.vector())
            total = total + sum(a * b for a, b in zip(k.vector(), turned, strict=True))
        return total

    return {(PhaseHead, "logit"): logit, (PhaseHead, "rotated_logit"): rotated_logit}


SABOTAGES = {
    "the rotation turns clockwise": _logit(lambda i, j: j - i),
    "positions are off by one": _logit(lambda i, j: i - j + 1),
    "query and key are swapped": _logit(swap=True),
    "an offset counts one too far": {
        (constructions, "offset"): lambda token: token + 1 if isinstance(token, int) else 0
    },
    "the key of a pair is its right part": {(constructions, "held"): lambda token: getattr(token, "right", None)},
    "the farthest key wins ties and all else": {(heads, "maximisers"): lambda values: [0]},
}
#: Which claims must notice which sabotage.
NOTICED_BY = {
    "the rotation turns clockwise": ["u26.index-logits", "u26.retrieval-max", "u25.thm3", "u26.fig1"],
    "positions are off by one": ["u26.index-logits", "u26.retrieval-max", "u25.thm3", "u26.fig1"],
    "query and key are swapped": ["u26.index-logits", "u25.thm3", "u26.fig1"],
    "an offset counts one too far": ["u25.thm3", "u26.fig1"],
    "the key of a pair is its right part": ["u26.fig1", "u25.thm5", "u25.thm6"],
    "the farthest key wins ties and all else": ["u26.fig1"],
}


def _sound(claim_id):
    try:
        return Ledger().decide(claim_id).sound
    except (
        TypeError,
        ValueError,
        AttributeError,
    ):  # the sabotaged library cannot even evaluate the statement
        return False


@pytest.mark.parametrize("name, claim_id", [(name, claim_id) for name, ids in NOTICED_BY.items() for claim_id in ids])
def test_sabotage_is_noticed_by_the_claim(name, claim_id, monkeypatch):
    assert _sound(claim_id), "sound before the sabotage"
    for (owner, attribute), broken in SABOTAGES[name].items():
        monkeypatch.setattr(owner, attribute, broken)
    assert not _sound(claim_id), f"{claim_id} does not notice that {name}"


def test_the_unbroken_copy_of_the_logit_is_no_sabotage(monkeypatch):
    for (owner, attribute), copy in _logit().items():
        monkeypatch.setattr(owner, attribute, copy)
    assert _sound("u26.index-logits") and _sound("u26.retrieval-max")
