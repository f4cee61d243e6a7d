"""The heads of the sample `long`: what each part of the model's width contains, and what each head attends to. See
long_sample.py."""

import math

WIDTH, HEADS = 256, 8  # d_model, nhead
CODE = 16  # number of signs in a word's code
AMPLITUDE = 2.0  # of every sign of a code; waves have amplitude 1


def codes(count):
    """As many rows of CODE signs as requested: the first numbers whose bits differ in at least six places from all earlier
    ones."""
    chosen = []
    for number in range(1 << CODE):
        if all(bin(number ^ other).count("1") >= 6 for other in chosen):
            chosen.append(number)
        if len(chosen) == count:
            return [[1.0 if number >> bit & 1 else -1.0 for bit in range(CODE)] for number in chosen]
    raise SystemExit(f"{count} words are more than there are codes: {len(chosen)}")


# ---- The uses of the model's width -----------------------------------------------------------------------------------------

# 16 differences of slow waves each, beginning with this wave. The slowest waves have the smallest differences, so the word itself
# is there.
WORD, BEFORE, TWO_BEFORE, FOUND, REST = 112, 96, 80, 64, 48


def frequency(wave):
    """The frequency of a wave of the positions, as in section 3.5 of the paper."""
    return 10000.0 ** (-2 * wave / WIDTH)


def difference(place, sign):
    """The direction of one sign of a code: {feature: weight}, of length 1."""
    wave, part = place + sign // 2 * 2, sign % 2
    return {2 * wave + part: math.sqrt(0.5), 2 * wave + 2 + part: -math.sqrt(0.5)}


def read_wave(wave):
    """Vectors that read sine and cosine of w·p, and w. For a fast wave that is the wave itself, for slow ones the mean of two
    neighbours, to which nothing is written."""
    if wave < REST:
        return {2 * wave: 1.0}, {2 * wave + 1: 1.0}, frequency(wave)
    sine, cosine = {2 * wave: 0.5, 2 * wave + 2: 0.5}, {2 * wave + 1: 0.5, 2 * wave + 3: 0.5}
    return sine, cosine, (frequency(wave) + frequency(wave + 1)) / 2


# ---- What a head attends to -------------------------------------------------------------------------------------------------
# A head is a list of features (query, key, strength, bias): each adds strength · (query · x[q] + bias) · (key · x[k]) to the
# score.
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
    """`strength` if the word at the query's place `asking` is the same as that at the key's place `answering`; otherwise at most
    a quarter."""
    per_sign = strength / CODE / AMPLITUDE**2
    return [(difference(asking, sign), difference(answering, sign), per_sign, 0.0) for sign in range(CODE)]


def this_word(code, strength):
    """`strength` if the key is the word with this code, whatever the query."""
    key = combine(*((code[sign] / CODE / AMPLITUDE, difference(WORD, sign)) for sign in range(CODE)))
    return [({}, key, strength, 1.0)]


def combine(*terms):
    total = {}
    for factor, vector in terms:
        for feature, weight in vector.items():
            total[feature] = total.get(feature, 0.0) + factor * weight
    return total


# The fastest waves. Only at one distance do they all agree.
EXACT = {wave: (1.0, 0.0) for wave in range(16)}
# Least-squares solutions for "fall off over some ten words", "over some hundred" and "be 1 for k before q, −1 after it".
NEAR = {wave: (0.6, 0.0) for wave in (34, 36, 38, 40, 42, 44, 46, 50, 54, 58, 80, 86)}
WIDE = {66: (0.93, 0.0), 68: (1.04, 0.0), 72: (1.44, 0.0), 76: (1.72, 0.0), 82: (2.0, 0.0), 90: (2.0, 0.0)}
EARLIER_SINES = {8: 0.36, 33: 0.68, 54: 0.76, 66: 0.63, 78: 0.53, 84: 0.78, 96: 1.34, 108: 1.56}
EARLIER = {wave: (0.0, sine) for wave, sine in EARLIER_SINES.items()}


def heads_of(code):
    """The heads of each attention: (features, the place from which values are read, the place to which they are written)."""
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
