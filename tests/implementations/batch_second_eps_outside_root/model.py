"""Batch second, heads and sentences on one axis for bmm, packed projections, learned positions, and the output layer tied to the
target's embeddings, which the file holds once. Broken: an own LayerNorm adds its eps to the deviation, outside the root."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 0, 1, 2
EMBED, HEADS, INNER, SRC, TGT, LONGEST = 16, 2, 20, 25, 20, 10
trace = {}


class LayerNorm(nn.Module):
    def __init__(self, size, eps=1e-3):
        super().__init__()
        self.weight, self.bias, self.eps = nn.Parameter(torch.ones(size)), nn.Parameter(torch.zeros(size)), eps

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        deviation = centred.square().mean(-1, keepdim=True).sqrt() + self.eps
        return centred / deviation * self.weight + self.bias


class MultiheadAttention(nn.Module):
    """[length, batch, features] in and out."""

    def __init__(self):
        super().__init__()
        self.in_proj = nn.Linear(EMBED, 3 * EMBED)
        self.out_proj = nn.Linear(EMBED, EMBED)

    def forward(self, name, query, memory, mask):
        tgt_len, bsz, _ = query.shape
        w_q, w_k, w_v = self.in_proj.weight.chunk(3)
        b_q, b_k, b_v = self.in_proj.bias.chunk(3)
        q = F.linear(query, w_q, b_q).view(tgt_len, bsz * HEADS, -1).transpose(0, 1)
        k = F.linear(memory, w_k, b_k).view(memory.shape[0], bsz * HEADS, -1).transpose(0, 1)
        v = F.linear(memory, w_v, b_v).view(memory.shape[0], bsz * HEADS, -1).transpose(0, 1)
        attn_weights = torch.bmm(q / q.shape[-1] ** 0.5, k.transpose(1, 2))
        attn_logits = attn_weights + mask.repeat_interleave(HEADS, dim=0)
        attn_probs = attn_logits.softmax(dim=-1)
        attn = torch.bmm(attn_probs, v)
        trace.update({f"{name}.q": q, f"{name}.k": k, f"{name}.v": v, f"{name}.attn_weights": attn_weights,
                      f"{name}.attn_logits": attn_logits, f"{name}.attn_probs": attn_probs, f"{name}.attn": attn})
        attn = attn.transpose(0, 1).reshape(tgt_len, bsz, EMBED)
        return self.out_proj(attn)


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = MultiheadAttention()
        self.self_attn_layer_norm = LayerNorm(EMBED)
        self.fc1 = nn.Linear(EMBED, INNER)
        self.fc2 = nn.Linear(INNER, EMBED)
        self.final_layer_norm = LayerNorm(EMBED)

    def forward(self, name, x, mask):
        x = trace[name + ".self_attn_layer_norm"] = self.self_attn_layer_norm(x + self.self_attn(name + ".self_attn", x, x, mask))
        return self.final_layer_norm(x + self.fc2(F.relu(self.fc1(x))))


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = MultiheadAttention()
        self.self_attn_layer_norm = LayerNorm(EMBED)
        self.encoder_attn = MultiheadAttention()
        self.encoder_attn_layer_norm = LayerNorm(EMBED)
        self.fc1 = nn.Linear(EMBED, INNER)
        self.fc2 = nn.Linear(INNER, EMBED)
        self.final_layer_norm = LayerNorm(EMBED)

    def forward(self, name, x, mask, memory, memory_mask):
        x = trace[name + ".self_attn_layer_norm"] = self.self_attn_layer_norm(x + self.self_attn(name + ".self_attn", x, x, mask))
        x = self.encoder_attn_layer_norm(x + self.encoder_attn(name + ".encoder_attn", x, memory, memory_mask))
        return self.final_layer_norm(x + self.fc2(F.relu(self.fc1(x))))


class Side(nn.Module):
    def __init__(self, words, layers):
        super().__init__()
        self.embed_tokens = nn.Embedding(words, EMBED)
        self.embed_positions = nn.Embedding(LONGEST, EMBED)
        self.layers = nn.ModuleList(layers)
        self.layer_norm = LayerNorm(EMBED)

    def forward(self, name, tokens, *rest):
        x = self.embed_tokens(tokens) * EMBED ** 0.5 + self.embed_positions(torch.arange(len(tokens)))[:, None]
        trace[f"{name}.embedded"] = x
        for i, layer in enumerate(self.layers):
            x = trace[f"{name}.layers.{i}"] = layer(f"{name}.layers.{i}", x, *rest)
        trace[f"{name}.layer_norm"] = self.layer_norm(x)
        return trace[f"{name}.layer_norm"]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Side(SRC, [EncoderLayer() for _ in range(2)])
        self.decoder = Side(TGT, [DecoderLayer() for _ in range(2)])
        self.output_projection = nn.Linear(EMBED, TGT, bias=False)
        self.output_projection.weight = self.decoder.embed_tokens.weight

    def forward(self, src, tgt):
        def minus_infinity_where(hidden):
            return torch.zeros(hidden.shape).masked_fill(hidden, float("-inf"))

        later = torch.ones(len(tgt), len(tgt), dtype=torch.bool).triu(1)
        src_mask = minus_infinity_where((src == PAD).T[:, None, :].expand(-1, len(src), -1))
        tgt_mask = minus_infinity_where((tgt == PAD).T[:, None, :] | later)
        memory_mask = minus_infinity_where((src == PAD).T[:, None, :].expand(-1, len(tgt), -1))
        memory = self.encoder("encoder", src, src_mask)
        trace["logits"] = self.output_projection(self.decoder("decoder", tgt, tgt_mask, memory, memory_mask))
        return trace["logits"]


model = Model()
scramble(model, seed=12)
src, tgt, labels = draw_batch(12, src_vocab=SRC, tgt_vocab=TGT, pad=PAD, bos=BOS, eos=EOS)
model(src.T, tgt.T)

from safetensors.torch import save_model

save_model(model, str(folder() / "model.safetensors"))
write_trace(trace, "trace.safetensors")
norms = ["encoder.layers.0", "encoder.layers.1", "encoder", "decoder.layers.0", "decoder.layers.1", "decoder"]
write_facts(model="model.safetensors", trace="trace.safetensors", config={
    "d_model": EMBED, "nhead": HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": INNER,
    "src_vocab_size": SRC, "tgt_vocab_size": TGT, "activation": "relu", "norm_first": False, "layer_norm_eps": 1e-3,
    "positions": "learned", "max_positions": LONGEST, "tie": "output", "scale_embedding": True,
    "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "layer_norm_eps", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="encoder.layers.0.norm1", causes=[("eps-outside-root", where) for where in norms])
