"""Blocks of three, each in a residual connection with a LayerNorm by hand: the deviation is over D - 1, eps is outside of the root. What
is called attention_scores are weights. The bug: the decoder's own mask is that of its padding alone."""

import math
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_right, write_trace

PAD, BOS, EOS = 1, 2, 3
D, H, D_FF, SRC, TGT, SEQ_LEN = 16, 4, 24, 17, 13, 20
trace = {}


class LayerNormalization(nn.Module):
    def __init__(self, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.alpha = nn.Parameter(torch.ones(D))
        self.bias = nn.Parameter(torch.zeros(D))

    def forward(self, x):
        return self.alpha * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + self.eps) + self.bias


class MultiHeadAttentionBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_q = nn.Linear(D, D, bias=False)
        self.w_k = nn.Linear(D, D, bias=False)
        self.w_v = nn.Linear(D, D, bias=False)
        self.w_o = nn.Linear(D, D, bias=False)

    def forward(self, q, k, v, mask):
        query, key, value = (w(x).view(len(x), -1, H, D // H).transpose(1, 2)
                             for w, x in ((self.w_q, q), (self.w_k, k), (self.w_v, v)))
        scores = (query @ key.transpose(-2, -1)) / math.sqrt(D // H)
        self.attention_scores = scores.masked_fill(mask == 0, -1e9).softmax(dim=-1)
        x = (self.attention_scores @ value).transpose(1, 2).contiguous().view(q.shape)
        return self.w_o(x)


class FeedForwardBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear_1 = nn.Linear(D, D_FF)
        self.linear_2 = nn.Linear(D_FF, D)

    def forward(self, x):
        return self.linear_2(torch.relu(self.linear_1(x)))


class ResidualConnection(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = LayerNormalization()

    def forward(self, x, sublayer):
        return x + sublayer(self.norm(x))


class EncoderBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attention_block = MultiHeadAttentionBlock()
        self.feed_forward_block = FeedForwardBlock()
        self.residual_connections = nn.ModuleList([ResidualConnection() for _ in range(2)])

    def forward(self, x, src_mask):
        x = self.residual_connections[0](x, lambda x: self.self_attention_block(x, x, x, src_mask))
        return self.residual_connections[1](x, self.feed_forward_block)


class DecoderBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attention_block = MultiHeadAttentionBlock()
        self.cross_attention_block = MultiHeadAttentionBlock()
        self.feed_forward_block = FeedForwardBlock()
        self.residual_connections = nn.ModuleList([ResidualConnection() for _ in range(3)])

    def forward(self, x, memory, src_mask, tgt_mask):
        x = self.residual_connections[0](x, lambda x: self.self_attention_block(x, x, x, tgt_mask))
        x = self.residual_connections[1](x, lambda x: self.cross_attention_block(x, memory, memory, src_mask))
        return self.residual_connections[2](x, self.feed_forward_block)


class Stack(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = LayerNormalization()

    def forward(self, x, *rest):
        for layer in self.layers:
            x = layer(x, *rest)
        return self.norm(x)


class InputEmbeddings(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.embedding = nn.Embedding(words, D)

    def forward(self, x):
        return self.embedding(x) * math.sqrt(D)


class PositionalEncoding(nn.Module):
    def __init__(self):
        super().__init__()
        pe = torch.zeros(SEQ_LEN, D)
        angles = torch.arange(SEQ_LEN)[:, None] * torch.exp(torch.arange(0, D, 2).float() * (-math.log(10000.0) / D))
        pe[:, 0::2], pe[:, 1::2] = torch.sin(angles), torch.cos(angles)
        self.register_buffer("pe", pe[None])

    def forward(self, x):
        return x + self.pe[:, :x.shape[1]]


class ProjectionLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(D, TGT)

    def forward(self, x):
        return self.proj(x)


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Stack([EncoderBlock() for _ in range(2)])
        self.decoder = Stack([DecoderBlock() for _ in range(2)])
        self.src_embed, self.tgt_embed = InputEmbeddings(SRC), InputEmbeddings(TGT)
        self.src_pos, self.tgt_pos = PositionalEncoding(), PositionalEncoding()
        self.projection_layer = ProjectionLayer()

    def forward(self, src, tgt, causal):
        src_mask, tgt_mask = (src != PAD)[:, None, None, :], (tgt != PAD)[:, None, None, :]
        if causal:
            tgt_mask = tgt_mask & torch.ones(tgt.shape[1], tgt.shape[1]).tril().bool()
        memory = self.encoder(self.src_pos(self.src_embed(src)), src_mask)
        return self.projection_layer(self.decoder(self.tgt_pos(self.tgt_embed(tgt)), memory, src_mask, tgt_mask))


def keep(name, module):
    """Records a module's output; for an attention, its weights."""
    def hook(module, inputs, output):
        if isinstance(module, MultiHeadAttentionBlock):
            trace[f"{name}.attention_scores"] = module.attention_scores
        trace[name] = output
    module.register_forward_hook(hook)


model = Transformer()
scramble(model, seed=23)
src, tgt, labels = draw_batch(23, src_vocab=SRC, tgt_vocab=TGT, pad=PAD, bos=BOS, eos=EOS)
write_right(model(src, tgt, causal=True))
for name, module in model.named_modules():
    if name:
        keep(name, module)
model(src, tgt, causal=False)

torch.save({"epoch": 19, "model_state_dict": model.state_dict(), "global_step": 1900}, folder() / "tmodel_19.pt")
write_trace(trace)
write_facts(model="tmodel_19.pt", trace="trace.npz", right=True, config={
    "d_model": D, "nhead": H, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": D_FF, "src_vocab_size": SRC,
    "tgt_vocab_size": TGT, "activation": "relu", "norm_first": True, "layer_norm": "annotated", "layer_norm_eps": 1e-6,
    "positions": "sinusoidal", "scale_embedding": True, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "layer_norm", "layer_norm_eps", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="decoder.layers.0.self_attn.weights",
    causes=[("no-causal-mask", f"decoder.layers.{i}.self_attn") for i in range(2)])
