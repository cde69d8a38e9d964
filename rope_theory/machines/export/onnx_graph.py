"""A compiled model as an ONNX graph: torch's own exporter, onnxruntime as the judge."""

from __future__ import annotations

import contextlib
import io
import logging
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rope_theory.core.errors import require
from rope_theory.core.files import write_bytes
from rope_theory.core.packages import load_packages
from rope_theory.core.tasks import format_tokens
from rope_theory.machines.compile.tokens import Tokens, format_of, load
from rope_theory.machines.export.inputs import SAMPLE, Agreement, compare

NAMES = ("input_ids", "attention_mask")


def require_onnx() -> tuple[Any, Any]:
    """onnx and onnxruntime.

    Raises:
        InvalidInput: one of them, or what torch exports with, is missing.
    """
    return load_packages("onnx", "onnxruntime", "onnxscript", to="export a graph")[:2]


def export_onnx(directory: str | Path, out: Path, *, sample: int = SAMPLE, seed: int = 2026) -> Agreement:
    """Write (input_ids, attention_mask), both int64 (batch, length), -> logits float32 (batch, length, vocabulary).

    Batch and length may be any up to n0. The graph is compared with torch before the file is put in place, and carries
    task, vocabulary (token number k is word k; one more pads) and n0 as metadata. The certificate is for the model class in torch,
    not for the graph.

    Args:
        directory: a folder of `compile`, in float32.
        out: the file.
        sample, seed: of the comparison, see `rope_theory.machines.export.inputs`.

    Returns:
        how the graph compared; where that does not hold, nothing is written.

    Raises:
        InvalidInput: a package is missing, no folder of ours, another format, or a path that cannot be written.
    """
    onnx, runtime = require_onnx()
    model = load(directory)
    dtype = format_of(model)
    require(dtype == "float32", "directory", "must hold a model in float32 to be exported", dtype)
    graph = _graph(onnx, model)
    session = runtime.InferenceSession(graph, providers=["CPUExecutionProvider"])

    def run(ids, mask):
        return session.run(None, dict(zip(NAMES, (ids.numpy(), mask.numpy()), strict=True)))[0][:, -1]

    found = compare(model, run, masked=True, sample=sample, seed=seed)
    if found.holds:
        write_bytes(out, graph)
    return found


def _graph(onnx: Any, model: Any) -> bytes:
    """The model exported, without the exporter's notes, which name files of this machine."""
    import torch

    class Logits(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, input_ids, attention_mask):
            return self.model(input_ids=input_ids, attention_mask=attention_mask, use_cache=False).logits

    tokens = Tokens.of(model)
    model.set_attn_implementation("eager")
    sizes = {0: torch.export.Dim("batch", min=1), 1: torch.export.Dim("length", min=1, max=tokens.length)}
    example = torch.zeros((2, 2), dtype=torch.long)
    with _hushed():
        program = torch.onnx.export(
            Logits().eval(),
            (example, torch.ones_like(example)),
            dynamo=True,
            input_names=list(NAMES),
            output_names=["logits"],
            dynamic_shapes=dict.fromkeys(NAMES, sizes),
        )
    assert program is not None  # with dynamo=True there is one
    made = program.model_proto
    for part in (made, made.graph, *made.graph.node, *made.graph.value_info, *made.graph.input, *made.graph.output):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    for function in made.functions:
        for part in (function, *function.node, *function.value_info):
            part.ClearField("metadata_props")
            part.ClearField("doc_string")
    facts = {"task": tokens.task, "vocabulary": format_tokens(tokens.vocabulary), "length": tokens.length}
    onnx.helper.set_model_props(made, {f"rope_theory.{name}": str(value) for name, value in facts.items()})
    onnx.checker.check_model(made)
    return made.SerializeToString()


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Without what torch's exporter says of itself: steps on standard output, warnings on names of dimensions."""
    log = logging.getLogger("torch.onnx")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        log.setLevel(level)
