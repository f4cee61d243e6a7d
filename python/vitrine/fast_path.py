"""PyTorch's fast path, which computes a whole layer at once and skips its modules: it is off while a network is recorded, and without it
some numbers are others."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import torch
from torch import nn

from .attention import Call, masks_of


@contextmanager
def no_fast_path() -> Iterator[None]:
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


class Encoding(NamedTuple):
    """What an nn.TransformerEncoder made of a batch with padding, and of that batch one padded sentence."""

    module: nn.TransformerEncoder
    output: weakref.ref[torch.Tensor]
    sentence: int
    src: torch.Tensor      # 1 × positions × features
    padding: torch.Tensor  # 1 × positions, true where there is padding
    encoded: torch.Tensor  # as src

    @classmethod
    def of(cls, module: nn.TransformerEncoder, inputs: tuple[Any, ...], keywords: Mapping[str, Any], output: torch.Tensor) -> Encoding | None:
        """None where there is no padding at the end of sentences alone, or another reason for which there is no fast path."""
        given = dict(zip(("src", "mask", "src_key_padding_mask", "is_causal"), inputs)) | dict(keywords)
        src, padding = given["src"], given.get("src_key_padding_mask")
        if padding is None or given.get("mask") is not None or src.dim() != 3 or not getattr(module, "use_nested_tensor", False):
            return None
        padding = padding if padding.dtype == torch.bool else padding == float("-inf")
        if not bool(padding.any()) or not bool((padding[:, 1:] >= padding[:, :-1]).all()):
            return None
        sentence = int(padding.any(dim=1).nonzero()[0])
        one = slice(sentence, sentence + 1)
        return cls(module, weakref.ref(output), sentence, src[one].detach().clone(), padding[one].clone(), output[one].detach().clone())

    def is_seen_by(self, module: nn.MultiheadAttention, call: Call) -> bool:
        """Whether an attention's keys are this output, with rows of padding that no mask hides."""
        if call.key is not self.output():
            return False
        hidden = torch.zeros(1, dtype=torch.bool, device=call.key.device)
        for mask in masks_of(call, self.sentence, module.num_heads, 0):
            hidden = hidden | (mask if mask.dtype == torch.bool else mask == float("-inf"))
        return not bool(hidden.expand(*hidden.shape[:-1], call.key.shape[1])[..., self.padding[0]].all())

    def is_other_with_fast_path(self) -> bool:
        """Encodes the sentence again, and looks at its rows of padding. Requires: the fast path is as it was before the recording."""
        again = self.module.forward(self.src, src_key_padding_mask=self.padding)
        return not torch.allclose(again[self.padding], self.encoded[self.padding], rtol=1e-3, atol=1e-3)


class PaddingSeen:
    """Finds attentions that look at an encoder's rows of padding: there the fast path puts zeros, and a plain run has other numbers."""

    def __init__(self) -> None:
        self.encodings: dict[str, Encoding] = {}
        self.seen: dict[str, str] = {}  # by encoder the first attention

    def note(self, name: str, module: nn.Module, inputs: tuple[Any, ...], keywords: Mapping[str, Any], output: Any) -> None:
        """To be told of every module that has run, under its name."""
        if isinstance(module, nn.TransformerEncoder):
            encoding = Encoding.of(module, inputs, keywords, output)
            if encoding:
                self.encodings[name] = encoding
        elif isinstance(module, nn.MultiheadAttention):
            call = Call(*inputs, **keywords)
            for encoder, encoding in self.encodings.items():
                if encoding.is_seen_by(module, call):
                    self.seen.setdefault(encoder, name)

    def warnings(self) -> list[str]:
        """A sentence for each encoder. Requires: gradients are on or off as in a plain run."""
        return [f"{attention} looks at rows of padding of {encoder}: without a recording PyTorch's fast path puts zeros in their place, so "
                f"that the numbers from there on are others; a mask such as memory_key_padding_mask hides them"
                for encoder, attention in self.seen.items() if self.encodings[encoder].is_other_with_fast_path()]
