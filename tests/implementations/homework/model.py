"""A student's homework, every class written by hand and every name the student's own: positions in a buffer called `table`, the paper's
masked multi-head attention as `masked_mha`. What is inside is recorded where it is computed, and what modules put out by hooks."""

import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 0, 1, 2
WIDTH, HEADS, HIDDEN, SRC_WORDS, TGT_WORDS = 16, 4, 24, 18, 21
trace = {}


def remember(name, tensor):
    trace[name] = tensor
    return tensor


class Where(nn.Module):
    def __init__(self, longest=40):
        super().__init__()
        angles = torch.arange(longest)[:, None] * torch.exp(torch.arange(0, WIDTH, 2) * (-math.log(10000.0) / WIDTH))
        self.register_buffer("table", torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)[None])

    def forward(self, x):
        return x + self.table[:, :x.shape[1]]


class MHA(nn.Module):
    def __init__(self, tag):
        super().__init__()
        self.tag = tag
        self.Wq, self.Wk, self.Wv = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3))
        self.Wo = nn.Linear(WIDTH, WIDTH)

    def cut(self, x):
        return x.unflatten(-1, (HEADS, -1)).transpose(1, 2)

    def forward(self, x, y, seen):
        q, k, v = self.cut(self.Wq(x)), self.cut(self.Wk(y)), self.cut(self.Wv(y))
        scores = remember(self.tag + ".scores", q @ k.transpose(-2, -1) / math.sqrt(WIDTH // HEADS))
        weights = remember(self.tag + ".attn", F.softmax(scores.masked_fill(~seen, -1e9), dim=-1))
        return remember(self.tag + ".out", self.Wo((weights @ v).transpose(1, 2).flatten(-2)))


class FFN(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, WIDTH)

    def forward(self, x):
        return self.down(F.gelu(self.up(x)))


class EncBlock(nn.Module):
    def __init__(self, number):
        super().__init__()
        self.tag = f"enc{number}"
        self.mha, self.ffn = MHA(f"enc{number}.mha"), FFN()
        self.ln_a, self.ln_b = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x, seen):
        x = self.ln_a(x + self.mha(x, x, seen))
        return remember(self.tag, self.ln_b(x + self.ffn(x)))


class DecBlock(nn.Module):
    def __init__(self, number):
        super().__init__()
        self.tag = f"dec{number}"
        self.masked_mha, self.memory_mha, self.ffn = MHA(f"dec{number}.masked_mha"), MHA(f"dec{number}.memory_mha"), FFN()
        self.ln_a, self.ln_b, self.ln_c = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, y, memory, seen, memory_seen):
        y = self.ln_a(y + self.masked_mha(y, y, seen))
        y = self.ln_b(y + self.memory_mha(y, memory, memory_seen))
        return remember(self.tag, self.ln_c(y + self.ffn(y)))


class MyTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_words, self.tgt_words = nn.Embedding(SRC_WORDS, WIDTH), nn.Embedding(TGT_WORDS, WIDTH)
        self.where = Where()
        self.enc_blocks = nn.ModuleList([EncBlock(0), EncBlock(1)])
        self.dec_blocks = nn.ModuleList([DecBlock(0), DecBlock(1)])
        self.vocab_out = nn.Linear(WIDTH, TGT_WORDS)

    def forward(self, src, tgt):
        src_seen = (src != PAD)[:, None, None, :]
        tgt_seen = (tgt != PAD)[:, None, None, :] & torch.ones(tgt.shape[1], tgt.shape[1], dtype=torch.bool).tril()
        x = remember("enc_in", self.where(self.src_words(src) * math.sqrt(WIDTH)))
        for block in self.enc_blocks:
            x = block(x, src_seen)
        y = remember("dec_in", self.where(self.tgt_words(tgt) * math.sqrt(WIDTH)))
        for block in self.dec_blocks:
            y = block(y, x, tgt_seen, src_seen)
        return remember("logits", self.vocab_out(y))


model = MyTransformer()
scramble(model, seed=12)
src, tgt, labels = draw_batch(12, src_vocab=SRC_WORDS, tgt_vocab=TGT_WORDS, pad=PAD, bos=BOS, eos=EOS, tgt_lengths=(5, 3, 4))


def record(name):
    calls = 0

    def hook(module, inputs, output):
        nonlocal calls
        calls += 1
        trace[name if calls == 1 else f"{name}#{calls}"] = output
    return hook


for name, module in model.named_modules():
    if not isinstance(module, (nn.ModuleList, MyTransformer)):
        module.register_forward_hook(record(name))
model(src, tgt)
torch.save(model.state_dict(), folder() / "model.pt")
write_trace(trace)
write_facts(model="model.pt", trace="trace.npz", config={
    "d_model": WIDTH, "nhead": HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": HIDDEN,
    "src_vocab_size": SRC_WORDS, "tgt_vocab_size": TGT_WORDS, "activation": "gelu", "norm_first": False, "final_norm": False,
    "positions": "sinusoidal", "scale_embedding": True, "mask_value": -1e9, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"])
