"""Models and tokenizers from a local folder: safetensors only, nothing is downloaded, no code of the folder runs."""

from __future__ import annotations

import sys
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.packages import load_packages
from rope_theory.machines.profiles.sizes import require_sizes
from rope_theory.models.precision.formats import SHORT


def load_model(folder: str | Path, dtype: str = "float32", device: str = "cpu"):
    """The model in a folder as `save_pretrained` writes it, ready for `head_profile`.

    Args:
        folder: holds config.json and safetensors weights.
        dtype: of the weights, e.g. "float32", "float64", "bfloat16".
        device: as torch names it.

    Raises:
        InvalidInput: no such folder, no configuration, no safetensors weights, an unknown dtype or device, a
            configuration larger than the weights, an architecture that transformers does not know.
    """
    torch, transformers, _ = require_models()
    folder = model_folder(folder)
    weights = sorted(folder.glob("*.safetensors"))
    require(
        len(weights) > 0,
        "model",
        "must hold weights in safetensors (*.safetensors); no other format is read",
        str(folder),
    )
    kind = getattr(torch, dtype, None)
    hint = f" (did you mean {SHORT[dtype]}?)" if dtype in SHORT else ""
    floating = isinstance(kind, torch.dtype) and kind.is_floating_point
    require(floating, "dtype", f"must name a floating-point format of torch{hint}", dtype)
    target = _device(device)
    quiet = not sys.stderr.isatty() and transformers.utils.logging.is_progress_bar_enabled()
    if quiet:  # a bar only where a person is looking
        transformers.utils.logging.disable_progress_bar()
    try:
        require_sizes(folder, weights)
        model, report = transformers.AutoModelForCausalLM.from_pretrained(
            folder,
            dtype=kind,
            attn_implementation="eager",
            local_files_only=True,
            use_safetensors=True,
            trust_remote_code=False,
            output_loading_info=True,
        )
        model = model.to(target).eval()
    except InvalidInput:
        raise
    except Exception as problem:  # whatever transformers says of a file from elsewhere
        raise InvalidInput(
            "model", f"must be a model that transformers can load ({_first_line(problem)})", str(folder)
        ) from None
    finally:
        if quiet:
            transformers.utils.logging.enable_progress_bar()
    # transformers fills what is missing with random numbers; the output layer is not used here.
    missing = sorted(key for key in report["missing_keys"] if not key.startswith(("lm_head.", "embed_out.")))
    require(not missing, "model", f"must hold all weights; missing: {', '.join(missing[:3])}", str(folder))
    return model


def _device(name: str):
    """The device, once something can stand on it.

    Raises:
        InvalidInput: torch knows no such device, or finds none here.
    """
    import torch

    try:
        found = torch.device(name)
        torch.empty(1, device=found)
        return found
    except Exception as problem:  # an AssertionError of a torch without CUDA, a RuntimeError of others
        raise InvalidInput("device", f"must be a device that torch finds here ({_first_line(problem)})", name) from None


def load_tokenizer(folder: str | Path):
    """The tokenizer in the same folder, or None if there is none."""
    _, transformers, _ = require_models()
    folder = model_folder(folder)
    if not any((folder / name).is_file() for name in ("tokenizer.json", "tokenizer_config.json", "tokenizer.model")):
        return None
    try:
        return transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception as problem:  # whatever transformers says of a file from elsewhere
        raise InvalidInput(
            "model", f"must hold a tokenizer that transformers can load ({_first_line(problem)})", str(folder)
        ) from None


def model_folder(folder: str | Path) -> Path:
    """The folder, if it is one and holds a config.json."""
    folder = Path(folder)
    rule = "must be a folder that is here, or a model that rope-theory fetch-model has fetched (fetch-model --list: which there are)"
    require(folder.is_dir(), "model", rule, str(folder))
    require((folder / "config.json").is_file(), "model", "must hold a config.json", str(folder))
    return folder


def _first_line(problem: Exception) -> str:
    return f"{type(problem).__name__}: {str(problem).strip().splitlines()[0] if str(problem).strip() else ''}"


def require_models():
    """torch, transformers and safetensors.

    Raises:
        InvalidInput: one is missing.
    """
    return load_packages("torch", "transformers", "safetensors", to="read models", extra="models")
