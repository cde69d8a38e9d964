"""What a construction is, said once: its head, its tasks, and what it can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import Token
from rope_theory.core.hops import TaskOutcome
from rope_theory.core.tasks import Task

if TYPE_CHECKING:
    from rope_theory.machines.stacks.plan import StackPlan
    from rope_theory.models.precision import TargetContest

#: What a construction can do; the words are those of the commands.
CAPABILITIES = ("run", "cliff", "run-long", "compile", "learn", "train")


@dataclass(frozen=True)
class Options:
    """What a user may set of a construction; None is its own choice.

    Args:
        theta: RoPE angle, radians per position.
        letters: the letters of its circle (run), or how many (contests).
        beta: inverse temperature of the softmax reading (run).
        proper: whether improper sequences are refused (run, letter task).
        base, dim: of a mix's frequencies (contests).
    """

    theta: Angle | None = None
    letters: Any = None
    beta: Fraction | None = None
    proper: bool = True
    base: object = None
    dim: int | None = None

    def without_letters(self, task: Task) -> Options:
        """The options themselves, for a task whose head has no circle of letters.

        Raises:
            InvalidInput: letters are given.
        """
        letters = "".join(self.letters or ())
        require(
            self.letters is None,
            "letters",
            f"must be left out for the {task.name} task, whose head has no circle of letters",
            letters,
        )
        return self


@dataclass(frozen=True)
class Stack:
    """How layers of a head answer a task in one pass, and what a compiled model of it is tried on.

    Args:
        build: (length, layers, letters=, integers=, code=, frequencies= or frequency=) -> StackPlan.
        mixes: whether it takes a mix of all frequencies of a model; else one, the slowest.
        parse: text -> tokens.
        sizes: vocabulary -> the keywords letters and integers that make it.
        draw: (seed, count, length, hops, **sizes) -> (tokens, answer, hops of this input).
        every: (length, layers, **sizes) -> the same, for each valid input of the length, with any number of hops.
        hops: layers -> the hop counts that are tried.
    """

    build: Callable[..., StackPlan]
    mixes: bool
    parse: Callable[[str], tuple[Token, ...]]
    sizes: Callable[[tuple[Token, ...]], dict[str, int]]
    draw: Callable[..., Iterator[tuple[tuple[Token, ...], Token, int]]]
    every: Callable[..., Iterator[tuple[tuple[Token, ...], Token, int]]]
    hops: Callable[[int], tuple[int, ...]] = lambda layers: tuple(range(1, min(4, layers) + 1))


@dataclass(frozen=True)
class Construction:
    """A constructed head.

    Args:
        name: as commands call it.
        title: as papers and output call it.
        summary: what it does, in one sentence with its logit.
        source: where it comes from, or the claim about it.
        runs: by task, (tokens, options) -> the outcome beside the oracle.
        cliff: (options, length or None) -> the contest whose ends `cliff` finds in a number format; a mix needs a length.
        at_length: (options, length or None) -> the contest that `run-long` runs in torch.
        takes: the options that its contests take.
        stacks: by task, the layers that are compiled.
        learns: names of the small tasks that it is the theory of (`rope_theory.machines.learning`).
        trains: names of the tasks on which whole models are trained (`rope_theory.machines.training`).
        why_not: capability -> why it has not got it, as an answer to who asks.
    """

    name: str
    title: str
    summary: str
    source: str
    runs: Mapping[Task, Callable[[tuple[Any, ...], Options], TaskOutcome]] = field(default_factory=dict)
    cliff: Callable[[Options, int | None], TargetContest] | None = None
    at_length: Callable[[Options, int | None], TargetContest] | None = None
    takes: frozenset[str] = frozenset()
    stacks: Mapping[str, Stack] = field(default_factory=dict)
    learns: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()
    why_not: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        lacking = [name for name in CAPABILITIES if not self.can(name)]
        rule = f"of {self.name} must give a reason for exactly {', '.join(lacking) or 'nothing'}"
        reasons = [name for name, reason in self.why_not.items() if reason]
        require(sorted(reasons) == sorted(lacking), "why_not", rule, ", ".join(reasons))

    def can(self, capability: str) -> bool:
        """Whether it has a capability."""
        parts = (self.runs, self.cliff, self.at_length, self.stacks, self.learns, self.trains)
        return bool(dict(zip(CAPABILITIES, parts, strict=True))[capability])

    def contest(self, capability: str, options: Options, length: int | None) -> TargetContest:
        """Its contest for "cliff" or "run-long".

        Raises:
            InvalidInput: it has none (and why), or an option that it does not take.
        """
        build = self.cliff if capability == "cliff" else self.at_length
        if build is None:
            raise InvalidInput("construction", f"must be one with {capability} ({self.why_not[capability]})", self.name)
        for name in ("theta", "letters", "base", "dim"):
            value = getattr(options, name)
            require(value is None or name in self.takes, name, f"must not be given for {self.name}", value)
        return build(options, length)
