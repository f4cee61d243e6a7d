#!/bin/bash
# Makes the fonts in assets/fonts from Debian's packages fonts-inter, fonts-jetbrains-mono and fonts-dejavu-core. They contain the
# characters that the program draws by itself, without hints. Run this after adding a character to the list below.
#
# Needs pyftsubset: apt-get install fonttools fonts-inter fonts-jetbrains-mono fonts-dejavu-core
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Latin, Greek, Cyrillic; punctuation, superscripts and subscripts, currencies, arrows, mathematics, keys, boxes and shapes.
characters="20-7E,A0-24F,2B0-36F,370-3FF,400-45F,490-491,1D2C-1D6A,1E00-1EFF,2010-2027,2030-205E,2070-209C,20A0-20BF,2100-214F"
characters+=",2190-21FF,2200-22FF,2300-2328,232B,23CE-23CF,23E9-23FA,2500-25FF,2605-2606,2713-2717,27E8-27E9,2C7C-2C7D"

# subset SOURCE CHARACTERS: writes to assets/fonts, under the same name.
subset() {
  pyftsubset "/usr/share/fonts/$1" --unicodes="$2" --layout-features= --no-hinting --drop-tables+=FFTM \
    --name-IDs=0,1,2,3,4,5,6,13,14 --output-file="assets/fonts/$(basename "$1")"
}

# The characters of the list that no font in assets/fonts has.
missing() {
  /usr/bin/python3 - "$characters" assets/fonts/Inter-Regular.otf assets/fonts/JetBrainsMono-Regular.ttf <<'PYTHON'
import sys
from fontTools.ttLib import TTFont

wanted = set()
for part in sys.argv[1].split(","):
    first, _, last = part.partition("-")
    wanted.update(range(int(first, 16), int(last or first, 16) + 1))
for file in sys.argv[2:]:
    wanted -= TTFont(file).getBestCmap().keys()
print(",".join(f"{code:X}" for code in sorted(wanted)))
PYTHON
}

subset opentype/inter/Inter-Regular.otf "$characters"
subset opentype/inter/Inter-SemiBold.otf "$characters"
subset truetype/jetbrains-mono/JetBrainsMono-Regular.ttf "$characters"
subset truetype/jetbrains-mono/JetBrainsMono-Bold.ttf "$characters"
subset truetype/dejavu/DejaVuSans.ttf "$(missing)"
