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


def read(path: str | os.PathLike[str]) -> Run:
    """Every tensor of a file by name. safetensors are read where they are looked at, bfloat16 as float32."""
    arrays, metadata = _read_npz(path) if Path(path).suffix == ".npz" else safetensors.read(path)
    try:
        axes = json.loads(metadata.get("axes", "{}"))
    except ValueError:
        axes = {}
    return Run({name: Tensor.named(array, name, axes.get(name) or axes_of(name, array.ndim)) for name, array in arrays.items()}, metadata)


def write(path: str | os.PathLike[str], arrays: Mapping[str, numpy.ndarray]) -> None:
    """Writes tensors by name; a safetensors file also keeps the axes of those that have them."""
    values = {name: numpy.asarray(array) for name, array in arrays.items()}
    if Path(path).suffix == ".npz":
        numpy.savez(path, **values)
        return
    axes = {name: list(array.axes) for name, array in arrays.items() if getattr(array, "axes", ())}
    safetensors.write(path, values, {"axes": json.dumps(axes)} if axes else {})


def _read_npz(path: str | os.PathLike[str]) -> tuple[dict[str, numpy.ndarray], dict[str, str]]:
    try:
        with open(path, "rb") as stored, numpy.load(stored, allow_pickle=False) as file:
            # Names with underscores in front are no tensors: they say something about them.
            return {name: file[name] for name in file.files if not name.startswith("__")}, {}
    except OSError as problem:
        raise Error(f"{path}: {problem.strerror or 'this is no NPZ file'}") from None
    except (ValueError, zipfile.BadZipFile, KeyError, AttributeError, EOFError):
        raise Error(f"{path}: this is no NPZ file of numbers") from None
