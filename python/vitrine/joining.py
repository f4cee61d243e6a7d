"""Puts the files that several processes have recorded together."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import numpy

from . import safetensors
from .errors import Error
from .files import read
from .tensor import Run


class Part(NamedTuple):
    path: Path
    header: safetensors.Header

    def said(self, key: str, otherwise: str = "{}"):
        return json.loads(self.header.metadata.get(key, otherwise))


def join(parts: Sequence[str | os.PathLike[str]], to: str | os.PathLike[str], along: int | Mapping[str, int] | None = None) -> Run:
    """Joins recordings of all ranks into one file, and returns it. A tensor that only one part has, or that all have with the
    same numbers, is taken as it is. A DTensor's shards are put side by side, and its summands are added. All other tensors that
    differ are put side by side along an axis: the batch if each rank had its own sentences, otherwise the axis that `along`
    names, for all tensors or by a pattern of names."""
    read_parts = sorted((Part(Path(path), safetensors.read_header(path)) for path in parts), key=lambda part: part.said("rank", "0"))
    if not read_parts:
        raise Error("there are no parts to join")
    ranks = [part.said("rank", "0") for part in read_parts]
    expected = max(part.said("ranks", "1") for part in read_parts)
    if ranks != list(range(expected)):
        raise Error(f"these are the parts of ranks {', '.join(map(str, ranks))}, of {expected}")
    names = list(dict.fromkeys(name for part in read_parts for name in part.header.entries))
    axes = {name: value for part in reversed(read_parts) for name, value in part.said("axes").items()}
    writer = safetensors.Writer(to, len(names))
    try:
        for name in names:
            _join_tensor(name, [part for part in read_parts if name in part.header.entries], writer, axes.get(name), along)
        not_seen = {name: why for part in reversed(read_parts) for name, why in part.said("not_seen").items()}
        writer.finish({"format": "vitrine recording", "version": read_parts[0].header.metadata.get("version", ""),
                       "axes": json.dumps(axes), "not_seen": json.dumps(not_seen)})
    except BaseException:
        writer.abandon()
        raise
    return read(to)


def _join_tensor(name: str, parts: list[Part], writer: safetensors.Writer, axes: list[str] | None,
                 along: int | Mapping[str, int] | None) -> None:
    entries = [part.header.entries[name] for part in parts]
    if len({entry.dtype for entry in entries}) > 1:
        raise Error(f"{name} has numbers of different types in the parts")
    dtype = entries[0].dtype
    stored = [safetensors.map_entry(part.path, entry) for part, entry in zip(parts, entries)]
    cuts = {part.said("cuts").get(name, "") for part in parts}
    if cuts == {"partial"}:
        total = numpy.sum([safetensors.widen(array, dtype) for array in stored], axis=0)
        writer.put(writer.reserve(name, "F32" if dtype == "BF16" else dtype, total.shape), total)
        return
    cut = cuts.pop() if len(cuts) == 1 else ""
    if not cut and (len(stored) == 1 or all(_same(stored[0], array) for array in stored[1:])):
        writer.put(writer.reserve(name, dtype, entries[0].shape), stored[0])
        return
    axis = int(cut.split()[1]) if cut else _axis(name, parts, axes, along)
    shapes = {entry.shape[:axis] + entry.shape[axis + 1:] for entry in entries}
    if len(shapes) != 1 or len(entries[0].shape) <= axis:
        sizes = ", ".join("×".join(map(str, entry.shape)) for entry in entries)
        raise Error(f"{name} is {sizes} in the parts, which does not fit side by side along axis {axis}")
    whole = numpy.concatenate(stored, axis=axis)
    writer.put(writer.reserve(name, dtype, whole.shape), whole)


def _same(a: numpy.ndarray, b: numpy.ndarray) -> bool:
    return a.shape == b.shape and a.tobytes() == b.tobytes() if a.size < 1 << 16 else (
        a.shape == b.shape and all(_same(x, y) for x, y in zip(a, b)))


def _axis(name: str, parts: list[Part], axes: list[str] | None, along: int | Mapping[str, int] | None) -> int:
    """The axis along which each part has its own numbers."""
    if isinstance(along, int):
        return along
    for pattern, axis in (along or {}).items():
        if fnmatchcase(name, pattern):
            return axis
    if all(part.said("own_sentences", "false") for part in parts):
        return axes.index("batch") if axes and "batch" in axes else 0
    raise Error(f"{name} differs between the parts: along which axis is it cut? Say along={{'{name}': 0}}")
