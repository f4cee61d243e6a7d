"""Holds the implementations whose weights it knows how to rename against Vitrine: puts its weights into a model folder by hand, runs `vitrine trace` on its batch, and compares
each recorded tensor with ours. A right one has to agree within 1e-5 everywhere; a broken one has to differ first where its facts.json says.

usage: VITRINE=path/to/vitrine python3 reference.py [NAME ...]         needs PyTorch, and safetensors
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy
import torch
from safetensors.numpy import load_file, save_file

HERE = Path(__file__).resolve().parent
AGREES, BEYOND = 1e-5, 1e-4
Weights = dict[str, numpy.ndarray]
Pairs = Iterator[tuple[str, str, Callable[[numpy.ndarray], numpy.ndarray]]]


# The weights of a file, under the names that the module itself gave them.

def read_weights(path: Path) -> Weights:
    if path.suffix == ".safetensors":
        from safetensors.torch import load_file as load
        state = load(path)
    else:
        state = torch.load(path, weights_only=True)
        for key in ("state_dict", "model_state_dict", "model"):
            state = state.get(key, state)
    return {re.sub(r"^(module|_orig_mod)\.", "", name): tensor.float().numpy() for name, tensor in state.items()}


# Ours from theirs.

class Ours:
    """Collects parameters under the names of docs/TRACE.md. A layer without biases gets zeros if the configuration has biases."""

    def __init__(self, config: dict):
        self.bias = config.get("bias", True)
        self.parameters: Weights = {}

    def linear(self, name: str, weight: numpy.ndarray, bias: numpy.ndarray | None = None) -> None:
        self.parameters[name + ".weight"] = weight
        if self.bias:
            self.parameters[name + ".bias"] = numpy.zeros(len(weight), "f4") if bias is None else bias

    norm = linear

    def attention(self, name: str, weights: list[numpy.ndarray], biases: list[numpy.ndarray | None]) -> None:
        self.parameters[name + ".in_proj_weight"] = numpy.concatenate(weights[:3])
        if self.bias:
            self.parameters[name + ".in_proj_bias"] = numpy.concatenate(
                [numpy.zeros(len(weight), "f4") if bias is None else bias for weight, bias in zip(weights[:3], biases)])
        self.linear(name + ".out_proj", weights[3], biases[3])


def layers(cross_name: str = "cross_attn") -> Iterator[tuple[str, int, list[tuple[str, str]]]]:
    """Stack and number of every layer, and its sublayers as parameters and as traces name them."""
    for stack in ("encoder", "decoder"):
        for number in range(2):
            sublayers = [("self_attn", "self_attn")] + ([("multihead_attn", cross_name)] if stack == "decoder" else [])
            yield stack, number, sublayers


def copy_modules(ours: Ours, w: Weights, modules: dict[str, str]) -> None:
    """Copies linear layers and norms that only have another name. Maps our names to theirs."""
    for our_name, name in modules.items():
        weight = next(w[name + ending] for ending in (".weight", ".a_2", ".gain") if name + ending in w)
        ours.linear(our_name, weight, w.get(name + ".bias", w.get(name + ".b_2")))


def copy_attention(ours: Ours, w: Weights, our_name: str, name: str, parts: tuple[str, str, str, str]) -> None:
    ours.attention(our_name, [w[f"{name}.{part}.weight"] for part in parts], [w.get(f"{name}.{part}.bias") for part in parts])


def tables(ours: Ours, src: numpy.ndarray, tgt: numpy.ndarray) -> None:
    ours.parameters |= {"src_embedding.weight": src, "tgt_embedding.weight": tgt}


# How a tensor of theirs is laid out.

def same(x):
    return x


def second(x):
    """The batch is the second axis."""
    return x.swapaxes(0, 1)


def merged(heads: int):
    return lambda x: x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def heads_inside(x):
    """B L H d."""
    return x.swapaxes(1, 2)


def heads_and_batch(heads: int):
    """B·H on one axis."""
    return lambda x: x.reshape(-1, heads, *x.shape[1:])


def flat(x):
    """B L H d, read as B L D."""
    return x.reshape(*x.shape[:2], -1)


# One function for each style: fills `ours` and yields their name, our name and layout of every tensor that both have.

def nn_transformer(w: Weights, ours: Ours, config: dict) -> Pairs:
    ours.parameters |= {name: value for name, value in w.items() if name.startswith("transformer.")}
    tutorial = "generator.weight" in w
    layout = second if tutorial else same
    names = (("src_tok_emb.embedding", "tgt_tok_emb.embedding", "generator") if tutorial else
             ("encoder_embedding", "decoder_embedding", "output_layer"))
    tables(ours, w[names[0] + ".weight"], w[names[1] + ".weight"])
    copy_modules(ours, w, {"fc_out": names[2]})
    yield names[0], "src.embedding", layout
    yield names[1], "tgt.embedding", layout
    yield names[2], "logits", layout
    yield "logits", "logits", layout
    yield "loss", "loss", same
    yield "encoder_positions", "src.sum", layout
    yield "decoder_positions", "tgt.sum", layout
    yield "src_tok_emb", "src.scaled", layout
    yield "tgt_tok_emb", "tgt.scaled", layout
    yield "positional_encoding", "src.sum", layout
    yield "positional_encoding.2", "tgt.sum", layout
    yield "transformer.encoder", "memory", layout
    yield "transformer.decoder", "decoder.norm", layout
    yield "transformer", "decoder.norm", layout
    for stack, number, sublayers in layers():
        name = f"{stack}.layers.{number}"
        last = len(sublayers) + 1
        yield f"transformer.{name}", f"{name}.norm{last}", layout
        yield f"transformer.{name}.linear1", f"{name}.ffn.linear1", layout
        yield f"transformer.{name}.linear2", f"{name}.ffn.linear2", layout
        for norm in range(1, last + 1):
            yield f"transformer.{name}.norm{norm}", f"{name}.norm{norm}", layout
        for theirs, attention in sublayers:
            yield f"transformer.{name}.{theirs}", f"{name}.{attention}.output", layout
    for stack in ("encoder", "decoder"):
        yield f"transformer.{stack}.norm", f"{stack}.norm", layout


def annotated(w: Weights, ours: Ours, config: dict) -> Pairs:
    tables(ours, w["src_embed.0.lut.weight"], w["tgt_embed.0.lut.weight"])
    copy_modules(ours, w, {"fc_out": "generator.proj"})
    before = config["norm_first"]
    for side in ("src", "tgt"):
        yield f"{side}_embed.0", f"{side}.scaled", same
        yield f"{side}_embed", f"{side}.sum", same
    yield "generator.proj", "logits", same
    for stack, number, sublayers in layers():
        name = f"{stack}.layers.{number}"
        copy_modules(ours, w, {f"transformer.{name}.linear1": f"{name}.feed_forward.w_1",
                               f"transformer.{name}.linear2": f"{name}.feed_forward.w_2"})
        yield f"{name}.feed_forward", f"{name}.ffn.linear2", same
        for index in range(len(sublayers) + 1):
            copy_modules(ours, w, {f"transformer.{name}.norm{index + 1}": f"{name}.sublayer.{index}.norm"})
            yield f"{name}.sublayer.{index}.norm", f"{name}.norm{index + 1}", same
            yield f"{name}.sublayer.{index}", f"{name}.{'residual' if before else 'norm'}{index + 1}", same
        for parameter, attention in sublayers:
            theirs = f"{name}.{'self_attn' if parameter == 'self_attn' else 'src_attn'}"
            copy_attention(ours, w, f"transformer.{name}.{parameter}", theirs, ("linears.0", "linears.1", "linears.2", "linears.3"))
            for key, tensor in {".q": "query", ".k": "key", ".v": "value", ".scores": "masked_scores", ".attn": "weights", ".x": "context",
                                ".heads": "context", ".x_merged": "merged", ".concat": "merged", "": "output"}.items():
                yield theirs + key, f"{name}.{attention}.{tensor}", same
    for stack, end in (("encoder", "memory"), ("decoder", "decoder.norm" if before else "decoder.layers.1.norm3")):
        yield stack, end, same
        if before:
            copy_modules(ours, w, {f"transformer.{stack}.norm": f"{stack}.norm"})
            yield f"{stack}.norm", f"{stack}.norm", same


def separate(w: Weights, ours: Ours, config: dict) -> Pairs:
    tables(ours, w["encoder.token_embedding.weight"], w["decoder.token_embedding.weight"])
    copy_modules(ours, w, {"fc_out": "head", "transformer.encoder.norm": "encoder.ln", "transformer.decoder.norm": "decoder.ln"})
    split = merged(config["nhead"])
    yield "head", "logits", same
    yield "loss", "loss", same
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        yield f"{stack}.token_embedding", f"{side}.embedding", same
        yield f"{stack}.ln", f"{stack}.norm", same
    yield "encoder", "memory", same
    yield "decoder", "decoder.norm", same
    for stack, number, sublayers in layers():
        name, theirs = f"{stack}.layers.{number}", f"{stack}.blocks.{number}"
        last = len(sublayers) + 1
        modules = {"linear1": "mlp.fc1", "linear2": "mlp.fc2", "norm1": "attn_ln", f"norm{last}": "mlp_ln"}
        if last == 3:
            modules["norm2"] = "cross_attn_ln"
        copy_modules(ours, w, {f"transformer.{name}.{our}": f"{theirs}.{module}" for our, module in modules.items()})
        for our, module in modules.items():
            yield f"{theirs}.{module}", f"{name}.{our if our.startswith('norm') else 'ffn.' + our}", same
        yield f"{theirs}.mlp.act", f"{name}.ffn.activation", same
        yield f"{theirs}.mlp", f"{name}.ffn.linear2", same
        yield theirs, f"{name}.residual{last}", same
        for parameter, attention in sublayers:
            module = f"{theirs}.{'attn' if parameter == 'self_attn' else 'cross_attn'}"
            copy_attention(ours, w, f"transformer.{name}.{parameter}", module, ("q_proj", "k_proj", "v_proj", "out_proj"))
            for key, tensor in {"q_proj": "query", "k_proj": "key", "v_proj": "value"}.items():
                yield f"{module}.{key}", f"{name}.{attention}.{tensor}", split
            yield f"{module}.softmax", f"{name}.{attention}.weights", same
            yield f"{module}.out_proj", f"{name}.{attention}.output", same
            yield module, f"{name}.{attention}.output", same


def separate_swapped(w: Weights, ours: Ours, config: dict) -> Pairs:
    w = {name.removeprefix("model."): value for name, value in w.items()}
    tables(ours, w["source_embedding.weight"], w["target_embedding.weight"])
    copy_modules(ours, w, {"fc_out": "projection", "transformer.encoder.norm": "encoder_norm", "transformer.decoder.norm": "decoder_norm"})
    split = merged(config["nhead"])
    yield "source", "src.sum", same
    yield "target", "tgt.sum", same
    yield "memory", "memory", same
    yield "logits", "logits", same
    for stack, number, sublayers in layers():
        name, theirs = f"{stack}.layers.{number}", f"{stack}_layers.{number}"
        last = len(sublayers) + 1
        modules = {"linear1": "ffn.0", "linear2": "ffn.2"} | {f"norm{index}": f"norm{index}" for index in range(1, last + 1)}
        copy_modules(ours, w, {f"transformer.{name}.{our}": f"{theirs}.{module}" for our, module in modules.items()})
        yield f"{stack}.{number}", f"{name}.residual{last}", same
        for parameter, attention in sublayers:
            module = "self_attention" if parameter == "self_attn" else "encoder_attention"
            copy_attention(ours, w, f"transformer.{name}.{parameter}", f"{theirs}.{module}", ("query", "key", "value", "dense"))
            for key, (tensor, layout) in {"q": ("query", split), "k": ("key", split), "v": ("value", split),
                                          "attention_scores": ("scores", same), "attention_probs": ("weights", same),
                                          "context_layer": ("merged", same)}.items():
                yield f"{stack}.{number}.{module}.{key}", f"{name}.{attention}.{tensor}", layout


def einsum_attention(ours: Ours, w: Weights, our_name: str, names: list[str]) -> None:
    d_model = w[names[0]].shape[0]
    ours.attention(our_name, [w[name].reshape(d_model, -1).T for name in names[:3]] + [w[names[3]].reshape(-1, d_model).T], [None] * 4)


def einsum(w: Weights, ours: Ours, config: dict) -> Pairs:
    tables(ours, w["src_table"], w["tgt_table"])
    ours.linear("fc_out", w["unembed"].T)
    yield "enc/in", "src.sum", same
    yield "dec/in", "tgt.sum", same
    yield "vocab_logits", "logits", same
    for stack, number, sublayers in layers():
        name, theirs, traced = f"{stack}.layers.{number}", f"{stack}.{number}", f"{stack[:3]}{number}"
        last = len(sublayers) + 1
        ours.linear(f"transformer.{name}.linear1", w[f"{theirs}.feed_forward.w_in"].T)
        ours.linear(f"transformer.{name}.linear2", w[f"{theirs}.feed_forward.w_out"].T)
        norms = {"self": 1, "ff": last} | ({"cross": 2} if last == 3 else {})
        for norm, index in norms.items():
            copy_modules(ours, w, {f"transformer.{name}.norm{index}": f"{theirs}.norm_{norm}"})
            yield f"{traced}/after_{norm}", f"{name}.norm{index}", same
        yield f"{traced}/ff/hidden", f"{name}.ffn.activation", same
        for parameter, attention in sublayers:
            short = attention.split("_")[0]
            einsum_attention(ours, w, f"transformer.{name}.{parameter}", [f"{theirs}.{short}_attention.w_{part}" for part in "qkvo"])
            for key, (tensor, layout) in {"q": ("query", heads_inside), "k": ("key", heads_inside), "v": ("value", heads_inside),
                                          "logits": ("scores", same), "probs": ("weights", same), "mixed": ("context", heads_inside),
                                          "out": ("output", same)}.items():
                yield f"{traced}/{short}/{key}", f"{name}.{attention}.{tensor}", layout


def einsum_divided(w: Weights, ours: Ours, config: dict) -> Pairs:
    tables(ours, w["embed_src.weight"], w["embed_tgt.weight"])
    copy_modules(ours, w, {"fc_out": "unembed"})
    yield "embed_src.hook_out", "src.embedding", same
    yield "embed_tgt.hook_out", "tgt.embedding", same
    yield "unembed.hook_out", "logits", same
    for stack, number, sublayers in layers():
        name, theirs = f"{stack}.layers.{number}", f"{stack[:3]}.{number}"
        last = len(sublayers) + 1
        modules = {"linear1": "mlp.up", "linear2": "mlp.down"} | {f"norm{index}": f"ln{index}" for index in range(1, last + 1)}
        copy_modules(ours, w, {f"transformer.{name}.{our}": f"{theirs}.{module}" for our, module in modules.items()})
        for our, module in modules.items():
            yield f"{theirs}.{module}.hook_out", f"{name}.{our if our.startswith('norm') else 'ffn.' + our}", same
        yield f"{theirs}.mlp.hook_out", f"{name}.ffn.linear2", same
        yield f"{theirs}.hook_out", f"{name}.norm{last}", same
        for parameter, attention in sublayers:
            module = f"{theirs}.{'attn' if parameter == 'self_attn' else 'cross'}"
            einsum_attention(ours, w, f"transformer.{name}.{parameter}", [f"{module}.W_{part}" for part in "QKVO"])
            for key, (tensor, layout) in {"q": ("query", heads_inside), "k": ("key", heads_inside), "v": ("value", heads_inside),
                                          "attn_scores": ("scores", same), "pattern": ("weights", same),
                                          "z": ("context", heads_inside), "out": ("output", same)}.items():
                yield f"{module}.hook_{key}", f"{name}.{attention}.{tensor}", layout


def bart(w: Weights, ours: Ours, config: dict) -> Pairs:
    ours.parameters["src_embedding.weight"] = w["model.shared.weight"]
    ours.parameters["fc_out.bias"] = w["final_logits_bias"][0]
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        ours.parameters[f"{side}_positions.weight"] = w[f"model.{stack}.embed_positions.weight"][2:]
        copy_modules(ours, w, {f"{side}_embedding_norm": f"model.{stack}.layernorm_embedding"})
        yield f"model.{stack}.layernorm_embedding", f"{side}.normalized", same
        yield f"{stack}_hidden_states.0", f"{side}.normalized", same
    yield "logits", "logits", same
    yield "lm_head", "", same  # before final_logits_bias is added: no tensor of ours
    yield "loss", "loss", same
    yield "encoder_last_hidden_state", "memory", same
    for stack, number, sublayers in layers():
        name, theirs = f"{stack}.layers.{number}", f"model.{stack}.layers.{number}"
        last = len(sublayers) + 1
        modules = {"linear1": "fc1", "linear2": "fc2", "norm1": "self_attn_layer_norm", f"norm{last}": "final_layer_norm"}
        if last == 3:
            modules["norm2"] = "encoder_attn_layer_norm"
        copy_modules(ours, w, {f"transformer.{name}.{our}": f"{theirs}.{module}" for our, module in modules.items()})
        for our, module in modules.items():
            yield f"{theirs}.{module}", f"{name}.{our if our.startswith('norm') else 'ffn.' + our}", same
        yield f"{stack}_hidden_states.{number + 1}", f"{name}.norm{last}", same
        for parameter, attention in sublayers:
            module = f"{theirs}.{'self_attn' if parameter == 'self_attn' else 'encoder_attn'}"
            copy_attention(ours, w, f"transformer.{name}.{parameter}", module, ("q_proj", "k_proj", "v_proj", "out_proj"))
            outputs = f"{stack}_attentions" if parameter == "self_attn" else "cross_attentions"
            yield f"{outputs}.{number}", f"{name}.{attention}.weights", same
            yield f"{module}.attn_weights", f"{name}.{attention}.weights", same
            yield f"{module}.output", f"{name}.{attention}.output", same


def batch_second(w: Weights, ours: Ours, config: dict) -> Pairs:
    tables(ours, w["encoder.embed_tokens.weight"], w.get("decoder.embed_tokens.weight", w.get("output_projection.weight")))
    ours.parameters["fc_out.bias"] = numpy.zeros(config["tgt_vocab_size"], "f4")
    together = heads_and_batch(config["nhead"])
    yield "logits", "logits", second
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        ours.parameters[f"{side}_positions.weight"] = w[f"{stack}.embed_positions.weight"]
        copy_modules(ours, w, {f"transformer.{stack}.norm": f"{stack}.layer_norm"})
        yield f"{stack}.embedded", f"{side}.sum", second
        yield f"{stack}.layer_norm", f"{stack}.norm", second
    for stack, number, sublayers in layers():
        name = f"{stack}.layers.{number}"
        last = len(sublayers) + 1
        modules = {"linear1": "fc1", "linear2": "fc2", "norm1": "self_attn_layer_norm", f"norm{last}": "final_layer_norm"}
        if last == 3:
            modules["norm2"] = "encoder_attn_layer_norm"
        copy_modules(ours, w, {f"transformer.{name}.{our}": f"{name}.{module}" for our, module in modules.items()})
        yield name, f"{name}.norm{last}", second
        yield f"{name}.self_attn_layer_norm", f"{name}.norm1", second
        for parameter, attention in sublayers:
            module = f"{name}.{'self_attn' if parameter == 'self_attn' else 'encoder_attn'}"
            ours.parameters[f"transformer.{name}.{parameter}.in_proj_weight"] = w[f"{module}.in_proj.weight"]
            ours.parameters[f"transformer.{name}.{parameter}.in_proj_bias"] = w[f"{module}.in_proj.bias"]
            copy_modules(ours, w, {f"transformer.{name}.{parameter}.out_proj": f"{module}.out_proj"})
            for key, tensor in {"q": "query", "k": "key", "v": "value", "attn_weights": "scores", "attn_logits": "masked_scores",
                                "attn_probs": "weights", "attn": "context"}.items():
                yield f"{module}.{key}", f"{name}.{attention}.{tensor}", together


def homework(w: Weights, ours: Ours, config: dict) -> Pairs:
    first = "src_words.weight" in w
    src, tgt, output = ("src_words", "tgt_words", "vocab_out") if first else ("input_lookup", "output_lookup", "classifier")
    attentions = {"self_attn": "masked_mha" if first else "masked_multihead_attention",
                  "multihead_attn": "memory_mha" if first else "memory_attention"}
    tables(ours, w[src + ".weight"], w[tgt + ".weight"])
    copy_modules(ours, w, {"fc_out": output})
    split = merged(config["nhead"])
    for theirs, our in {"enc_in": "src.sum", "dec_in": "tgt.sum", "where": "src.sum", "where#2": "tgt.sum", "logits": "logits",
                        src: "src.embedding", tgt: "tgt.embedding", output: "logits"}.items():
        yield theirs, our, same
    for stack, number, sublayers in layers():
        name, block, tag = f"{stack}.layers.{number}", f"{stack[:3]}_blocks.{number}", f"{stack[:3]}{number}"
        modules = {"linear1": "ffn.up", "linear2": "ffn.down"} | {f"norm{index + 1}": f"ln_{'abc'[index]}"
                                                                  for index in range(len(sublayers) + 1)}
        copy_modules(ours, w, {f"transformer.{name}.{our}": f"{block}.{module}" for our, module in modules.items()})
        for our, module in modules.items():
            yield f"{block}.{module}", f"{name}.{our if our.startswith('norm') else 'ffn.' + our}", same
        yield f"{block}.ffn", f"{name}.ffn.linear2", same
        yield tag, f"{name}.norm{len(sublayers) + 1}", same
        yield block, f"{name}.norm{len(sublayers) + 1}", same
        for parameter, attention in sublayers:
            theirs = "mha" if stack == "encoder" else attentions[parameter]
            module = f"{block}.{theirs}"
            copy_attention(ours, w, f"transformer.{name}.{parameter}", module, ("Wq", "Wk", "Wv", "Wo"))
            for key, (tensor, layout) in {"Wq": ("query", split), "Wk": ("key", split), "Wv": ("value", split), "Wo": ("output", same)}.items():
                yield f"{module}.{key}", f"{name}.{attention}.{tensor}", layout
            yield module, f"{name}.{attention}.output", same
            for key, tensor in {"scores": "scores", "attn": "weights", "out": "output"}.items():
                yield f"{tag}.{theirs}.{key}", f"{name}.{attention}.{tensor}", same


STYLES = {"nn_transformer": nn_transformer, "annotated": annotated, "separate": separate,
          "separate_keys_values_swapped": separate_swapped, "einsum": einsum, "einsum_divided_by_sqrt_d_model": einsum_divided,
          "bart": bart, "batch_second": batch_second, "homework": homework}


def has_style(name: str) -> bool:
    return any(name.startswith(known) for known in STYLES)


def style(name: str):
    return STYLES[max((known for known in STYLES if name.startswith(known)), key=len)]


# The comparison.

def run(config: dict, parameters: Weights, batch: Path) -> dict[str, dict]:
    """Every tensor of our run in the order of computation: name -> {values, axes}."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "config.json").write_text(json.dumps(config))
        save_file({name: numpy.ascontiguousarray(value) for name, value in parameters.items()}, Path(folder) / "model.safetensors")
        output = subprocess.run([os.environ.get("VITRINE", "vitrine"), "trace", "--model", folder, "--batch", batch, "--format", "json"],
                                stdout=subprocess.PIPE, check=True).stdout
    return {name: {"axes": entry["axes"], "values": numpy.array(list(map(float, entry["values"]))).reshape(entry["shape"])}
            for name, entry in json.loads(output)["tensors"].items()}


def counts(name: str, trace: dict, config: dict) -> numpy.ndarray:
    """Which cells of a tensor count: none in rows of padding, and none that the mask hides."""
    values, axes = trace[name]["values"], trace[name]["axes"]
    counted = numpy.ones(values.shape, bool)
    source = name.startswith(("src.", "encoder.", "memory"))
    for axis, axis_name in enumerate(axes):
        if axis_name in ("position", "query", "key") and axes[0] == "batch":
            of_source = source or (axis_name == "key" and "cross_attn" in name)
            words = trace["src.tokens" if of_source else "tgt.tokens"]["values"] != config["pad_src" if of_source else "pad_tgt"]
            counted &= words.reshape([size if at in (0, axis) else 1 for at, size in enumerate(values.shape)])
    if name.endswith(("scores", "weights")):
        counted &= trace[name.rsplit(".", 1)[0] + ".mask"]["values"] == 1
    return counted


def check(name: str) -> bool:
    folder = HERE / name
    facts = json.loads((folder / "facts.json").read_text())
    config, theirs = facts["config"], folder / facts["trace"]
    recorded = dict(numpy.load(theirs)) if theirs.suffix == ".npz" else load_file(theirs)
    ours = Ours(config)
    pairs = [pair for pair in style(name)(read_weights(folder / facts["model"]), ours, config) if pair[0] in recorded]
    trace = run(config, ours.parameters, folder / "batch.json")
    left = sorted(set(recorded) - {pair[0] for pair in pairs})
    largest, beyond = 0.0, set()
    for their_name, our_name, layout in pairs:
        if not our_name:
            continue
        reference, theirs_here = trace[our_name]["values"], layout(recorded[their_name]).reshape(trace[our_name]["values"].shape)
        counted = counts(our_name, trace, config)
        a, b = theirs_here[counted], reference[counted]
        deviation = float((numpy.abs(a - b) / numpy.maximum(1, numpy.abs(b))).max())
        largest = max(largest, deviation)
        if deviation > BEYOND:
            beyond.add(our_name)
    first = next((tensor for tensor in trace if tensor in beyond), None)
    good = first == facts["first_beyond"] and (first is not None or largest <= AGREES)
    print(f"{'ok    ' if good else 'FAILED'} {name}: {len(pairs)} tensors, " +
          (f"the largest deviation is {largest:.1e}" if first is None else f"{len(beyond)} differ, first {first}") +
          (f"; not compared: {', '.join(left)}" if left else ""))
    return good


if __name__ == "__main__":
    names = sys.argv[1:] or [name for name in sorted(path.parent.name for path in HERE.glob("*/facts.json")) if has_style(name)]
    results = [check(name.rstrip("/")) for name in names]
    sys.exit(0 if all(results) else 1)
