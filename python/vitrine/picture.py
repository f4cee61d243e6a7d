"""Draws a matrix as a picture: SVG with named axes, in the program's colours."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape

import numpy

# The colours at both ends of each scale and in the middle. Numbers without a sign use the part from the middle to the last
# colour.
SCALES = {"signed": ((46, 107, 208), (241, 242, 244), (207, 79, 43)), "gradient": ((123, 63, 184), (241, 242, 244), (31, 138, 76)),
          "share": ((241, 242, 244), (241, 242, 244), (91, 47, 191))}
TEXT, DIM, LINE = "#1A2029", "#5C6777", "#D5DAE1"
MOST_CELLS = 64  # in each direction; in larger matrices, a cell shows the strongest of those that share it
FONT = 'font-family="Inter, system-ui, sans-serif"'
HATCHING = ('<defs><pattern id="hidden" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4L4 0" stroke="#8A95A5" '
            'stroke-width="0.8"/></pattern></defs>')


def markup(words: str) -> str:
    """Words as text for SVG. Characters that XML does not allow become U+FFFD."""
    return escape(re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", words))


def text(x: float, y: float, words: str, size: float = 10, colour: str = TEXT, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" {FONT}{" " + more if more else ""}>{markup(words)}</text>'


def picture(width: float, height: float, parts: Sequence[str]) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
            f'{HATCHING}<rect width="100%" height="100%" fill="#FFFFFF"/>{"".join(parts)}</svg>')


def fewer(matrix: numpy.ndarray) -> numpy.ndarray:
    """The matrix or, if it has more cells than a picture can show, the strongest cell of each block."""
    rows, columns = (math.ceil(size / MOST_CELLS) for size in matrix.shape)
    if rows <= 1 and columns <= 1:
        return matrix
    padded = numpy.full((-(-matrix.shape[0] // rows) * rows, -(-matrix.shape[1] // columns) * columns), numpy.nan, "f4")
    padded[:matrix.shape[0], :matrix.shape[1]] = matrix
    blocks = padded.reshape(padded.shape[0] // rows, rows, -1, columns).swapaxes(1, 2).reshape(-1, rows * columns)
    strongest = numpy.where(numpy.isnan(blocks), -1, numpy.abs(blocks)).argmax(axis=1)
    return blocks[numpy.arange(len(blocks)), strongest].reshape(padded.shape[0] // rows, -1)


def limit_of(matrix: numpy.ndarray) -> float:
    """The largest finite magnitude."""
    finite = numpy.abs(matrix[numpy.isfinite(matrix)])
    return float(finite.max()) if finite.size else 0.0


def colour(value: float, limit: float, scale: str) -> str:
    low, middle, high = SCALES[scale]
    share = max(-1.0, min(1.0, value / limit)) if limit > 0 else 0.0
    end = high if share >= 0 else low
    return "#" + "".join(f"{round(a + (b - a) * abs(share)):02X}" for a, b in zip(middle, end))


def cells(matrix: numpy.ndarray, x: float, y: float, pitch: float, scale: str, limit: float, hidden: numpy.ndarray | None = None) -> str:
    """Only the cells. Hidden ones and −∞ are hatched, NaN has a cross, ∞ a triangle."""
    gap = 1 if pitch >= 6 else 0
    parts = []
    for row, values in enumerate(matrix):
        for column, value in enumerate(values):
            left, top, size = x + column * pitch, y + row * pitch, pitch - gap
            value = float(value)
            fill = colour(value if math.isfinite(value) else 0.0, limit, scale)
            place = f'x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}"'
            parts.append(f'<rect {place} fill="{fill}"><title>{row}, {column}: {value:.6g}</title></rect>')
            if value == -math.inf or (hidden is not None and hidden[row, column]):
                parts.append(f'<rect {place} fill="url(#hidden)"/>')
            elif math.isnan(value):
                parts.append(f'<path d="M{left:g} {top:g}l{size:g} {size:g}m0 {-size:g}l{-size:g} {size:g}" stroke="{TEXT}"/>')
            elif value == math.inf:
                parts.append(f'<path d="M{left + size / 2:g} {top:g}l{size / 2:g} {size:g}h{-size:g}z" fill="{TEXT}"/>')
    return "".join(parts)


def shortened(label: str, most: int = 12) -> str:
    return label if len(label) <= most else label[:most // 2] + "…" + label[-(most // 2 - 1):]


def heatmap(matrix: numpy.ndarray, *, title: str = "", rows: str = "", columns: str = "", row_labels: Sequence[str] | None = None,
            column_labels: Sequence[str] | None = None, scale: str = "signed", hidden: numpy.ndarray | None = None) -> str:
    """An SVG of a matrix. `rows` and `columns` name its axes; `scale` is signed, gradient or share (0 to 1)."""
    matrix = numpy.asarray(matrix, "f4")
    whole = matrix.shape
    limit = 1.0 if scale == "share" else limit_of(matrix)
    matrix = fewer(matrix)
    shrunk = matrix.shape != whole
    if shrunk:
        row_labels = column_labels = hidden = None
    down, across = matrix.shape
    pitch = max(4.0, min(22.0, 420.0 / max(down, across, 1)))
    if pitch < 9:  # there is no room for a label at each row
        row_labels = column_labels = None
    row_labels, column_labels = ([shortened(str(label)) for label in labels or []] for labels in (row_labels, column_labels))
    left = 22 + 6.2 * max(map(len, row_labels), default=0)
    top = 38 + (6 if column_labels else 0) + 6.4 * max(map(len, column_labels), default=0)
    parts = [text(8, 16, title, 12) if title else "", text(left, 31, columns + " →", 9.5, DIM) if columns else ""]
    if rows:
        middle = top + down * pitch / 2
        parts.append(text(12, middle, "← " + rows, 9.5, DIM, f'text-anchor="middle" transform="rotate(-90 12 {middle:g})"'))
    parts += [text(left - 5, top + (row + 0.5) * pitch + 3.4, label, more='text-anchor="end"') for row, label in enumerate(row_labels)]
    for column, label in enumerate(column_labels):
        x = left + (column + 0.5) * pitch + 3.4
        parts.append(text(x, top - 5, label, more=f'transform="rotate(-90 {x:g} {top - 5:g})"'))
    parts.append(cells(matrix, left, top, pitch, scale, limit, hidden))
    below = top + down * pitch + 15
    ends = "0 to 1" if scale == "share" else f"±{limit:.4g}"
    note = f"colours: {ends}" + (f"; {whole[0]} × {whole[1]} numbers, each cell the strongest of a block" if shrunk else "")
    parts.append(text(left, below, note, 9, DIM))
    return picture(max(left + across * pitch + 12, 16 + 6.6 * len(title), left + 5 * len(note)), below + 8, parts)
