"""A run of the program as arrays."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy

from . import files, program
from .tensor import Run, Tensor


def trace(model: program.Model = None, config: Any = None, batch: Any = None, *, sample: str | None = None, only: str | None = None,
          gradients: bool = False, parameters: bool = False, dropout_seed: int | None = None, seed: int | None = None) -> Run:
    """Every tensor that the program computes, by name and in the order of computation.

    `model` is a folder, or a state_dict (of arrays or of PyTorch's tensors, with the names of docs/TRACE.md) whose configuration is
    `config`, a dict or a file; a configuration alone has weights drawn from `seed`. `batch` is a file or {"src": …, "tgt": …, "labels":
    …}, otherwise the model's own. `only` picks names, such as '*.cross_attn.*'; with `gradients` the run has those of the loss, with
    `parameters` it has the weights, as `parameters.` and their names. `metadata` says of the run which `configuration` and `batch` it is
    of, as JSON.
    """
    with program.opened(model, config, batch, sample, seed) as arguments, tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        values, slopes = Path(folder) / "trace.npz", Path(folder) / "gradients.npz"
        program.call(["trace", *arguments, "--format", "npz", "--out", str(values),
                      *program.options(only=only, parameters=parameters, dropout_seed=dropout_seed, gradients=slopes if gradients else None)])
        run = _run(values)
        run.words = _words(model, sample, run)
        if gradients:
            run.gradients = _run(slopes, "gradient")
    return run


def _run(path: Path, scale: str = "") -> Run:
    arrays, metadata = files.read_npz(path)
    axes = files.axes_in(metadata)
    return Run({name: Tensor.named(array, name, axes[name], scale) for name, array in arrays.items()}, metadata)


def _vocabulary(model: program.Model, sample: str | None, side: str) -> list[str]:
    """The words of a folder or of a sample; none where they are not in a list of their own."""
    if sample is not None:
        listed = (line.strip() for line in program.call(["samples"]).splitlines())
        path = next((line for line in listed if line.endswith(f"/{sample}.json")), None)
        key = {"src": "source_vocabulary", "tgt": "target_vocabulary"}[side]
        return json.loads(Path(path).read_text(encoding="utf-8")).get(key, []) if path else []
    path = Path(model) / f"{side}_vocabulary.json" if isinstance(model, (str, os.PathLike)) else None
    return json.loads(path.read_text(encoding="utf-8")) if path and path.exists() else []


def _words(model: program.Model, sample: str | None, run: Run) -> dict[str, list[list[str]]]:
    """The words of the sentences, where the model says them."""
    words: dict[str, list[list[str]]] = {}
    for side in ("src", "tgt"):
        tokens = run.get(f"{side}.tokens")
        names = _vocabulary(model, sample, side) if tokens is not None else []
        if tokens is not None and len(names) > int(numpy.max(tokens, initial=-1)):
            words[side] = [[names[token] for token in sentence] for sentence in tokens.tolist()]
    return words
