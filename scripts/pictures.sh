#!/bin/bash
# Draws the README's pictures anew, in both themes, as docs/NAME-dark.png and docs/NAME-light.png, and the animation docs/walk.gif.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
vitrine=$root/build/release/vitrine
translation=(--sample translation)
navigation=(--sample navigation)
score='decoder.layers.1.cross_attn.scores[0,2,3,0]'

# picture NAME ARGUMENTS…
picture() {
  local name=$1 theme
  shift
  for theme in dark light; do
    "$vitrine" render "$@" --size 1600x1000 --theme "$theme" --out "$root/docs/$name-$theme.png"
  done
}

# visit MODEL… < SCRIPT: for what has to be clicked together.
visit() { (cd "$root/docs" && "$vitrine" drive - "$@" --size 1600x1000); }

picture map-far "${translation[@]}"
picture map-near "${navigation[@]}" --select 'encoder.layers.0.self_attn.scores[0,1,2,1]' --frame encoder.layers.0.self_attn
picture number "${translation[@]}" --select "$score" --frame decoder.layers.1.cross_attn
picture attention "${translation[@]}" --view attention --select "${score/scores/weights}"
picture masks "${translation[@]}" --view masks
picture positions "${translation[@]}" --view positions
picture tokens "${translation[@]}" --view tokens
picture tensors "${translation[@]}" --view tensors --select "${score/scores/weights}"
picture compare "${translation[@]}" --view compare --replace 'tgt[0,3]=une' --select 'decoder.layers.1.self_attn.weights'

visit "${translation[@]}" <<'SCRIPT'
resize 1600 1060
click map/decoder.layers.0.cross_attn.weights
click tensor/decoder.layers.0.cross_attn.weights 0 0 3 4
click aspect/both
theme dark
screenshot gradients-dark.png
theme light
screenshot gradients-light.png
SCRIPT

visit "${navigation[@]}" <<'SCRIPT'
click batch/source/2
type mois
key enter
click outline/encoder.layers.0.self_attn.weights
click tensor/encoder.layers.0.self_attn.weights 0 0 1 2
key enter
type 1
key enter
hover sentence/0
theme dark
screenshot editing-dark.png
theme light
screenshot editing-light.png
SCRIPT

visit "${translation[@]}" <<'SCRIPT'
click view/design
click design/unscaled_scores/on
theme dark
screenshot design-dark.png
theme light
screenshot design-light.png
SCRIPT

# Another word in the sentence, and the middle of what is made of it.
visit "${translation[@]}" <<'SCRIPT'
click batch/source/4
type teacher
key enter
click view/generate
click generate/node/1
key escape
key right
key right
hover sentence/0
theme dark
screenshot generate-dark.png
theme light
screenshot generate-light.png
SCRIPT

# Words drawn from what top-p leaves, and one set by hand.
visit "${translation[@]}" <<'SCRIPT'
click batch/source/4
type teacher
key enter
click view/generate
click generate/strategy/sample
drag generate/temperature 110 0
drag generate/top-p 84 0
click generate/node/1
click generate/candidate/9
hover sentence/0
theme dark
screenshot generate-sampling-dark.png
theme light
screenshot generate-sampling-light.png
SCRIPT

visit "${translation[@]}" <<'SCRIPT'
click view/train
click train/task
click train/task/english-french
train 700
theme dark
screenshot train-dark.png
theme light
screenshot train-light.png
SCRIPT

# 4096 words: what followed the last time, from afar and nearer, and the word before, number by number.
picture long-far --sample long --view tensors --select encoder.layers.1.self_attn.weights --head 2
visit --sample long <<'SCRIPT'
click map/encoder.layers.1.self_attn.weights
scroll map/encoder.layers.1.self_attn.weights 12
wait 600
theme dark
screenshot long-middle-dark.png
theme light
screenshot long-middle-light.png
click outline/encoder.layers.0.self_attn.weights
click view/tensors
click tensors/zoom/numbers
wait 300
theme dark
screenshot long-near-dark.png
theme light
screenshot long-near-light.png
SCRIPT

# Every step of a run, one after the other; the last one stays for a while.
walk() {
  local frames
  if ! command -v convert >/dev/null; then
    say "docs/walk.gif stays as it is: ImageMagick puts it together (on Debian: imagemagick)."
    return
  fi
  frames=$(mktemp -d -t vitrine-walk.XXXXXX)
  "$vitrine" render "${navigation[@]}" --walk --size 960x600 --scale 0.75 --theme light --out "$frames/%03d.png"
  convert -delay 70 "$frames"/*.png +dither -colors 48 +map -fuzz 1% -layers OptimizePlus "$root/docs/walk.gif"
  rm -r "$frames"
}
walk
