"""What a predicate computes with, read off its bytecode and watched while it runs.

A finite case check is a proof if each answer is exact. `floats_in` looks for floating point in a function and in those
of its module that it reaches; `Watch` looks at the values that pass through while it runs; `float_inside` at a case.
`reads` says which parameters a function loads at all. None of them follows a function into other modules: what a
library does inside is its own affair, what it hands back is watched.
"""

from __future__ import annotations

import builtins
import dataclasses
import dis
import functools
import inspect
import itertools
import operator
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

#: In the answer of `reads`: the function may read every parameter.
EVERYTHING = "**"

#: Calls and returns that one `Watch` looks at; what runs longer goes on unwatched, at full speed.
WATCHED_EVENTS = 200_000

INEXACT_MODULES = frozenset(
    {"math", "cmath", "numpy", "torch", "scipy", "highspy", "mpmath", "decimal", "random", "statistics"}
)
#: Functions of `math` that are exact on int and Fraction.
EXACT_FUNCTIONS = frozenset({"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod", "trunc"})
INEXACT_NAMES = frozenset({"complex", "evalf", "float", "np", "__complex__", "__float__"}) | (
    INEXACT_MODULES - {"decimal", "random", "statistics"}
)
Pages = Callable[[str], bool]


def floats_in(function: Callable[..., Any], within: Pages | None = None) -> list[str]:
    """Where a function may compute in floating point, in words; empty if none shows.

    Looked at: constants, default arguments and closures, global names (by what they stand for), attributes such as
    `evalf`, imports, nested functions, and functions and classes of the same module that it names. `x / y` of two ints
    does not show here (see `Watch`). Exact functions of `math` (gcd, isqrt, floor, ...) are no alarm.

    Args:
        function: a Python function, method or partial; anything else has nothing to look at.
        within: (name of a module) -> whether to follow functions into it; default: the function's own module.

    Example:
        >>> floats_in(lambda n: n / 2 > 0.5)
        ['0.5 in <lambda>']
        >>> from fractions import Fraction
        >>> floats_in(lambda n: Fraction(n, 2) > Fraction(1, 2))
        []
    """
    return _Floats(within or _own_module(function)).of(function)


def reads(function: Callable[..., Any]) -> set[str]:
    """The parameters whose given values a function loads; with "**" among them it may read any.

    A parameter that is overwritten before it is loaded is not read. One that is handed on counts as read, whatever the
    receiver does with it; so does everything if `**keywords` is loaded, and for a callable that is not Python code.

    Example:
        >>> sorted(reads(lambda n, m, **rest: n > 2)), reads(lambda **instance: len(instance) > 1) == {"instance", "**"}
        (['n'], True)
    """
    if isinstance(function, functools.partial):
        names = list(inspect.signature(function.func).parameters) if function.args else []
        return reads(function.func) - set(names[: len(function.args)]) - set(function.keywords)
    if isinstance(function, MethodType):
        return reads(function.__func__) - set(function.__func__.__code__.co_varnames[:1])
    if isinstance(function, FunctionType) and hasattr(function, "__wrapped__"):
        return reads(function.__wrapped__)
    if not isinstance(function, FunctionType):
        inner = getattr(function, "__wrapped__", None) or getattr(type(function), "__call__", None)  # noqa: B004
        if isinstance(inner, FunctionType):
            bound = isinstance(function, type) or inner is not getattr(function, "__wrapped__", None)
            return reads(inner) - (set(inner.__code__.co_varnames[:1]) if bound else set())
        return {EVERYTHING}
    code = function.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    extra = bool(code.co_flags & inspect.CO_VARARGS), bool(code.co_flags & inspect.CO_VARKEYWORDS)
    parameters = code.co_varnames[: count + sum(extra)]
    found = _loaded(code) & set(parameters)
    if extra[1] and parameters[-1] in found:
        found.add(EVERYTHING)
    return found


def float_inside(value: Any, depth: int = 6) -> str | None:
    """A floating-point number in a value, its items or its fields, in words; None if there is none.

    Example:
        >>> float_inside((1, {"x": [0.5]})), float_inside((1, "0.5"))
        ('0.5', None)
    """
    if _is_float(value):
        return repr(value)
    parts: Any = ()
    if isinstance(value, Mapping):
        parts = itertools.chain(value.keys(), value.values())
    elif isinstance(value, list | tuple | Set):
        parts = value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name, None) for field in dataclasses.fields(value)]
    if depth:
        for part in parts:
            if found := float_inside(part, depth - 1):
                return found
    return None


def _is_float(value: Any) -> bool:
    """Python's, NumPy's and torch's floats, arrays of them, and those of SymPy and mpmath."""
    kind = _float_kind(type(value))  # type: ignore[arg-type]  # a type is hashable
    if kind == "numpy":
        return getattr(getattr(value, "dtype", None), "kind", "") in ("f", "c")
    if kind == "torch":
        return bool(getattr(getattr(value, "dtype", None), "is_floating_point", False))
    return kind == "all"


@functools.lru_cache(4096)
def _float_kind(kind: type) -> str:
    """Which values of a type are floats: "all", "none", or "numpy" or "torch": by their dtype."""
    home = kind.__module__.partition(".")[0]
    if issubclass(kind, float | complex):
        return "all"
    if home in ("numpy", "torch"):
        return home
    named = (home == "sympy" and kind.__name__ == "Float") or (home == "mpmath" and "mp" in kind.__name__)
    return "all" if named else "none"


def _own_module(function: Callable[..., Any]) -> Pages:
    name = getattr(_plain(function), "__module__", None)
    return lambda module: module == name


def _plain(function: Any) -> Any:
    """The Python function inside partials, methods and `functools.wraps`."""
    while True:
        if isinstance(function, functools.partial):
            function = function.func
        elif isinstance(function, MethodType):
            function = function.__func__
        elif isinstance(getattr(function, "__wrapped__", None), FunctionType):
            function = function.__wrapped__
        elif isinstance(call := _call(function), FunctionType):
            function = call
        else:
            return function


def _call(function: Any) -> Any:
    """What the class of an object does when the object is called; None for functions and classes."""
    if isinstance(function, FunctionType | type):
        return None
    return inspect.getattr_static(type(function), "__call__", None)


def _loaded(code: CodeType) -> set[str]:
    """Local and captured names that are loaded before they are overwritten for sure."""
    loaded, stored, straight = set(code.co_freevars), set(), True
    for part in code.co_consts:
        if isinstance(part, CodeType):
            loaded |= _loaded(part) & set(part.co_freevars)
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        names = instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
        for step, variable in zip(_steps(name), names, strict=False):
            if step == "LOAD" and variable not in stored:
                loaded.add(variable)
            elif step == "STORE" and straight and variable not in loaded:
                stored.add(variable)
        if "JUMP" in name or name.startswith(("FOR_ITER", "SEND")):
            straight = False
    return loaded


def _steps(opname: str) -> list[str]:
    """What an instruction does to the variables it names, in order: "LOAD" or "STORE"."""
    if "FAST" not in opname and opname not in ("LOAD_DEREF", "STORE_DEREF", "LOAD_CLASSDEREF"):
        return []
    return [word for word in opname.split("_") if word in ("LOAD", "STORE")]


class _Floats:
    """One look through a function and what it reaches."""

    def __init__(self, within: Pages):
        self.within, self.divides = within, False
        self.seen: set[int] = set()
        self.found: list[str] = []

    def of(self, function: Any) -> list[str]:
        self.follow(function, first=True)
        return list(dict.fromkeys(self.found))

    def follow(self, value: Any, first: bool = False) -> None:
        if isinstance(value, functools.partial):
            for argument in (*value.args, *value.keywords.values()):
                self.value(argument, "an argument of a partial")
        function = _plain(value)
        if id(function) in self.seen or not (first or self.within(getattr(function, "__module__", None) or "")):
            return
        self.seen.add(id(function))
        if isinstance(function, type):
            for member in vars(function).values():
                inner = getattr(member, "__func__", getattr(member, "fget", member))
                if isinstance(inner, FunctionType):
                    self.follow(inner)
        elif isinstance(function, FunctionType):
            for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
                self.value(default, f"a default of {function.__name__}")
            cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
            self.code(function.__code__, function.__globals__, cells)

    def value(self, value: Any, where: str) -> None:
        """A value that the function holds: a float in it is an alarm, a function in it is followed."""
        if inside := float_inside(value):
            self.found.append(f"{inside} in {where}")
        elif isinstance(value, list | tuple):
            for part in value:
                self.value(part, where)
        else:
            self.named(value, getattr(value, "__name__", ""), where)

    def named(self, value: Any, name: str, where: str) -> None:
        """A global or captured object."""
        if isinstance(value, ModuleType):
            if value.__name__.partition(".")[0] in INEXACT_MODULES:
                self.found.append(f"{name} in {where}")
        elif value is float or value is complex:
            self.found.append(f"{name} in {where}")
        elif callable(value):
            home = (getattr(value, "__module__", None) or "").partition(".")[0]
            own = getattr(value, "__name__", "")
            if (home in INEXACT_MODULES and own not in EXACT_FUNCTIONS) or (home == "sympy" and own in ("N", "Float")):
                self.found.append(f"{name} in {where}")
            else:
                self.follow(value)

    def code(self, code: CodeType, names: dict[str, Any], cells: dict[str, Any]) -> None:
        where = code.co_name
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, names, cells)
            elif inside := float_inside(constant if not isinstance(constant, frozenset) else tuple(constant)):
                self.found.append(f"{inside} in {where}")
        for name, cell in cells.items():
            if name in code.co_freevars:
                try:
                    self.value(cell.cell_contents, f"{name}, which {where} captures")
                except ValueError:  # an empty cell
                    continue
        instructions = list(dis.get_instructions(code))
        for instruction, following in itertools.zip_longest(instructions, instructions[1:]):
            name = instruction.argval
            if instruction.opname == "BINARY_OP" and instruction.argrepr in ("/", "/="):
                self.divides = True
            elif instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                self.loaded_global(name, following, names, where)
            elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and name in INEXACT_NAMES:
                self.found.append(f".{name} in {where}")
            elif instruction.opname == "IMPORT_NAME" and name.partition(".")[0] in INEXACT_MODULES:
                self.found.append(f"import {name} in {where}")

    def loaded_global(self, name: str, following: dis.Instruction | None, names: dict[str, Any], where: str) -> None:
        missing = object()
        value = names.get(name, getattr(builtins, name, missing))
        attribute = following.argval if following and following.opname in ("LOAD_ATTR", "LOAD_METHOD") else None
        if value is missing:
            if name in INEXACT_NAMES:
                self.found.append(f"{name} in {where}")
        elif isinstance(value, ModuleType) and isinstance(attribute, str):
            if value.__name__ == "math" and attribute in EXACT_FUNCTIONS:
                return
            if value.__name__.partition(".")[0] in INEXACT_MODULES:
                self.found.append(f"{name}.{attribute} in {where}")
            else:
                self.named(getattr(value, attribute, None), f"{name}.{attribute}", where)
        elif isinstance(value, ModuleType):
            self.named(value, name, where)
        else:
            self.value(value, f"{name}, which {where} reads")


class Watch:
    """Runs a predicate and says where floating point showed in the code of its module.

    Args:
        function: the predicate.
        within: (name of a module) -> whether its code is watched; default: the function's own module.

    Example:
        >>> from math import sqrt
        >>> Watch(lambda n: sqrt(n) * sqrt(n) == n).run(4)
        (True, ['math.sqrt in <lambda>'])
        >>> Watch(lambda n: n / 3 * 3 == n).divisions(4)
        ['/ between whole numbers in <lambda>']
    """

    def __init__(self, function: Callable[..., Any], within: Pages | None = None):
        self.function, self.within = function, functools.cache(within or _own_module(function))
        look = _Floats(self.within)
        look.of(function)
        self.divides, self._events = look.divides, 0

    def run(self, case: Any) -> tuple[Any, list[str]]:
        """The answer at a case, and the floats that were seen on the way.

        Seen are inexact functions of C libraries that watched code calls, floats that functions return to it, and its
        local variables at the moment it returns. Nothing is watched while another profiler is at work, or after
        `WATCHED_EVENTS` calls and returns in all.
        """
        found: list[str] = []
        with self._watching(found):
            answer = self.function(case)
        return answer, list(dict.fromkeys(found))

    def divisions(self, case: Any) -> list[str]:
        """Where watched code divides whole numbers with `/`, at a case.

        The predicate is run once more, with ints in the case and in its constants that notice a division; what it
        answers or raises then is of no account. Nothing is run if its code has no `/` at all.
        """
        if not self.divides:
            return []
        found: list[str] = []
        whole = _whole_numbers(self.within, found)
        function = self.function
        if isinstance(function, FunctionType):
            code, cells = _with_constants(function.__code__, whole), function.__closure__
            copy = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, cells)
            copy.__kwdefaults__, function = function.__kwdefaults__, copy
        try:
            function(_converted(case, whole))
        except Exception:  # a library that takes exact ints only
            return list(dict.fromkeys(found))
        return list(dict.fromkeys(found))

    @contextmanager
    def _watching(self, found: list[str]) -> Iterator[None]:
        if sys.getprofile() is not None or self._events > WATCHED_EVENTS:
            yield
            return

        within = self.within

        def look(frame: Any, event: str, argument: Any) -> None:
            self._events += 1
            if self._events > WATCHED_EVENTS:
                sys.setprofile(None)
            elif event == "return":
                mine, caller = within(frame.f_globals.get("__name__", "")), frame.f_back
                if mine or (caller is not None and within(caller.f_globals.get("__name__", ""))):
                    if _is_float(argument):
                        found.append(f"{argument!r} from {frame.f_code.co_name}")
                    elif mine:
                        for name, value in frame.f_locals.items():
                            if _is_float(value):
                                found.append(f"{name} = {value!r} in {frame.f_code.co_name}")
            elif event == "c_call" and within(frame.f_globals.get("__name__", "")):
                if name := _inexact_call(argument):
                    found.append(f"{name} in {frame.f_code.co_name}")

        sys.setprofile(look)
        try:
            yield
        finally:
            sys.setprofile(None)


def _inexact_call(function: Any) -> str | None:
    """The name of a C function that computes with floats; None if it does not, as far as its name and owner tell."""
    name, owner = getattr(function, "__name__", "?"), getattr(function, "__self__", None)
    if _is_float(owner):
        return f"{type(owner).__name__}.{name}"
    home = getattr(function, "__module__", None) or getattr(owner, "__name__", None) or ""
    if home in ("math", "cmath") and name not in EXACT_FUNCTIONS:
        return f"{home}.{name}"
    return None


def _whole_numbers(within: Pages, found: list[str]) -> type[int]:
    """A subclass of int whose true division by a whole number is noted, in watched code; sums and products belong."""

    class Whole(int):
        __slots__ = ()

    def divided(left: Any, right: Any) -> Any:
        frame = sys._getframe(2)
        if within(frame.f_globals.get("__name__", "")):
            found.append(f"/ between whole numbers in {frame.f_code.co_name}")
        return operator.truediv(int(left), int(right))

    def true_division(self: int, other: Any) -> Any:
        return divided(self, other) if isinstance(other, int) else NotImplemented

    def reflected_division(self: int, other: Any) -> Any:
        return divided(other, self) if isinstance(other, int) else NotImplemented

    def kept(operation: Any) -> Any:
        def apply(self: int, *rest: Any) -> Any:
            result = operation(self, *rest)
            return Whole(result) if isinstance(result, int) else result

        return apply

    for full, division in (("__truediv__", true_division), ("__rtruediv__", reflected_division)):
        setattr(Whole, full, division)
    for name in ("add", "sub", "mul", "floordiv", "mod", "pow"):
        for full in (f"__{name}__", f"__r{name}__"):
            setattr(Whole, full, kept(getattr(int, full)))
    for full in ("__neg__", "__pos__", "__abs__"):
        setattr(Whole, full, kept(getattr(int, full)))
    return Whole


def _with_constants(code: CodeType, whole: type[int]) -> CodeType:
    """The code with its constant ints replaced."""

    def changed(constant: Any) -> Any:
        if isinstance(constant, CodeType):
            return _with_constants(constant, whole)
        return whole(constant) if type(constant) is int else constant

    return code.replace(co_consts=tuple(map(changed, code.co_consts)))


def _converted(case: Any, whole: type[int]) -> Any:
    """The case with its ints replaced, within tuples, lists and the values of dictionaries."""
    if type(case) is int:
        return whole(case)
    if type(case) in (tuple, list):
        return type(case)(_converted(part, whole) for part in case)
    if type(case) is dict:
        return {key: _converted(value, whole) for key, value in case.items()}
    return case
