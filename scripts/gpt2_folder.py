#!/usr/bin/env python3
"""Draws a folder of GPT-2's smallest size, as `transformers` saves it: config.json and model.safetensors, 124 million numbers.

usage: scripts/gpt2_folder.py FOLDER          e.g. scripts/gpt2_folder.py /tmp/gpt2 && vitrine params --model /tmp/gpt2

Nothing in it is trained. It serves to see how long a model of this size takes to open, to compute and to continue a text. Weights
have the size of GPT-2's initial ones (a root mean square of 0.019), gains are about 1, and the files are the same everywhere. It
takes some seconds and half a gigabyte of disk, and needs only Python 3.
"""

import json
import pathlib
import random
import struct
import sys

SEED = 124
WIDTH, LAYERS, HEADS, HIDDEN, VOCABULARY, POSITIONS = 768, 12, 12, 3072, 50257, 1024

CONFIGURATION = {
    "activation_function": "gelu_new",
    "architectures": ["GPT2LMHeadModel"],
    "bos_token_id": 50256,
    "eos_token_id": 50256,
    "layer_norm_epsilon": 1e-05,
    "model_type": "gpt2",
    "n_embd": WIDTH,
    "n_head": HEADS,
    "n_inner": None,
    "n_layer": LAYERS,
    "n_positions": POSITIONS,
    "scale_attn_weights": True,
    "tie_word_embeddings": True,
    "vocab_size": VOCABULARY,
}

# A float's sign, the lowest bit of its exponent and its fraction are drawn at random. The other bits of the exponent are fixed,
# so that weights have magnitudes between 1/128 and 1/32 and either sign, and gains are between 1 and 2.
WEIGHTS = (0x80FFFFFF, 0x3C000000)
GAINS = (0x007FFFFF, 0x3F800000)


def shapes():
    """Name and shape of every tensor, in the order of the file. Linear layers are [input, output], as GPT-2 stores them."""
    yield "transformer.wte.weight", [VOCABULARY, WIDTH]
    yield "transformer.wpe.weight", [POSITIONS, WIDTH]
    for layer in range(LAYERS):
        at = f"transformer.h.{layer}."
        for norm in ("ln_1", "ln_2"):
            yield f"{at}{norm}.weight", [WIDTH]
            yield f"{at}{norm}.bias", [WIDTH]
        for linear, rows, columns in (
            ("attn.c_attn", WIDTH, 3 * WIDTH),
            ("attn.c_proj", WIDTH, WIDTH),
            ("mlp.c_fc", WIDTH, HIDDEN),
            ("mlp.c_proj", HIDDEN, WIDTH),
        ):
            yield f"{at}{linear}.weight", [rows, columns]
            yield f"{at}{linear}.bias", [columns]
    yield "transformer.ln_f.weight", [WIDTH]
    yield "transformer.ln_f.bias", [WIDTH]


def count(shape):
    numbers = 1
    for size in shape:
        numbers *= size
    return numbers


def draw(source, name, numbers):
    """The bytes of `numbers` random floats, little-endian. All of them are one large integer, which Python can mask at once."""
    drawn, fixed = GAINS if ".ln_" in name and name.endswith(".weight") else WEIGHTS
    everywhere = int.from_bytes(b"\1\0\0\0" * numbers, "little")
    return (source.getrandbits(32 * numbers) & everywhere * drawn | everywhere * fixed).to_bytes(4 * numbers, "little")


def header_of(tensors):
    header, offset = {"__metadata__": {"format": "pt"}}, 0
    for name, shape in tensors:
        end = offset + 4 * count(shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    return text + b" " * (-len(text) % 8)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    tensors, source, at_once = list(shapes()), random.Random(SEED), 1 << 20
    (folder / "config.json").write_text(json.dumps(CONFIGURATION, indent=2) + "\n")
    with open(folder / "model.safetensors", "wb") as file:
        header = header_of(tensors)
        file.write(struct.pack("<Q", len(header)) + header)
        for name, shape in tensors:
            left = count(shape)
            while left > 0:
                file.write(draw(source, name, min(left, at_once)))
                left -= at_once


if __name__ == "__main__":
    main()
