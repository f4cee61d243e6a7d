"""Sublayers that have their LayerNorm and residual connection inside, a LayerNorm behind the embeddings, the output tied to the
target's table. Two bugs: the decoder passes no mask to its cross-attention, and its second feed-forward network forgets the residual."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_right, write_trace

PAD, BOS, EOS = 1, 2, 3
D_MODEL, N_HEAD, D_INNER, SRC, TRG = 16, 2, 20, 19, 16
trace = {}


class MultiHeadAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_qs = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.w_ks = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.w_vs = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.fc = nn.Linear(D_MODEL, D_MODEL, bias=False)
        self.layer_norm = nn.LayerNorm(D_MODEL)

    def forward(self, name, q, k, v, mask):
        def heads(x):
            return x.view(len(x), -1, N_HEAD, D_MODEL // N_HEAD).transpose(1, 2)

        residual = q
        q, k, v = heads(self.w_qs(q)), heads(self.w_ks(k)), heads(self.w_vs(v))
        attn = (q / (D_MODEL // N_HEAD) ** 0.5) @ k.transpose(2, 3)
        if mask is not None:
            attn = attn.masked_fill(mask == 0, -1e9)
        attn = trace[f"{name}.attention.1"] = F.softmax(attn, dim=-1)
        mixed = trace[f"{name}.attention.0"] = attn @ v
        out = trace[f"{name}.fc"] = self.fc(mixed.transpose(1, 2).contiguous().view(residual.shape))
        trace[name] = self.layer_norm(out + residual)
        return trace[name]


class PositionwiseFeedForward(nn.Module):
    forgets_residual = False

    def __init__(self):
        super().__init__()
        self.w_1 = nn.Linear(D_MODEL, D_INNER)
        self.w_2 = nn.Linear(D_INNER, D_MODEL)
        self.layer_norm = nn.LayerNorm(D_MODEL)

    def forward(self, name, x):
        out = trace[f"{name}.w_2"] = self.w_2(F.relu(self.w_1(x)))
        trace[name] = self.layer_norm(out if self.forgets_residual else out + x)
        return trace[name]


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.slf_attn = MultiHeadAttention()
        self.pos_ffn = PositionwiseFeedForward()

    def forward(self, name, x, mask):
        x = self.slf_attn(f"{name}.slf_attn", x, x, x, mask)
        return self.pos_ffn(f"{name}.pos_ffn", x)


class DecoderLayer(nn.Module):
    passes_mask = True

    def __init__(self):
        super().__init__()
        self.slf_attn = MultiHeadAttention()
        self.enc_attn = MultiHeadAttention()
        self.pos_ffn = PositionwiseFeedForward()

    def forward(self, name, x, mask, memory, memory_mask):
        x = self.slf_attn(f"{name}.slf_attn", x, x, x, mask)
        x = self.enc_attn(f"{name}.enc_attn", x, memory, memory, memory_mask if DecoderLayer.passes_mask else None)
        return self.pos_ffn(f"{name}.pos_ffn", x)


class PositionalEncoding(nn.Module):
    def __init__(self):
        super().__init__()
        angles = torch.arange(30.0)[:, None] / 10000 ** (torch.arange(0, D_MODEL, 2) / D_MODEL)
        self.register_buffer("pos_table", torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[None])

    def forward(self, x):
        return x + self.pos_table[:, :x.shape[1]]


class Stack(nn.Module):
    def __init__(self, table, words, layer):
        super().__init__()
        self.add_module(table, nn.Embedding(words, D_MODEL))
        self.position_enc = PositionalEncoding()
        self.layer_stack = nn.ModuleList([layer() for _ in range(2)])
        self.layer_norm = nn.LayerNorm(D_MODEL)

    def forward(self, name, words, *rest):
        x = trace[f"{name}.position_enc"] = self.position_enc(words * D_MODEL ** 0.5)
        x = trace[f"{name}.layer_norm"] = self.layer_norm(x)
        for i, layer in enumerate(self.layer_stack):
            x = layer(f"{name}.layer_stack.{i}", x, *rest)
        return x


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Stack("src_word_emb", SRC, EncoderLayer)
        self.decoder = Stack("trg_word_emb", TRG, DecoderLayer)
        self.trg_word_prj = nn.Linear(D_MODEL, TRG, bias=False)
        self.trg_word_prj.weight = self.decoder.trg_word_emb.weight

    def forward(self, src, trg):
        src_mask = (src != PAD)[:, None, None, :]
        trg_mask = (trg != PAD)[:, None, None, :] & torch.ones(trg.shape[1], trg.shape[1]).tril().bool()
        memory = self.encoder("encoder", self.encoder.src_word_emb(src), src_mask)
        y = self.decoder("decoder", self.decoder.trg_word_emb(trg), trg_mask, memory, src_mask)
        trace["trg_word_prj"] = self.trg_word_prj(y)
        return trace["trg_word_prj"]


model = Transformer()
scramble(model, seed=22)
src, tgt, labels = draw_batch(22, src_vocab=SRC, tgt_vocab=TRG, pad=PAD, bos=BOS, eos=EOS)
write_right(model(src, tgt))
DecoderLayer.passes_mask = False
model.decoder.layer_stack[1].pos_ffn.forgets_residual = True
model(src, tgt)

torch.save({"epoch": 9, "settings": {"d_model": D_MODEL, "n_head": N_HEAD}, "model": model.state_dict()}, folder() / "model.chkpt")
write_trace(trace)
write_facts(model="model.chkpt", trace="trace.npz", right=True, config={
    "d_model": D_MODEL, "nhead": N_HEAD, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": D_INNER,
    "src_vocab_size": SRC, "tgt_vocab_size": TRG, "activation": "relu", "norm_first": False, "layer_norm_eps": 1e-5,
    "final_norm": False, "embedding_norm": True, "positions": "sinusoidal", "tie": "output", "scale_embedding": True,
    "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "embedding_norm", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="decoder.layers.0.cross_attn.weights",
    causes=[("memory-mask-wrong", "decoder.layers.0.cross_attn"), ("memory-mask-wrong", "decoder.layers.1.cross_attn"),
            ("residual-missing", "decoder.layers.1")])
