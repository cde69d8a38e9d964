"""What a statement compares: its two sides, read off while it is evaluated at one instance."""

from __future__ import annotations

import ast
import copy
import inspect
import operator
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rope_theory.evidence.claims.hypothesis import Instance

#: Signs of comparisons, by the operator or by the name of the function that compares.
_OPERATORS = {ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.Eq: "=", ast.NotEq: "≠"}
_FUNCTIONS = {"less": "<", "at_most": "≤"}
_MEANING = {"<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge, "=": operator.eq, "≠": operator.ne}
_SEEN = "_seen_"


@dataclass(frozen=True)
class Sides:
    """One comparison: left side, the sign that the statement writes, right side; both as the code has them, and what
    the names in it stand for; whether it is made inside another function."""

    left: Any
    sign: str
    right: Any
    code: tuple[ast.expr, ast.expr]
    meaning: Mapping[str, ast.expr]
    inside: bool = False


def compared_at(holds: Callable[..., Any], instance: Instance, within: int | None = None) -> list[Sides]:
    """The comparisons that a statement makes at an instance, in their order; none where it has no source to read.

    Only what the statement itself compares: what chooses (tests of `if`, filters) is left out, so are constants of text
    and whatever happens inside functions that it calls.

    Args:
        holds: a function of a module, as pages have them; it is evaluated once more.
        instance: its arguments.
        within: if given, a < b < c counts, too, as a < b and b < c; and so deep what is compared inside functions of pages
            and of `rope_theory.evidence.instances`, where names stand for other things: only what functions give is named.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> [(side.left, side.sign, side.right) for side in compared_at(claim("u25.thm1").holds, claim("u25.thm1").example)]
        [(Fraction(38, 9), '≤', Fraction(80, 9))]
    """
    watching = _Watching(instance, within is not None)
    watched = watching.made(holds, within or 0)
    if watched is None:
        return []
    watched(**instance)
    return watching.seen


#: Whose functions are read where functions call them.
_READ = ("rope_theory.proofs.", "rope_theory.evidence.instances.")


class _Watching:
    """What functions compare while they run."""

    def __init__(self, instance: Instance, chains: bool) -> None:
        self.instance, self.chains = instance, chains
        self.seen: list[Sides] = []

    def made(self, function: Callable[..., Any], within: int, inside: bool = False) -> Callable[..., Any] | None:
        """The function again, with comparisons that are told; None where it has no source to read."""
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, TypeError, SyntaxError):
            return None
        stated = tree.body[0]
        if not isinstance(stated, ast.FunctionDef):
            return None
        watch, meaning = _Watch(self.chains), {} if inside else _meaning(stated, self.instance)

        def see(which: int, left: Any, sign: str, right: Any, compare: Callable[[Any, Any], Any] | None = None) -> Any:
            codes = watch.codes[which]
            code = (_named(codes[0]), _named(codes[1])) if inside else codes
            self.seen.append(Sides(left, sign, right, code, meaning, inside))
            return (compare or _MEANING[sign])(left, right)

        stated.decorator_list = []
        stated.body = [watch.visit(line) for line in stated.body]
        names = {**function.__globals__, **self._helpers(function, stated, within), _SEEN: see}
        exec(compile(ast.fix_missing_locations(tree), "<statement>", "exec"), names)
        return names[stated.name]

    def _helpers(self, function: Callable[..., Any], stated: ast.FunctionDef, within: int) -> dict[str, Any]:
        """The functions that this one calls by their names, made again."""
        if not within:
            return {}
        called = {node.id for node in ast.walk(stated) if isinstance(node, ast.Name)} - {stated.name}
        found = {name: function.__globals__.get(name) for name in sorted(called)}
        plain = {name: one for name, one in found.items()
                 if inspect.isfunction(one) and one.__module__.startswith(_READ) and not hasattr(one, "__wrapped__")}  # fmt: skip
        return {name: self.made(one, within - 1, inside=True) or one for name, one in plain.items()}


def _named(code: ast.expr) -> ast.expr:
    """A side inside another function: the constant, or what a function gives without its arguments, or nothing that has a name."""
    if isinstance(code, ast.Constant):
        return code
    if isinstance(code, ast.Call) and isinstance(code.func, ast.Name) and "_" in code.func.id:
        return ast.Call(code.func, [], [])
    return ast.Name("value", ast.Load())


class _Watch(ast.NodeTransformer):
    """Has every comparison of values tell what it compares."""

    def __init__(self, chains: bool) -> None:
        self.chains = chains
        self.codes: list[tuple[ast.expr, ast.expr]] = []

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if self.chains and len(node.ops) > 1:
            links = zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
            pairs = [ast.Compare(copy.deepcopy(left), [sign], [copy.deepcopy(right)]) for left, sign, right in links]
            return self.visit(ast.copy_location(ast.BoolOp(ast.And(), list(pairs)), node))
        code = copy.deepcopy((node.left, node.comparators[0]))
        self.generic_visit(node)
        sides = (node.left, *node.comparators)
        if len(node.ops) > 1 or type(node.ops[0]) not in _OPERATORS or any(map(_text, sides)):
            return node
        return self._told(node, code, node.left, _OPERATORS[type(node.ops[0])], node.comparators[0])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        code = copy.deepcopy(tuple(node.args))
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and len(node.args) == 2:
            return self._told(node, code, node.args[0], _FUNCTIONS[node.func.id], node.args[1], node.func)
        return node

    def _told(
        self, node: ast.AST, code: Any, left: ast.expr, sign: str, right: ast.expr, *compare: ast.expr
    ) -> ast.AST:
        self.codes.append(code)
        given = [ast.Constant(len(self.codes) - 1), left, ast.Constant(sign), right, *compare]
        return ast.copy_location(ast.Call(ast.Name(_SEEN, ast.Load()), given, []), node)

    def visit_If(self, node: ast.If) -> ast.AST:
        node.body, node.orelse = [self.visit(line) for line in node.body], [self.visit(line) for line in node.orelse]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.visit(node.iter)
        return node


def _text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bool | None)


def _meaning(stated: ast.FunctionDef, instance: Instance) -> dict[str, ast.expr]:
    """What names in the function stand for: defaults that the instance leaves, and expressions given a name once, at its top.

    A name that is set twice, or from a name that is, stands for nothing.
    """
    given = stated.args
    after = dict(zip(given.args[len(given.args) - len(given.defaults) :], given.defaults, strict=True))
    alone = {one: value for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is not None}
    found: dict[str, ast.expr] = {
        one.arg: value for one, value in {**after, **alone}.items() if one.arg not in instance
    }
    stores = Counter(
        node.id for node in ast.walk(stated) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    moving = {name for name in stores if stores[name] > 1} | (
        stores.keys() & {one.arg for one in ast.walk(given) if isinstance(one, ast.arg)}
    )
    for line in stated.body:
        if isinstance(line, ast.Assign) and len(line.targets) == 1:
            for name, value in _pairs(line.targets[0], line.value):
                used = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
                if not used & moving and name not in moving:
                    found[name] = value
    return {name: value for name, value in found.items() if name not in moving}


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """Names with what they are set to, side by side or one."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [pair for one, part in zip(target.elts, value.elts, strict=True) for pair in _pairs(one, part)]
    return [(target.id, value)] if isinstance(target, ast.Name) else []
