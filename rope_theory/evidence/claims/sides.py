"""What a statement compares: its two sides, read off while it is evaluated at one instance."""

from __future__ import annotations

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable
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
    """One comparison: left side, the sign that the statement writes, right side, and how the code writes it."""

    left: Any
    sign: str
    right: Any
    code: str


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

    def see(code: str, left: Any, sign: str, right: Any, compare: Callable[[Any, Any], Any] | None = None) -> Any:
        seen.append(Sides(left, sign, right, code))
        return (compare or _MEANING[sign])(left, right)

    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(holds)))
    except (OSError, TypeError, SyntaxError):
        return []
    stated = tree.body[0]
    if not isinstance(stated, ast.FunctionDef):
        return []
    stated.decorator_list = []
    stated.body = [_Watch().visit(line) for line in stated.body]
    names = {**holds.__globals__, _SEEN: see}
    exec(compile(ast.fix_missing_locations(tree), "<statement>", "exec"), names)
    names[stated.name](**instance)
    return seen


class _Watch(ast.NodeTransformer):
    """Has every comparison of values tell what it compares."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        code = ast.unparse(node)
        self.generic_visit(node)
        sides = (node.left, *node.comparators)
        if len(node.ops) > 1 or type(node.ops[0]) not in _OPERATORS or any(map(_text, sides)):
            return node
        return _told(node, code, node.left, _OPERATORS[type(node.ops[0])], node.comparators[0])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        code = ast.unparse(node)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and len(node.args) == 2:
            return _told(node, code, node.args[0], _FUNCTIONS[node.func.id], node.args[1], node.func)
        return node

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


def _told(node: ast.AST, code: str, left: ast.expr, sign: str, right: ast.expr, *compare: ast.expr) -> ast.AST:
    given = [ast.Constant(code), left, ast.Constant(sign), right, *compare]
    told = ast.Call(ast.Name(_SEEN, ast.Load()), given, [])
    return ast.copy_location(told, node)
