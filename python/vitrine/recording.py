"""Records the output of every module of a network, and its gradient, in one file that is written while the network runs."""

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
    """Runs `module(*inputs, **keywords)` and writes the output of every module inside under the module's own name. Returns the
    file, whose numbers are read when they are needed.

    gradients    a function that computes the loss from the output, or True if the output is the loss or has it as `.loss`. The
                 gradient of NAME is then written as gradients.NAME. Without this, nothing is kept for a backward pass.
    parameters   also writes the weights, as parameters.NAME
    only         a pattern for the names, such as 'decoder.*'
    axes         axes of tensors for which they cannot be found: {'*.attn': ('batch', 'position', 'feature')}

    If a module is called again, its second output is NAME#2. Outputs of several tensors are NAME:0, NAME:1, or NAME:KEY. The
    inside of nn.MultiheadAttention is computed again from its inputs, and compared with its output. With several processes, each
    writes its own file, trace.rank0.safetensors …, which `join` puts together.

    PyTorch's fast path, which skips modules, is off meanwhile. Under torch.no_grad(), the fast path would write zeros into the
    rows of padding in an nn.TransformerEncoder's output. If an attention sees them, the recorded numbers differ, and a warning
    says so.
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
    """The reasons, each with the first names to which it applies."""
    names: dict[str, list[str]] = {}
    for name, why in not_seen.items():
        names.setdefault(why, []).append(name)
    return "; ".join(f"{', '.join(of[:3])}{f' and {len(of) - 3} more' if len(of) > 3 else ''} ({why})" for why, of in names.items())


def pytorch() -> Any:
    """PyTorch, if it is installed and new enough."""
    try:
        import torch
    except ImportError:
        raise Error("recording needs PyTorch (on Debian: python3-torch)") from None
    if not hasattr(torch.Tensor, "register_post_accumulate_grad_hook") or not hasattr(torch.backends, "mha"):
        raise Error(f"recording needs PyTorch 2.1 or newer, and this is {torch.__version__}")
    return torch
