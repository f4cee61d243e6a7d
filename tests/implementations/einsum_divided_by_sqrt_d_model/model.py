"""Projections of [D, H, d] and einsum; the rest are nn.Linear without bias and nn.LayerNorm; saved as bfloat16. Broken: scores are
divided by the root of d_model, where that of a head's width belongs."""

import math
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

d_model, n_heads, d_head, d_mlp, n_src, n_tgt = 16, 4, 4, 20, 22, 23
pad, bos, eos = 1, 0, 2


class MultiHeadAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_Q = nn.Parameter(torch.empty(d_model, n_heads, d_head))
        self.W_K = nn.Parameter(torch.empty(d_model, n_heads, d_head))
        self.W_V = nn.Parameter(torch.empty(d_model, n_heads, d_head))
        self.W_O = nn.Parameter(torch.empty(n_heads, d_head, d_model))
        self.seen = {}

    def forward(self, x_q, x_kv, mask):
        q = torch.einsum("bqd,dhe->bqhe", x_q, self.W_Q)
        k = torch.einsum("bkd,dhe->bkhe", x_kv, self.W_K)
        v = torch.einsum("bkd,dhe->bkhe", x_kv, self.W_V)
        scores = torch.einsum("bqhe,bkhe->bhqk", q, k) / math.sqrt(d_model)
        pattern = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
        z = torch.einsum("bhqk,bkhe->bqhe", pattern, v)
        self.seen = {"hook_q": q, "hook_k": k, "hook_v": v, "hook_attn_scores": scores, "hook_pattern": pattern,
                     "hook_z": z}
        return torch.einsum("bqhe,hed->bqd", z, self.W_O)


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(d_model, d_mlp, bias=False)
        self.down = nn.Linear(d_mlp, d_model, bias=False)

    def forward(self, x):
        return self.down(torch.relu(self.up(x)))


class EncoderBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn, self.mlp = MultiHeadAttention(), MLP()
        self.ln1, self.ln2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)

    def forward(self, x, mask):
        x = self.ln1(x + self.attn(x, x, mask))
        return self.ln2(x + self.mlp(x))


class DecoderBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn, self.cross, self.mlp = MultiHeadAttention(), MultiHeadAttention(), MLP()
        self.ln1, self.ln2, self.ln3 = nn.LayerNorm(d_model), nn.LayerNorm(d_model), nn.LayerNorm(d_model)

    def forward(self, x, mask, memory, memory_mask):
        x = self.ln1(x + self.attn(x, x, mask))
        x = self.ln2(x + self.cross(x, memory, memory_mask))
        return self.ln3(x + self.mlp(x))


class EncoderDecoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed_src, self.embed_tgt = nn.Embedding(n_src, d_model), nn.Embedding(n_tgt, d_model)
        self.enc = nn.ModuleList([EncoderBlock(), EncoderBlock()])
        self.dec = nn.ModuleList([DecoderBlock(), DecoderBlock()])
        self.unembed = nn.Linear(d_model, n_tgt, bias=False)

    def positions(self, length):
        p = torch.arange(length).unsqueeze(1) / torch.pow(10000, torch.arange(0, d_model, 2) / d_model)
        return torch.stack((p.sin(), p.cos()), dim=2).view(length, d_model)

    def forward(self, src, tgt):
        src_mask = src.ne(pad)[:, None, None]
        tgt_mask = tgt.ne(pad)[:, None, None] & torch.tril(torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool))
        x = self.embed_src(src) * math.sqrt(d_model) + self.positions(src.size(1))
        for block in self.enc:
            x = block(x, src_mask)
        y = self.embed_tgt(tgt) * math.sqrt(d_model) + self.positions(tgt.size(1))
        for block in self.dec:
            y = block(y, tgt_mask, x, src_mask)
        return self.unembed(y)


model = EncoderDecoder()
scramble(model, seed=8, dtype=torch.bfloat16)
src, tgt, labels = draw_batch(8, src_vocab=n_src, tgt_vocab=n_tgt, pad=pad, bos=bos, eos=eos)
trace = {}
for name, module in model.named_modules():
    def hook(module, inputs, output, name=name):
        for inner, tensor in getattr(module, "seen", {}).items():
            trace[f"{name}.{inner}"] = tensor
        trace[f"{name}.hook_out"] = output
    if name and not isinstance(module, nn.ModuleList):
        module.register_forward_hook(hook)
model(src, tgt)

from safetensors.torch import save_file

save_file(model.bfloat16().state_dict(), folder() / "model.safetensors")
write_trace(trace)
write_facts(model="model.safetensors", trace="trace.npz", config={
    "d_model": d_model, "nhead": n_heads, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": d_mlp,
    "src_vocab_size": n_src, "tgt_vocab_size": n_tgt, "activation": "relu", "norm_first": False, "layer_norm_eps": 1e-5,
    "final_norm": False, "positions": "sinusoidal", "scale_embedding": True, "pad_src": pad, "pad_tgt": pad, "bos": bos, "eos": eos,
}, untold=["activation", "norm_first", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="encoder.layers.0.self_attn.scores",
    causes=[("divided-by-sqrt-d-model", f"{stack}.layers.{layer}.{attention}") for stack, attentions in
            (("encoder", ["self_attn"]), ("decoder", ["self_attn", "cross_attn"])) for layer in range(2) for attention in attentions])
