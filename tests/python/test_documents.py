"""Every Python block of README.md and docs/*.md runs, those of a document one after the other in one folder."""

import contextlib
import io
import math
import os
import re
import tempfile
import unittest
from pathlib import Path

import vitrine

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Where one of these is missing, what needs it is left out: the program, what scripts/web.sh builds, and a PyTorch that is new enough.
MAY_BE_MISSING = ("set VITRINE to its path", "scripts/web.sh", "needs PyTorch 2.1")


def blocks(document: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def readers_model() -> dict:
    """The names that docs/MODELS.md says are the reader's: an encoder-decoder with names of its own, and its sentences."""
    import torch
    from torch import nn

    class Translator(nn.Module):
        def __init__(self):
            super().__init__()
            self.where_from, self.where_to = nn.Embedding(23, 16), nn.Embedding(21, 16)
            self.transformer = nn.Transformer(16, 4, 2, 2, 24, dropout=0.0, batch_first=True)
            self.says = nn.Linear(16, 21)
            angles = torch.arange(32).unsqueeze(1) * torch.exp(torch.arange(0, 16, 2) * (-math.log(10000.0) / 16))
            self.register_buffer("pe", torch.stack([angles.sin(), angles.cos()], -1).flatten(1).unsqueeze(0))

        def forward(self, src, tgt):
            x = self.where_from(src) * 4 + self.pe[:, :src.size(1)]
            y = self.where_to(tgt) * 4 + self.pe[:, :tgt.size(1)]
            later = torch.triu(torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool), diagonal=1)
            return self.says(self.transformer(x, y, tgt_mask=later, src_key_padding_mask=src == 0, tgt_key_padding_mask=tgt == 0,
                                              memory_key_padding_mask=src == 0))

    torch.manual_seed(1)
    model = Translator()
    for parameter in model.parameters():  # of LayerNorms, too, so that everything matters
        nn.init.normal_(parameter, mean=0.5 if parameter.dim() == 1 else 0.0, std=0.3)
    src = torch.tensor([[1, 5, 9, 7, 2], [1, 12, 4, 2, 0], [1, 22, 2, 0, 0]])
    sentences = torch.tensor([[1, 4, 6, 20, 11, 2], [1, 8, 3, 2, 0, 0], [1, 17, 9, 5, 2, 0]])
    return {"model": model, "src": src, "sentences": sentences}


def names_given(document: Path) -> dict:
    return readers_model() if document.name == "MODELS.md" else {}


class Documents(unittest.TestCase):
    def test_there_are_some_and_they_are_short(self):
        found = [block for document in DOCUMENTS for block in blocks(document)]
        self.assertGreater(len(found), 8)
        for block in found:
            self.assertLessEqual(len(block.splitlines()), 10, block)

    def test_each_runs(self):
        for document in DOCUMENTS:
            with tempfile.TemporaryDirectory() as folder:
                before = os.getcwd()
                os.chdir(folder)
                try:
                    for block in blocks(document):
                        with self.subTest(document=document.name, block=block):
                            self.run_block(block, document)
                    if Path("model.pt").exists() and document.name == "MODELS.md":
                        self.what_was_written_can_be_imported()
                finally:
                    os.chdir(before)

    def run_block(self, block: str, document: Path) -> None:
        try:
            with contextlib.redirect_stdout(io.StringIO()) as said:
                exec(compile(block, document.name, "exec"), {"__name__": "example", **names_given(document)})
            if "print" in block:
                self.assertTrue(said.getvalue().strip())
            for number in re.findall(r"^[-+\d.e]+$", said.getvalue(), re.MULTILINE):
                self.assertGreater(abs(float(number)), 1e-5, "a number that shows nothing but rounding")
        except ModuleNotFoundError as missing:
            if missing.name != "torch":
                raise
        except vitrine.Error as why:
            if not any(missing in str(why) for missing in MAY_BE_MISSING):
                raise

    def what_was_written_can_be_imported(self) -> None:
        try:
            report = vitrine.import_model("model.pt", "imported", batch="batch.json", verify="logits.npz")
        except vitrine.Error as why:
            if not any(missing in str(why) for missing in MAY_BE_MISSING):
                raise
        else:
            self.assertTrue(report["verification"]["reproduced"], report["verification"]["verdict"])

    def test_what_is_the_readers_is_named(self):
        text = (ROOT / "docs" / "MODELS.md").read_text(encoding="utf-8")
        for name in ("model", "src", "sentences"):
            self.assertIn(f"`{name}`", text)


if __name__ == "__main__":
    unittest.main()
