"""Reads and writes safetensors: eight bytes with the length of a header, the header as JSON, and the numbers, row-major and
little-endian."""

from __future__ import annotations

import json
import math
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy

from .errors import Error

# The format's types in NumPy. NumPy has no bfloat16, whose 16 bits are the upper half of a float32.
NUMPY_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
               "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?"}
STORED_TYPES = {numpy.dtype(text): name for name, text in NUMPY_TYPES.items() if name != "BF16"}
LONGEST_HEADER = 100_000_000
COPIED_AT_A_TIME = 1 << 24


class Entry(NamedTuple):
    """The place of one tensor in its file."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


class Header(NamedTuple):
    """The header of a file. Entries are in the order of the numbers, and their places count from the file's first byte."""

    entries: dict[str, Entry]
    metadata: dict[str, str]


def size_in_bytes(dtype: str, shape: tuple[int, ...]) -> int:
    return numpy.dtype(NUMPY_TYPES[dtype]).itemsize * math.prod(shape)


def read_header(path: str | os.PathLike[str]) -> Header:
    """Reads only the header, and refuses one that does not fit its file."""
    try:
        with open(path, "rb") as file:
            total = file.seek(0, os.SEEK_END)
            file.seek(0)
            start = file.read(8)
            length = struct.unpack("<Q", start)[0] if len(start) == 8 else total
            if length > min(LONGEST_HEADER, total - 8):
                raise Error(f"{path}: this is no safetensors file")
            fields = json.loads(file.read(length))
    except OSError as problem:
        raise Error(f"{path}: {problem.strerror}") from None
    except ValueError:
        raise Error(f"{path}: the header is no JSON") from None
    if not isinstance(fields, dict):
        raise Error(f"{path}: the header is no object")
    metadata = fields.pop("__metadata__", {})
    entries = {}
    for name, field in fields.items():
        try:
            dtype, shape, (begin, end) = field["dtype"], tuple(field["shape"]), field["data_offsets"]
            fits = end - begin == size_in_bytes(dtype, shape) and 0 <= begin and end <= total - 8 - length
        except (KeyError, TypeError, ValueError):
            raise Error(f"{path}: the header says nothing sensible of {name}") from None
        if not fits:
            raise Error(f"{path}: {name} does not lie where its header says")
        entries[name] = Entry(dtype, shape, 8 + length + begin, 8 + length + end)
    in_order = sorted(entries.items(), key=lambda item: item[1].begin)
    return Header(dict(in_order), metadata if isinstance(metadata, dict) else {})


def map_entry(path: str | os.PathLike[str], entry: Entry) -> numpy.ndarray:
    """The numbers of one tensor as they are stored, read from the file when they are needed."""
    dtype = numpy.dtype(NUMPY_TYPES[entry.dtype])
    if 0 in entry.shape:
        return numpy.empty(entry.shape, dtype)
    return numpy.memmap(path, dtype, "r", entry.begin, entry.shape or (1,)).reshape(entry.shape)


def widen(stored: numpy.ndarray, dtype: str) -> numpy.ndarray:
    """bfloat16 as float32, all other types as they are."""
    return (stored.astype("<u4") << 16).view("<f4") if dtype == "BF16" else stored


def read(path: str | os.PathLike[str]) -> tuple[dict[str, numpy.ndarray], dict[str, str]]:
    """Every tensor by name, in the order of the file, and the metadata."""
    header = read_header(path)
    return {name: widen(map_entry(path, entry), entry.dtype) for name, entry in header.entries.items()}, header.metadata


class Writer:
    """Writes a file whose contents are not known at first: room is kept for the header, and the numbers follow. The file has
    another name until it is complete, so nobody finds half of it."""

    def __init__(self, path: str | os.PathLike[str], expected: int = 0):
        self.path = Path(path)
        self.part = self.path.with_name(self.path.name + ".part")
        self.kept = 4096 + 192 * expected  # bytes for the length and the header
        self.entries: dict[str, dict[str, Any]] = {}
        self.size = 0  # of the numbers so far
        try:
            self.file: BinaryIO = open(self.part, "w+b")
        except OSError as problem:
            raise Error(f"{path}: {problem.strerror}") from None

    def reserve(self, name: str, dtype: str, shape: tuple[int, ...]) -> int:
        """Makes room for a tensor, and returns where to write its numbers with `put`."""
        begin, self.size = self.size, self.size + size_in_bytes(dtype, shape)
        self.entries[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, self.size]}
        return begin

    def put(self, place: int, numbers: numpy.ndarray) -> None:
        self.file.seek(self.kept + place)
        self.file.write(numpy.ascontiguousarray(numbers).reshape(-1).view("u1").data)

    def add(self, name: str, numbers: numpy.ndarray) -> None:
        dtype = STORED_TYPES.get(numbers.dtype.newbyteorder("<"))
        if dtype is None:
            raise Error(f"{name}: numbers of the type {numbers.dtype} cannot be stored in a safetensors file")
        self.put(self.reserve(name, dtype, numbers.shape), numbers.astype(NUMPY_TYPES[dtype], copy=False))

    def take_back(self, names: list[str]) -> None:
        """Forgets tensors, which have to be the last ones added."""
        self.size = min([self.size] + [self.entries.pop(name)["data_offsets"][0] for name in names if name in self.entries])

    def finish(self, metadata: Mapping[str, str]) -> None:
        header = json.dumps({"__metadata__": dict(metadata)} | self.entries if metadata else self.entries, separators=(",", ":")).encode()
        if len(header) + 8 > self.kept:
            self._move_numbers(-(-(len(header) + 8) // 4096) * 4096)
        self.file.truncate(self.kept + self.size)
        self.file.seek(0)
        self.file.write(struct.pack("<Q", self.kept - 8) + header.ljust(self.kept - 8))  # spaces after a header are allowed
        self.file.close()
        os.replace(self.part, self.path)

    def _move_numbers(self, kept: int) -> None:
        """Makes more room for the header by moving the numbers towards the end, the last ones first."""
        for end in range(self.size, 0, -COPIED_AT_A_TIME):
            begin = max(0, end - COPIED_AT_A_TIME)
            self.file.seek(self.kept + begin)
            numbers = self.file.read(end - begin)
            self.file.seek(kept + begin)
            self.file.write(numbers)
        self.kept = kept

    def abandon(self) -> None:
        """Removes everything written so far."""
        self.file.close()
        self.part.unlink(missing_ok=True)


def write(path: str | os.PathLike[str], arrays: Mapping[str, numpy.ndarray], metadata: Mapping[str, str] = {}) -> None:
    writer = Writer(path, len(arrays))
    try:
        for name, numbers in arrays.items():
            writer.add(name, numpy.asarray(numbers))
        writer.finish(metadata)
    except BaseException:
        writer.abandon()
        raise
