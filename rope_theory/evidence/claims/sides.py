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
    the names in it stand for."""

    left: Any
    sign: str
    right: Any
    code: tuple[ast.expr, ast.expr]
    meaning: Mapping[str, ast.expr]


def compared_at(holds: Callable[..., Any], instance: Instance) -> list[Sides]:
    """The comparisons that a statement makes at an instance, in their order; none where it has no source to read.

    Only what the statement itself compares: what chooses (tests of `if`, filters) is left out, so are constants of text
    and whatever happens inside functions that it calls.

    Args:
        holds: a function of a module, as pages have them; it is evaluated once more.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> [(side.left, side.sign, side.right) for side in compared_at(claim("u25.thm1").holds, claim("u25.thm1").example)]
        [(Fraction(38, 9), '≤', Fraction(80, 9))]
    """
    seen: list[Sides] = []
    watch = _Watch()

    def see(which: int, left: Any, sign: str, right: Any, compare: Callable[[Any, Any], Any] | None = None) -> Any:
        seen.append(Sides(left, sign, right, watch.codes[which], meaning))
        return (compare or _MEANING[sign])(left, right)

    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(holds)))
    except (OSError, TypeError, SyntaxError):
        return []
    stated = tree.body[0]
    if not isinstance(stated, ast.FunctionDef):
        return []
    meaning = _meaning(stated, instance)
    stated.decorator_list = []
    stated.body = [watch.visit(line) for line in stated.body]
    names = {**holds.__globals__, _SEEN: see}
    exec(compile(ast.fix_missing_locations(tree), "<statement>", "exec"), names)
    names[stated.name](**instance)
    return seen


class _Watch(ast.NodeTransformer):
    """Has every comparison of values tell what it compares."""

    def __init__(self) -> None:
        self.codes: list[tuple[ast.expr, ast.expr]] = []

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
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
