"""Records the inside of nn.MultiheadAttention. Hooks only see its inputs and its output. The rest is computed again, a few heads
of one sentence at a time, so that this takes hardly any memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

from .tensor_file import Put

# open(name, shape, dtype, axes) makes room for a tensor and returns a function that writes its numbers.
Open = Callable[[str, tuple[int, ...], torch.dtype, tuple[str, ...]], Put]
AT_A_TIME = 1 << 20  # number of scores
QUERY_AXES = ("batch", "head", "query", "feature")
KEY_AXES = ("batch", "head", "key", "feature")
SCORE_AXES = ("batch", "head", "query", "key")
MERGED_AXES = ("batch", "position", "feature")
NAMES = {"query": QUERY_AXES, "key": KEY_AXES, "value": KEY_AXES, "scores": SCORE_AXES, "masked_scores": SCORE_AXES,
         "weights": SCORE_AXES, "merged": MERGED_AXES}


class Call(NamedTuple):
    """The arguments of one call."""

    query: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor
    key_padding_mask: torch.Tensor | None = None
    need_weights: bool = True
    attn_mask: torch.Tensor | None = None
    average_attn_weights: bool = True
    is_causal: bool = False


class Projections(NamedTuple):
    weights: tuple[torch.Tensor, torch.Tensor, torch.Tensor]
    biases: tuple[torch.Tensor | None, ...]


def projections(module: nn.MultiheadAttention) -> Projections:
    packed = module.in_proj_weight
    weights = packed.chunk(3) if packed is not None else (module.q_proj_weight, module.k_proj_weight, module.v_proj_weight)
    biases = module.in_proj_bias.chunk(3) if module.in_proj_bias is not None else (None, None, None)
    return Projections(tuple(weights), tuple(biases))


def why_not(module: nn.MultiheadAttention, call: Call) -> str:
    """Why the inside cannot be computed again; None if it can."""
    if module.training and module.dropout > 0:
        return "its dropout is drawn anew each time; record in eval mode"
    if any(hasattr(tensor, "placements") for tensor in (*module.parameters(), *call[:3])):
        return "its weights or inputs are spread over several devices"
    return ""


def hide(scores: torch.Tensor, mask: torch.Tensor) -> None:
    if mask.dtype == torch.bool:
        scores.masked_fill_(mask, float("-inf"))
    else:
        scores.add_(mask)


def masks_of(call: Call, sentence: int, heads: int, added: int) -> list[torch.Tensor]:
    """The masks of one sentence, each with a shape that fits head × query × key. Keys that the module adds itself are not
    hidden."""
    masks = []
    if call.attn_mask is not None:
        mask = call.attn_mask
        masks.append(mask[sentence * heads:(sentence + 1) * heads] if mask.dim() == 3 else mask)
    if call.key_padding_mask is not None:
        padding = call.key_padding_mask
        masks.append((padding[sentence] if padding.dim() == 2 else padding)[None, None, :])
    return [F.pad(mask, (0, added)) for mask in masks]


def compute_again(module: nn.MultiheadAttention, call: Call, output: torch.Tensor, open_tensor: Open) -> float:
    """Writes the tensors of NAMES. Returns how far the output computed from them is from the module's output: max |a − b| /
    max(1, |b|)."""
    if call.query.dim() == 2:
        query, key, value, output = (tensor.unsqueeze(0) for tensor in (*call[:3], output))
    else:
        query, key, value, output = (tensor if module.batch_first else tensor.transpose(0, 1) for tensor in (*call[:3], output))
    heads, width = module.num_heads, module.embed_dim // module.num_heads
    (w_q, w_k, w_v), (b_q, b_k, b_v) = projections(module)

    def split(x: torch.Tensor) -> torch.Tensor:
        return x.view(-1, heads, width).transpose(0, 1)

    puts: dict[str, Put] = {}

    def put(sentence: int, first: int, name: str, numbers: torch.Tensor) -> None:
        """Writes heads from `first` on, or a whole sentence of `merged`."""
        shape = (len(query), *numbers.shape) if name == "merged" else (len(query), heads, *numbers.shape[1:])
        if name not in puts:
            puts[name] = open_tensor(name, shape, numbers.dtype, NAMES[name])
        puts[name]((sentence * shape[1] + first) * math.prod(shape[2:]), numbers)

    deviation = 0.0
    for sentence in range(len(query)):
        q, k, v = F.linear(query[sentence], w_q, b_q), F.linear(key[sentence], w_k, b_k), F.linear(value[sentence], w_v, b_v)
        added = 0
        if module.bias_k is not None and module.bias_v is not None:
            k, v, added = torch.cat([k, module.bias_k[0]]), torch.cat([v, module.bias_v[0]]), 1
        q, k, v = split(q), split(k), split(v)
        if module.add_zero_attn:
            k, v, added = F.pad(k, (0, 0, 0, 1)), F.pad(v, (0, 0, 0, 1)), added + 1
        for name, numbers in (("query", q), ("key", k), ("value", v)):
            put(sentence, 0, name, numbers)
        masks = masks_of(call, sentence, heads, added)
        contexts = []
        together = max(1, min(heads, AT_A_TIME // max(1, q.shape[1] * k.shape[1])))
        for first in range(0, heads, together):
            some = slice(first, first + together)
            scores = (q[some] * width ** -0.5) @ k[some].transpose(-1, -2)
            put(sentence, first, "scores", scores)
            for mask in masks:
                hide(scores, mask[some] if len(mask) == heads and mask.dim() == 3 else mask)
            if masks:
                put(sentence, first, "masked_scores", scores)
            weights = scores.softmax(dim=-1)
            put(sentence, first, "weights", weights)
            contexts.append(weights @ v[some])
        merged = torch.cat(contexts).transpose(0, 1).flatten(-2)
        put(sentence, 0, "merged", merged)
        again = F.linear(merged, module.out_proj.weight, module.out_proj.bias).float()  # calling the module would run its hooks
        theirs = output[sentence].float()
        difference = ((again - theirs).abs() / theirs.abs().clamp(min=1)).nan_to_num(0.0)  # rows that see no key are NaN
        deviation = max(deviation, float(difference.max()) if difference.numel() else 0.0)
    return deviation
