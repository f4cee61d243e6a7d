"""Stacks of today's families in NumPy, with one bug at a time: GPT-2 (a decoder with LayerNorms before its sublayers), Llama (rotary
positions, grouped heads, RMSNorm, gates) and BERT (an encoder with LayerNorms behind its sublayers). Each reads the folder of a model
and its batch, and writes the trace that the broken computation leaves, under Vitrine's own names.

usage: families.py FOLDER BUG WHERE OUT        needs NumPy; BUG "none" leaves the computation as it is
       families.py FOLDER --bugs               lists the bugs that this model can have, each with a place
"""

import json
import math
import struct
import sys
from pathlib import Path

import numpy

Array = numpy.ndarray


def read_weights(file: Path) -> dict[str, Array]:
    """The tensors of a .safetensors file: of 32 or 16 bits, or bfloat16, which is the upper half of 32 bits."""
    content = file.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    header.pop("__metadata__", None)
    found = {}
    for name, of in header.items():
        first, end = (8 + size + at for at in of["data_offsets"])
        if of["dtype"] == "BF16":
            numbers = (numpy.frombuffer(content[first:end], numpy.uint16).astype(numpy.uint32) << 16).view(numpy.float32)
        else:
            numbers = numpy.frombuffer(content[first:end], {"F32": numpy.float32, "F16": numpy.float16}[of["dtype"]])
        short = name.removeprefix("transformer.").removeprefix("model.").removeprefix("bert.")
        found[short] = numbers.reshape(of["shape"]).astype(numpy.float64)
    return found


def gpt2(w: dict[str, Array], c: dict) -> dict:
    def linear(name):
        return w[name + ".weight"].T, w[name + ".bias"]

    layers = []
    for i in range(c["n_layer"]):
        at = f"h.{i}."
        (qkv, bias), width = linear(at + "attn.c_attn"), c["n_embd"]
        layers.append({"projections": [(qkv[k * width : (k + 1) * width], bias[k * width : (k + 1) * width]) for k in range(3)],
                       "output": linear(at + "attn.c_proj"), "linear1": linear(at + "mlp.c_fc"), "linear2": linear(at + "mlp.c_proj"),
                       "norms": [(w[at + n + ".weight"], w[at + n + ".bias"]) for n in ("ln_1", "ln_2")]})
    return {"stack": "decoder", "side": "tgt", "heads": c["n_head"], "groups": c["n_head"], "table": w["wte.weight"],
            "positions": w["wpe.weight"], "layers": layers, "norm": (w["ln_f.weight"], w["ln_f.bias"]), "epsilon": c["layer_norm_epsilon"],
            "activation": gelu_by_tanh, "head": (w["wte.weight"], None), "pre": True}


def llama(w: dict[str, Array], c: dict) -> dict:
    layers = []
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        linear = lambda name: (w[at + name + ".weight"], None)
        layers.append({"projections": [linear(f"self_attn.{k}_proj") for k in "qkv"], "output": linear("self_attn.o_proj"),
                       "linear1": linear("mlp.up_proj"), "gate": linear("mlp.gate_proj"), "linear2": linear("mlp.down_proj"),
                       "norms": [linear("input_layernorm"), linear("post_attention_layernorm")]})
    return {"stack": "decoder", "side": "tgt", "heads": c["num_attention_heads"], "groups": c["num_key_value_heads"],
            "table": w["embed_tokens.weight"], "base": c["rope_parameters"]["rope_theta"], "layers": layers, "norm": (w["norm.weight"], None),
            "epsilon": c["rms_norm_eps"], "rms": True, "activation": silu, "head": (w["lm_head.weight"], None), "pre": True}


def bert(w: dict[str, Array], c: dict) -> dict:
    def linear(name):
        return w[name + ".weight"], w[name + ".bias"]

    layers = []
    for i in range(c["num_hidden_layers"]):
        at = f"encoder.layer.{i}."
        layers.append({"projections": [linear(at + "attention.self." + k) for k in ("query", "key", "value")],
                       "output": linear(at + "attention.output.dense"), "linear1": linear(at + "intermediate.dense"),
                       "linear2": linear(at + "output.dense"),
                       "norms": [linear(at + "attention.output.LayerNorm"), linear(at + "output.LayerNorm")]})
    at = "embeddings."
    return {"stack": "encoder", "side": "src", "heads": c["num_attention_heads"], "groups": c["num_attention_heads"],
            "table": w[at + "word_embeddings.weight"], "positions": w[at + "position_embeddings.weight"],
            "segments": w[at + "token_type_embeddings.weight"], "embedding_norm": linear(at + "LayerNorm"), "layers": layers,
            "epsilon": c["layer_norm_eps"], "activation": gelu, "pre": False}


def gelu(x: Array) -> Array:
    return x * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2))) / 2


def gelu_by_tanh(x: Array) -> Array:
    return x * (1 + numpy.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def silu(x: Array) -> Array:
    return x / (1 + numpy.exp(-x))


def relu(x: Array) -> Array:
    return numpy.maximum(x, 0)


def linear(x: Array, weights: tuple[Array, Array | None]) -> Array:
    weight, bias = weights
    return x @ weight.T + (0 if bias is None else bias)


class Stack:
    """A stack that computes, and keeps what it computes."""

    def __init__(self, model: dict, batch: dict, bug: str, where: str):
        self.m, self.batch, self.bug, self.where, self.trace = model, batch, bug, where, {}

    def is_wrong(self, bug: str, where: str) -> bool:
        return self.bug == bug and self.where == where

    def keep(self, path: str, x: Array) -> Array:
        self.trace[path] = x.astype(numpy.float32)
        return x

    def normalise(self, x: Array, weights, path: str, where: str) -> Array:
        if self.is_wrong("norm-missing", where) or self.is_wrong("final-norm-missing", where):
            return self.keep(path, x)
        gain, bias = weights
        epsilon = self.m["epsilon"]
        if not self.m.get("rms"):
            x = x - x.mean(-1, keepdims=True)
        squares = (x**2).mean(-1, keepdims=True)
        divisor = numpy.sqrt(squares) + epsilon if self.is_wrong("eps-outside-root", where) else numpy.sqrt(squares + epsilon)
        return self.keep(path, x / divisor * gain + (0 if bias is None else bias))

    def turned(self, x: Array) -> Array:
        """Rotary positions: feature i and feature i + d/2 are the two coordinates of a point that is turned."""
        half = x.shape[-1] // 2
        angles = numpy.arange(x.shape[2])[:, None] * self.m["base"] ** (-numpy.arange(half) / half)
        first, second = x[..., :half], x[..., half:]
        return numpy.concatenate([first * numpy.cos(angles) - second * numpy.sin(angles),
                                  second * numpy.cos(angles) + first * numpy.sin(angles)], -1)

    def attend(self, x: Array, layer: dict, at: str) -> Array:
        wrong = lambda bug: self.is_wrong(bug, at)
        heads, groups = self.m["heads"], self.m["groups"]
        sentences, length, _ = x.shape
        projections = layer["projections"]
        if wrong("key-value-swapped"):
            projections = [projections[0], projections[2], projections[1]]
        parts = []
        for count, weights in zip((heads, groups, groups), projections):
            rows = linear(x, weights)
            shape = (sentences, length, count, rows.shape[-1] // count)
            parts.append(rows.reshape(shape).transpose(0, 2, 1, 3))
        query, key, value = (self.keep(f"{at}.{name}", part) for name, part in zip(("query", "key", "value"), parts))
        if "base" in self.m and not wrong("rotation-missing"):
            query, key = self.keep(at + ".rotated_query", self.turned(query)), self.keep(at + ".rotated_key", self.turned(key))
        key, value = (numpy.repeat(part, heads // groups, axis=1) for part in (key, value))
        width = query.shape[-1]
        divisor = 1 if wrong("scores-not-divided") else width if wrong("divided-by-d") else math.sqrt(width)
        if wrong("divided-by-sqrt-d-model"):
            divisor = math.sqrt(x.shape[-1])
        scores = self.keep(at + ".scores", query @ key.transpose(0, 1, 3, 2) / divisor)
        visible = numpy.broadcast_to(self.words[:, None, None, :], (sentences, 1, length, length))
        if wrong("no-padding-mask"):
            visible = numpy.ones_like(visible)
        if self.m["stack"] == "decoder" and not wrong("no-causal-mask"):
            visible = visible & numpy.tril(numpy.ones((length, length), bool), 1 if wrong("causal-mask-shifted") else 0)
        masked = numpy.where(visible, scores, -numpy.inf)
        axis = -2 if wrong("softmax-wrong-axis") else -1
        finite = numpy.where(numpy.isinf(masked), -1e9, masked) if axis == -2 else masked
        weights = numpy.exp(finite - finite.max(axis, keepdims=True))
        weights /= weights.sum(axis, keepdims=True)
        self.keep(at + ".weights", weights)
        context = self.keep(at + ".context", weights @ value)
        merged = context if wrong("heads-merged-wrong") else context.transpose(0, 2, 1, 3)
        merged = self.keep(at + ".merged", merged.reshape(sentences, length, heads * width))
        return self.keep(at + ".output", merged if wrong("output-projection-missing") else linear(merged, layer["output"]))

    def feed_forward(self, x: Array, layer: dict, at: str) -> Array:
        layer_path = at.removesuffix(".ffn")
        activation = self.m["activation"]
        if self.is_wrong("activation-wrong", layer_path):
            activation = relu
        if self.is_wrong("activation-missing", layer_path):
            activation = lambda values: values
        hidden = self.keep(at + ".linear1", linear(x, layer["linear1"]))
        if "gate" in layer:
            gate = self.keep(at + ".gate", linear(x, layer["gate"]))
            hidden = self.keep(at + ".gated", activation(gate) * hidden)
        else:
            hidden = self.keep(at + ".activation", activation(hidden))
        return self.keep(at + ".linear2", linear(hidden, layer["linear2"]))

    def connect(self, x: Array, compute, layer: dict, number: int, at: str) -> Array:
        norm, residual = f"{at}.norm{number}", f"{at}.residual{number}"
        pre = self.m["pre"] != self.is_wrong("norm-order", at)
        added = 0 if self.is_wrong("residual-missing", at) else x
        weights = layer["norms"][number - 1]
        if self.is_wrong("norm-inside-residual", at):
            return self.keep(residual, added + self.normalise(compute(x), weights, norm, at))
        if pre:
            return self.keep(residual, added + compute(self.normalise(x, weights, norm, at)))
        return self.normalise(self.keep(residual, added + compute(x)), weights, norm, at)

    def embed(self) -> Array:
        side = self.m["side"]
        sentences = self.batch[side]
        length = max(map(len, sentences))
        ids = numpy.array([sentence + [0] * (length - len(sentence)) for sentence in sentences])
        self.words = numpy.array([[i < len(sentence) for i in range(length)] for sentence in sentences])
        # What fills up a shorter sentence has no vector, and no segment, as in Vitrine.
        x = self.keep(side + ".embedding", self.m["table"][ids] * self.words[..., None])
        if self.is_wrong("embedding-scaled", side):
            x = x * math.sqrt(x.shape[-1])
        if "positions" in self.m and not self.is_wrong("positions-missing", side):
            first = 1 if self.is_wrong("positions-off-by-one", side) else 0
            x = x + self.m["positions"][first : first + length]
        if "segments" in self.m:
            rows = self.batch.get("segments") or [[0]] * len(sentences)
            x = x + self.m["segments"][numpy.array([row + [0] * (length - len(row)) for row in rows])] * self.words[..., None]
        self.keep(side + ".sum", x)
        return self.normalise(x, self.m["embedding_norm"], side + ".normalized", side) if "embedding_norm" in self.m else x

    def run(self) -> dict[str, Array]:
        x, stack = self.embed(), self.m["stack"]
        for i, layer in enumerate(self.m["layers"]):
            at = f"{stack}.layers.{i}"
            x = self.connect(x, lambda y: self.attend(y, layer, at + ".self_attn"), layer, 1, at)
            x = self.connect(x, lambda y: self.feed_forward(y, layer, at + ".ffn"), layer, 2, at)
        if "norm" in self.m:
            x = self.normalise(x, self.m["norm"], stack + ".norm", stack)
        if "head" in self.m:
            self.keep("logits", linear(x, self.m["head"]))
        return self.trace


def bugs_of(model: dict) -> list[tuple[str, str]]:
    """The bugs that a model can have, each in its second layer where it is one of a layer."""
    stack, side = model["stack"], model["side"]
    layer = f"{stack}.layers.1"
    attention = ["scores-not-divided", "divided-by-d", "divided-by-sqrt-d-model", "softmax-wrong-axis", "key-value-swapped",
                 "heads-merged-wrong", "output-projection-missing"]
    attention += ["no-causal-mask", "causal-mask-shifted"] if stack == "decoder" else ["no-padding-mask"]
    attention += ["rotation-missing"] if "base" in model else []
    layers = ["norm-missing", "residual-missing", "norm-order", "norm-inside-residual", "activation-wrong", "activation-missing"]
    sides = ["embedding-scaled"] + (["positions-missing", "positions-off-by-one"] if "positions" in model else [])
    return ([(bug, layer + ".self_attn") for bug in attention] + [(bug, layer) for bug in layers] +
            ([("final-norm-missing", stack)] if "norm" in model else []) + [(bug, side) for bug in sides])


def main() -> None:
    folder = Path(sys.argv[1])
    configuration = json.loads((folder / "config.json").read_text())
    model = {"gpt2": gpt2, "llama": llama, "bert": bert}[configuration["model_type"]](
        read_weights(folder / "model.safetensors"), configuration)
    if sys.argv[2] == "--bugs":
        print(*(f"{bug} {where}" for bug, where in bugs_of(model)), sep="\n")
        return
    bug, where, out = sys.argv[2:]
    numpy.savez(out, **Stack(model, json.loads((folder / "batch.json").read_text()), bug, where).run())


if __name__ == "__main__":
    main()
