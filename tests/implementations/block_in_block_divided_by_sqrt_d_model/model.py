"""A decoder's block has an encoder's block inside, and with it its cross-attention; every head has the same small matrices; learned
positions. The bug: energies are divided by the root of the whole width. They are recorded before that."""

import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_right, write_trace

PAD, BOS, EOS = 0, 1, 2
EMBED, HEADS, EXPANSION, SRC, TGT, LONGEST = 12, 3, 2, 17, 15, 9
trace = {}


class SelfAttention(nn.Module):
    by_whole_width = False

    def __init__(self):
        super().__init__()
        self.head_dim = EMBED // HEADS
        self.values = nn.Linear(self.head_dim, self.head_dim, bias=False)
        self.keys = nn.Linear(self.head_dim, self.head_dim, bias=False)
        self.queries = nn.Linear(self.head_dim, self.head_dim, bias=False)
        self.fc_out = nn.Linear(EMBED, EMBED)

    def forward(self, name, values, keys, query, mask):
        n, value_len, key_len, query_len = len(query), values.shape[1], keys.shape[1], query.shape[1]
        values = self.values(values.reshape(n, value_len, HEADS, self.head_dim))
        keys = self.keys(keys.reshape(n, key_len, HEADS, self.head_dim))
        queries = self.queries(query.reshape(n, query_len, HEADS, self.head_dim))
        energy = torch.einsum("nqhd,nkhd->nhqk", queries, keys).masked_fill(mask == 0, float("-1e20"))
        width = EMBED if SelfAttention.by_whole_width else self.head_dim
        attention = torch.softmax(energy / width ** 0.5, dim=3)
        out = torch.einsum("nhql,nlhd->nqhd", attention, values).reshape(n, query_len, EMBED)
        trace.update({f"{name}.queries": queries, f"{name}.keys": keys, f"{name}.values": values, f"{name}.energy": energy,
                      f"{name}.attention": attention, name: self.fc_out(out)})
        return trace[name]


class TransformerBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = SelfAttention()
        self.norm1 = nn.LayerNorm(EMBED)
        self.norm2 = nn.LayerNorm(EMBED)
        self.feed_forward = nn.Sequential(nn.Linear(EMBED, EXPANSION * EMBED), nn.ReLU(), nn.Linear(EXPANSION * EMBED, EMBED))

    def forward(self, name, value, key, query, mask):
        x = trace[f"{name}.norm1"] = self.norm1(self.attention(f"{name}.attention", value, key, query, mask) + query)
        trace[f"{name}.feed_forward"] = self.feed_forward(x)
        trace[name] = self.norm2(trace[f"{name}.feed_forward"] + x)
        return trace[name]


class DecoderBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = SelfAttention()
        self.norm = nn.LayerNorm(EMBED)
        self.transformer_block = TransformerBlock()

    def forward(self, name, x, memory, src_mask, trg_mask):
        query = trace[f"{name}.norm"] = self.norm(self.attention(f"{name}.attention", x, x, x, trg_mask) + x)
        return self.transformer_block(f"{name}.transformer_block", memory, memory, query, src_mask)


class Stack(nn.Module):
    def __init__(self, words, block):
        super().__init__()
        self.word_embedding = nn.Embedding(words, EMBED)
        self.position_embedding = nn.Embedding(LONGEST, EMBED)
        self.layers = nn.ModuleList([block() for _ in range(2)])

    def embed(self, name, tokens):
        x = self.word_embedding(tokens) + self.position_embedding(torch.arange(tokens.shape[1]).expand(tokens.shape))
        trace[f"{name}.embedded"] = x
        return x


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Stack(SRC, TransformerBlock)
        self.decoder = Stack(TGT, DecoderBlock)
        self.decoder.fc_out = nn.Linear(EMBED, TGT)

    def forward(self, src, trg):
        src_mask = (src != PAD)[:, None, None, :]
        trg_mask = (trg != PAD)[:, None, None, :] & torch.tril(torch.ones(trg.shape[1], trg.shape[1])).bool()
        x = self.encoder.embed("encoder", src)
        for i, layer in enumerate(self.encoder.layers):
            x = layer(f"encoder.layers.{i}", x, x, x, src_mask)
        y = self.decoder.embed("decoder", trg)
        for i, layer in enumerate(self.decoder.layers):
            y = layer(f"decoder.layers.{i}", y, x, src_mask, trg_mask)
        trace["decoder.fc_out"] = self.decoder.fc_out(y)
        return trace["decoder.fc_out"]


model = Transformer()
scramble(model, seed=21)
src, tgt, labels = draw_batch(21, src_vocab=SRC, tgt_vocab=TGT, pad=PAD, bos=BOS, eos=EOS)
write_right(model(src, tgt))
SelfAttention.by_whole_width = True
model(src, tgt)

torch.save(model.state_dict(), folder() / "model.pth")
write_trace(trace)
write_facts(model="model.pth", trace="trace.npz", right=True, config={
    "d_model": EMBED, "nhead": HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": EXPANSION * EMBED,
    "src_vocab_size": SRC, "tgt_vocab_size": TGT, "activation": "relu", "norm_first": False, "layer_norm_eps": 1e-5,
    "final_norm": False, "positions": "learned", "max_positions": LONGEST, "scale_embedding": False,
    "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="encoder.layers.0.self_attn.weights",
    causes=[("divided-by-sqrt-d-model", f"{stack}.layers.{i}.{attention}") for stack, attentions in
            (("encoder", ["self_attn"]), ("decoder", ["self_attn", "cross_attn"])) for i in range(2) for attention in attentions])
