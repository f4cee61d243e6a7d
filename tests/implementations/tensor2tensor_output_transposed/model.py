"""Variables as tensor2tensor names them, slashes and kernels of input x output, pre-norm, no biases but those of LayerNorm. The bug: the
matrix behind the heads is multiplied as nn.Linear would, the wrong way round."""

import sys
from pathlib import Path

import numpy
import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, write_facts, write_right, write_trace

PAD, BOS, EOS = 0, 2, 1
D, H, FILTER, SRC, TGT = 16, 4, 28, 15, 18
BODY = "transformer/body"
generator = torch.Generator().manual_seed(25)
variables, trace = {}, {}


def get(name, *shape, mean=0.0, deviation=None):
    """The variable with this name. It is drawn when it is first used."""
    if name not in variables:
        variables[name] = mean + torch.randn(shape, generator=generator) * (deviation or 1.3 / shape[0] ** 0.5)
    return variables[name]


def layer_norm(scope, x):
    scope += "/layer_prepostprocess/layer_norm/layer_norm"
    scale, bias = get(scope + "_scale", D, mean=1.0, deviation=0.3), get(scope + "_bias", D, deviation=0.3)
    centred = x - x.mean(-1, keepdim=True)
    return centred * (centred.square().mean(-1, keepdim=True) + 1e-6).rsqrt() * scale + bias


def multihead_attention(scope, x, memory, bias, transposed):
    def heads(y, name):
        y = y @ get(f"{scope}/multihead_attention/{name}/kernel", D, D)
        return y.reshape(*y.shape[:2], H, D // H).transpose(1, 2)

    q, k, v = heads(x, "q") * (D // H) ** -0.5, heads(memory, "k"), heads(memory, "v")
    logits = trace[f"{scope}/multihead_attention/dot_product_attention/logits"] = q @ k.transpose(2, 3) + bias
    weights = trace[f"{scope}/multihead_attention/dot_product_attention/attention_weights"] = logits.softmax(-1)
    combined = (weights @ v).transpose(1, 2).reshape(x.shape)
    trace[f"{scope}/multihead_attention/combine_heads"] = combined
    kernel = get(f"{scope}/multihead_attention/output_transform/kernel", D, D)
    out = trace[f"{scope}/multihead_attention/output_transform"] = combined @ (kernel.T if transposed else kernel)
    return out


def feed_forward(scope, x):
    hidden = torch.relu(x @ get(f"{scope}/conv1/kernel", D, FILTER))
    return hidden @ get(f"{scope}/conv2/kernel", FILTER, D)


def stack(name, x, layers, sublayers):
    for i in range(layers):
        for sublayer, compute in sublayers.items():
            scope = f"{BODY}/{name}/layer_{i}/{sublayer}"
            x = trace[f"{scope}/layer_postprocess"] = x + compute(scope, layer_norm(scope, x))
    return layer_norm(f"{BODY}/{name}", x)


def embed(name, words, tokens):
    x = get(name, words, D, deviation=0.35)[tokens] * D ** 0.5
    angles = torch.arange(tokens.shape[1])[:, None] / 10000 ** (torch.arange(0, D, 2) / D)
    return x + torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


def transformer(src, tgt, transposed=False):
    source_bias = torch.where(src == PAD, -1e9, 0.0)[:, None, None, :]
    target_bias = torch.where(tgt == PAD, -1e9, 0.0)[:, None, None, :] + torch.full([tgt.shape[1]] * 2, -1e9).triu(1)
    memory = stack("encoder", embed("transformer/symbol_modality_source/input_emb/weights", SRC, src), 1, {
        "self_attention": lambda scope, x: multihead_attention(scope, x, x, source_bias, transposed), "ffn": feed_forward})
    y = stack("decoder", embed("transformer/symbol_modality_target/target_emb/weights", TGT, tgt), 2, {
        "self_attention": lambda scope, x: multihead_attention(scope, x, x, target_bias, transposed),
        "encdec_attention": lambda scope, x: multihead_attention(scope, x, memory, source_bias, transposed), "ffn": feed_forward})
    trace["logits"] = y @ get("transformer/symbol_modality_target/softmax/weights", TGT, D).T
    return trace["logits"]


src, tgt, labels = draw_batch(25, src_vocab=SRC, tgt_vocab=TGT, pad=PAD, bos=BOS, eos=EOS)
write_right(transformer(src, tgt))
transformer(src, tgt, transposed=True)

numpy.savez_compressed(folder() / "variables.npz", **{name: value.numpy() for name, value in variables.items()})
write_trace(trace)
write_facts(model="variables.npz", trace="trace.npz", right=True, config={
    "d_model": D, "nhead": H, "num_encoder_layers": 1, "num_decoder_layers": 2, "dim_feedforward": FILTER, "src_vocab_size": SRC,
    "tgt_vocab_size": TGT, "activation": "relu", "norm_first": True, "layer_norm_eps": 1e-6, "positions": "sinusoidal",
    "scale_embedding": True, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "layer_norm_eps", "positions", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="encoder.layers.0.self_attn.output",
    causes=[("output-projection-transposed", f"{name}.layers.{i}.{attention}") for name, i, attention in (
        ("encoder", 0, "self_attn"), ("decoder", 0, "self_attn"), ("decoder", 0, "cross_attn"), ("decoder", 1, "self_attn"),
        ("decoder", 1, "cross_attn"))])
