"""Models of today's families in NumPy, with one bug at a time: GPT-2 and OPT (decoders with LayerNorms before their sublayers), GPT-NeoX
(sublayers side by side, each of a norm of its own), Llama and Qwen2 (rotary positions, grouped heads, RMSNorm, gates), Qwen3 (also norms
of queries and keys), Gemma 2 (norms around its sublayers, caps, windows), Phi (sublayers side by side, of one norm), BERT, RoBERTa and
DistilBERT (encoders with LayerNorms behind their sublayers), T5 (relative positions, undivided scores) and Marian (both stacks,
LayerNorms behind). Each reads the folder of a model and its batch, and writes the trace that
the broken computation leaves, under Vitrine's own names.

usage: families.py FOLDER OUT        needs NumPy; writes OUT/right.npz and, for each bug that the model can have, OUT/BUG@WHERE.npz
       families.py --names           prints the families
"""

import json
import math
import sys
from pathlib import Path

import numpy

from family_models import FAMILIES, gelu, linear, read_weights, relu

Array = numpy.ndarray


def bucket(distance: int, count: int, furthest: int, both_ways: bool) -> int:
    """The row of T5's table for a key that is so far behind a query: near ones have a row each, far ones share some."""
    first = 0
    if both_ways:
        count //= 2
        first = count if distance > 0 else 0
        distance = abs(distance)
    else:
        distance = max(-distance, 0)
    exact = count // 2
    if distance < exact:
        return first + distance
    return first + min(exact + int(math.log(distance / exact) / math.log(furthest / exact) * (count - exact)), count - 1)


class Run:
    """A model that computes, and keeps what it computes."""

    def __init__(self, model: dict, batch: dict, bug: str, where: str):
        self.m, self.batch, self.bug, self.where, self.trace = model, batch, bug, where, {}

    def is_wrong(self, bug: str, where: str) -> bool:
        return self.bug == bug and self.where == where

    def keep(self, path: str, x: Array) -> Array:
        self.trace[path] = x.astype(numpy.float32)
        return x

    def normalise(self, x: Array, weights, path: str, where: str) -> Array:
        # Without any of Gemma's norms rounding would grow beyond the tolerance: those behind the sublayers are left out.
        left_out = self.is_wrong("norm-missing", where) and (".post_" in path or "cap" not in self.m)
        if left_out or self.is_wrong("final-norm-missing", where):
            return self.keep(path, x)
        gain, bias = weights
        epsilon = self.m["epsilon"]
        if not self.m.get("rms"):
            x = x - x.mean(-1, keepdims=True)
        squares = (x**2).mean(-1, keepdims=True)
        return self.keep(path, x / numpy.sqrt(squares + epsilon) * gain + (0 if bias is None else bias))

    def turned(self, x: Array) -> Array:
        """Rotary positions: of the features that turn, i and i + half of them are the two coordinates of a point."""
        turning = self.m.get("turned", x.shape[-1])
        if turning < x.shape[-1]:
            return numpy.concatenate([self.turned(x[..., :turning]), x[..., turning:]], -1)
        half = turning // 2
        angles = numpy.arange(x.shape[2])[:, None] * self.m["base"] ** (-numpy.arange(half) / half)
        first, second = x[..., :half], x[..., half:]
        return numpy.concatenate([first * numpy.cos(angles) - second * numpy.sin(angles),
                                  second * numpy.cos(angles) + first * numpy.sin(angles)], -1)

    def bias_of_distance(self, stack: dict, length: int) -> Array:
        table, both_ways = stack["distances"], stack["name"] == "encoder"
        rows = [[bucket(key - query, len(table), self.m["furthest"], both_ways) for key in range(length)] for query in range(length)]
        return table[numpy.array(rows)].transpose(2, 0, 1)

    def visible(self, stack: dict, layer: dict, at: str, cross: bool, length: int) -> Array:
        """What each query may attend to."""
        wrong = lambda bug: self.is_wrong(bug, at)
        words = self.words["src" if cross else stack["side"]]
        if wrong("no-padding-mask") or wrong("memory-mask-wrong"):
            words = numpy.ones_like(words)
        visible = numpy.repeat(words[:, None, None, :], length, axis=2)
        if stack["name"] == "decoder" and not cross and not wrong("no-causal-mask"):
            visible = visible & numpy.tril(numpy.ones((length, length), bool), 1 if wrong("causal-mask-shifted") else 0)
        if layer.get("window") and not cross and not wrong("window-missing"):
            visible = visible & numpy.triu(numpy.ones((length, length), bool), 1 - layer["window"])
        return visible

    def attend(self, x: Array, stack: dict, layer: dict, name: str, at: str) -> Array:
        wrong = lambda bug: self.is_wrong(bug, at)
        heads, groups = self.m["heads"], self.m["groups"]
        cross = name == "cross_attn"
        part = layer["self_attn" if wrong("attention-shared") else name]
        projections = part["projections"]
        if wrong("key-value-swapped"):
            projections = [projections[0], projections[2], projections[1]]
        parts = []
        for count, source, weights in zip((heads, groups, groups), (x, self.memory, self.memory) if cross else (x, x, x), projections):
            rows = linear(source, weights)
            shape = (*rows.shape[:2], count, rows.shape[-1] // count)
            parts.append(rows.reshape(shape).transpose(0, 2, 1, 3))
        query, key, value = (self.keep(f"{at}.{name}", part) for name, part in zip(("query", "key", "value"), parts))
        if "head_norms" in part and not wrong("head-norm-missing"):
            query, key = (self.normalise(rows, weights, f"{at}.{name}", "")
                          for rows, weights, name in zip((query, key), part["head_norms"], ("query_norm", "key_norm")))
        if "base" in self.m and not wrong("rotation-missing"):
            query, key = self.keep(at + ".rotated_query", self.turned(query)), self.keep(at + ".rotated_key", self.turned(key))
        key, value = (numpy.repeat(part, heads // groups, axis=1) for part in (key, value))
        width, length = query.shape[-1], query.shape[2]
        root_of = self.m.get("scores_width", width)
        divisor = 1 if wrong("scores-not-divided") or self.m.get("undivided") else root_of if wrong("divided-by-d") else math.sqrt(root_of)
        if wrong("divided-by-sqrt-d-model"):
            divisor = math.sqrt(x.shape[-1])
        scores = self.keep(at + ".scores", query @ key.transpose(0, 1, 3, 2) / divisor)
        if "distances" in stack and not cross and not wrong("position-bias-missing"):
            scores = self.keep(at + ".biased_scores", scores + self.bias_of_distance(stack, length))
        if "cap" in self.m and not wrong("scores-cap-missing"):
            scores = self.keep(at + ".scores_capped", self.m["cap"] * numpy.tanh(scores / self.m["cap"]))
        masked = numpy.where(self.visible(stack, layer, at, cross, length), scores, -numpy.inf)
        axis = -2 if wrong("softmax-wrong-axis") else -1
        if axis == -2:
            masked = numpy.where(numpy.isinf(masked), -1e9, masked)
        largest = masked.max(axis, keepdims=True)
        weights = numpy.exp(masked - numpy.where(numpy.isinf(largest), 0, largest))
        total = weights.sum(axis, keepdims=True)  # 0 where a window hides every key of a query that is padding
        weights = self.keep(at + ".weights", weights / numpy.where(total == 0, 1, total))
        context = self.keep(at + ".context", weights @ value)
        merged = context if wrong("heads-merged-wrong") else context.transpose(0, 2, 1, 3)
        merged = self.keep(at + ".merged", merged.reshape(len(x), length, heads * width))
        return self.keep(at + ".output", merged if wrong("output-projection-missing") else linear(merged, part["output"]))

    def feed_forward(self, x: Array, network: dict, at: str) -> Array:
        layer = at.removesuffix(".ffn")
        activation = self.m["activation"]
        if self.is_wrong("activation-wrong", layer):
            activation = relu if activation is not relu else gelu
        if self.is_wrong("activation-missing", layer):
            activation = lambda values: values
        hidden = self.keep(at + ".linear1", linear(x, network["linear1"]))
        if "gate" in network:
            gate = self.keep(at + ".gate", linear(x, network["gate"]))
            hidden = self.keep(at + ".gated", activation(gate) * hidden)
        else:
            hidden = self.keep(at + ".activation", activation(hidden))
        return self.keep(at + ".linear2", linear(hidden, network["linear2"]))

    def connect(self, x: Array, compute, layer: dict, number: int, at: str) -> Array:
        weights = layer["norms"][number - 1]
        if "post_norms" in layer:
            before, post_norm = compute, at + (".post_attn_norm" if number == 1 else ".post_ffn_norm")
            compute = lambda y: self.normalise(before(y), layer["post_norms"][number - 1], post_norm, at)
        norm, residual = f"{at}.norm{number}", f"{at}.residual{number}"
        added = 0 if self.is_wrong("residual-missing", at) else x
        if self.is_wrong("norm-inside-residual", at):
            return self.keep(residual, added + self.normalise(compute(x), weights, norm, at))
        if self.m["pre"] != self.is_wrong("norm-order", at):
            return self.keep(residual, added + compute(self.normalise(x, weights, norm, at)))
        return self.normalise(self.keep(residual, added + compute(x)), weights, norm, at)

    def side_by_side(self, x: Array, sublayers: list, layer: dict, at: str) -> Array:
        """Every sublayer reads a norm of the layer's input: its own, or the same one."""
        normed = [self.normalise(x, weights, f"{at}.norm{number}", at) for number, weights in enumerate(layer["norms"], 1)]
        added = 0 if self.is_wrong("residual-missing", at) else x
        results = [compute(normed[min(i, len(normed) - 1)]) for i, compute in enumerate(sublayers)]
        return self.keep(f"{at}.residual{len(sublayers)}", added + sum(results))

    def embed(self, stack: dict) -> Array:
        side = stack["side"]
        sentences = self.batch[side]
        length = max(map(len, sentences))
        ids = numpy.array([sentence + [0] * (length - len(sentence)) for sentence in sentences])
        words = self.words[side] = numpy.array([[i < len(sentence) for i in range(length)] for sentence in sentences])
        # What fills up a shorter sentence has no vector, and no segment, as in Vitrine.
        x = self.keep(side + ".embedding", self.m["table"][ids] * words[..., None])
        if self.is_wrong("embedding-scaled", side) or (self.m.get("scaled") and not self.is_wrong("embedding-not-scaled", side)):
            x = x * math.sqrt(x.shape[-1])
        if "positions" in stack and not self.is_wrong("positions-missing", side):
            first = 1 if self.is_wrong("positions-off-by-one", side) else 0
            x = x + stack["positions"][first : first + length]
        if "segments" in stack:
            rows = self.batch.get("segments") or [[0]] * len(sentences)
            x = x + stack["segments"][numpy.array([row + [0] * (length - len(row)) for row in rows])] * words[..., None]
        self.keep(side + ".sum", x)
        return self.normalise(x, stack["embedding_norm"], side + ".normalized", side) if "embedding_norm" in stack else x

    def sublayer(self, stack: dict, layer: dict, name: str, path: str):
        if name == "ffn":
            return lambda x: self.feed_forward(x, layer["ffn"], path)
        return lambda x: self.attend(x, stack, layer, name, path)

    def compute(self, stack: dict) -> Array:
        x = self.embed(stack)
        for i, layer in enumerate(stack["layers"]):
            at = f"{stack['name']}.layers.{i}"
            names = [name for name in ("self_attn", "cross_attn", "ffn") if name in layer]
            sublayers = [self.sublayer(stack, layer, name, f"{at}.{name}") for name in names]
            if self.m.get("parallel"):
                x = self.side_by_side(x, sublayers, layer, at)
                continue
            for number, compute in enumerate(sublayers, 1):
                x = self.connect(x, compute, layer, number, at)
        return self.normalise(x, stack["norm"], stack["name"] + ".norm", stack["name"]) if "norm" in stack else x

    def measure_loss(self, logits: Array) -> None:
        labels = self.batch["tgt" if self.is_wrong("labels-not-shifted", "tgt") else "labels"]
        length = logits.shape[1]
        rows = [row + [None] * (length - len(row)) for row in labels]
        counts = numpy.array([[label is not None for label in row] for row in rows])
        ids = numpy.array([[label or 0 for label in row] for row in rows])
        largest = logits.max(-1, keepdims=True)
        total = numpy.log(numpy.exp(logits - largest).sum(-1)) + largest[..., 0]
        losses = (total - numpy.take_along_axis(logits, ids[..., None], -1)[..., 0]) * counts
        self.keep("token_loss", losses)
        self.keep("loss", numpy.array([losses.sum() / counts.sum()]))

    def run(self) -> dict[str, Array]:
        self.words, self.memory = {}, None
        for stack in self.m["stacks"]:
            x = self.compute(stack)
            if len(self.m["stacks"]) == 2 and stack["name"] == "encoder":
                self.memory = self.keep("memory", x)
        if "head" in self.m:
            logits = linear(x * self.m.get("output_factor", 1), self.m["head"])
            if "logits_cap" in self.m:
                logits = self.m["logits_cap"] * numpy.tanh(self.keep("head.uncapped", logits) / self.m["logits_cap"])
            self.keep("logits", logits)
            self.measure_loss(logits)
        return self.trace


def bugs_of(model: dict) -> list[tuple[str, str]]:
    """The bugs that a model can have, each in its second layer where it is one of a layer."""
    bugs = []
    for stack in model["stacks"]:
        name, side = stack["name"], stack["side"]
        layer = f"{name}.layers.1"
        attention = ["softmax-wrong-axis", "key-value-swapped", "heads-merged-wrong"]
        attention += [] if model.get("undivided") else ["scores-not-divided", "divided-by-d", "divided-by-sqrt-d-model"]
        weight, _ = stack["layers"][1]["self_attn"]["output"]
        attention += ["output-projection-missing"] if weight.shape[0] == weight.shape[1] else []
        to_self = attention + (["no-causal-mask", "causal-mask-shifted"] if name == "decoder" else ["no-padding-mask"])
        second = stack["layers"][1]
        to_self += ["head-norm-missing"] if "head_norms" in second["self_attn"] else []
        to_self += ["scores-cap-missing"] if "cap" in model else []
        to_self += (["rotation-missing"] if "base" in model else []) + (["position-bias-missing"] if "distances" in stack else [])
        bugs += [(bug, layer + ".self_attn") for bug in to_self]
        bugs += [("window-missing", f"{name}.layers.{i}.self_attn") for i, of in enumerate(stack["layers"]) if of.get("window")]
        if "cross_attn" in stack["layers"][1]:
            bugs += [(bug, layer + ".cross_attn") for bug in attention + ["memory-mask-wrong", "attention-shared"]]
        layers = ["norm-missing", "residual-missing", "activation-wrong", "activation-missing"]
        layers += [] if model.get("parallel") or "post_norms" in second else ["norm-order", "norm-inside-residual"]
        bugs += [(bug, layer) for bug in layers] + ([("final-norm-missing", name)] if "norm" in stack else [])
        sides = ["embedding-not-scaled" if model.get("scaled") else "embedding-scaled"]
        sides += ["positions-missing", "positions-off-by-one"] if "positions" in stack else []
        sides += ["labels-not-shifted"] if name == "decoder" else []
        bugs += [(bug, side) for bug in sides]
    return bugs


def main() -> None:
    if sys.argv[1] == "--names":
        return print(*FAMILIES)
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    configuration = json.loads((folder / "config.json").read_text())
    model = FAMILIES[configuration["model_type"]](read_weights(folder), configuration)
    batch = json.loads((folder / "batch.json").read_text())
    out.mkdir(parents=True, exist_ok=True)
    numpy.savez(out / "right.npz", **Run(model, batch, "none", "").run())
    for bug, where in bugs_of(model):
        numpy.savez(out / f"{bug}@{where}.npz", **Run(model, batch, bug, where).run())


if __name__ == "__main__":
    main()
