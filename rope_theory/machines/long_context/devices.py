"""What a run says about the machine: the device, its peak, versions, and a hash of this package's code."""

from __future__ import annotations

import hashlib
import platform
from pathlib import Path

import rope_theory
from rope_theory.core.errors import InvalidInput

#: Dense peaks in TFLOP/s by the device's name in torch, 16-bit formats with float32 sums, and float32 without tensor
#: cores. Source: NVIDIA's data sheets of the A100, H100 and H200.
PEAKS = {
    "NVIDIA A100-SXM4-40GB": (312.0, 19.5),
    "NVIDIA A100-SXM4-80GB": (312.0, 19.5),
    "NVIDIA H100 80GB HBM3": (989.4, 66.9),
    "NVIDIA H100 PCIe": (756.0, 51.2),
    "NVIDIA H200": (989.4, 66.9),
}


def peak(name: str, dtype: str) -> float | None:
    """The device's peak in TFLOP/s, or None where the table has none.

    Example:
        >>> peak("NVIDIA H200", "bfloat16"), peak("a toaster", "float32"), peak("NVIDIA H200", "float64")
        (989.4, None, None)
    """
    sixteen, single = PEAKS.get(name, (None, None))
    return {"bfloat16": sixteen, "float16": sixteen, "float32": single}.get(dtype)


def read_device(device: str) -> str:
    """The device, checked.

    Raises:
        InvalidInput: another word than cpu, cuda or cuda:N, or a CUDA device that is not there.
    """
    import torch

    word, _, number = device.partition(":")
    if (
        word not in ("cpu", "cuda")
        or (number and not (number.isascii() and number.isdigit()))
        or device in ("cuda:", "cpu:")
    ):
        raise InvalidInput("device", "must be cpu, cuda or cuda:N", device)
    if word == "cuda" and not (torch.cuda.is_available() and int(number or 0) < torch.cuda.device_count()):
        raise InvalidInput("device", "must be a device that torch finds here", device)
    return "cpu" if word == "cpu" else device


def default_device() -> str:
    """ "cuda" where torch finds one, else "cpu"."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def device_name(device: str) -> str:
    """The device's own name: torch's for CUDA, the processor's model for the CPU.

    Example:
        >>> bool(device_name("cpu"))
        True
    """
    import torch

    if device != "cpu":
        return torch.cuda.get_device_name(device)
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(filter(None, [*models, platform.processor(), platform.machine()]), "unknown processor")


def machine(device: str) -> dict:
    """Device, threads and versions as plain data."""
    import torch

    return {
        "device": device,
        "device_name": device_name(device),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "float32_matmul_precision": torch.get_float32_matmul_precision(),
        "rope_theory": rope_theory.__version__,
        "code": code_hash(),
    }


def code_hash(root: Path = Path(rope_theory.__file__).parent) -> str:
    """SHA-256 over the names and contents of this package's Python files, in order; independent of git.

    The proof pages do not count: only a wheel has them in the package's folder.
    """
    pages = [path for path in (root / "proofs").rglob("*.py") if path != root / "proofs" / "__init__.py"]
    digest = hashlib.sha256()
    for path in sorted({*root.rglob("*.py")} - {*pages}, key=lambda path: path.relative_to(root).as_posix()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def reset_peak_memory(device: str) -> None:
    """Start counting a CUDA device's memory anew; the CPU's count cannot be reset."""
    import torch

    if device != "cpu":
        torch.cuda.reset_peak_memory_stats(device)


def peak_memory(device: str) -> int:
    """Bytes: allocated at most on a CUDA device; on the CPU the largest resident size of this process so far."""
    import torch

    if device != "cpu":
        return torch.cuda.max_memory_allocated(device)
    import resource
    import sys

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024


def synchronize(device: str) -> None:
    """Wait until a CUDA device is done."""
    import torch

    if device != "cpu":
        torch.cuda.synchronize(device)
