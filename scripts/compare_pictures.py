#!/usr/bin/python3
"""Says whether two pictures look different.

usage: compare_pictures.py OLD NEW [X,Y,WIDTH,HEIGHT...]

Differences in the rectangles, in pixels, do not count. Reads PNG, WebP and GIF, animated ones frame by frame. Prints one line
about the difference. Exits with 0 if nobody would see it, with 1 if somebody would, and with 2 if a file cannot be read.

Pictures are lossless, so meaningless differences come from the rounding of another driver and are a step or two of 255. Two
pixels differ if one of their channels does by more than TOLERANCE. A changed letter, digit or point makes a few such pixels close
together, anywhere: the pictures differ if some WINDOW × WINDOW pixels contain ENOUGH of them. A smaller change of colour is
visible by its area: they also differ if the mean of such a window changes by more than SHIFT.
"""
import sys

import numpy
from PIL import Image, ImageSequence

TOLERANCE = 8
WINDOW = 8
ENOUGH = 3
SHIFT = 3


def window_sums(values):
    """The sum of each window of WINDOW × WINDOW pixels, computed from the sums of everything above and to the left."""
    sums = numpy.pad(values.astype(numpy.int64), ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    tall, wide = (min(WINDOW, size) for size in values.shape)
    return sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]


def difference(old, new):
    """The share of pixels that differ, and the first place (x, y) where somebody would see that, or None."""
    change = new - old
    differing = numpy.abs(change).max(axis=2) > TOLERANCE
    seen = window_sums(differing) >= ENOUGH
    for channel in range(change.shape[2]):
        seen |= numpy.abs(window_sums(change[:, :, channel])) > SHIFT * WINDOW * WINDOW
    place = numpy.argwhere(seen)
    return differing.mean(), tuple(int(at) for at in place[0][::-1]) if len(place) else None


def frames(path):
    with Image.open(path) as picture:
        for frame in ImageSequence.Iterator(picture):
            yield numpy.array(frame.convert("RGB"), dtype=numpy.int16)


def size_text(pictures):
    tall, wide, _ = pictures[0].shape
    return f"{wide}×{tall}" + (f", {len(pictures)} frames" if len(pictures) > 1 else "")


def left_out(pictures, rectangles):
    """The same pictures with the rectangles in black."""
    for picture in pictures:
        for x, y, width, height in rectangles:
            picture[y : y + height, x : x + width] = 0
    return pictures


def compare(old, new):
    """One line about the difference, and whether it is visible."""
    if len(old) != len(new) or old[0].shape != new[0].shape:
        return f"{size_text(old)} became {size_text(new)}", True
    shares, first = [], None
    for number, (before, after) in enumerate(zip(old, new)):
        share, place = difference(before, after)
        shares.append(share)
        if place and not first:
            first = f", seen at {place[0]}, {place[1]}" + (f" of frame {number + 1}" if len(old) > 1 else "")
    return f"{100 * numpy.mean(shares):.4f} % of the pixels differ{first or ''}", first is not None


def main():
    if len(sys.argv) < 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        rectangles = [[int(number) for number in text.split(",")] for text in sys.argv[3:]]
        old, new = (left_out(list(frames(path)), rectangles) for path in sys.argv[1:3])
    except (OSError, ValueError) as problem:
        print(f"compare_pictures.py: {problem}", file=sys.stderr)
        return 2
    line, is_seen = compare(old, new)
    print(line)
    return int(is_seen)


if __name__ == "__main__":
    sys.exit(main())
