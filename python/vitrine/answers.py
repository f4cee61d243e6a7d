"""Asks the program to explain a number, to generate text, to draw a figure, and to make a page that shows a run."""

from __future__ import annotations

import json
import os
import tempfile
from html import escape
from pathlib import Path
from typing import Any

from . import program
from .errors import Error


def explain(cell: str, model: program.Model = None, config: Any = None, batch: Any = None, *, sample: str | None = None,
            gradient: bool = False, update: bool = False) -> dict[str, Any]:
    """Explains how one number is computed: its formula, every product in its sum, and where the number is used. `cell` is
    'PATH[i,j,…]', counted from 0. With `gradient`, explains how the loss changes with the number; with `update`, what the next
    training step does to a weight."""
    with program.opened(model, config, batch, sample) as arguments:
        return json.loads(program.call(["explain", *arguments, "--json", *program.options(gradient=gradient, update=update), "--", cell]))


def generate(text: str | list[str] | None = None, model: program.Model = None, config: Any = None, *, sample: str | None = None,
             tokens: Any = None, **options: Any) -> list[Any]:
    """The sentences that the model generates for a source, best first: dicts with tokens, text, log_probability, score and
    finished. For a list of texts, a list of such lists. Options are those of `vitrine generate`: beams=4, n_best=3,
    temperature=0.8, top_k=5, top_p=0.9, seed=3, steps=True, max_new_tokens=20 …"""
    if (text is None) == (tokens is None):
        raise Error("what is the source? Give a text, or tokens=[…]")
    lines = text if isinstance(text, list) else [text]
    if tokens is None and any(not isinstance(line, str) for line in lines):
        raise Error(f"a text is a string, and {text!r} is none: ids go into tokens=[…]")
    if tokens is None and any("\n" in line for line in lines):
        raise Error("a text is one line")
    with program.opened(model, config, None, sample) as arguments:
        command = ["generate", *arguments, "--json", *program.options(**options)]
        if tokens is not None:
            return json.loads(program.call(command + ["--tokens", " ".join(map(str, program.plain(tokens)))]))
        if not isinstance(text, list):
            return json.loads(program.call(command + ["--text", text]))
        return _several(program.call(command, "".join(line + "\n" for line in lines)))


def _several(output: str) -> list[list[dict[str, Any]]]:
    """JSON values that follow one another in a text."""
    decoder, answers, at = json.JSONDecoder(), [], 0
    output = output.strip()
    while at < len(output):
        value, end = decoder.raw_decode(output, at)
        answers.append(value)
        at = end + len(output[end:]) - len(output[end:].lstrip())
    return answers


class Figure:
    """A figure as SVG, `svg`, which a notebook shows; `save` writes it to a file."""

    def __init__(self, svg: str):
        self.svg = svg

    def save(self, path: str | os.PathLike[str]) -> None:
        Path(path).write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        return f"Figure of {len(self.svg):,} characters of SVG"

    def _repr_svg_(self) -> str:
        return self.svg


def figure(what: str | None = None, model: program.Model = None, config: Any = None, batch: Any = None, *, sample: str | None = None,
           to: str | os.PathLike[str] | None = None, width: str | float = 84, **look: Any) -> Figure:
    """A tensor, a head, a number or a curve as a figure for a paper, `width` in millimetres or as '8.4cm'. `what` is a path,
    'PATH[0,2]', or a block. The other options are those of `vitrine figure`: kind="lines", font="Times New Roman", font_size=8,
    theme="dark", background="none", sentence=1, head=3, gradient=True, dots=300. `to` is a file to which it is also written:
    .svg, .pdf or .png."""
    with program.opened(model, config, batch, sample) as arguments, tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        path = Path(folder) / "figure.svg"
        command = ["figure", *arguments, *program.options(width=width, **look)]
        for out in [path] if to is None else [path, Path(to)]:
            program.call([*command, "--out", str(out), *([] if what is None else ["--", what])])
        return Figure(path.read_text(encoding="utf-8"))


class Page:
    """An HTML page that computes; a notebook shows it in place. `html` is its text, `save` writes it to a file."""

    def __init__(self, html: str, height: int = 640):
        self.html, self.height = html, height

    def save(self, path: str | os.PathLike[str]) -> None:
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"Page of {len(self.html):,} characters"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="{self.height}" style="border:0"></iframe>'


def page(model: program.Model = None, config: Any = None, batch: Any = None, *, sample: str | None = None, view: str | None = None,
         select: str | None = None, step: int | None = None, only: str | None = None, height: int = 640) -> Page:
    """A page that contains program, model and run, opens offline, and computes. Options are those of `vitrine page`."""
    with program.opened(model, config, batch, sample) as arguments, tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        path = Path(folder) / "page.html"
        program.call(["page", *arguments, *program.options(view=view, select=select, step=step, only=only), "--out", str(path)])
        return Page(path.read_text(encoding="utf-8"), height)
