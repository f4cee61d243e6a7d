"""What is inside nn.MultiheadAttention: hooks see what it is given and what it puts out, the rest is computed again, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

# open(name, shape, dtype, axes) makes room for a tensor, and what it returns writes one sentence of it.
Open = Callable[[str, tuple[int, ...], torch.dtype, tuple[str, ...]], Callable[[int, torch.Tensor], None]]
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
    """Why the inside cannot be computed again, or nothing."""
    if module.training and module.dropout > 0:
        return "its dropout is drawn anew each time; record in eval mode"
    if any(hasattr(tensor, "placements") for tensor in (*module.parameters(), *call[:3])):
        return "its weights or inputs are spread over several devices"
    return ""


def hide(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return scores.masked_fill(mask, float("-inf")) if mask.dtype == torch.bool else scores + mask


def masks_of(call: Call, sentence: int, heads: int, added: int) -> list[torch.Tensor]:
    """The masks of one sentence, each of a shape that fits head × query × key; keys that the module adds itself are not hidden."""
    masks = []
    if call.attn_mask is not None:
        mask = call.attn_mask
        masks.append(mask[sentence * heads:(sentence + 1) * heads] if mask.dim() == 3 else mask)
    if call.key_padding_mask is not None:
        padding = call.key_padding_mask
        masks.append((padding[sentence] if padding.dim() == 2 else padding)[None, None, :])
    return [F.pad(mask, (0, added)) for mask in masks]


def compute_again(module: nn.MultiheadAttention, call: Call, output: torch.Tensor, open_tensor: Open) -> float:
    """Writes the tensors of NAMES, and returns how far the output computed from them is from the module's: max |a − b| / max(1, |b|)."""
    if call.query.dim() == 2:
        query, key, value, output = (tensor.unsqueeze(0) for tensor in (*call[:3], output))
    else:
        query, key, value, output = (tensor if module.batch_first else tensor.transpose(0, 1) for tensor in (*call[:3], output))
    heads, width = module.num_heads, module.embed_dim // module.num_heads
    (w_q, w_k, w_v), (b_q, b_k, b_v) = projections(module)

    def split(x: torch.Tensor) -> torch.Tensor:
        return x.view(-1, heads, width).transpose(0, 1)

    writers: dict[str, Callable[[int, torch.Tensor], None]] = {}

    def put(sentence: int, name: str, tensor: torch.Tensor) -> None:
        if name not in writers:
            writers[name] = open_tensor(name, (len(query), *tensor.shape), tensor.dtype, NAMES[name])
        writers[name](sentence, tensor)

    deviation = 0.0
    for sentence in range(len(query)):
        q, k, v = F.linear(query[sentence], w_q, b_q), F.linear(key[sentence], w_k, b_k), F.linear(value[sentence], w_v, b_v)
        added = 0
        if module.bias_k is not None and module.bias_v is not None:
            k, v, added = torch.cat([k, module.bias_k[0]]), torch.cat([v, module.bias_v[0]]), 1
        q, k, v = split(q), split(k), split(v)
        if module.add_zero_attn:
            k, v, added = F.pad(k, (0, 0, 0, 1)), F.pad(v, (0, 0, 0, 1)), added + 1
        put(sentence, "query", q)
        put(sentence, "key", k)
        put(sentence, "value", v)
        scores = (q * width ** -0.5) @ k.transpose(-1, -2)
        put(sentence, "scores", scores)
        for mask in masks_of(call, sentence, heads, added):
            scores = hide(scores, mask)
        if call.attn_mask is not None or call.key_padding_mask is not None:
            put(sentence, "masked_scores", scores)
        weights = scores.softmax(dim=-1)
        del scores
        put(sentence, "weights", weights)
        merged = (weights @ v).transpose(0, 1).flatten(-2)
        put(sentence, "merged", merged)
        again = F.linear(merged, module.out_proj.weight, module.out_proj.bias).float()  # not the module: its hooks would see it
        theirs = output[sentence].float()
        difference = ((again - theirs).abs() / theirs.abs().clamp(min=1)).nan_to_num(0.0)  # rows that may look at nothing are NaN
        deviation = max(deviation, float(difference.max()) if difference.numel() else 0.0)
    return deviation
