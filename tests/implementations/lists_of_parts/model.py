"""Not organised by layers: a list of all layers' attentions, one of their LayerNorms, one of the feed-forward networks, and so
on. Without a bug."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 0, 1, 2
DIM, HEADS, HIDDEN, SRC, TGT, LAYERS = 12, 3, 20, 14, 16, 2
trace = {}


class MultiHeadAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q_lin, self.k_lin = nn.Linear(DIM, DIM), nn.Linear(DIM, DIM)
        self.v_lin, self.out_lin = nn.Linear(DIM, DIM), nn.Linear(DIM, DIM)

    def forward(self, x, kv, mask):
        def shape(y):
            return y.view(len(y), -1, HEADS, DIM // HEADS).transpose(1, 2)

        scores = shape(self.q_lin(x)) @ shape(self.k_lin(kv)).transpose(2, 3) / (DIM // HEADS) ** 0.5
        weights = F.softmax(scores.masked_fill(mask, -float("inf")), dim=-1)
        return self.out_lin((weights @ shape(self.v_lin(kv))).transpose(1, 2).reshape(x.shape))


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin1, self.lin2 = nn.Linear(DIM, HIDDEN), nn.Linear(HIDDEN, DIM)

    def forward(self, x):
        return self.lin2(F.gelu(self.lin1(x)))


def each_layer(module):
    return nn.ModuleList([module() for _ in range(LAYERS)])


def norms():
    return each_layer(lambda: nn.LayerNorm(DIM, eps=1e-12))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(SRC, DIM), nn.Embedding(TGT, DIM)
        self.enc_attn, self.enc_norm1, self.enc_ffn, self.enc_norm2 = each_layer(MultiHeadAttention), norms(), each_layer(FeedForward), norms()
        self.dec_self_attn, self.dec_norm1 = each_layer(MultiHeadAttention), norms()
        self.dec_cross_attn, self.dec_norm2 = each_layer(MultiHeadAttention), norms()
        self.dec_ffn, self.dec_norm3 = each_layer(FeedForward), norms()
        self.out = nn.Linear(DIM, TGT)

    @staticmethod
    def add_positions(x):
        angles = torch.arange(x.shape[1])[:, None] / 10000 ** (torch.arange(0, DIM, 2) / DIM)
        return x + torch.stack([angles.sin(), angles.cos()], -1).flatten(1)

    def forward(self, src, tgt):
        src_hidden, tgt_hidden = (src == PAD)[:, None, None, :], (tgt == PAD)[:, None, None, :]
        later = torch.ones(tgt.shape[1], tgt.shape[1]).triu(1).bool()
        x = self.add_positions(self.src_emb(src))
        for i in range(LAYERS):
            x = self.enc_norm1[i](x + self.enc_attn[i](x, x, src_hidden))
            x = self.enc_norm2[i](x + self.enc_ffn[i](x))
        y = self.add_positions(self.tgt_emb(tgt))
        for i in range(LAYERS):
            y = self.dec_norm1[i](y + self.dec_self_attn[i](y, y, tgt_hidden | later))
            y = self.dec_norm2[i](y + self.dec_cross_attn[i](y, x, src_hidden))
            y = self.dec_norm3[i](y + self.dec_ffn[i](y))
        return self.out(y)


model = Transformer()
scramble(model, seed=24)
src, tgt, labels = draw_batch(24, src_vocab=SRC, tgt_vocab=TGT, pad=PAD, bos=BOS, eos=EOS)
for name, module in model.named_modules():
    module.register_forward_hook(lambda module, inputs, output, name=name: trace.update({name or "logits": output}))
model(src, tgt)

torch.save({f"module.{name}": tensor for name, tensor in model.state_dict().items()}, folder() / "model.pt")
write_trace(trace)
write_facts(model="model.pt", trace="trace.npz", config={
    "d_model": DIM, "nhead": HEADS, "num_encoder_layers": LAYERS, "num_decoder_layers": LAYERS, "dim_feedforward": HIDDEN,
    "src_vocab_size": SRC, "tgt_vocab_size": TGT, "activation": "gelu", "norm_first": False, "layer_norm_eps": 1e-12,
    "final_norm": False, "positions": "sinusoidal", "scale_embedding": False, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "layer_norm_eps", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"])
