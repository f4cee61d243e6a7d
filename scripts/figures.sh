#!/bin/bash
# Draws the figures of docs/FIGURES.md into docs/figures: one of every kind, 84 mm wide, as SVG; the first one also as PDF.
# usage: scripts/figures.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release
vitrine=$folder/vitrine
figures=$root/docs/figures
cross=decoder.layers.1.cross_attn
install_packages "${vitrine_packages[@]}"
[[ -e $folder/build.ninja ]] || configure "$folder" -S "$root" --preset release
build "$folder" vitrine

trained=$(mktemp -d -t vitrine-figures.XXXXXX)
trap 'rm -rf "$trained"' EXIT
"$vitrine" train --task copy --steps 200 --history --out "$trained/model" >/dev/null 2>&1

# draw NAME ARGS...
draw() {
  local name=$1
  shift
  "$vitrine" figure --width 84mm --out "$figures/$name" "$@"
  echo "drawn     $name"
}
mkdir -p "$figures"
draw head.svg --sample translation "$cross.weights[0,2]"
draw head.pdf --sample translation "$cross.weights[0,2]"
draw heads.svg --sample translation "$cross.weights[0]"
draw lines.svg --sample translation --kind lines "$cross.weights[0,2]"
draw tensor.svg --sample translation 'decoder.layers.1.norm3[0]'
draw block.svg --sample translation --font-size 6 "$cross"
draw number.svg --sample translation "$cross.scores[0,2,1,3]"
draw beams.svg --sample translation --kind beams
draw loss.svg --model "$trained/model" --kind loss
draw dark.svg --sample translation --theme dark "$cross.weights[1,0]"
