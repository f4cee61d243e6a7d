"""The story of the sample `long`: its words and its sentences, all from a seed. See long_sample.py."""

import random

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
    """Sentences about a village in which things are found, hidden and sold. Verses are repeated, and so are whole passages."""

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
        """A text of exactly `length` words, which begins with the first verse."""
        told = [VERSES[0]]
        while sum(len(sentence.split()) for sentence in told) < length:
            kind = self.random.random()
            if kind < 0.1:
                told.append(self.one(VERSES))
            elif kind < 0.2 and len(told) > 20:  # repeats five to twelve sentences as they were
                first = int(self.random.random() * (len(told) - 12))
                told += told[first : first + 5 + int(self.random.random() * 8)]
            else:
                told.append(self.sentence())
        return " ".join(told).split()[:length]
