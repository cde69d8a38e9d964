"""A constructed head beside plain attention of the same shape, and the last query at length 2^20.

Full sequences: the constructed queries, keys and codes against random ones, the same call of
scaled_dot_product_attention, alternating in one run; at 131072 on a CUDA device, at 8192 on the CPU.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import torch

from rope_theory.machines.long_context import attention
from rope_theory.machines.long_context.devices import default_device, device_name, peak, synchronize
from rope_theory.machines.long_context.inputs import inputs
from rope_theory.machines.long_context.prediction import attention_recipe
from rope_theory.machines.long_context.run import LongRunSettings

ROUNDS = 5
LAST = """
import time; start = time.perf_counter()
import torch; torch.set_num_threads(1)
from rope_theory.machines.long_context.run import LongRunSettings, run_long
result = run_long(LongRunSettings({construction!r}, 2**20, {dtype!r}, queries="last", head_dim={head_dim}), predicted=False)
whole = time.perf_counter() - start
print(result.accuracy, sum(result.seconds.values()), whole, time.process_time(), result.peak_memory / 2**30)
"""


def seconds(work, device: str) -> float:
    """Wall time of one call, the device's work included."""
    synchronize(device)
    start = time.perf_counter()
    work()
    synchronize(device)
    return time.perf_counter() - start


def full_sequence() -> None:
    """The mix of base 5e5 at head dimension 128 in bfloat16, all positions, beside a plain call."""
    device = default_device()
    length = 131_072 if device != "cpu" else 8192
    settings = LongRunSettings("mix", length, "bfloat16", device)
    subject = settings.contest()
    found = inputs(subject, length)
    given = attention.tensors(
        subject.head(length), found, attention_recipe("bfloat16"), slots=subject.slots, device=device
    )
    torch.manual_seed(0)
    shape = (length, settings.head_dim)
    plain = attention.Tensors(*(torch.randn(shape, device=device).to(torch.bfloat16) for _ in range(3)))
    calls = {"constructed": (given, 128.0), "plain": (plain, settings.head_dim**-0.5)}
    times: dict[str, list[float]] = {name: [] for name in calls}
    with torch.inference_mode():
        for tensors, beta in calls.values():  # warm
            attention.attend(tensors, found, beta)
        for _ in range(ROUNDS):
            for name, (tensors, beta) in calls.items():
                times[name].append(seconds(lambda t=tensors, b=beta: attention.attend(t, found, b), device))
        right = attention.read(attention.margins(attention.attend(given, found, 128.0), found)).float().mean().item()
    speeds = {
        name: 4 * settings.head_dim * found.pairs / statistics.median(all_) / 1e12 for name, all_ in times.items()
    }
    ratio = statistics.median(times["constructed"]) / statistics.median(times["plain"])
    most = peak(device_name(device), "bfloat16")
    share = "share of peak unknown" if most is None else f"{100 * speeds['constructed'] / most:.1f} % of the peak"
    print(
        f"  {device} ({device_name(device)}), {torch.get_num_threads()} threads, length {length}, bfloat16, accuracy {right:g}"
    )
    print(
        f"  constructed {statistics.median(times['constructed']):.4g} s, plain {statistics.median(times['plain']):.4g} s, "
        f"ratio {ratio:.3f} (medians of {ROUNDS}); {speeds['constructed']:.4g} TFLOP/s, {share}"
    )


def last_query() -> None:
    """One query against 2^20 keys on one thread of the CPU, each in a process of its own: time and peak memory."""
    for construction, dtype, head_dim in (("index", "float64", 32), ("mix", "float32", 128), ("mix", "bfloat16", 128)):
        code = LAST.format(construction=construction, dtype=dtype, head_dim=head_dim)
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        accuracy, computed, whole, busy, memory = map(float, out.split())
        print(
            f"  last query at 2^20, {construction}, {dtype}, head dimension {head_dim}: accuracy {accuracy:g}, {computed:.2f} s "
            f"computed, {whole:.2f} s with imports and checks ({busy:.2f} s of processor time), peak {memory:.2f} GiB"
        )


def main() -> None:
    """Print both."""
    full_sequence()
    last_query()


if __name__ == "__main__":
    main()
