"""Trains a Transformer for translation in PyTorch, to compare its speed with ours: the model, the batch and the optimiser of
`vitrine bench train-parallel-text`, on random tokens. Prints a line of JSON with the median time of a step and tokens per second.

usage: T=2 python3 train_translation.py [STEPS]

Every form that a user might write is measured, and the fastest one counts: torch.nn.Transformer or layers by hand with
scaled_dot_product_attention, Adam plain or fused. LayerNorm comes after each addition, the three tables are tied, dropout is 0.1 and
label smoothing 0.1. Only forms whose losses fall are counted.
"""

import json
import math
import os
import statistics
import sys
import time

THREADS = int(os.environ.get("T", "2"))
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = str(THREADS)

import torch  # noqa: E402, after the number of threads is set
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

D_MODEL, HEADS, LAYERS, D_FF, VOCABULARY, DROPOUT, SMOOTHING = 256, 4, 3, 1024, 8000, 0.1, 0.1
SENTENCES, LENGTH = 64, 32  # 4096 tokens, sources and targets together


class Attention(nn.Module):
    """Attention by hand, with the three projections of self-attention in one product."""

    def __init__(self, across):
        super().__init__()
        self.across = across
        self.inputs = nn.Linear(D_MODEL, 3 * D_MODEL) if not across else nn.Linear(D_MODEL, D_MODEL)
        self.memory = nn.Linear(D_MODEL, 2 * D_MODEL) if across else None
        self.output = nn.Linear(D_MODEL, D_MODEL)

    def forward(self, x, memory=None, mask=None, causal=False):
        """x: [batch, length, d_model]; memory: [batch, source length, d_model], for cross-attention."""
        query, key, value = (self.inputs(x), *self.memory(memory).chunk(2, -1)) if self.across else self.inputs(x).chunk(3, -1)
        query, key, value = (part.view(*part.shape[:2], HEADS, -1).transpose(1, 2) for part in (query, key, value))
        context = functional.scaled_dot_product_attention(query, key, value, mask, DROPOUT if self.training else 0.0, causal)
        return self.output(context.transpose(1, 2).flatten(2))


class Layer(nn.Module):
    """A layer of the encoder or, with cross-attention, of the decoder."""

    def __init__(self, decodes):
        super().__init__()
        self.self_attention = Attention(False)
        self.cross_attention = Attention(True) if decodes else None
        self.feed_forward = nn.Sequential(nn.Linear(D_MODEL, D_FF), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(D_FF, D_MODEL))
        self.norms = nn.ModuleList(nn.LayerNorm(D_MODEL) for _ in range(3 if decodes else 2))
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x, memory=None, source_mask=None):
        decodes = self.cross_attention is not None
        x = self.norms[0](x + self.dropout(self.self_attention(x, mask=None if decodes else source_mask, causal=decodes)))
        if decodes:
            x = self.norms[1](x + self.dropout(self.cross_attention(x, memory, source_mask)))
        return self.norms[-1](x + self.dropout(self.feed_forward(x)))


class ByHand(nn.Module):
    """Encoder and decoder of our layers."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.ModuleList(Layer(False) for _ in range(LAYERS))
        self.decoder = nn.ModuleList(Layer(True) for _ in range(LAYERS))

    def forward(self, source, target, padding):
        mask = ~padding[:, None, None, :]
        for layer in self.encoder:
            source = layer(source, source_mask=mask)
        for layer in self.decoder:
            target = layer(target, source, mask)
        return target


class OfTorch(nn.Module):
    """nn.Transformer."""

    def __init__(self):
        super().__init__()
        self.transformer = nn.Transformer(D_MODEL, HEADS, LAYERS, LAYERS, D_FF, DROPOUT, batch_first=True)

    def forward(self, source, target, padding):
        causal = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        return self.transformer(source, target, tgt_mask=causal, tgt_is_causal=True, src_key_padding_mask=padding,
                                memory_key_padding_mask=padding)


class Translator(nn.Module):
    """Tied embeddings, positions and the output around an encoder and a decoder."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.table = nn.Embedding(VOCABULARY, D_MODEL)
        self.bias = nn.Parameter(torch.zeros(VOCABULARY))
        self.dropout = nn.Dropout(DROPOUT)
        angles = torch.arange(LENGTH)[:, None] * torch.exp(torch.arange(0, D_MODEL, 2) * (-math.log(1e4) / D_MODEL))
        self.register_buffer("positions", torch.stack((angles.sin(), angles.cos()), -1).flatten(1))
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)

    def embedded(self, ids):
        return self.dropout(self.table(ids) * math.sqrt(D_MODEL) + self.positions[: ids.shape[1]])

    def forward(self, source, target):
        decoded = self.inner(self.embedded(source), self.embedded(target), source == 0)
        return functional.linear(decoded, self.table.weight, self.bias)


def seconds_of_steps(model, optimizer, batch, steps):
    """The time of each step after two to warm up, and the loss before the first and the last one."""
    source, target, labels = batch
    model.train()
    times, losses = [], []
    for _ in range(steps + 2):
        start = time.perf_counter()
        logits = model(source, target)
        loss = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=SMOOTHING)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        times.append(time.perf_counter() - start)
    return times[2:], losses[0], losses[-1]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    torch.set_num_threads(THREADS)
    torch.manual_seed(1)
    batch = [torch.randint(3, VOCABULARY, (SENTENCES, LENGTH)) for _ in range(3)]
    forms = {}
    for name, make in {"by hand, SDPA": ByHand, "nn.Transformer": OfTorch}.items():
        for fused in (False, True):
            model = Translator(make())
            optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=fused)
            times, first, last = seconds_of_steps(model, optimizer, batch, steps)
            if last < first:
                forms[name + (", fused Adam" if fused else "")] = 1000 * statistics.median(times)
    best = min(forms, key=forms.get)
    print(json.dumps({"name": "train-parallel-text", "torch": torch.__version__, "threads": THREADS, "ms": forms[best], "form": best,
                      "tokens_per_second": round(1000 * 2 * SENTENCES * LENGTH / forms[best]), "forms": forms}))


main()
