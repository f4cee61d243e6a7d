"""Writes goldens/families/texts.json: what `transformers` makes of texts with the folders of goldens/families.

usage: texts.py FAMILIES_FOLDER OUT_FILE

For each family: the texts; `src` or `tgt`, their ids as the tokenizer gives them; with an encoder-decoder `target_texts`, `labels` of
their ids, and the decoder's input `tgt`, the labels shifted right; the loss of that batch; and `written`: for each text the tokens
that greedy search writes, at most 12 new ones, and their text without special tokens. With an encoder-decoder also `ruled`: the
tokens that it writes for the first text under RULES.
"""

import json
import pathlib
import sys

import torch
from transformers import (
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoModelForSeq2SeqLM,
    MarianTokenizer,
    PreTrainedTokenizerFast,
)

TEXTS = ["The cat sat on the mat.", "I am a student", "two\tdogs\nand  a café"]
TARGET_TEXTS = ["Le chat noir", "je suis étudiant!", "deux chiens"]
NEW_TOKENS = 12
IGNORED = -100
RULES = {
    "bad_words_ids": [[63], [79, 79], [39, 39], [111]],
    "suppress_tokens": [167, 60],
    "forced_bos_token_id": 5,
    "forced_eos_token_id": 2,
}


def marian_tokenizer(folder):
    return MarianTokenizer(
        source_spm=str(folder / "source.spm"),
        target_spm=str(folder / "target.spm"),
        vocab=str(folder / "vocab.json"),
    )


def padded(rows, padding):
    longest = max(map(len, rows))
    return torch.tensor([row + [padding] * (longest - len(row)) for row in rows])


def mask_of(rows):
    return padded([[1] * len(row) for row in rows], 0)


def written(model, tokenizer, rows, **more):
    result = []
    for row in rows:
        tokens = model.generate(
            torch.tensor([row]),
            attention_mask=torch.ones(1, len(row), dtype=torch.long),
            max_new_tokens=NEW_TOKENS,
            do_sample=False,
            num_beams=1,
            **more,
        )[0].tolist()
        # Texts as the library's own decoder has them, without the clean-up that is optional.
        text = tokenizer.decode(tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        result.append({"tokens": tokens, "text": text})
    return result


def of_encoder_decoder(folder, tokenizer):
    model = AutoModelForSeq2SeqLM.from_pretrained(folder, dtype=torch.float32).eval()
    src = [tokenizer(text)["input_ids"] for text in TEXTS]
    labels = [tokenizer(text_target=text)["input_ids"] for text in TARGET_TEXTS]
    start = model.config.decoder_start_token_id
    tgt = [[start] + row[:-1] for row in labels]
    loss = model(
        input_ids=padded(src, 0),
        attention_mask=mask_of(src),
        decoder_input_ids=padded(tgt, 0),
        decoder_attention_mask=mask_of(tgt),
        labels=padded(labels, IGNORED),
    ).loss
    return {
        "texts": TEXTS,
        "target_texts": TARGET_TEXTS,
        "src": src,
        "tgt": tgt,
        "labels": labels,
        "loss": loss.item(),
        "written": written(model, tokenizer, src),
        "rules": RULES,
        "ruled": written(model, tokenizer, src[:1], **RULES),
    }


def of_decoder(folder, tokenizer):
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    tgt = [tokenizer(text)["input_ids"] for text in TEXTS]
    # As labels the library takes the tokens themselves, and shifts them.
    loss = model(input_ids=padded(tgt, 0), attention_mask=mask_of(tgt), labels=padded(tgt, IGNORED)).loss
    labels = [row[1:] + [None] for row in tgt]
    return {
        "texts": TEXTS,
        "tgt": tgt,
        "labels": labels,
        "loss": loss.item(),
        "written": written(model, tokenizer, tgt, pad_token_id=0),
    }


def of_encoder(folder, tokenizer):
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    src = [tokenizer(text)["input_ids"] for text in TEXTS]
    logits = model(input_ids=padded(src, 0), attention_mask=mask_of(src)).logits
    return {"texts": TEXTS, "src": src, "predictions": [logits[i, : len(row)].argmax(-1).tolist() for i, row in enumerate(src)]}


def main(families, out):
    torch.set_grad_enabled(False)
    result = {}
    for folder in sorted(pathlib.Path(families).iterdir()):
        if not (folder / "config.json").exists():
            continue
        family = folder.name
        tokenizer = marian_tokenizer(folder) if family == "marian" else PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
        kind = of_encoder if family == "bert" else of_encoder_decoder if family in ("bart", "marian", "t5") else of_decoder
        if family == "bert":
            tokenizer.model_input_names = ["input_ids"]
        result[family] = kind(folder, tokenizer)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}" for name, one in result.items())
    pathlib.Path(out).write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
