"""Handles modules spread over several processes: which process this is, what a wrapper contains, and which part of a tensor is
here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import torch
from torch import nn

WRAPPERS = re.compile(r"(?:^|(?<=\.))(?:_fsdp_wrapped_module|_checkpoint_wrapped_module|_orig_mod)(?:\.|$)")


def rank_and_ranks() -> tuple[int, int]:
    distributed = torch.distributed
    if distributed.is_available() and distributed.is_initialized():
        return distributed.get_rank(), distributed.get_world_size()
    return 0, 1


def path_of_rank(path: Path, rank: int, ranks: int) -> Path:
    """trace.safetensors becomes trace.rank0.safetensors if there are several ranks."""
    return path if ranks == 1 else path.with_name(f"{path.stem}.rank{rank}{path.suffix}")


def unwrapped(module: nn.Module) -> tuple[nn.Module, bool]:
    """The module inside nn.DataParallel, DistributedDataParallel and torch.compile, which do not change what it computes; and
    whether each process has its own sentences."""
    own_sentences = False
    while True:
        name = type(module).__name__
        if name in ("DataParallel", "DistributedDataParallel"):
            module, own_sentences = module.module, own_sentences or name == "DistributedDataParallel"
        elif name == "OptimizedModule":
            module = module._orig_mod
        else:
            return module, own_sentences or any(type(part).__name__.startswith(("FullyShardedDataParallel", "FSDP"))
                                                for part in module.modules())


def own_name(name: str) -> str:
    """A module's name without the parts that wrappers add."""
    return WRAPPERS.sub("", name).rstrip(".")


def local_part(tensor: torch.Tensor) -> tuple[torch.Tensor, str]:
    """The part of a tensor in this process, and how the tensor is split: "" if this is all of it, "shard 1" for a part along axis
    1, "partial" for a summand."""
    placements: Any = getattr(tensor, "placements", None)
    if placements is None:
        return tensor, ""
    if hasattr(tensor, "full_tensor") and len(placements) > 1:  # a mesh with several axes: the parts are put together here
        return tensor.full_tensor(), ""
    placement = placements[0]
    cut = "partial" if placement.is_partial() else f"shard {placement.dim}" if placement.is_shard() else ""
    return tensor.to_local(), cut
