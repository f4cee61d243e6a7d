"""A run of the program as arrays."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy

from . import program
from .axes import axes_of
from .tensor import Run, Tensor


def trace(model: program.Model = None, config: Any = None, batch: Any = None, *, sample: str | None = None, only: str | None = None,
          gradients: bool = False, dropout_seed: int | None = None) -> Run:
    """Every tensor that the program computes, by name and in the order of computation.

    `model` is a folder, or a state_dict (of arrays or of PyTorch's tensors, with the names of docs/TRACE.md) whose configuration is
    `config`; `batch` is a file or {"src": …, "tgt": …, "labels": …}, otherwise the model's own. `only` picks names, such as
    '*.cross_attn.*'; with `gradients` the run has those of the loss.
    """
    with program.opened(model, config, batch, sample) as arguments, tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        values, slopes = Path(folder) / "trace.npz", Path(folder) / "gradients.npz"
        program.call(["trace", *arguments, "--format", "npz", "--out", str(values),
                      *program.options(only=only, dropout_seed=dropout_seed, gradients=slopes if gradients else None)])
        run = Run(_arrays(values), words=_words(model, values))
        if gradients:
            run.gradients = Run(_arrays(slopes))
    return run


def _arrays(path: Path) -> dict[str, Tensor]:
    with numpy.load(path, allow_pickle=False) as file:
        return {name: Tensor.named(file[name], name, axes_of(name, file[name].ndim)) for name in file.files if not name.startswith("__")}


def _words(model: program.Model, values: Path) -> dict[str, list[list[str]]]:
    """The words of the sentences, where the model's folder has vocabularies."""
    words: dict[str, list[list[str]]] = {}
    if isinstance(model, (str, os.PathLike)):
        with numpy.load(values, allow_pickle=False) as file:
            for side in ("src", "tgt"):
                vocabulary = Path(model) / f"{side}_vocabulary.json"
                if vocabulary.exists() and f"{side}.tokens" in file.files:
                    names = json.loads(vocabulary.read_text(encoding="utf-8"))
                    words[side] = [[names[token] for token in sentence] for sentence in file[f"{side}.tokens"]]
    return words
