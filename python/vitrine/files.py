"""Reads and writes files of tensors: safetensors or NPZ, depending on the name's ending."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy

from . import safetensors
from .axes import axes_of
from .errors import Error
from .tensor import Run, Tensor

METADATA = "__metadata__"


def read(path: str | os.PathLike[str]) -> Run:
    """Every tensor of a file by name, and information about them as `metadata`. The numbers of safetensors are read when they are
    needed, bfloat16 as float32."""
    arrays, metadata = read_npz(path) if Path(path).suffix == ".npz" else safetensors.read(path)
    axes = axes_in(metadata)
    return Run({name: Tensor.named(array, name, axes.get(name) or axes_of(name, array.ndim)) for name, array in arrays.items()}, metadata)


def write(path: str | os.PathLike[str], arrays: Mapping[str, numpy.ndarray]) -> None:
    """Writes tensors by name, and the axes of those that have any."""
    values = {name: numpy.asarray(array) for name, array in arrays.items()}
    axes = {name: list(array.axes) for name, array in arrays.items() if getattr(array, "axes", ())}
    metadata = {"axes": json.dumps(axes)} if axes else {}
    if Path(path).suffix == ".npz":
        beside = {METADATA: numpy.array(json.dumps(metadata).encode())} if metadata else {}
        numpy.savez(path, **values, **beside)
    else:
        safetensors.write(path, values, metadata)


def axes_in(metadata: Mapping[str, str]) -> dict[str, list[str]]:
    """The axes of each tensor, as far as the file names them."""
    try:
        axes = json.loads(metadata.get("axes", "{}"))
    except ValueError:
        return {}
    return axes if isinstance(axes, dict) else {}


def read_npz(path: str | os.PathLike[str]) -> tuple[dict[str, numpy.ndarray], dict[str, str]]:
    """The arrays of an NPZ file, and the metadata added by the program or by `write`."""
    try:
        with open(path, "rb") as stored, numpy.load(stored, allow_pickle=False) as file:
            # Arrays whose names begin with two underscores are not tensors, but information about them.
            arrays = {name: file[name] for name in file.files if not name.startswith("__")}
            return arrays, _metadata_of(file[METADATA]) if METADATA in file.files else {}
    except OSError as problem:
        raise Error(f"{path}: {problem.strerror or 'this is no NPZ file'}") from None
    except (ValueError, zipfile.BadZipFile, KeyError, AttributeError, EOFError):
        raise Error(f"{path}: this is no NPZ file of numbers") from None


def _metadata_of(array: numpy.ndarray) -> dict[str, str]:
    """The texts in an array of bytes; empty if it comes from another program and contains something else."""
    try:
        texts = json.loads(array.item())
    except (TypeError, ValueError):
        return {}
    return {name: text for name, text in texts.items() if isinstance(text, str)} if isinstance(texts, dict) else {}
