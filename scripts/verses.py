#!/usr/bin/python3
"""Writes English and Spanish verses as sentence pairs: lines of a source, a TAB and a target.

usage: verses.py FOLDER        writes FOLDER/train.tsv and FOLDER/held-out.tsv

The texts are the World English Bible and the Reina-Valera of 1909, both in the public domain, from Debian's packages
sword-text-web and sword-text-sparv, read with diatheke. A verse is cut at the ends of its clauses where both languages have as many
of similar length, since a small model learns little from long sentences. Whole books are held out: a sentence that is said twice is
usually said twice in one book.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

ENGLISH, SPANISH = "engWEB2015eb", "spaRV1909eb"
HELD_OUT = {"Ruth", "Esther", "Ecclesiastes", "Philippians", "James"}
FEWEST_WORDS, MOST_WORDS = 2, 25
BOOK_AND_VERSE = re.compile(r"(?:^|(?<=\s))((?:I{1,3}V? )?[A-Z][a-z]+(?: (?:of )?[A-Z][a-z]+)*) (\d+):(\d+): ")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
CLAUSE_END = re.compile(r"(?<=[.!?;:…])([”’»)\]]*) +")


def in_one_line(text):
    return re.sub(r"\s+", " ", text.replace("\u00ad", "")).strip()


def verses_of(module):
    """All verses of a module of SWORD: {(book, chapter, verse): text}, without titles, notes and markup."""
    command = ["diatheke", "-b", module, "-f", "internal", "-k", "Gen 1:1-Rev 22:21"]
    printed = subprocess.run(command, check=True, capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
    text = printed.decode("utf-8", "replace").split('<chapter eID="Rev.22"/>')[0]  # notes on the whole follow
    text = re.sub(r"<title.*?</title>|<note.*?</note>", " ", text, flags=re.S)
    text = text.replace("</w><w", "</w> <w").replace("</q><q", "</q> <q")
    text = re.sub(r'<l [^>]*type="selah"[^>]*>Selah\.', " ", text)
    text = re.sub(r"</?(?:w|q|transChange|name|seg)\b[^>]*>", "", text)  # these stand within words
    parts = BOOK_AND_VERSE.split(re.sub(r"<[^>]*>", " ", text))
    keys = zip(parts[1::4], map(int, parts[2::4]), map(int, parts[3::4]))
    return dict(zip(keys, map(in_one_line, parts[4::4])))


def without_quotation_marks(text):
    """The Spanish of 1909 has none, so a model could not know where to put them."""
    return in_one_line(re.sub(r"[“”‘\"]|(?<![^\W\d_])’|(?<=[.,;:!?])’", "", text))


def in_modern_spelling(text):
    """The accents that have been dropped since 1909, and the first word of a chapter, which is in capitals."""
    text = re.sub(r"\b[áéóúÁÉÓÚ]\b", lambda vowel: vowel[0].translate(str.maketrans("áéóúÁÉÓÚ", "aeouAEOU")), text)
    for old, new in {"fué": "fue", "fuí": "fui", "dió": "dio", "vió": "vio", "ví": "vi", "dí": "di", "pié": "pie"}.items():
        text = re.sub(rf"\b{old}\b", new, text)
        text = re.sub(rf"\b{old.capitalize()}\b", new.capitalize(), text)
    text = re.sub(r"^([¡¿]?)([A-ZÁÉÍÓÚÑ]{2,})\b", lambda start: start[1] + start[2].capitalize(), text)
    return re.sub(r" *\(Selah\.?\)\.?", "", text)


def correlation(pairs):
    count = len(pairs)
    mean_x, mean_y = (sum(values) / count for values in zip(*pairs))
    spread = sum((x - mean_x) ** 2 for x, _ in pairs) * sum((y - mean_y) ** 2 for _, y in pairs)
    return sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread**0.5 if spread else 0


def is_numbered_alike(chapter, english, spanish):
    """Some chapters number their verses differently: then lengths match better with the Spanish one verse further on or back."""
    match = {}
    for shift in (0, -1, 1):
        moved = [(key, (key[0], key[1], key[2] + shift)) for key in chapter]
        lengths = [(len(english[key]), len(spanish[other])) for key, other in moved if other in spanish]
        match[shift] = correlation(lengths) if lengths else 0
    return len(chapter) <= 4 or (match[0] >= 0.3 and max(match, key=match.get) == 0)


def paired_verses():
    """Yields (book, English, Spanish)."""
    english, spanish = verses_of(ENGLISH), verses_of(SPANISH)
    chapters = collections.defaultdict(list)
    for key in english:
        if key in spanish:
            chapters[key[:2]].append(key)
    for chapter in chapters.values():
        if not is_numbered_alike(chapter, english, spanish):
            continue
        for key in chapter:
            title_of_psalm = key[0] == "Psalms" and key[2] == 1  # part of the verse in one of the two
            if not title_of_psalm:
                yield key[0], without_quotation_marks(english[key]), in_modern_spelling(spanish[key])


def are_of_similar_length(english, spanish):
    return 0.5 <= (len(english) + 8) / (len(spanish) + 8) <= 2


def clauses(english, spanish):
    """The clauses of both, side by side; the whole verse where they cannot be paired."""
    both = [[clause.strip() for clause in CLAUSE_END.sub(r"\1\n", text).split("\n") if clause.strip()] for text in (english, spanish)]
    if len(both[0]) == len(both[1]) and all(map(are_of_similar_length, *both)):
        return list(zip(*both))
    return [(english, spanish)]


def is_learned(english, spanish):
    words = [len(WORD.findall(text)) for text in (english, spanish)]
    return all(FEWEST_WORDS <= count <= MOST_WORDS for count in words) and are_of_similar_length(english, spanish)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: verses.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    lines = {"train.tsv": [], "held-out.tsv": []}
    for book, english, spanish in paired_verses():
        name = "held-out.tsv" if book in HELD_OUT else "train.tsv"
        lines[name] += [f"{pair[0]}\t{pair[1]}\n" for pair in clauses(english, spanish) if is_learned(*pair)]
    seen = set(lines["train.tsv"])
    lines["held-out.tsv"] = [line for line in lines["held-out.tsv"] if line not in seen]
    for name, text in lines.items():
        (folder / name).write_text("".join(text), encoding="utf-8")
        print(f"{folder / name}: {len(text)} pairs")


if __name__ == "__main__":
    main()
