#!/usr/bin/env python3
"""Writes no-scaling.npz: the first encoder layer of goldens/translation, from a program that forgets to divide the scores by √d.

Its inputs are PyTorch's: queries, keys, values and the mask of the golden trace. The names are those of another program's
modules.
"""
import json
import pathlib
import struct

import numpy

here = pathlib.Path(__file__).parent
golden = here.parents[1] / "goldens" / "translation"


def tensors(path):
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    for name, info in json.loads(data[8:8 + length]).items():
        if name == "__metadata__" or info["dtype"] != "F32":
            continue
        begin, end = info["data_offsets"]
        yield name, numpy.frombuffer(data[8 + length + begin:8 + length + end], "<f4").reshape(info["shape"])


theirs = dict(tensors(golden / "trace.safetensors"))
weights = dict(tensors(golden / "model.safetensors"))
words = numpy.array(json.loads((golden / "batch.json").read_text())["src"])
pad = json.loads((golden / "config.json").read_text())["pad_src"]
layer, name = "encoder.layers.0.self_attn", "encoder.blocks.0.attention"
query, key, value = (theirs[f"{layer}.{part}"] for part in ("query", "key", "value"))
scores = query @ key.swapaxes(-1, -2)
masked = numpy.where((words == pad)[:, None, None, :], -numpy.inf, scores)
shares = numpy.exp(masked - masked.max(-1, keepdims=True))
shares /= shares.sum(-1, keepdims=True)
context = shares @ value
merged = context.swapaxes(1, 2).reshape(*words.shape, -1)
module = "transformer." + layer + ".out_proj"
output = merged @ weights[module + ".weight"].T + weights[module + ".bias"]
numpy.savez_compressed(here / "no-scaling.npz", **{
    name + ".q": query, name + ".k": key, name + ".v": value, name + ".scores": scores, name + ".weights": shares,
    name + ".context": context, name + ".out": output.astype("float32")})
