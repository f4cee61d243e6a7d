"""One small Transformer in NumPy that has, one at a time, every bug whose cause Vitrine names. For each kind it writes a folder with a
model as Vitrine has it, a batch, the trace that the broken computation leaves under Vitrine's own names, and facts.json with the first
tensor beyond tolerance and the cause.

usage: bugs.py OUT [KIND ...]         needs NumPy
       VITRINE=path/to/vitrine bugs.py --check OUT [KIND ...]         and holds the right computation against the program

The first tensor is found by computing the right run, too: what --check holds is that this one is Vitrine's.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "python"))
import vitrine

Array = numpy.ndarray
D, H, F, SRC, TGT, PAD, EPS = 16, 4, 24, 14, 15, 0, 1e-3
CONFIG = {"d_model": D, "nhead": H, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": F, "src_vocab_size": SRC,
          "tgt_vocab_size": TGT, "layer_norm_eps": EPS, "mask_value": -1e9, "pad_src": PAD, "pad_tgt": PAD, "bos": 1, "eos": 2}
BATCH = {"src": [[3, 4, 5, 6, 2], [7, 8, 2, 0, 0], [9, 10, 11, 2, 0]], "tgt": [[1, 3, 4, 5], [1, 6, 7, 0], [1, 8, 0, 0]],
         "labels": [[3, 4, 5, 2], [6, 7, 2, 0], [8, 2, 0, 0]]}

# Each kind with the place of its bug, and other kinds that explain the same numbers.
BUGS: dict[str, tuple[str, list[str]]] = {
    "scores-not-divided": ("decoder.layers.1.cross_attn", []),
    "divided-by-sqrt-d-model": ("encoder.layers.1.self_attn", []),
    "mask-before-scaling": ("decoder.layers.0.self_attn", ["mask-scaled"]),
    "no-causal-mask": ("decoder.layers.0.self_attn", []),
    "no-padding-mask": ("encoder.layers.1.self_attn", ["mask-on-queries"]),
    "mask-on-queries": ("decoder.layers.1.self_attn", []),
    "mask-inverted": ("encoder.layers.1.self_attn", []),
    "softmax-wrong-axis": ("decoder.layers.0.cross_attn", []),
    "key-value-swapped": ("encoder.layers.0.self_attn", []),
    "heads-merged-wrong": ("decoder.layers.1.self_attn", []),
    "output-projection-transposed": ("encoder.layers.1.self_attn", []),
    "output-projection-missing": ("decoder.layers.0.cross_attn", []),
    "residual-missing": ("encoder.layers.0", []),
    "residual-wrong-source": ("decoder.layers.0", []),
    "norm-order": ("encoder.layers.1", []),
    "eps-outside-root": ("encoder.layers.0", []),
    "final-norm-missing": ("encoder", []),
    "positions-off-by-one": ("src", []),
    "positions-missing": ("tgt", []),
    "embedding-not-scaled": ("src", []),
    "dropout-on": ("encoder.layers.1", []),
    "labels-not-shifted": ("tgt", []),
    "memory-mask-wrong": ("decoder.layers.0.cross_attn", []),
    "activation-wrong": ("decoder.layers.1", []),
}
# If scores are divided after masking, a mask of -1e9 still hides, but one of this value does not.
WEAK_MASK = -10.0
# Several bugs in one computation, in the order in which they are found.
TOGETHER = {"two-bugs": [("activation-wrong", "encoder.layers.0"), ("scores-not-divided", "decoder.layers.1.cross_attn")],
            "three-bugs": [("positions-off-by-one", "src"), ("no-causal-mask", "decoder.layers.0.self_attn"),
                           ("residual-missing", "decoder.layers.1")]}


def draw_weights() -> dict[str, Array]:
    random = numpy.random.default_rng(26)
    weights: dict[str, Array] = {}

    def linear(name: str, outputs: int, inputs: int, weight: str = ".weight", bias: str = ".bias") -> None:
        weights[name + weight] = random.normal(0, 1.2 / math.sqrt(inputs), (outputs, inputs))
        weights[name + bias] = random.normal(0, 0.3, outputs)

    def norm(name: str) -> None:
        weights[name + ".weight"], weights[name + ".bias"] = random.normal(1, 0.3, D), random.normal(0, 0.3, D)

    weights["src_embedding.weight"] = random.normal(0, 0.4, (SRC, D))
    weights["tgt_embedding.weight"] = random.normal(0, 0.4, (TGT, D))
    for stack, attentions in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "multihead_attn"])):
        for layer in range(2):
            name = f"transformer.{stack}.layers.{layer}"
            for attention in attentions:
                linear(f"{name}.{attention}", 3 * D, D, ".in_proj_weight", ".in_proj_bias")
                linear(f"{name}.{attention}.out_proj", D, D)
            linear(f"{name}.linear1", F, D)
            linear(f"{name}.linear2", D, F)
            for number in range(len(attentions) + 1):
                norm(f"{name}.norm{number + 1}")
        norm(f"transformer.{stack}.norm")
    linear("fc_out", TGT, D)
    return {name: value.astype("f4") for name, value in weights.items()}


def softmax(x: Array, axis: int = -1) -> Array:
    e = numpy.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


class Computation:
    """The right computation, with bugs of given kinds in given places."""

    def __init__(self, weights: dict[str, Array], bugs: list[tuple[str, str]] = [], mask_value: float = CONFIG["mask_value"]):
        self.weights = {name: value.astype("f8") for name, value in weights.items()}
        self.bugs, self.mask_value = bugs, mask_value
        self.trace: dict[str, Array] = {}
        self.random = numpy.random.default_rng(5)

    def bug(self, kind: str, where: str) -> bool:
        return (kind, where) in self.bugs

    def keep(self, name: str, value: Array) -> Array:
        self.trace[name] = numpy.asarray(value, "f4")
        return value

    def linear(self, name: str, x: Array) -> Array:
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def norm(self, name: str, x: Array, where: str) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        variance = (centred ** 2).mean(-1, keepdims=True)
        deviation = numpy.sqrt(variance) + EPS if self.bug("eps-outside-root", where) else numpy.sqrt(variance + EPS)
        return centred / deviation * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def embed(self, side: str, tokens: Array) -> Array:
        x = self.keep(f"{side}.embedding", self.weights[f"{side}_embedding.weight"][tokens])
        if not self.bug("embedding-not-scaled", side):
            x = self.keep(f"{side}.scaled", x * math.sqrt(D))
        if not self.bug("positions-missing", side):
            start = 1 if self.bug("positions-off-by-one", side) else 0
            angles = (numpy.arange(tokens.shape[1])[:, None] + start) / 10000 ** (numpy.arange(0, D, 2) / D)
            x = x + self.keep(f"{side}.positions", numpy.stack([numpy.sin(angles), numpy.cos(angles)], -1).reshape(-1, D))
        return self.keep(f"{side}.sum", x)

    def attention(self, name: str, x: Array, y: Array, padding: Array, causal: bool) -> Array:
        parameters = "transformer." + name.replace("cross_attn", "multihead_attn")
        w, b = self.weights[parameters + ".in_proj_weight"], self.weights[parameters + ".in_proj_bias"]

        def heads(z: Array, part: int) -> Array:
            rows = slice(part * D, part * D + D)
            return (z @ w[rows].T + b[rows]).reshape(*z.shape[:2], H, -1).swapaxes(1, 2)

        q, k, v = heads(x, 0), heads(y, 1), heads(y, 2)
        if self.bug("key-value-swapped", name):
            k, v = v, k
        for tensor, value in zip(("query", "key", "value"), (q, k, v)):
            self.keep(f"{name}.{tensor}", value)
        if self.bug("memory-mask-wrong", name):
            padding = numpy.roll(padding, 1, axis=0)
        allowed = numpy.ones((len(x), 1, x.shape[1], y.shape[1]), bool)
        if not self.bug("no-padding-mask", name):
            allowed &= ~padding[:, None, None, :]
        if causal and not self.bug("no-causal-mask", name):
            allowed &= numpy.tril(numpy.ones(allowed.shape[-2:], bool))
        if self.bug("mask-on-queries", name):
            allowed = allowed.swapaxes(-1, -2)
        if self.bug("mask-inverted", name):
            allowed = ~allowed
        root = math.sqrt(D if self.bug("divided-by-sqrt-d-model", name) else 1 if self.bug("scores-not-divided", name) else D // H)
        scores = q @ k.swapaxes(-1, -2)
        if self.bug("mask-before-scaling", name):
            scores = self.keep(f"{name}.masked_scores", numpy.where(allowed, scores, self.mask_value) / root)
        else:
            scores = self.keep(f"{name}.scores", scores / root)
            scores = self.keep(f"{name}.masked_scores", numpy.where(allowed, scores, self.mask_value))
        weights = self.keep(f"{name}.weights", softmax(scores, -2 if self.bug("softmax-wrong-axis", name) else -1))
        context = self.keep(f"{name}.context", weights @ v)
        if not self.bug("heads-merged-wrong", name):
            context = context.swapaxes(1, 2)
        merged = self.keep(f"{name}.merged", numpy.ascontiguousarray(context).reshape(x.shape))
        if self.bug("output-projection-missing", name):
            return self.keep(f"{name}.output", merged)
        if self.bug("output-projection-transposed", name):
            out = merged @ self.weights[parameters + ".out_proj.weight"] + self.weights[parameters + ".out_proj.bias"]
            return self.keep(f"{name}.output", out)
        return self.keep(f"{name}.output", self.linear(parameters + ".out_proj", merged))

    def feed_forward(self, name: str, x: Array) -> Array:
        x = self.keep(f"{name}.ffn.linear1", self.linear(f"transformer.{name}.linear1", x))
        if self.bug("activation-wrong", name):
            x = x * 0.5 * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2)))
        else:
            x = numpy.maximum(x, 0)
        return self.keep(f"{name}.ffn.linear2", self.linear(f"transformer.{name}.linear2", self.keep(f"{name}.ffn.activation", x)))

    def layer(self, name: str, x: Array, sublayers: list[Callable[[Array], Array]]) -> Array:
        of_layer = x
        for number, sublayer in enumerate(sublayers, 1):
            norm, last = f"transformer.{name}.norm{number}", number == len(sublayers)
            if self.bug("norm-order", name):
                x = self.keep(f"{name}.residual{number}", x + sublayer(self.keep(f"{name}.norm{number}", self.norm(norm, x, name))))
                continue
            out = sublayer(x)
            if number == 1 and self.bug("dropout-on", name):
                out = out * (self.random.random(out.shape) >= 0.1) / 0.9
            if last and self.bug("residual-missing", name):
                x = 0
            if last and self.bug("residual-wrong-source", name):
                x = of_layer
            x = self.keep(f"{name}.norm{number}", self.norm(norm, self.keep(f"{name}.residual{number}", x + out), name))
        return x

    def run(self) -> dict[str, Array]:
        src, tgt, labels = (numpy.array(BATCH[name]) for name in ("src", "tgt", "labels"))
        src_padding, tgt_padding = src == PAD, tgt == PAD
        x = self.embed("src", src)
        for number in range(2):
            name = f"encoder.layers.{number}"
            x = self.layer(name, x, [lambda x: self.attention(f"{name}.self_attn", x, x, src_padding, False),
                                     lambda x: self.feed_forward(name, x)])
        if not self.bug("final-norm-missing", "encoder"):
            x = self.keep("encoder.norm", self.norm("transformer.encoder.norm", x, "encoder"))
        memory = self.keep("memory", x)
        y = self.embed("tgt", tgt)
        for number in range(2):
            name = f"decoder.layers.{number}"
            y = self.layer(name, y, [lambda y: self.attention(f"{name}.self_attn", y, y, tgt_padding, True),
                                     lambda y: self.attention(f"{name}.cross_attn", y, memory, src_padding, False),
                                     lambda y: self.feed_forward(name, y)])
        logits = self.keep("logits", self.linear("fc_out", self.keep("decoder.norm", self.norm("transformer.decoder.norm", y, "decoder"))))
        if self.bug("labels-not-shifted", "tgt"):
            labels = tgt
        log_probabilities = logits - logits.max(-1, keepdims=True)
        log_probabilities -= numpy.log(numpy.exp(log_probabilities).sum(-1, keepdims=True))
        loss = -numpy.take_along_axis(log_probabilities, labels[..., None], -1)[..., 0] * (labels != PAD)
        self.keep("token_loss", loss)
        self.keep("loss", [loss.sum() / (labels != PAD).sum()])
        return self.trace


def counted(name: str, values: Array) -> Array:
    """Which cells of a tensor count: none in rows of padding, and none that the mask hides."""
    words = {side: numpy.array(BATCH[side]) != PAD for side in ("src", "tgt")}
    side = "src" if name.startswith(("src.", "encoder", "memory")) else "tgt"
    keys = "tgt" if side == "tgt" and "cross_attn" not in name else "src"
    last = name.rsplit(".", 1)[-1]
    if last == "loss" or last == "positions":
        return numpy.ones(values.shape, bool)
    if values.ndim == 4:
        rows = words[keys if last in ("key", "value") else side][:, None, :, None]
        if last in ("scores", "masked_scores", "weights"):
            rows = rows & words[keys][:, None, None, :]
            if name.startswith("decoder") and "self_attn" in name:
                rows = rows & numpy.tril(numpy.ones(values.shape[-2:], bool))
        return numpy.broadcast_to(rows, values.shape)
    return numpy.broadcast_to(words[side].reshape(words[side].shape + (1,) * (values.ndim - 2)), values.shape)


def first_beyond(trace: dict[str, Array], right: dict[str, Array]) -> str | None:
    """The first tensor, in the order of the right computation, that the broken one also has and in which it differs."""
    for name, expected in right.items():
        if name in trace:
            deviation = numpy.abs(trace[name] - expected) / numpy.maximum(1, numpy.abs(expected))
            if deviation[counted(name, expected)].max() > 1e-4:
                return name
    return None


def write(folder: Path, name: str, weights: dict[str, Array]) -> str | None:
    """Writes the folder of one kind of bug, or of several bugs together. Returns the first tensor that differs."""
    mask_value = WEAK_MASK if name == "mask-before-scaling" else CONFIG["mask_value"]
    bugs = TOGETHER.get(name) or [(name, BUGS[name][0])]
    trace = Computation(weights, bugs, mask_value).run()
    first = first_beyond(trace, Computation(weights, [], mask_value).run())
    causes = [{"kind": kind, "where": where} for kind, where in bugs]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CONFIG | {"mask_value": mask_value}))
    (folder / "batch.json").write_text(json.dumps(BATCH))
    vitrine.write(folder / "model.safetensors", weights)
    vitrine.write(folder / "trace.npz", trace)
    facts = {"first_beyond": first, "cause": causes[0], "causes": causes, "equally": BUGS[name][1] if name in BUGS else []}
    (folder / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")
    return first


def check(folder: Path, right: dict[str, Array]) -> float:
    """How far the right computation is from the program's, which has the same order."""
    run = vitrine.trace(folder, batch=folder / "batch.json")
    assert [name for name in run if name in right] == list(right), "the order of computation is another one"
    return max(float((numpy.abs(value - run[name]) / numpy.maximum(1, numpy.abs(run[name]))).max()) for name, value in right.items())


if __name__ == "__main__":
    names = [*BUGS, *TOGETHER]
    parser = argparse.ArgumentParser(description="Writes a folder for every kind of bug, and some for several bugs at once")
    parser.add_argument("--check", action="store_true", help="hold the right computation against the program")
    parser.add_argument("out", type=Path)
    parser.add_argument("kinds", nargs="*", help="some of: " + ", ".join(names))
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(names):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    drawn = draw_weights()
    for chosen in options.kinds or names:
        first = write(options.out / chosen, chosen, drawn)
        print(f"{chosen} in {', '.join(where for _, where in TOGETHER.get(chosen) or [(chosen, BUGS[chosen][0])])}: first {first}")
    if options.check:
        write(options.out / "two-bugs", "two-bugs", drawn)
        distance = check(options.out / "two-bugs", Computation(drawn).run())
        print(f"the right computation is within {distance:.1e} of the program's")
