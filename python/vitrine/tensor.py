"""A run as arrays by name, a tensor that knows its name and axes, and one head of an attention. Notebooks show each as a
picture."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy

from . import picture
from .errors import Error

SHARES = ("weights", "dropped_weights", "probabilities", "mask")


def scale_of(name: str) -> str:
    if name.startswith("gradients."):
        return "gradient"
    return "share" if name.rsplit(".", 1)[-1] in SHARES else "signed"


class Tensor(numpy.ndarray):
    """An array with `name` and `axes`. Arrays computed from it have neither."""

    name: str
    axes: tuple[str, ...]
    scale: str  # the colour scale of its picture

    @classmethod
    def named(cls, array: numpy.ndarray, name: str, axes: tuple[str, ...] | list[str] = (), scale: str = "") -> Tensor:
        tensor = numpy.asarray(array).view(cls)
        tensor.name, tensor.axes, tensor.scale = name, tuple(axes), scale or scale_of(name)
        return tensor

    def __array_finalize__(self, source: Any) -> None:
        self.name, self.axes, self.scale = "", (), "signed"

    def __array_wrap__(self, array: numpy.ndarray, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar or array.ndim == 0 else numpy.asarray(array)

    def head(self, number: int, sentence: int = 0) -> Head:
        """One head of scores or weights, counted from 0."""
        if self.ndim != 4:
            raise Error(f"{self.name or 'this tensor'} has {self.ndim} axes, not the four of an attention's scores and weights")
        if not (0 <= number < self.shape[1] and 0 <= sentence < self.shape[0]):
            raise Error(f"{self.name or 'this tensor'} has {self.shape[1]} heads and {self.shape[0]} sentences, counted from 0")
        return Head(numpy.asarray(self[sentence, number]), f"{self.name}[{sentence},{number}]", self.scale)

    def _repr_svg_(self) -> str | None:
        if not self.name or self.size == 0 or self.dtype.kind not in "fiub":
            return None
        matrix = numpy.asarray(self)
        shown = matrix.reshape(1, -1) if matrix.ndim < 2 else matrix[(0,) * (matrix.ndim - 2)]
        axes = (self.axes or tuple(f"axis {number}" for number in range(self.ndim)))[-2:]
        place = f"[{'0,' * (self.ndim - 2)}:,:]" if self.ndim > 2 else ""
        slope = "∂loss/∂" if self.scale == "gradient" and not self.name.startswith("gradients.") else ""
        title = f"{slope}{self.name}{place}  {' × '.join(map(str, self.shape))} {self.dtype}"
        return picture.heatmap(shown, title=title, rows=axes[0] if len(axes) == 2 else "", columns=axes[-1] if axes else "",
                               scale=self.scale)


class Head:
    """One head for one sentence: `values` (query × key), and, if they are known, the words and what the mask hides."""

    def __init__(self, values: numpy.ndarray, name: str, scale: str = "share", rows: list[str] | None = None,
                 columns: list[str] | None = None, hidden: numpy.ndarray | None = None):
        self.values, self.name, self.scale, self.rows, self.columns, self.hidden = values, name, scale, rows, columns, hidden

    def __array__(self, dtype: Any = None, copy: Any = None) -> numpy.ndarray:
        return numpy.asarray(self.values, dtype)

    def __repr__(self) -> str:
        return f"Head {self.name}\n{self.values!r}"

    def _repr_svg_(self) -> str:
        return picture.heatmap(self.values, title=self.name, rows="query", columns="key", row_labels=self.rows, column_labels=self.columns,
                               scale=self.scale, hidden=self.hidden)


class UnknownName(KeyError):
    """There is no tensor with this name."""

    def __str__(self) -> str:
        return str(self.args[0])  # the plain text, since KeyError would show it with escaped quotation marks


class Run(Mapping[str, Tensor]):
    """Tensors by name, in the order of computation. `gradients` is a run with the same names, or None. `words` are the sentences
    of "src" and "tgt" in words, if they are known."""

    def __init__(self, tensors: Mapping[str, Tensor], metadata: Mapping[str, str] = {}, words: Mapping[str, list[list[str]]] = {},
                 gradients: Run | None = None):
        self.tensors, self.metadata, self.words, self.gradients = dict(tensors), dict(metadata), dict(words), gradients

    def __getitem__(self, name: str) -> Tensor:
        """Raises KeyError, which suggests similar names."""
        if name in self.tensors:
            return self.tensors[name]
        like = difflib.get_close_matches(name, self.tensors, n=3) if isinstance(name, str) else []
        raise UnknownName(f"'{name}': there is no such tensor" + (f"; did you mean {' or '.join(map(repr, like))}?" if like else ""))

    def __contains__(self, name: object) -> bool:
        return name in self.tensors

    def __iter__(self) -> Iterator[str]:
        return iter(self.tensors)

    def __len__(self) -> int:
        return len(self.tensors)

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        lines = [self._said()] + [f"{name}  {' × '.join(map(str, tensor.shape))}" for name, tensor in list(self.items())[:40]]
        return lines + ([f"… and {len(self) - 40} more"] if len(self) > 40 else [])

    @property
    def not_seen(self) -> dict[str, str]:
        """For a recording: what hooks could not see, and why."""
        return json.loads(self.metadata.get("not_seen", "{}"))

    def _said(self) -> str:
        return f"{len(self)} tensors, {sum(tensor.size for tensor in self.values()):,} numbers"

    def attentions(self) -> list[str]:
        """The prefixes of all attentions that have weights."""
        return [name.removesuffix(".weights") for name, tensor in self.items() if name.endswith(".weights") and tensor.ndim == 4]

    def head(self, attention: str, number: int, sentence: int = 0) -> Head:
        """The weights of one head, with the asking and the answering words."""
        if attention not in self.attentions():
            raise Error(f"there are no weights of an attention '{attention}'; there are {', '.join(self.attentions()) or 'none at all'}")
        head = self[attention + ".weights"].head(number, sentence)
        asks = "src" if attention.startswith("encoder") else "tgt"
        answers = "tgt" if asks == "tgt" and attention.endswith("self_attn") else "src"
        head.rows, head.columns = (self.words[side][sentence] if side in self.words else None for side in (asks, answers))
        mask = self.get(attention + ".mask")
        head.hidden = None if mask is None else numpy.asarray(mask[sentence, 0]) == 0
        return head

    def _repr_svg_(self) -> str:
        rows = self.attentions()[:16]
        return self._heads(rows) if rows else self._list()

    def _heads(self, rows: list[str]) -> str:
        """A picture of all heads of all attentions, small, for the first sentence."""
        size, left = 72.0, 12 + 6.2 * max(map(len, rows))
        parts, y = [picture.text(8, 18, f"{self._said()}; weights of the first sentence, a column for each head", 12)], 30.0
        width = 8 + 6.6 * 80
        for name in rows:
            tensor = self[name + ".weights"]
            parts.append(picture.text(8, y + 14, name, 10, picture.DIM))
            for number in range(min(tensor.shape[1], 16)):
                matrix = picture.fewer(numpy.asarray(tensor[0, number], "f4"))
                pitch = (size - 8) / max(*matrix.shape, 1)
                parts.append(picture.cells(matrix, left + number * size, y, pitch, "share", 1.0))
                width = max(width, left + (number + 1) * size)
            y += size
        return picture.picture(width, y + 4, parts)

    def _list(self) -> str:
        lines = self._lines()
        parts = [picture.text(8, 18 + 15 * number, line, 12 if number == 0 else 10) for number, line in enumerate(lines)]
        return picture.picture(24 + 6.6 * max(map(len, lines)), 18 + 15 * len(lines), parts)
