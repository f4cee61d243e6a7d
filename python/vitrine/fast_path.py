"""PyTorch's fast path computes a whole layer at once and skips its modules. It is off while a network is recorded, which changes
some numbers."""

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
    """The output of an nn.TransformerEncoder for a batch with padding, and one padded sentence of that batch."""

    module: nn.TransformerEncoder
    output: weakref.ref[torch.Tensor]
    sentence: int
    src: torch.Tensor      # 1 × positions × features
    padding: torch.Tensor  # 1 × positions, true where there is padding
    encoded: torch.Tensor  # as src

    @classmethod
    def of(cls, module: nn.TransformerEncoder, inputs: tuple[Any, ...], keywords: Mapping[str, Any], output: torch.Tensor) -> Encoding | None:
        """None if the padding is not only at the ends of sentences, or if there is no fast path for another reason."""
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
        """Whether an attention's keys are this output, including rows of padding that no mask hides."""
        if call.key is not self.output():
            return False
        hidden = torch.zeros(1, dtype=torch.bool, device=call.key.device)
        for mask in masks_of(call, self.sentence, module.num_heads, 0):
            hidden = hidden | (mask if mask.dtype == torch.bool else mask == float("-inf"))
        return not bool(hidden.expand(*hidden.shape[:-1], call.key.shape[1])[..., self.padding[0]].all())

    def is_other_with_fast_path(self) -> bool:
        """Encodes the sentence again and compares its rows of padding. Requires: the fast path is as it was before the
        recording."""
        again = self.module.forward(self.src, src_key_padding_mask=self.padding)
        return not torch.allclose(again[self.padding], self.encoded[self.padding], rtol=1e-3, atol=1e-3)


class PaddingSeen:
    """Finds attentions that see an encoder's rows of padding. The fast path makes these rows zero, so a run without recording
    differs."""

    def __init__(self) -> None:
        self.encodings: dict[str, Encoding] = {}
        self.seen: dict[str, str] = {}  # for each encoder, the first such attention

    def note(self, name: str, module: nn.Module, inputs: tuple[Any, ...], keywords: Mapping[str, Any], output: Any) -> None:
        """Has to be called for every module that has run, with its name."""
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
        """A sentence for each encoder. Requires: gradients are on or off as they would be without recording."""
        return [f"{attention} looks at rows of padding of {encoder}: without a recording PyTorch's fast path puts zeros in their place, so "
                f"that the numbers from there on are others; a mask such as memory_key_padding_mask hides them"
                for encoder, attention in self.seen.items() if self.encodings[encoder].is_other_with_fast_path()]
