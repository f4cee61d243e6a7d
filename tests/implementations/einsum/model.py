"""Everything an einsum: projections of [D, H, d], no biases, matrices that stand the other way round than nn.Linear's, no norm after
the stacks; the weights are float16."""

import sys
from pathlib import Path

import torch
from torch import einsum, nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 0, 2, 3
D, H, F, V_SRC, V_TGT = 16, 2, 24, 25, 20
trace = {}


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_q = nn.Parameter(torch.empty(D, H, D // H))
        self.w_k = nn.Parameter(torch.empty(D, H, D // H))
        self.w_v = nn.Parameter(torch.empty(D, H, D // H))
        self.w_o = nn.Parameter(torch.empty(H, D // H, D))

    def forward(self, name, x, y, allowed):
        q = trace[name + "/q"] = einsum("btd,dhk->bthk", x, self.w_q)
        k = trace[name + "/k"] = einsum("bsd,dhk->bshk", y, self.w_k)
        v = trace[name + "/v"] = einsum("bsd,dhk->bshk", y, self.w_v)
        logits = trace[name + "/logits"] = einsum("bthk,bshk->bhts", q, k) / (D // H) ** 0.5
        probs = trace[name + "/probs"] = torch.where(allowed, logits, -1e30).softmax(-1)
        mixed = trace[name + "/mixed"] = einsum("bhts,bshk->bthk", probs, v)
        out = trace[name + "/out"] = einsum("bthk,hkd->btd", mixed, self.w_o)
        return out


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.empty(D))

    def forward(self, x):
        return nn.functional.layer_norm(x, (D,), self.gain, eps=1e-5)


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_in = nn.Parameter(torch.empty(D, F))
        self.w_out = nn.Parameter(torch.empty(F, D))

    def forward(self, name, x):
        hidden = trace[name + "/hidden"] = einsum("btd,df->btf", x, self.w_in).relu()
        return einsum("btf,fd->btd", hidden, self.w_out)


class Layer(nn.Module):
    def __init__(self, cross):
        super().__init__()
        self.self_attention = Attention()
        self.norm_self = Norm()
        if cross:
            self.cross_attention = Attention()
            self.norm_cross = Norm()
        self.feed_forward = FeedForward()
        self.norm_ff = Norm()

    def forward(self, name, x, allowed, memory=None, memory_allowed=None):
        x = trace[name + "/after_self"] = self.norm_self(x + self.self_attention(name + "/self", x, x, allowed))
        if memory is not None:
            x = trace[name + "/after_cross"] = self.norm_cross(x + self.cross_attention(name + "/cross", x, memory, memory_allowed))
        x = trace[name + "/after_ff"] = self.norm_ff(x + self.feed_forward(name + "/ff", x))
        return x


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_table = nn.Parameter(torch.empty(V_SRC, D))
        self.tgt_table = nn.Parameter(torch.empty(V_TGT, D))
        self.encoder = nn.ModuleList([Layer(cross=False) for _ in range(2)])
        self.decoder = nn.ModuleList([Layer(cross=True) for _ in range(2)])
        self.unembed = nn.Parameter(torch.empty(D, V_TGT))

    @staticmethod
    def embed(table, tokens):
        angles = einsum("t,i->ti", torch.arange(tokens.shape[1]).float(), 10000 ** (-torch.arange(0, D, 2) / D))
        return table[tokens] * D ** 0.5 + torch.stack([angles.sin(), angles.cos()], -1).flatten(-2)

    def forward(self, src, tgt):
        src_allowed = (src != PAD)[:, None, None, :]
        tgt_allowed = (tgt != PAD)[:, None, None, :] & torch.ones(tgt.shape[1], tgt.shape[1]).tril().bool()
        x = trace["enc/in"] = self.embed(self.src_table, src)
        for i, layer in enumerate(self.encoder):
            x = layer(f"enc{i}", x, src_allowed)
        y = trace["dec/in"] = self.embed(self.tgt_table, tgt)
        for i, layer in enumerate(self.decoder):
            y = layer(f"dec{i}", y, tgt_allowed, x, src_allowed)
        trace["vocab_logits"] = einsum("btd,dv->btv", y, self.unembed)
        return trace["vocab_logits"]


model = Transformer()
scramble(model, seed=7, dtype=torch.float16)
src, tgt, labels = draw_batch(7, src_vocab=V_SRC, tgt_vocab=V_TGT, pad=PAD, bos=BOS, eos=EOS)
model(src, tgt)

torch.save(model.half().state_dict(), folder() / "weights.pt")
write_trace(trace)
write_facts(model="weights.pt", trace="trace.npz", config={
    "d_model": D, "nhead": H, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": F,
    "src_vocab_size": V_SRC, "tgt_vocab_size": V_TGT, "activation": "relu", "norm_first": False, "layer_norm_eps": 1e-5, "bias": False,
    "final_norm": False, "positions": "sinusoidal", "scale_embedding": True, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["activation", "norm_first", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"])
