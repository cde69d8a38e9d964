"""Compiled models in other formats, each file checked on valid inputs against the model in torch before it is kept."""

from rope_theory.machines.export.gguf_writer import export_gguf
from rope_theory.machines.export.inputs import Agreement
from rope_theory.machines.export.onnx_graph import export_onnx

__all__ = ["Agreement", "export_gguf", "export_onnx"]
