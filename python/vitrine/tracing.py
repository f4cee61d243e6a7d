"""Runs the program and returns the run as arrays."""

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

    `model` is a folder, or a state_dict (of arrays or PyTorch's tensors, with the names in docs/TRACE.md) whose configuration is
    `config`, a dict or a file. For a configuration without a model, weights are drawn from `seed`. `batch` is a file or {"src":
    …, "tgt": …, "labels": …}; without it, the model's own batch is used. `only` selects names, such as '*.cross_attn.*'. With
    `gradients`, the run has the gradients of the loss; with `parameters`, it has the weights, named `parameters.` and their name.
    `metadata` says as JSON which `configuration` and `batch` the run has.
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
    """The words of a folder or of a sample; empty if they are not in a list of their own."""
    if sample is not None:
        listed = (line.strip() for line in program.call(["samples"]).splitlines())
        path = next((line for line in listed if line.endswith(f"/{sample}.json")), None)
        key = {"src": "source_vocabulary", "tgt": "target_vocabulary"}[side]
        return json.loads(Path(path).read_text(encoding="utf-8")).get(key, []) if path else []
    path = Path(model) / f"{side}_vocabulary.json" if isinstance(model, (str, os.PathLike)) else None
    return json.loads(path.read_text(encoding="utf-8")) if path and path.exists() else []


def _words(model: program.Model, sample: str | None, run: Run) -> dict[str, list[list[str]]]:
    """The sentences in words, if the model knows them."""
    words: dict[str, list[list[str]]] = {}
    for side in ("src", "tgt"):
        tokens = run.get(f"{side}.tokens")
        names = _vocabulary(model, sample, side) if tokens is not None else []
        if tokens is not None and len(names) > int(numpy.max(tokens, initial=-1)):
            words[side] = [[names[token] for token in sentence] for sentence in tokens.tolist()]
    return words
