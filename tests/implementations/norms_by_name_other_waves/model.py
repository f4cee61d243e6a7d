"""No biases at all, LayerNorms named by what they precede, keys recorded transposed, scores that are weights already; bfloat16. The bug is
one that no list has: the waves of the positions grow by 1000, not by 10000."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_right, write_trace

PAD, BOS, EOS = 0, 1, 2
DIM, N_HEADS, HIDDEN, SRC, TGT = 16, 2, 24, 13, 15
trace = {}


def linear(inputs, outputs):
    return nn.Linear(inputs, outputs, bias=False)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.wq, self.wk, self.wv, self.wo = (linear(DIM, DIM) for _ in range(4))

    def forward(self, name, x, memory, mask):
        def heads(y):
            return y.view(len(y), -1, N_HEADS, DIM // N_HEADS).transpose(1, 2)

        xq, xk, xv = heads(self.wq(x)), heads(self.wk(memory)).transpose(2, 3), heads(self.wv(memory))
        scores = F.softmax(xq @ xk / (DIM // N_HEADS) ** 0.5 + mask, dim=-1)
        output = (scores @ xv).transpose(1, 2).reshape(x.shape)
        trace.update({f"{name}.xq": xq, f"{name}.xk": xk, f"{name}.xv": xv, f"{name}.scores": scores, f"{name}.output": output,
                      f"{name}.wo": self.wo(output)})
        return trace[f"{name}.wo"]


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1, self.w2 = linear(DIM, HIDDEN), linear(HIDDEN, DIM)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)))


class LayerNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(DIM))

    def forward(self, x):
        return F.layer_norm(x, (DIM,), self.weight)


class Block(nn.Module):
    def __init__(self, crosses):
        super().__init__()
        self.attention, self.feed_forward = Attention(), FeedForward()
        self.attention_norm, self.ffn_norm = LayerNorm(), LayerNorm()
        if crosses:
            self.cross_attention, self.cross_attention_norm = Attention(), LayerNorm()

    def forward(self, name, x, mask, memory=None, memory_mask=None):
        normed = trace[f"{name}.attention_norm"] = self.attention_norm(x)
        h = x + self.attention(f"{name}.attention", normed, normed, mask)
        if memory is not None:
            normed = trace[f"{name}.cross_attention_norm"] = self.cross_attention_norm(h)
            h = h + self.cross_attention(f"{name}.cross_attention", normed, memory, memory_mask)
        trace[name] = h + self.feed_forward(self.ffn_norm(h))
        return trace[name]


class Stack(nn.Module):
    def __init__(self, crosses):
        super().__init__()
        self.layers = nn.ModuleList([Block(crosses) for _ in range(2)])
        self.norm = LayerNorm()

    def forward(self, name, x, *rest):
        for i, layer in enumerate(self.layers):
            x = layer(f"{name}.layers.{i}", x, *rest)
        trace[f"{name}.norm"] = self.norm(x)
        return trace[f"{name}.norm"]


class Transformer(nn.Module):
    longest_wave = 10000

    def __init__(self):
        super().__init__()
        self.src_tok_embeddings, self.tgt_tok_embeddings = nn.Embedding(SRC, DIM), nn.Embedding(TGT, DIM)
        self.encoder, self.decoder = Stack(crosses=False), Stack(crosses=True)
        self.output = linear(DIM, TGT)

    def embed(self, name, table, tokens):
        angles = torch.arange(tokens.shape[1])[:, None] / self.longest_wave ** (torch.arange(0, DIM, 2) / DIM)
        trace[name] = table(tokens) * DIM ** 0.5 + torch.stack([angles.sin(), angles.cos()], -1).flatten(1)
        return trace[name]

    def forward(self, src, tgt):
        src_mask = torch.where(src == PAD, -torch.inf, 0.0)[:, None, None, :]
        later = torch.full([tgt.shape[1]] * 2, -torch.inf).triu(1)
        tgt_mask = torch.where(tgt == PAD, -torch.inf, 0.0)[:, None, None, :] + later
        memory = self.encoder("encoder", self.embed("encoder.input", self.src_tok_embeddings, src), src_mask)
        y = self.decoder("decoder", self.embed("decoder.input", self.tgt_tok_embeddings, tgt), tgt_mask, memory, src_mask)
        trace["output"] = self.output(y)
        return trace["output"]


model = Transformer()
scramble(model, seed=26, dtype=torch.bfloat16)
src, tgt, labels = draw_batch(26, src_vocab=SRC, tgt_vocab=TGT, pad=PAD, bos=BOS, eos=EOS)
write_right(model(src, tgt))
Transformer.longest_wave = 1000
model(src, tgt)

torch.save(model.bfloat16().state_dict(), folder() / "consolidated.00.pth")
write_trace(trace)
write_facts(model="consolidated.00.pth", trace="trace.npz", right=True, config={
    "d_model": DIM, "nhead": N_HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": HIDDEN,
    "src_vocab_size": SRC, "tgt_vocab_size": TGT, "activation": "silu", "norm_first": True, "layer_norm_eps": 1e-5, "bias": False,
    "positions": "sinusoidal", "scale_embedding": True, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="src.sum")
