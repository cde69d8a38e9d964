"""What an attention layer of a transformers model hands to its attention function.

The layer runs again on the hidden states it was given, up to the call of its attention function: projections, norms,
latent projections and gates are the layer's own code.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn

from rope_theory.core.errors import InvalidInput, require

#: A layer of some class of transformers: its attributes are looked for, and no type names them.
Layer: TypeAlias = Any

#: The name under which the code of transformers reaches its attention functions.
INTERFACE = "ALL_ATTENTION_FUNCTIONS"


@dataclass(frozen=True)
class Call:
    """What an attention function was called with.

    Args:
        query: (batch, heads, n, head_dim), as they meet.
        key: (batch, key heads, n, head_dim).
        mask: (batch or 1, heads or 1, n, n), added to the logits or bool; None: there is none.
        more: its other arguments by name.
        weights: what the function itself returned as weights, if it ran.
        tables: what a rotary module inside the layer returned, if it has one.
    """

    query: Tensor
    key: Tensor
    mask: Tensor | None
    more: dict[str, Any]
    weights: Any = None
    tables: Any = None


class _Heard(Exception):
    """The attention function was called; the rest of the layer need not run."""


def attention_modules(model: nn.Module) -> dict[str, nn.Module]:
    """The attention layers by their path, in order: modules whose code calls an attention function of transformers, or
    GPT-J's. In a model of several parts those of its language model.

    Raises:
        InvalidInput: there is none.
    """
    inside = {id(module) for module in body_of(model).modules()}
    found = {name: each for name, each in model.named_modules() if id(each) in inside and _can_be_heard(each)}
    if not found:
        others = {type(m).__name__ for m in model.modules() if "Attention" in type(m).__name__}
        raise InvalidInput(
            "model",
            "must have attention layers that call transformers' attention interface",
            f"{type(model).__name__} with {', '.join(sorted(others)) or 'no attention class'}",
        )
    return found


@contextlib.contextmanager
def watched(modules: Mapping[str, nn.Module], take: Callable[[str, Layer, tuple, dict, Any], None]) -> Iterator[None]:
    """While open, `take(name, module, args, kwargs, output)` is called for each of the layers that runs."""

    def hook(name: str) -> Callable:
        def told(module, args, kwargs, output) -> None:
            take(name, module, args, kwargs, output)

        return told

    handles = [module.register_forward_hook(hook(name), with_kwargs=True) for name, module in modules.items()]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def body_of(model: Any) -> Any:
    """The part that reads tokens and has the layers: the language model of a model of several parts."""
    base = getattr(model, "base_model", model)
    return getattr(base, "language_model", base)


def _can_be_heard(module: nn.Module) -> bool:
    return _own_attention(module) or INTERFACE in inspect.unwrap(type(module).forward).__code__.co_names


def _own_attention(module: nn.Module) -> bool:
    """Whether the class has its attention function as a method: GPT-J, CodeGen."""
    return callable(getattr(type(module), "_attn", None))


def heard(module: Layer, args: tuple, kwargs: dict, order: Tensor | None = None, whole: bool = False) -> Call:
    """Run the layer up to its attention function and say what that was called with.

    Args:
        args, kwargs: what the layer was called with.
        order: (n,): the hidden states are those of these positions. None: as they are.
        whole: run the attention function, too.

    Raises:
        InvalidInput: the layer takes no hidden states, or does not come to its attention function.
    """
    kind = type(module).__name__
    given = inspect.signature(module.forward).bind(*args, **kwargs)
    hidden = given.arguments.get("hidden_states")
    if hidden is None:
        raise InvalidInput("model", "must pass hidden_states to its attention layers", kind)
    if order is not None:
        given.arguments["hidden_states"] = hidden[:, order]
    calls: list[Call] = []
    tables: list[Any] = []
    inside = [each for each in module.modules() if each is not module and "Rotary" in type(each).__name__]
    handles = [each.register_forward_hook(lambda m, given, output: tables.append(output)) for each in inside]

    def listen(original: Callable | None, query, key, value, mask=None, *rest, **more):
        names = ("scaling", "dropout")
        weights = original(query, key, value, mask, *rest, **more)[1] if original and whole else None
        calls.append(Call(query, key, mask, {**dict(zip(names, rest, strict=False)), **more}, weights, *tables[-1:]))
        raise _Heard

    try:
        with _listening(module, listen), torch.no_grad(), contextlib.suppress(_Heard):
            module.forward(*given.args, **given.kwargs)
    finally:
        for handle in handles:
            handle.remove()
    require(len(calls) == 1, "model", "must have layers that call transformers' attention interface", kind)
    good = all(isinstance(each, Tensor) and each.ndim == 4 for each in (calls[0].query, calls[0].key))
    rule = "must have one query and one key for each position"
    require(good and calls[0].query.shape[2] == calls[0].key.shape[2] == hidden.shape[1], "model", rule, kind)
    return calls[0]


@contextlib.contextmanager
def _listening(module: Layer, listen: Callable) -> Iterator[None]:
    """While open, `listen` is called in place of the module's attention function."""
    if _own_attention(module):
        original = module._attn
        module._attn = lambda *args, **kwargs: listen(original, *args, **kwargs)
        try:
            yield
        finally:
            del module._attn
        return
    interface = inspect.unwrap(type(module).forward).__globals__[INTERFACE]
    known = interface.get_interface

    def chosen(name, default):
        function = known(name, default)

        def asked(caller, *args, **kwargs):
            if caller is not module:
                return function(caller, *args, **kwargs)
            return listen(lambda *a, **k: function(caller, *a, **k), *args, **kwargs)

        return asked

    interface.get_interface = chosen
    try:
        yield
    finally:
        del interface.get_interface
