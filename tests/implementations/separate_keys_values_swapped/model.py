"""Separate projections, pre-norm, GELU, trained by Lightning, which puts "model." before the names. Broken: cross-attention takes the
memory's values for its keys, and its keys for its values."""

import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 3, 1, 2
D, H, FF, V_SRC, V_TGT = 12, 3, 22, 21, 24
trace = {}


def split_heads(x):
    batch, length, _ = x.shape
    return x.view(batch, length, H, D // H).transpose(1, 2)


def attend(name, q, k, v, mask):
    trace[name + ".q"], trace[name + ".k"], trace[name + ".v"] = q, k, v
    q, k, v = split_heads(q), split_heads(k), split_heads(v)
    attention_scores = q.matmul(k.transpose(2, 3)) / math.sqrt(D // H)
    trace[name + ".attention_scores"] = attention_scores
    attention_probs = F.softmax(attention_scores.masked_fill(~mask, -1e9), dim=-1)
    trace[name + ".attention_probs"] = attention_probs
    context_layer = attention_probs.matmul(v).transpose(1, 2).reshape(q.shape[0], -1, D)
    trace[name + ".context_layer"] = context_layer
    return context_layer


class SelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.dense = (nn.Linear(D, D) for _ in range(4))

    def forward(self, x, mask, name):
        return self.dense(attend(name, self.query(x), self.key(x), self.value(x), mask))


class CrossAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.dense = (nn.Linear(D, D) for _ in range(4))

    def memory_states(self, memory):
        return self.value(memory), self.key(memory)

    def forward(self, x, memory, mask, name):
        key_states, value_states = self.memory_states(memory)
        return self.dense(attend(name, self.query(x), key_states, value_states, mask))


class FeedForward(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(D, FF), nn.GELU(), nn.Linear(FF, D))


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attention, self.ffn = SelfAttention(), FeedForward()
        self.norm1, self.norm2 = nn.LayerNorm(D), nn.LayerNorm(D)

    def forward(self, x, mask, name):
        x = x + self.self_attention(self.norm1(x), mask, name + ".self_attention")
        return x + self.ffn(self.norm2(x))


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attention, self.encoder_attention, self.ffn = SelfAttention(), CrossAttention(), FeedForward()
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(D), nn.LayerNorm(D), nn.LayerNorm(D)

    def forward(self, x, mask, memory, memory_mask, name):
        x = x + self.self_attention(self.norm1(x), mask, name + ".self_attention")
        x = x + self.encoder_attention(self.norm2(x), memory, memory_mask, name + ".encoder_attention")
        return x + self.ffn(self.norm3(x))


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.source_embedding, self.target_embedding = nn.Embedding(V_SRC, D), nn.Embedding(V_TGT, D)
        self.encoder_layers = nn.ModuleList([EncoderLayer() for _ in range(2)])
        self.encoder_norm = nn.LayerNorm(D)
        self.decoder_layers = nn.ModuleList([DecoderLayer() for _ in range(2)])
        self.decoder_norm = nn.LayerNorm(D)
        self.projection = nn.Linear(D, V_TGT)

    def embed(self, table, tokens, name):
        positions = torch.zeros(tokens.shape[1], D)
        angle = torch.arange(tokens.shape[1])[:, None] / 10000 ** (torch.arange(0, D, 2) / D)
        positions[:, 0::2], positions[:, 1::2] = angle.sin(), angle.cos()
        trace[name] = table(tokens) * math.sqrt(D) + positions
        return trace[name]

    def forward(self, src, tgt):
        src_mask = (src != PAD)[:, None, None, :]
        tgt_mask = (tgt != PAD)[:, None, None, :] & torch.ones(tgt.shape[1], tgt.shape[1], dtype=torch.bool).tril()
        x = self.embed(self.source_embedding, src, "source")
        for i, layer in enumerate(self.encoder_layers):
            x = trace[f"encoder.{i}"] = layer(x, src_mask, f"encoder.{i}")
        memory = trace["memory"] = self.encoder_norm(x)
        y = self.embed(self.target_embedding, tgt, "target")
        for i, layer in enumerate(self.decoder_layers):
            y = trace[f"decoder.{i}"] = layer(y, tgt_mask, memory, src_mask, f"decoder.{i}")
        trace["logits"] = self.projection(self.decoder_norm(y))
        return trace["logits"]


class Lightning(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = Seq2Seq()


training = Lightning()
scramble(training, seed=6)
src, tgt, labels = draw_batch(6, src_vocab=V_SRC, tgt_vocab=V_TGT, pad=PAD, bos=BOS, eos=EOS)
training.model(src, tgt)

torch.save({"epoch": 3, "global_step": 1200, "pytorch-lightning_version": "2.4.0", "state_dict": training.state_dict(),
            "optimizer_states": [], "lr_schedulers": [], "hyper_parameters": {"d": D, "heads": H}}, folder() / "last.ckpt")
write_trace(trace, "trace.safetensors")
write_facts(model="last.ckpt", trace="trace.safetensors", config={
    "d_model": D, "nhead": H, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": FF,
    "src_vocab_size": V_SRC, "tgt_vocab_size": V_TGT, "activation": "gelu", "norm_first": True, "layer_norm_eps": 1e-5,
    "positions": "sinusoidal", "scale_embedding": True, "mask_value": -1e9, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="decoder.layers.0.cross_attn.key",
    causes=[("key-value-swapped", "decoder.layers.0.cross_attn"), ("key-value-swapped", "decoder.layers.1.cross_attn")])
