#!/usr/bin/env python3
"""Writes the sample `long`: assets/samples/long.json and long.safetensors. usage: scripts/long_sample.py [FOLDER]

Nothing in it is trained. The text comes from a small grammar and a seed. Every weight follows from what a head is meant to attend
to:

* A place is identified by its waves. Positions are sines and cosines of w·p. For a query at place q and a key at place k, the
  wave w gives cos(w·(q - k)) and sin(w·(q - k)) as products of a number of q and a number of k. Several waves together have their
  maximum at one distance ("the word before"), fall off with it ("nearby"), or distinguish before from after.
* A word is identified by its code, 16 signs. No two words have more than ten in common, so code · code is 16 for the same word
  and at most 4 for two others.
* Neighbouring slow waves are nearly equal over the whole text. Their sum is a wave like any other, so their difference is free.
  16 such differences each contain the word itself, the word before it and the one before that, which the first layer's heads
  write, and what other heads have found.

long_story.py has the text, long_heads.py has what each head attends to, and this script turns them into weights and files. It
needs only Python 3, and the files are the same everywhere.
"""

import array
import json
import math
import pathlib
import struct
import sys
from typing import NamedTuple

sys.dont_write_bytecode = True  # no compiled files in this folder

from long_heads import AMPLITUDE, CODE, FOUND, HEADS, REST, WIDTH, WORD, codes, difference, heads_of
from long_story import VERSES, Story, vocabulary

SEED = 4096
SOURCE_LENGTH = 4096
HEAD_WIDTH = WIDTH // HEADS
HIDDEN = 16  # dim_feedforward

# ---- From heads to weights --------------------------------------------------------------------------------------------------
# A LayerNorm in between divides by the spread of its row and subtracts the mean. Both hardly differ from row to row, so weights
# compensate for them: for the spread everywhere, for the mean only where waves are read, since differences have none.

WAVE_MEAN = 0.144  # mean of all sines and cosines over the positions of the text


class Input(NamedTuple):
    """The input of an attention: features divided by `spread`, after `mean` has been subtracted."""

    spread: float = 1.0
    mean: float = 0.0


def zeros(*shape):
    return [0.0] * shape[0] if len(shape) == 1 else [[0.0] * shape[1] for _ in range(shape[0])]


def put(row, vector, factor):
    for feature, weight in vector.items():
        row[feature] += factor * weight


REST_SHARE = 0.1  # factor of what most heads find, so that it stays in the stream without drowning the words


def attention(heads, asking, answering, written):
    """in_proj and out_proj. `written`: the spread of the stream to which the output is added."""
    weight, bias, out = zeros(3 * WIDTH, WIDTH), zeros(3 * WIDTH), zeros(WIDTH, WIDTH)
    for head, (features, source, target) in enumerate(heads):
        assert len(features) <= HEAD_WIDTH
        for number, (query, key, strength, constant) in enumerate(features):
            row = head * HEAD_WIDTH + number
            part = math.sqrt(strength * math.sqrt(HEAD_WIDTH))
            put(weight[row], query, part * asking.spread)
            bias[row] = part * (constant + asking.mean * sum(query.values()))
            put(weight[WIDTH + row], key, part * answering.spread)
            bias[WIDTH + row] = part * answering.mean * sum(key.values())
        for sign in range(CODE):
            row = head * HEAD_WIDTH + sign
            put(weight[2 * WIDTH + row], difference(source, sign), answering.spread)
            for feature, factor in difference(target, sign).items():
                out[feature][row] += factor * (REST_SHARE if target == REST else 1.0) / written
    return weight, bias, out


def spread_of(codes_written):
    """The spread of a row of waves, whose squares sum to WIDTH / 2, with this number of codes."""
    return math.sqrt((WIDTH / 2 + codes_written * CODE * AMPLITUDE**2) / WIDTH - WAVE_MEAN**2)


def parameters(words, code):
    tensors = {}

    def add(name, rows):
        tensors[name] = rows

    table = zeros(len(words), WIDTH)
    for number, word in enumerate(words):
        for sign in range(CODE):  # a row is multiplied by the square root of the width before waves are added
            put(table[number], difference(WORD, sign), code[word][sign] * AMPLITUDE / math.sqrt(WIDTH))
    add("src_embedding.weight", table)
    add("tgt_embedding.weight", table)

    def add_attention(name, weights):
        weight, bias, out = weights
        add(name + ".in_proj_weight", weight)
        add(name + ".in_proj_bias", bias)
        add(name + ".out_proj.weight", out)
        add(name + ".out_proj.bias", zeros(WIDTH))

    def add_rest(layer, norms):
        """Feed-forward networks that add nothing, so that everything visible comes from attention."""
        add(layer + ".linear1.weight", zeros(HIDDEN, WIDTH))
        add(layer + ".linear1.bias", zeros(HIDDEN))
        add(layer + ".linear2.weight", zeros(WIDTH, HIDDEN))
        add(layer + ".linear2.bias", zeros(WIDTH))
        for norm in range(1, norms + 1):
            add(f"{layer}.norm{norm}.weight", [1.0] * WIDTH)
            add(f"{layer}.norm{norm}.bias", zeros(WIDTH))

    first, second, own, cross = heads_of(code)
    plain = Input()
    attended = Input(spread_of(3), WAVE_MEAN)
    add_attention("transformer.encoder.layers.0.self_attn", attention(first, plain, plain, 1.0))
    add_rest("transformer.encoder.layers.0", 2)
    add_attention("transformer.encoder.layers.1.self_attn", attention(second, attended, attended, attended.spread))
    add_rest("transformer.encoder.layers.1", 2)
    add_attention("transformer.decoder.layers.0.self_attn", attention(own, plain, plain, 1.0))
    add_attention("transformer.decoder.layers.0.multihead_attn", attention(cross, attended, attended, attended.spread))
    add_rest("transformer.decoder.layers.0", 3)

    out = zeros(len(words), WIDTH)
    out_bias = zeros(len(words))
    for number, word in enumerate(words):
        for sign in range(CODE):
            put(out[number], difference(FOUND, sign), code[word][sign] * 0.5)
        if word in ("<pad>", "<bos>"):
            out_bias[number] = -30.0  # these are never predicted
    add("fc_out.weight", out)
    add("fc_out.bias", out_bias)
    return tensors


# ---- Files ------------------------------------------------------------------------------------------------------------------


def flat(rows):
    return [number for row in rows for number in row] if isinstance(rows[0], list) else rows


def write_safetensors(path, tensors):
    header, body = {}, bytearray()
    for name, rows in tensors.items():
        numbers = array.array("f", flat(rows))
        if sys.byteorder == "big":
            numbers.byteswap()
        shape = [len(rows), len(rows[0])] if isinstance(rows[0], list) else [len(rows)]
        data = numbers.tobytes()
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(body))


TITLE = "A story of 4096 words, read for its repeats"
TEXT = (
    "A story in which verses and whole passages come back. The weights were constructed, by scripts/long_sample.py, not "
    "trained: each head is made for what it looks at. In encoder layer 1 head 1 looks at the word before (98 % of its "
    "weight on average), 2 at the one before that, 3 at the same word earlier on, 4 at all full stops, 5 at the beginning, "
    "6 at what is near, 7 at the nearest full stop, 8 at everything alike. In layer 2 head 1 is an induction head: it looks "
    "at what came after its word earlier on (98 % where there is such a place), and needs what head 1 below has written; 2 "
    "looks at what came after its word and the one before, 3 at the same word anywhere, 4 at the next word, 5 at the "
    "hundred words around it, 6 at the nearest full stop, 7 at the beginning, 8 at everything alike. The decoder tells the "
    "first verse: head 1 of its cross-attention finds what followed the last two words in the story. The feed-forward "
    "networks add nothing. The tensors of a run are 2.4 GB; the window keeps none of its scores and weights, and computes them again "
    "when they are read."
)


def sample(words):
    source = ["<bos>"] + Story(SEED).words(SOURCE_LENGTH - 2) + ["<eos>"]
    labels = VERSES[0].split()
    configuration = {
        "d_model": WIDTH,
        "nhead": HEADS,
        "num_encoder_layers": 2,
        "num_decoder_layers": 1,
        "dim_feedforward": HIDDEN,
        "src_vocab_size": len(words),
        "tgt_vocab_size": len(words),
        "final_norm": False,
        "max_positions": SOURCE_LENGTH,
        "pad_src": 0,
        "pad_tgt": 0,
        "bos": 1,
        "eos": 2,
    }
    return {
        "name": "long",
        "title": TITLE,
        "text": TEXT,
        "configuration": configuration,
        "source_vocabulary": words,
        "target_vocabulary": words,
        "batch": {"src": [" ".join(source)], "tgt": [" ".join(["<bos>"] + labels[:-1])], "labels": [" ".join(labels)]},
        "weights": "long.safetensors",
    }


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "assets/samples")
    words = vocabulary()
    code = dict(zip(words, codes(len(words))))
    write_safetensors(folder / "long.safetensors", parameters(words, code))
    text = json.dumps(sample(words), indent=1, ensure_ascii=False)
    (folder / "long.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
