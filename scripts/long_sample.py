#!/usr/bin/env python3
"""Writes the sample `long`: assets/samples/long.json and long.safetensors. usage: scripts/long_sample.py [FOLDER]

Nothing in it is trained. The text comes from a small grammar and a seed; every weight follows from what a head is to look at. How:

* A place is known by its waves. Positions are sines and cosines of w·p, and the wave w of two places a query q and a key k gives
  cos(w·(q - k)) and sin(w·(q - k)) as products of one number of q with one of k. Some waves together peak at one distance ("the
  word before"), fall off with it ("nearby"), or tell before from after.
* A word is known by its code, 16 signs. No two words have more than ten in common, so that code · code is 16 for the same word and at
  most 4 for two others.
* Neighbours among the slow waves are nearly equal over the whole text: their sum is a wave like any other, their difference is
  free. There, in 16 differences each, stand the word itself, the word before it and the one before that, which the first layer's
  heads write, and what other heads have found.

Needs Python 3 and nothing else; the files come out the same everywhere.
"""

import array
import json
import math
import pathlib
import random
import struct
import sys

SEED = 4096
SOURCE_LENGTH = 4096
WIDTH, HEADS, HIDDEN = 256, 8, 16  # d_model, nhead, dim_feedforward
HEAD_WIDTH = WIDTH // HEADS
CODE = 16  # signs of a word's code

# ---- The text ----------------------------------------------------------------------------------------------------------------------

SPECIAL = "<pad> <bos> <eos>".split()
NAMES = "Anna Ben Clara David Emma Finn Greta Hugo".split()
THINGS = "lamp boat letter bell apple key book clock kite basket ring coin map".split()
ANIMALS = "cat dog bird horse fox goat".split()
PLACES = "house garden river mill forest bridge market tower school road harbour field".split()
QUALITIES = "old small red green quiet golden broken silver lost heavy".split()
TOOK = "found carried hid painted sold bought saw heard followed dropped".split()
WENT = "walked ran waited sang slept laughed".split()
BY = "behind near under beside across into".split()
VERSES = [
    "slow turns the wheel of the water while nobody knows why the wind stands still .",
    "high hangs the moon , white sails go by , who rings at night must tell no lie .",
    "one for my brother , two for the sea , three for whoever comes home with me .",
]
SMALL = "the a and but then said that when in was , .".split()


def vocabulary():
    words = SPECIAL + SMALL + NAMES + THINGS + ANIMALS + PLACES + QUALITIES + TOOK + WENT + BY
    for verse in VERSES:
        words += [word for word in verse.split() if word not in words]
    return list(dict.fromkeys(words))


class Story:
    """Sentences of a village in which things are found, hidden and sold; verses come back, and so do whole passages."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, words):
        return words[int(self.random.random() * len(words))]

    def thing(self):
        return f"the {self.one(QUALITIES)} {self.one(THINGS + ANIMALS)}"

    def place(self):
        return f"{self.one(BY)} the {self.one(PLACES)}"

    def clause(self, who):
        kind = self.random.random()
        if kind < 0.55:
            return f"{who} {self.one(TOOK)} {self.thing()} {self.place()}"
        if kind < 0.8:
            return f"{who} {self.one(WENT)} {self.place()}"
        return f"{self.thing()} was {self.place()}"

    def sentence(self):
        who = self.one(NAMES)
        kind = self.random.random()
        if kind < 0.45:
            return f"{self.clause(who)} ."
        if kind < 0.6:
            return f"then {self.clause(who)} , and {self.clause(self.one(NAMES))} ."
        if kind < 0.75:
            return f"when {self.clause(who)} , {self.clause(self.one(NAMES))} ."
        if kind < 0.9:
            return f"{who} said that {self.clause(self.one(NAMES))} ."
        return f"{self.clause(who)} , but {self.clause(self.one(NAMES))} ."

    def words(self, length):
        """Exactly so many, beginning with the first verse."""
        told = [VERSES[0]]
        while sum(len(sentence.split()) for sentence in told) < length:
            kind = self.random.random()
            if kind < 0.1:
                told.append(self.one(VERSES))
            elif kind < 0.2 and len(told) > 20:  # five to twelve sentences once more, as they were
                first = int(self.random.random() * (len(told) - 12))
                told += told[first : first + 5 + int(self.random.random() * 8)]
            else:
                told.append(self.sentence())
        return " ".join(told).split()[:length]


# ---- Words as codes ----------------------------------------------------------------------------------------------------------------


def codes(count):
    """As many rows of CODE signs: the first numbers whose bits differ in six places or more from those of all before."""
    chosen = []
    for number in range(1 << CODE):
        if all(bin(number ^ other).count("1") >= 6 for other in chosen):
            chosen.append(number)
        if len(chosen) == count:
            return [[1.0 if number >> bit & 1 else -1.0 for bit in range(CODE)] for number in chosen]
    raise SystemExit(f"{count} words are more than there are codes: {len(chosen)}")


# ---- What of the model's width is used for what ------------------------------------------------------------------------------------

# 16 differences of slow waves each, from this wave on. The slowest are the emptiest: the word itself stands there.
WORD, BEFORE, TWO_BEFORE, FOUND, REST = 112, 96, 80, 64, 48


def frequency(wave):
    """Of positions, as in section 3.5 of the paper."""
    return 10000.0 ** (-2 * wave / WIDTH)


def difference(place, sign):
    """The direction in which one sign of a code stands: {feature: weight}, of length 1."""
    wave, part = place + sign // 2 * 2, sign % 2
    return {2 * wave + part: math.sqrt(0.5), 2 * wave + 2 + part: -math.sqrt(0.5)}


def read_wave(wave):
    """What reads sine and cosine of w·p, and w: of one fast wave, or of two neighbours, whose mean nothing is written to."""
    if wave < REST:
        return {2 * wave: 1.0}, {2 * wave + 1: 1.0}, frequency(wave)
    sine, cosine = {2 * wave: 0.5, 2 * wave + 2: 0.5}, {2 * wave + 1: 0.5, 2 * wave + 3: 0.5}
    return sine, cosine, (frequency(wave) + frequency(wave + 1)) / 2


# ---- What a head looks at ----------------------------------------------------------------------------------------------------------
# A head is a list of features (query, key, strength, bias): each adds strength · (query · x[q] + bias) · (key · x[k]) to the score.


def by_distance(waves, at=0.0, strength=1.0):
    """Σ a·cos(w·(q - k - at)) + b·sin(w·(q - k - at)) for waves {wave: (a, b)}."""
    features = []
    for wave, (a, b) in waves.items():
        sine, cosine, w = read_wave(wave)
        turned_a = a * math.cos(w * at) - b * math.sin(w * at)
        turned_b = a * math.sin(w * at) + b * math.cos(w * at)
        asks_sine = combine((turned_a, sine), (-turned_b, cosine))
        asks_cosine = combine((turned_a, cosine), (turned_b, sine))
        features += [(asks_sine, sine, strength, 0.0), (asks_cosine, cosine, strength, 0.0)]
    return features


def same_word(asking, answering, strength):
    """`strength` where the word that stands at one place for the query is the one at another for the key, else at most a quarter."""
    per_sign = strength / CODE / AMPLITUDE**2
    return [(difference(asking, sign), difference(answering, sign), per_sign, 0.0) for sign in range(CODE)]


def this_word(code, strength):
    """`strength` where the key is the word of this code, whoever asks."""
    key = combine(*((code[sign] / CODE / AMPLITUDE, difference(WORD, sign)) for sign in range(CODE)))
    return [({}, key, strength, 1.0)]


def combine(*terms):
    total = {}
    for factor, vector in terms:
        for feature, weight in vector.items():
            total[feature] = total.get(feature, 0.0) + factor * weight
    return total


AMPLITUDE = 2.0  # of every sign of a code, beside waves of 1

# The fastest waves: together they agree at one distance alone.
EXACT = {wave: (1.0, 0.0) for wave in range(16)}
# Least squares' answers to "fall off over some ten words", "over some hundred" and "be 1 for k before q, -1 behind".
NEAR = {wave: (0.6, 0.0) for wave in (34, 36, 38, 40, 42, 44, 46, 50, 54, 58, 80, 86)}
WIDE = {66: (0.93, 0.0), 68: (1.04, 0.0), 72: (1.44, 0.0), 76: (1.72, 0.0), 82: (2.0, 0.0), 90: (2.0, 0.0)}
EARLIER = {8: (0, 0.36), 33: (0, 0.68), 54: (0, 0.76), 66: (0, 0.63), 78: (0, 0.53), 84: (0, 0.78), 96: (0, 1.34), 108: (0, 1.56)}


def heads_of(code):
    """For each attention its heads: (features, what place the values are read from, where they are written to)."""
    stop, begin = code["."], code["<bos>"]
    first = [
        (by_distance(EXACT, at=1, strength=1.5), WORD, BEFORE),
        (by_distance(EXACT, at=2, strength=1.5), WORD, TWO_BEFORE),
        (same_word(WORD, WORD, 20.0) + by_distance(EARLIER, at=0.5, strength=1.5), WORD, REST),
        (this_word(stop, 20.0), WORD, REST),
        (this_word(begin, 24.0), WORD, REST),
        (by_distance(NEAR, strength=1.5), WORD, REST),
        (this_word(stop, 24.0) + by_distance(NEAR, strength=4.0), WORD, REST),
        ([], WORD, REST),
    ]
    second = [
        (same_word(WORD, BEFORE, 20.0) + by_distance(EARLIER, strength=1.5), WORD, REST),
        (same_word(WORD, BEFORE, 18.0) + same_word(BEFORE, TWO_BEFORE, 18.0), WORD, REST),
        (same_word(WORD, WORD, 18.0), BEFORE, REST),
        (by_distance(EXACT, at=-1, strength=1.5), WORD, REST),
        (by_distance(WIDE, strength=1.5), WORD, REST),
        (this_word(stop, 24.0) + by_distance(NEAR, strength=4.0), WORD, REST),
        (this_word(begin, 24.0), WORD, REST),
        ([], WORD, REST),
    ]
    own = [
        (by_distance(EXACT, at=1, strength=1.5), WORD, BEFORE),
        (by_distance(EXACT, at=2, strength=1.5), WORD, TWO_BEFORE),
        (by_distance(EXACT, strength=3.0), WORD, REST),
        (this_word(begin, 24.0), WORD, REST),
        (by_distance(NEAR, strength=3.0), WORD, REST),
        (same_word(WORD, WORD, 18.0), WORD, REST),
        (by_distance(EXACT, at=3, strength=3.0), WORD, REST),
        ([], WORD, REST),
    ]
    cross = [
        (same_word(WORD, BEFORE, 22.0) + same_word(BEFORE, TWO_BEFORE, 22.0), WORD, FOUND),
        (same_word(WORD, BEFORE, 18.0), WORD, REST),
        (same_word(WORD, WORD, 18.0), WORD, REST),
        (by_distance(EXACT, strength=3.0), WORD, REST),
        (this_word(stop, 20.0), WORD, REST),
        (this_word(begin, 24.0), WORD, REST),
        (by_distance(WIDE, strength=1.5), WORD, REST),
        ([], WORD, REST),
    ]
    return first, second, own, cross


# ---- From heads to weights ---------------------------------------------------------------------------------------------------------
# A LayerNorm in between divides by the spread of its row and takes the mean off. Both hardly differ from row to row, so that weights
# make up for them: for the spread everywhere, for the mean only where single features are read, as differences have none.

WAVE_MEAN = 0.144  # of all sines and cosines over the places of the text


class Input:
    """What an attention reads: features divided by `spread`, the mean of the waves taken off or not."""

    def __init__(self, spread=1.0, mean=0.0):
        self.spread, self.mean = spread, mean


def zeros(*shape):
    return [0.0] * shape[0] if len(shape) == 1 else [[0.0] * shape[1] for _ in range(shape[0])]


def put(row, vector, factor):
    for feature, weight in vector.items():
        row[feature] += factor * weight


def attention(heads, asking, answering, written, rest=0.5):
    """in_proj and out_proj. `written`: the spread of the stream that the output is added to."""
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
                out[feature][row] += factor * (rest if target == REST else 1.0) / written
    return weight, bias, out


def spread_of(codes_written):
    """Of a row of waves, whose squares sum to WIDTH / 2, with so many codes."""
    return math.sqrt((WIDTH / 2 + codes_written * CODE * AMPLITUDE**2) / WIDTH - WAVE_MEAN**2)


def parameters(words, code):
    tensors = {}

    def add(name, rows):
        tensors[name] = rows

    table = zeros(len(words), WIDTH)
    for number, word in enumerate(words):
        for sign in range(CODE):  # a row is multiplied by the root of the width before its waves are added
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
        """Feed-forward networks that add nothing: all there is to see is attention's work."""
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
    add_attention("transformer.encoder.layers.0.self_attn", attention(first, plain, plain, 1.0, rest=0.1))
    add_rest("transformer.encoder.layers.0", 2)
    add_attention("transformer.encoder.layers.1.self_attn", attention(second, attended, attended, attended.spread, rest=0.1))
    add_rest("transformer.encoder.layers.1", 2)
    add_attention("transformer.decoder.layers.0.self_attn", attention(own, plain, plain, 1.0, rest=0.1))
    add_attention("transformer.decoder.layers.0.multihead_attn", attention(cross, attended, attended, attended.spread, rest=0.1))
    add_rest("transformer.decoder.layers.0", 3)

    out = zeros(len(words), WIDTH)
    out_bias = zeros(len(words))
    for number, word in enumerate(words):
        for sign in range(CODE):
            put(out[number], difference(FOUND, sign), code[word][sign] * 0.5)
        if word in ("<pad>", "<bos>"):
            out_bias[number] = -30.0  # nobody writes these
    add("fc_out.weight", out)
    add("fc_out.bias", out_bias)
    return tensors


# ---- Files -------------------------------------------------------------------------------------------------------------------------


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


TITLE = "A story of 4096 words, and heads that find its repeats"
TEXT = (
    "A story in which verses and whole passages come back. The weights were constructed, by scripts/long_sample.py, not trained: each "
    "head is made for what it looks at. In encoder layer 1 head 1 looks at the word before (98 % of its weight on average), 2 at the "
    "one before that, 3 at the same word earlier on, 4 at all full stops, 5 at the beginning, 6 at what is near, 7 at the nearest full "
    "stop, 8 at everything alike. In layer 2 head 1 is an induction head: it looks at what came after its word earlier on (98 % where "
    "there is such a place), and needs what head 1 below has written; 2 looks at what came after its word and the one before, 3 at the "
    "same word anywhere, 4 at the next word, 5 at the hundred words around it, 6 at the nearest full stop, 7 at the beginning, 8 at "
    "everything alike. The decoder tells the first verse: head 1 of its cross-attention finds what followed the last two words in the "
    "story. The feed-forward networks add nothing. A run takes 3.3 GB of memory."
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
