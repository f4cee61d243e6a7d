"""Facts about PyTorch's modules before they run: which axes their outputs have, and what hooks cannot see in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

LAYERS = (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer)
TRANSFORMERS = (nn.Transformer, nn.TransformerEncoder, nn.TransformerDecoder, *LAYERS, nn.MultiheadAttention)
# Functions in which an attention's tensors are hidden.
WATCHED = {F.scaled_dot_product_attention: "scaled_dot_product_attention", F.multi_head_attention_forward: "multi_head_attention_forward",
           F.softmax: "softmax", torch.softmax: "softmax", torch.Tensor.softmax: "softmax"}


def axes_of_modules(module: nn.Module) -> dict[nn.Module, tuple[str, ...]]:
    """The axes of the outputs of nn.Transformer's modules, which know themselves whether the batch comes first."""
    known: dict[nn.Module, tuple[str, ...]] = {}
    for part in module.modules():
        attentions = [inner for inner in part.modules() if isinstance(inner, nn.MultiheadAttention)]
        if not isinstance(part, TRANSFORMERS) or len({inner.batch_first for inner in attentions}) != 1:
            continue
        first = ("batch", "position") if attentions[0].batch_first else ("position", "batch")
        for name, inner in part.named_modules():
            hidden = isinstance(part, LAYERS) and name in ("linear1", "dropout")
            if hidden or known.get(inner, ("",))[-1] != "hidden":
                known[inner] = (*first, "hidden" if hidden else "feature")
    return known


def tensors_in(output: Any, key: str = "") -> Iterator[tuple[str, torch.Tensor]]:
    """The tensors of an output, each with the text that is added to the module's name: an empty one if there is only one
    tensor."""
    if isinstance(output, torch.Tensor):
        yield key, output
        return
    if isinstance(output, Mapping):
        items = [(str(name), value) for name, value in output.items()]
    elif isinstance(output, (list, tuple)):
        items = [(str(name), value) for name, value in zip(getattr(output, "_fields", range(len(output))), output)]
    else:
        return
    found = [(f"{key}:{name}{inner}", tensor) for name, value in items for inner, tensor in tensors_in(value)]
    yield from [(key, found[0][1])] if len(found) == 1 and not isinstance(output, Mapping) else found


class Watcher(TorchFunctionMode):
    """Reports calls of functions that contain more than hooks see."""

    def __init__(self, called: Callable[[str], None]):
        super().__init__()
        self.called = called

    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if function in WATCHED:
            self.called(WATCHED[function])
        return function(*args, **(kwargs or {}))
