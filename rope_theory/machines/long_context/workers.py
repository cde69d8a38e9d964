"""Where the runs of a sweep go: processes of this machine, or a cluster of dask or ray, through joblib."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.packages import load_packages

CLUSTERS = ("dask", "ray")
#: Classes of errors, by name so that nothing is imported for them, that say that a worker died and not that a run failed.
_DEATHS = {"BrokenExecutor", "KilledWorker", "RayActorError", "WorkerCrashedError"}


@contextmanager
def workers(backend: str, jobs: int | None, address: str | None = None) -> Iterator[None]:
    """Within it joblib's `Parallel` runs there; with one worker (left) it runs in this process, as joblib does.

    Args:
        backend: "dask", "ray", or another name that joblib has ("loky").
        jobs: runs at once, -1 for one per core; None is 1, or for a cluster that is there all its workers.
        address: of a dask scheduler or a ray cluster that is there; default: a local one, stopped at the end.

    Raises:
        InvalidInput: an unknown backend, one that is not installed, a cluster that does not answer or has threads.
    """
    import joblib

    require(
        address is None or backend in CLUSTERS,
        "--address",
        f"must come with --backend {' or '.join(CLUSTERS)}",
        address,
    )
    count = 1 if jobs is None else jobs if jobs > 0 else max(1, joblib.cpu_count() + 1 + jobs)
    if backend in CLUSTERS:
        with (_dask if backend == "dask" else _ray)(count, address):
            with joblib.parallel_config(backend=backend, n_jobs=-1 if address and jobs is None else count):
                yield
        return
    try:
        context = joblib.parallel_config(backend=backend, n_jobs=jobs)
    except (ValueError, ImportError):
        raise InvalidInput("--backend", "must be a backend that joblib has here", backend) from None
    with context:
        yield


@contextmanager
def _dask(count: int, address: str | None) -> Iterator[None]:
    distributed = load_packages("distributed", to="run on dask")
    local = {"n_workers": count, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    settings: dict[str, Any] = (
        {"address": address, "timeout": 10} if address else local | {"silence_logs": logging.ERROR}
    )
    try:
        client = distributed.Client(**settings)
    except (OSError, ValueError) as problem:
        raise InvalidInput("--address", f"must be a dask scheduler ({type(problem).__name__})", address) from None
    with client:
        threads = client.nthreads()
        rule = "must have workers of one thread each (FLINT's precision is global)"
        require(bool(threads) and set(threads.values()) == {1}, "--address", rule, sorted(threads.values()))
        yield


@contextmanager
def _ray(count: int, address: str | None) -> Iterator[None]:
    ray = load_packages("ray", to="run on ray")
    from ray.util.joblib import register_ray

    settings: dict[str, Any] = {"address": address} if address else {"num_cpus": count, "include_dashboard": False}
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **settings)
    except Exception as problem:  # ray raises the bare class where it does not start in time
        said = next(iter(str(problem).splitlines()), type(problem).__name__)
        if address:
            raise InvalidInput("--address", f"must be a ray cluster ({said})", address) from None
        raise InvalidInput("--backend", f"must start here ({said})", "ray") from None
    try:
        register_ray()
        yield
    finally:
        ray.shutdown()


def worker_died(problem: BaseException) -> bool:
    """Whether an error says that a worker process died, in loky, dask or ray.

    Example:
        >>> from concurrent.futures.process import BrokenProcessPool
        >>> worker_died(BrokenProcessPool()), worker_died(ValueError())
        (True, False)
    """
    return any(kind.__name__ in _DEATHS for kind in type(problem).__mro__)
