"""Writes PyTorch's tensors to a safetensors file one after the other, in pieces that take little memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase

import torch

from .safetensors import Writer
from .spread import local_part

PIECE = 1 << 24  # bytes that are copied at a time if a tensor cannot be written as it lies in memory
STORED_TYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64",
                torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL"}
Put = Callable[[int, torch.Tensor], None]  # put(start, numbers) writes numbers from a place on, which is counted in numbers


class TensorFile:
    """A file being written, and information about its tensors."""

    def __init__(self, writer: Writer, told_axes: Mapping[str, tuple[str, ...]]):
        self.writer, self.told_axes = writer, dict(told_axes)
        self.axes: dict[str, list[str]] = {}
        self.cuts: dict[str, str] = {}
        self.not_seen: dict[str, str] = {}

    def metadata(self) -> dict[str, str]:
        said = {"axes": json.dumps(self.axes), "not_seen": json.dumps(self.not_seen)}
        return said | ({"cuts": json.dumps(self.cuts)} if self.cuts else {})

    def write(self, name: str, tensor: torch.Tensor, axes: tuple[str, ...] = ()) -> str:
        """Writes a tensor, and returns the first free name for it. A tensor of a kind that files cannot contain is listed as not
        seen."""
        tensor, cut = local_part(tensor.detach())
        if tensor.dtype not in STORED_TYPES or tensor.layout != torch.strided or tensor.is_nested:
            self.not_seen[name] = f"a tensor of {str(tensor.dtype).removeprefix('torch.')}, {str(tensor.layout).removeprefix('torch.')}"
            return ""
        dtype = tensor.dtype
        if dtype == torch.int64 and (tensor.numel() == 0 or -2**31 <= int(tensor.min()) and int(tensor.max()) < 2**31):
            dtype = torch.int32  # ids
        name, put = self.room(name, tuple(tensor.shape), dtype, axes)
        if cut:
            self.cuts[name] = cut
        if tensor.dim() == 0 or (tensor.is_contiguous() and tensor.device.type == "cpu" and tensor.dtype == dtype):
            put(0, tensor.to(dtype))
            return name
        row = tensor[:1].numel()
        rows = max(1, PIECE // max(1, row * tensor.element_size()))
        for first in range(0, len(tensor), rows):
            put(first * row, tensor[first:first + rows].to(dtype))
        return name

    def room(self, name: str, shape: tuple[int, ...], dtype: torch.dtype, axes: tuple[str, ...]) -> tuple[str, Put]:
        """Makes room for a tensor. Returns the first free name for it, and a function that writes its numbers."""
        name = self._free(name)
        begin = self.writer.reserve(name, STORED_TYPES[dtype], shape)
        told = next((told for pattern, told in self.told_axes.items() if fnmatchcase(name.removeprefix("gradients."), pattern)), axes)
        if told and len(told) == len(shape):
            self.axes[name] = list(told)

        def put(start: int, numbers: torch.Tensor) -> None:
            numbers = numbers.detach().to("cpu").contiguous()
            stored = (numbers.view(torch.int16) if numbers.dtype == torch.bfloat16 else numbers).numpy()
            self.writer.put(begin + start * stored.itemsize, stored)

        return name, put

    def take_back(self, names: list[str]) -> None:
        """Forgets tensors, which have to be the last ones written."""
        self.writer.take_back(names)
        for name in names:
            self.axes.pop(name, None)

    def _free(self, name: str) -> str:
        free, number = name, 1
        while free in self.writer.entries:
            number += 1
            free = f"{name}#{number}"
        return free
