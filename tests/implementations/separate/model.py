"""Separate projections (keys without a bias, as in Whisper), pre-norm, GELU, embeddings not scaled; compiled, so "_orig_mod." stands
before the names."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 0, 1, 2
WIDTH, HEADS, HIDDEN, SRC_WORDS, TGT_WORDS = 16, 4, 24, 20, 22


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q_proj = nn.Linear(WIDTH, WIDTH)
        self.k_proj = nn.Linear(WIDTH, WIDTH, bias=False)
        self.v_proj = nn.Linear(WIDTH, WIDTH)
        self.out_proj = nn.Linear(WIDTH, WIDTH)
        self.softmax = nn.Softmax(dim=-1)

    def split(self, x):
        return x.unflatten(-1, (HEADS, -1)).transpose(1, 2)

    def forward(self, x, context, hidden):
        q, k, v = self.split(self.q_proj(x)), self.split(self.k_proj(context)), self.split(self.v_proj(context))
        scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        weights = self.softmax(scores.masked_fill(hidden, float("-inf")))
        return self.out_proj((weights @ v).transpose(1, 2).flatten(-2))


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(WIDTH, HIDDEN)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(HIDDEN, WIDTH)

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))


class Block(nn.Module):
    def __init__(self, cross):
        super().__init__()
        self.attn_ln = nn.LayerNorm(WIDTH, eps=1e-6)
        self.attn = Attention()
        self.cross_attn_ln = nn.LayerNorm(WIDTH, eps=1e-6) if cross else None
        self.cross_attn = Attention() if cross else None
        self.mlp_ln = nn.LayerNorm(WIDTH, eps=1e-6)
        self.mlp = FeedForward()

    def forward(self, x, hidden, memory=None, memory_hidden=None):
        y = self.attn_ln(x)
        x = x + self.attn(y, y, hidden)
        if self.cross_attn is not None:
            x = x + self.cross_attn(self.cross_attn_ln(x), memory, memory_hidden)
        return x + self.mlp(self.mlp_ln(x))


class Stack(nn.Module):
    def __init__(self, words, cross):
        super().__init__()
        self.token_embedding = nn.Embedding(words, WIDTH)
        self.blocks = nn.ModuleList([Block(cross), Block(cross)])
        self.ln = nn.LayerNorm(WIDTH, eps=1e-6)

    def forward(self, tokens, hidden, *memory):
        x = self.token_embedding(tokens)
        x = x + sinusoids(tokens.shape[1])
        for block in self.blocks:
            x = block(x, hidden, *memory)
        return self.ln(x)


def sinusoids(length):
    frequencies = 10000.0 ** (-torch.arange(0, WIDTH, 2) / WIDTH)
    angles = torch.arange(length)[:, None] * frequencies
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Stack(SRC_WORDS, cross=False)
        self.decoder = Stack(TGT_WORDS, cross=True)
        self.head = nn.Linear(WIDTH, TGT_WORDS, bias=False)

    def forward(self, src, tgt):
        src_padding = (src == PAD)[:, None, None, :]
        later = torch.ones(tgt.shape[1], tgt.shape[1], dtype=torch.bool).triu(1)
        memory = self.encoder(src, src_padding)
        return self.head(self.decoder(tgt, (tgt == PAD)[:, None, None, :] | later, memory, src_padding))


model = Model()
scramble(model, seed=5)
src, tgt, labels = draw_batch(5, src_vocab=SRC_WORDS, tgt_vocab=TGT_WORDS, pad=PAD, bos=BOS, eos=EOS)
trace = {}
for name, module in model.named_modules():
    if not isinstance(module, (nn.ModuleList, Model)):
        module.register_forward_hook(lambda module, inputs, output, name=name: trace.update({name: output}))
logits = model(src, tgt)
trace["loss"] = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=PAD)

compiled = torch.compile(model)
torch.save(compiled.state_dict(), folder() / "model.pt")
write_trace(trace, "trace.safetensors")
write_facts(model="model.pt", trace="trace.safetensors", config={
    "d_model": WIDTH, "nhead": HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": HIDDEN,
    "src_vocab_size": SRC_WORDS, "tgt_vocab_size": TGT_WORDS, "activation": "gelu", "norm_first": True, "layer_norm_eps": 1e-6,
    "positions": "sinusoidal", "scale_embedding": False, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "layer_norm_eps", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"])
