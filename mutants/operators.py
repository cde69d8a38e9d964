"""The mutants of a module: one small change of its syntax tree each."""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_PAIRS = [("min", "max"), ("sin", "cos"), ("any", "all"), ("floor", "ceil")]
NAMES = dict(_PAIRS) | {second: first for first, second in _PAIRS}

#: Functions and calls that only make words, and settings that no result depends on (`strict` guards a zip).
SHOWN = {"__repr__", "__str__", "__format__"}
MESSAGES = {"warn", "print"}
#: Calls of which only the first argument is mutated: the others are types, or the words of an error.
FIRST_ONLY = {"isinstance", "issubclass", "require"}
SETTINGS = {"timeout", "strict", "maxsize"}
#: The expression around a changed number or name is shown if it is no longer than this.
LONGEST = 100
#: Parts of the tree that are no behaviour: annotations, decorators, the words of an error.
LEFT_OUT = {
    (ast.AnnAssign, "annotation"), (ast.arg, "annotation"), (ast.FunctionDef, "returns"),
    (ast.FunctionDef, "decorator_list"), (ast.ClassDef, "decorator_list"), (ast.Assert, "msg"),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change.

    Args:
        file: path of the module, relative to the checkout.
        line: its line, from 1; `text` is that line as it stands in the source.
        function: qualified name of the function around it ("" at the top, "<lambda>" in a lambda).
        original, mutated: the smallest expression around the change, before and after.
        reached: first and last line whose execution means that the change is reached.
        imported: the expression is evaluated when the module is imported.
        compiled: makes the code of the mutated module, given a file name.
    """

    file: str
    line: int
    text: str
    function: str
    original: str
    mutated: str
    reached: tuple[int, int]
    imported: bool
    compiled: Callable[[str], CodeType]

    @property
    def mutation(self) -> str:
        return f"{self.original} → {self.mutated}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What a survivor is declared by; does not change when lines move."""
        return self.file, self.function, self.text, self.mutation


#: Where a node hangs: its parent, the field, and the index if that is a list.
_Slot = tuple[ast.AST, str, int | None]


@dataclass(frozen=True)
class _Scope:
    """Where the walk is."""

    function: str = ""
    reached: tuple[int, int] = (0, 0)
    imported: bool = True


def mutants(file: str, source: str, statements_only: set[str] | None = None) -> list[Mutant]:
    """All mutants of a module, in the order of the source.

    Args:
        file: its path, for the record.
        source: its text.
        statements_only: None for all of it; else only the statements of theorems: functions with a decorator of one
            of these names, and what stands for `holds` in a call of one of these names.
    """
    tree = ast.parse(source)
    walk = _Walk(file, source.splitlines(), tree)
    if statements_only is None:
        walk.children(tree, _Scope())
    else:
        for node in _statements(tree, statements_only):
            walk.visit(node, (tree, "body", None), _Scope())  # neither a function nor a lambda is changed itself
    return sorted(walk.found, key=lambda mutant: mutant.line)


def _statements(tree: ast.Module, names: set[str]) -> list[ast.AST]:
    """The statements of theorems, and the functions of the module that they call."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found = [node for node in functions.values() if {_called(mark) for mark in node.decorator_list} & names]
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) in names):
        for holds in (keyword.value for keyword in call.keywords if keyword.arg == "holds"):
            found.append(functions.get(holds.id) if isinstance(holds, ast.Name) else holds)
    for node in found:  # grows while it is walked
        behaviour = [node.args, *node.body] if isinstance(node, ast.FunctionDef) else [node] if node else []
        used = {name.id for part in behaviour for name in ast.walk(part) if isinstance(name, ast.Name)}
        found += [function for name, function in functions.items() if name in used and function not in found]
    return [
        node
        for at, node in enumerate(found)
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node not in found[:at]
    ]


def _called(node: ast.AST) -> str:
    """The last part of the name that is called, or of a name."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


class _Walk:
    """Goes through a tree and notes every change; the tree is changed only while a mutant is compiled."""

    def __init__(self, file: str, lines: list[str], tree: ast.Module):
        self.file, self.lines, self.tree = file, lines, tree
        self.found: list[Mutant] = []
        nodes = list(ast.walk(tree))
        imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        self.known = {alias.asname or alias.name for node in imports for alias in node.names}
        self.known |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}

    def visit(self, node: ast.AST, slot: _Slot, scope: _Scope) -> None:
        """Note the changes at a node and in it; `slot` is where it hangs."""
        match node:
            case ast.FunctionDef(name=name) if name in SHOWN:
                return
            case ast.Raise() | ast.JoinedStr():
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                return
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                return
            case ast.keyword(arg=name) if name in SETTINGS:
                return
            case ast.Call() if _called(node) in MESSAGES:
                return
            case ast.Call(args=[first, *_]) if _called(node) in FIRST_ONLY:
                self.visit(first, (node, "args", 0), scope)
                return
            case ast.FunctionDef():
                self.function(node, scope)
                return
            case ast.ClassDef(name=name):
                scope = _Scope(_join(scope.function, name), scope.reached, scope.imported)
            case ast.Lambda(args=arguments, body=body):
                inside = _Scope(_join(scope.function, "<lambda>"), (body.lineno, body.end_lineno), False)
                self.children(arguments, inside)
                self.visit(body, (node, "body", None), inside)
                return
        if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef):
            last = node.lineno if hasattr(node, "body") else node.end_lineno
            scope = _Scope(scope.function, (node.lineno, last), scope.imported)
        for changed in _changes(node, self.known):
            self.note(node, changed, slot, scope)
        self.children(node, scope)

    def function(self, node: ast.FunctionDef, scope: _Scope) -> None:
        """Visit body and defaults. A default matters when the body runs: it is reached by the body's lines."""
        inside = _Scope(_join(scope.function, node.name), (node.body[0].lineno, node.body[-1].end_lineno), False)
        self.children(node.args, inside)
        for at, statement in enumerate(node.body):
            self.visit(statement, (node, "body", at), inside)

    def children(self, node: ast.AST, scope: _Scope) -> None:
        """Visit all parts of a node that are behaviour."""
        settings = _settings(node) if isinstance(node, ast.arguments) else []
        for field, value in ast.iter_fields(node):
            if (type(node), field) in LEFT_OUT:
                continue
            for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or child in settings:
                    continue
                header = isinstance(node, ast.stmt) and hasattr(node, "body") and isinstance(child, ast.expr)
                reached = (node.lineno, child.end_lineno) if header else scope.reached
                self.visit(child, (node, field, at), _Scope(scope.function, reached, scope.imported))

    def note(self, node: ast.AST, changed: ast.AST, slot: _Slot, scope: _Scope) -> None:
        """Note one mutant: `changed` in the place of `node`."""

        def compiled(file_name: str) -> CodeType:
            _put(slot, ast.fix_missing_locations(ast.copy_location(changed, node)))
            try:
                return compile(self.tree, file_name, "exec", dont_inherit=True)
            finally:
                _put(slot, node)

        where = (self.file, node.lineno, self.lines[node.lineno - 1].strip(), scope.function)
        leaf = isinstance(node, ast.Constant | ast.Name | ast.Attribute) and isinstance(slot[0], ast.expr | ast.keyword)
        shown = slot[0] if leaf and len(ast.unparse(slot[0])) <= LONGEST else node
        _put(slot, changed)
        mutated = ast.unparse(shown if shown is slot[0] else changed)
        _put(slot, node)
        words = (ast.unparse(shown), mutated)
        self.found.append(Mutant(*where, *words, scope.reached, scope.imported, compiled))


def _put(slot: _Slot, node: ast.AST) -> None:
    parent, field, at = slot
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _join(outer: str, name: str) -> str:
    return f"{outer}.{name}" if outer else name


def _settings(arguments: ast.arguments) -> list[ast.expr]:
    """The defaults of arguments that are settings."""
    positional = [*arguments.posonlyargs, *arguments.args]
    named = [*zip(reversed(positional), reversed(arguments.defaults), strict=False)]
    named += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [default for argument, default in named if argument.arg in SETTINGS and default is not None]


def _changes(node: ast.AST, known: set[str]) -> Iterator[ast.AST]:
    """What may stand in the place of a node, each with one change at the node itself, not inside of it."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPS:
            if not any(isinstance(side, ast.JoinedStr) or _is_text(side) for side in (left, right)):
                yield _with(node, op=SWAPS[type(op)]())
        case ast.AugAssign(op=op) if type(op) in SWAPS:
            yield _with(node, op=SWAPS[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield _with(node, op=SWAPS[type(op)]())
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield _with(node, values=rest) if len(rest) > 1 else copy.copy(rest[0])
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield _with(node, ops=[*ops[:at], SWAPS[type(op)](), *ops[at + 1 :]])
        case ast.Constant(value=bool(value)):
            yield _with(node, value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (_with(node, value=other) for other in (value + 1, value - 1))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield copy.copy(operand)
        case ast.Name(id=name, ctx=ast.Load()) if NAMES.get(name) in known | set(dir(builtins)):
            yield _with(node, id=NAMES[name])
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in NAMES:
            yield _with(node, attr=NAMES[name])
        case ast.Call(func=ast.Name(id="range"), args=args) if args:
            at = min(len(args), 2) - 1  # where it stops
            if isinstance(args[at], ast.Name | ast.Attribute | ast.Call):
                for op in (ast.Add(), ast.Sub()):
                    yield _with(node, args=[*args[:at], ast.BinOp(args[at], op, ast.Constant(1)), *args[at + 1 :]])


def _with(node: ast.AST, **fields) -> ast.AST:
    """A copy of a node with other fields; what hangs below is shared."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
