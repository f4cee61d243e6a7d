"""Records what every module of a network puts out, and its gradient, in one file that is written while the network runs."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import safetensors
from .errors import Error
from .files import read
from .tensor import Run

if TYPE_CHECKING:
    import torch
    from torch import nn


def record(module: nn.Module, *inputs: Any, to: str | os.PathLike[str] = "trace.safetensors",
           gradients: bool | Callable[[Any], torch.Tensor] = False, parameters: bool = False, only: str = "*",
           axes: Mapping[str, tuple[str, ...]] = {}, **keywords: Any) -> Run:
    """Runs `module(*inputs, **keywords)` and writes the output of every module inside under the module's own name; returns the file, read
    where it is looked at.

    gradients    a function that makes the loss from the output, or True where the output is the loss or has it as `.loss`: the gradient of
                 NAME is then written as gradients.NAME. Otherwise nothing is kept for a way back.
    parameters   the weights too, as parameters.NAME
    only         a pattern for the names, such as 'decoder.*'
    axes         axes of tensors that are not known by themselves: {'*.attn': ('batch', 'position', 'feature')}

    A module that is called again has its second output under NAME#2. Outputs of several tensors are NAME:0, NAME:1, or NAME:KEY. What is
    inside nn.MultiheadAttention is computed again from its inputs and checked against its output. With several processes, each writes a
    file of its own, trace.rank0.safetensors …, which `join` puts together.

    PyTorch's fast path, which skips modules, is off meanwhile. Under torch.no_grad() it puts zeros into the rows of padding that an
    nn.TransformerEncoder puts out; where an attention looks at them, the recorded numbers are others, and a warning says so.
    """
    torch = pytorch()
    from . import spread
    from .hooks import Hooks
    from .tensor_file import TensorFile
    if not isinstance(module, torch.nn.Module):
        raise Error(f"a module is recorded, and this is a {type(module).__name__}")
    if Path(to).suffix != ".safetensors":
        raise Error(f"{to}: a recording is a safetensors file, with a name that ends in .safetensors")
    if gradients and not any(parameter.requires_grad for parameter in module.parameters()):
        raise Error("there are no gradients: no parameter of the module has requires_grad")
    rank, ranks = spread.rank_and_ranks()
    path = spread.path_of_rank(Path(to), rank, ranks)
    module, own_sentences = spread.unwrapped(module)
    writer = safetensors.Writer(path, expected=4 * sum(1 for _ in module.modules()))
    try:
        file = TensorFile(writer, axes)
        hooks = Hooks(module, file, only)
        hooks.run(inputs, keywords, gradients, parameters)
        spread_over = {"rank": str(rank), "ranks": str(ranks), "own_sentences": json.dumps(own_sentences)} if ranks > 1 else {}
        from . import __version__
        writer.finish({"format": "vitrine recording", "version": __version__} | file.metadata() | spread_over)
    except BaseException:
        writer.abandon()
        raise
    if file.not_seen:
        warnings.warn("not seen: " + in_few_words(file.not_seen), stacklevel=2)
    if ranks == 1:
        for sentence in hooks.padding.warnings():
            warnings.warn(sentence, stacklevel=2)
    return read(path)


def in_few_words(not_seen: Mapping[str, str]) -> str:
    """The reasons, each with the first of those it is true of."""
    names: dict[str, list[str]] = {}
    for name, why in not_seen.items():
        names.setdefault(why, []).append(name)
    return "; ".join(f"{', '.join(of[:3])}{f' and {len(of) - 3} more' if len(of) > 3 else ''} ({why})" for why, of in names.items())


def pytorch() -> Any:
    """PyTorch, where it is here and new enough."""
    try:
        import torch
    except ImportError:
        raise Error("recording needs PyTorch (on Debian: python3-torch)") from None
    if not hasattr(torch.Tensor, "register_post_accumulate_grad_hook") or not hasattr(torch.backends, "mha"):
        raise Error(f"recording needs PyTorch 2.1 or newer, and this is {torch.__version__}")
    return torch
