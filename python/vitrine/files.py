"""Files of tensors: safetensors or NPZ, by the name's ending."""

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
    """Every tensor of a file by name, and what stands beside them as `metadata`. safetensors are read where they are looked at, bfloat16
    as float32."""
    arrays, metadata = read_npz(path) if Path(path).suffix == ".npz" else safetensors.read(path)
    axes = axes_in(metadata)
    return Run({name: Tensor.named(array, name, axes.get(name) or axes_of(name, array.ndim)) for name, array in arrays.items()}, metadata)


def write(path: str | os.PathLike[str], arrays: Mapping[str, numpy.ndarray]) -> None:
    """Writes tensors by name, and the axes of those that have them."""
    values = {name: numpy.asarray(array) for name, array in arrays.items()}
    axes = {name: list(array.axes) for name, array in arrays.items() if getattr(array, "axes", ())}
    metadata = {"axes": json.dumps(axes)} if axes else {}
    if Path(path).suffix == ".npz":
        beside = {METADATA: numpy.array(json.dumps(metadata).encode())} if metadata else {}
        numpy.savez(path, **values, **beside)
    else:
        safetensors.write(path, values, metadata)


def axes_in(metadata: Mapping[str, str]) -> dict[str, list[str]]:
    """The axes of each tensor, as far as a file says them."""
    try:
        axes = json.loads(metadata.get("axes", "{}"))
    except ValueError:
        return {}
    return axes if isinstance(axes, dict) else {}


def read_npz(path: str | os.PathLike[str]) -> tuple[dict[str, numpy.ndarray], dict[str, str]]:
    """The arrays of an NPZ file, and the metadata that the program, or `write`, puts behind them."""
    try:
        with open(path, "rb") as stored, numpy.load(stored, allow_pickle=False) as file:
            # Names with underscores in front are no tensors: they say something about them.
            arrays = {name: file[name] for name in file.files if not name.startswith("__")}
            return arrays, _metadata_of(file[METADATA]) if METADATA in file.files else {}
    except OSError as problem:
        raise Error(f"{path}: {problem.strerror or 'this is no NPZ file'}") from None
    except (ValueError, zipfile.BadZipFile, KeyError, AttributeError, EOFError):
        raise Error(f"{path}: this is no NPZ file of numbers") from None


def _metadata_of(array: numpy.ndarray) -> dict[str, str]:
    """The texts in an array of bytes; none where it is another one's, and holds something else."""
    try:
        texts = json.loads(array.item())
    except (TypeError, ValueError):
        return {}
    return {name: text for name, text in texts.items() if isinstance(text, str)} if isinstance(texts, dict) else {}
