"""How much a refuted printed statement weighs, and what mends it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rope_theory.core.errors import require


class Weight(enum.Enum):
    """How much hangs on a printed statement that is false; heaviest first."""

    SUBSTANTIVE = "a result of the paper has to be stated differently"
    READING = "true in a sense that may well be meant, false as the definitions have it"
    SLIP = "an index, a sign, a digit or a guard; no result rests on it"


@dataclass(frozen=True)
class Erratum:
    """What stands beside a refuted printed statement.

    Args:
        weight: how much hangs on it.
        why: why it has this weight, in one line.
        mend: the least change that mends it, in one line.
        part_of: the claim that states the whole of which this is a part, if its entry tells both; counted once, there.

    Raises:
        InvalidInput: no reason, or no change.
    """

    weight: Weight
    why: str
    mend: str
    part_of: str = ""

    def __post_init__(self) -> None:
        for name in ("why", "mend"):
            text = getattr(self, name)
            require(bool(text.strip()) and "\n" not in text, name, "must be one line of words", text)

    def as_json(self) -> dict[str, str]:
        """It as plain data."""
        return {"weight": self.weight.name, "why": self.why, "mend": self.mend, "part_of": self.part_of}
