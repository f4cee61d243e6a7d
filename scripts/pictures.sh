#!/bin/bash
# Draws the pictures of the README and the page, in both themes, as docs/pictures/NAME-dark.webp and NAME-light.webp, and the
# animation walk.webp. A file is replaced only if somebody would see the difference (scripts/compare_pictures.py).
# usage: scripts/pictures.sh [NAME...]; without names, all of them. A name may be a pattern: scripts/pictures.sh 'map-*' walk
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release
vitrine=$folder/vitrine
pictures=$root/docs/pictures
wanted=("$@")
declare -A drawn=()  # the wanted names that exist
# Places with measured times, which differ in every picture: X,Y,WIDTH,HEIGHT, in pixels.
declare -A measured=([generate]='1290,816,216,42' [generate-sampling]='1290,730,216,42')
translation=(--sample translation)
navigation=(--sample navigation)
score='decoder.layers.1.cross_attn.scores[0,2,3,0]'

# is_wanted NAME...: whether one of these is requested.
is_wanted() {
  local name pattern found=1
  ((${#wanted[@]})) || return 0
  for pattern in "${wanted[@]}"; do
    for name; do
      # shellcheck disable=SC2053  # a pattern
      if [[ $name == $pattern ]]; then drawn[$pattern]=yes found=0; fi
    done
  done
  return $found
}

# keep NEW NAME ENCODER...: compares a picture with docs/pictures/NAME, and replaces that if it differs. The encoder is called
# with the name of the file to write.
keep() {
  local new=$1 name=$2 file=$pictures/$2 difference seen=0 what=new places
  shift 2
  read -ra places <<<"${measured[${name%-*}]:-}"
  if [[ -e $file ]]; then
    difference=$("$root/scripts/compare_pictures.py" "$file" "$new" "${places[@]}") || seen=$?
    ((seen <= 1)) || return $seen
    if ((seen == 0)); then
      echo "kept      $name: $difference"
      return
    fi
    what=replaced
  fi
  "$@" "$pictures/.$name.new"
  mv -f "$pictures/.$name.new" "$file"
  printf '%-9s %s%s\n' "$what" "$name" "${difference:+: $difference}"
}

# Lossless, so that text stays sharp and heatmaps get no bands.
encode() { cwebp -quiet -lossless -z 9 "$1" -o "$2"; }

# keep_drawn NAME...: keeps requested pictures, in both themes, from where they were drawn.
keep_drawn() {
  local name theme
  for name; do
    is_wanted "$name" || continue
    for theme in dark light; do
      keep "$drawings/$name-$theme.png" "$name-$theme.webp" encode "$drawings/$name-$theme.png"
    done
  done
}

# picture NAME ARGUMENTS…
picture() {
  local name=$1 theme
  shift
  is_wanted "$name" || return 0
  for theme in dark light; do
    "$vitrine" render "$@" --size 1600x1000 --theme "$theme" --out "$drawings/$name-$theme.png"
  done
  keep_drawn "$name"
}

# visit "NAME..." MODEL… < SCRIPT: for pictures that need several clicks. The script takes NAME-dark.png and NAME-light.png.
visit() {
  local names
  read -ra names <<<"$1"
  shift
  is_wanted "${names[@]}" || return 0
  (cd "$drawings" && "$vitrine" drive - "$@" --size 1600x1000)
  keep_drawn "${names[@]}"
}

# Every step of a run, one after the other.
walk() {
  local frames=$drawings/walk
  is_wanted walk || return 0
  "$vitrine" render "${navigation[@]}" --walk --size 960x600 --scale 0.75 --theme light --out "$frames/%03d.png"
  img2webp -loop 0 -lossless -m 4 -q 75 -d 700 "$frames"/*.png -o "$drawings/walk.webp" 2>"$drawings/log" ||
    { cat "$drawings/log" >&2 && return 1; }
  keep "$drawings/walk.webp" walk.webp cp "$drawings/walk.webp"
}

install_packages "${vitrine_packages[@]}"
install_packages "${picture_packages[@]}"
[[ -e $folder/build.ninja ]] || configure "$folder" -S "$root" --preset release
build "$folder" vitrine
mkdir -p "$pictures"
drawings=$(mktemp -d -t vitrine-pictures.XXXXXX)
trap 'rm -rf "$drawings" "$pictures"/.*.new' EXIT

picture map-far "${translation[@]}"
picture map-near "${navigation[@]}" --select 'encoder.layers.0.self_attn.scores[0,1,2,1]' --frame encoder.layers.0.self_attn
picture number "${translation[@]}" --select "$score" --frame decoder.layers.1.cross_attn
picture attention "${translation[@]}" --view attention --select "${score/scores/weights}"
picture masks "${translation[@]}" --view masks
picture positions "${translation[@]}" --view positions
picture tokens "${translation[@]}" --view tokens
picture tensors "${translation[@]}" --view tensors --select "${score/scores/weights}"
picture compare "${translation[@]}" --view compare --replace 'tgt[0,3]=une' --select 'decoder.layers.1.self_attn.weights'

visit start --sample english-french <<'SCRIPT'
perform lesson/start
theme dark
screenshot start-dark.png
theme light
screenshot start-light.png
SCRIPT

# What a phone shows while it loads the page.
visit start-phone --sample english-french <<'SCRIPT'
resize 390 844
perform lesson/start
theme dark
screenshot start-phone-dark.png
theme light
screenshot start-phone-light.png
SCRIPT

# A question whose answer is computed.
visit lesson "${translation[@]}" <<'SCRIPT'
perform lesson/06-why-divide
perform lesson/on
perform lesson/on
drag lesson/guess 40 0
click lesson/check
hover lesson/course
wait 2
theme dark
screenshot lesson-dark.png
theme light
screenshot lesson-light.png
SCRIPT

visit gradients "${translation[@]}" <<'SCRIPT'
resize 1600 1060
click map/decoder.layers.0.cross_attn.weights
click tensor/decoder.layers.0.cross_attn.weights 0 0 3 4
click aspect/both
theme dark
screenshot gradients-dark.png
theme light
screenshot gradients-light.png
SCRIPT

# In the backward pass, before a softmax.
visit backwards "${translation[@]}" <<'SCRIPT'
key end
key right
click outline/decoder.layers.1.cross_attn.weights
click map/decoder.layers.1.cross_attn.masked_scores
wait 60
hover sentence/0
theme dark
screenshot backwards-dark.png
theme light
screenshot backwards-light.png
SCRIPT

# A model that has learned to translate, at the moment when one of its heads forms.
visit time "${translation[@]}" <<'SCRIPT'
key 4
click train/from/new-model
click train/task
click train/task/english-french
train 400
wait 100
click time/event/1
wait 20
hover time/title
theme dark
screenshot time-dark.png
theme light
screenshot time-light.png
SCRIPT

visit editing "${navigation[@]}" <<'SCRIPT'
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

visit design "${translation[@]}" <<'SCRIPT'
click view/design
click design/unscaled_scores/on
theme dark
screenshot design-dark.png
theme light
screenshot design-light.png
SCRIPT

# Another word in the sentence, and the middle of the resulting tree.
visit generate "${translation[@]}" <<'SCRIPT'
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

# Words drawn from what top-p keeps, and one set by hand.
visit generate-sampling "${translation[@]}" <<'SCRIPT'
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

visit train "${translation[@]}" <<'SCRIPT'
click view/train
click train/from/new-model
click train/task
click train/task/english-french
train 700
theme dark
screenshot train-dark.png
theme light
screenshot train-light.png
SCRIPT

# 4096 words: what followed last time, from afar and nearer, and the previous word, number by number.
picture long-far --sample long --view tensors --select encoder.layers.1.self_attn.weights --head 2
visit "long-middle long-near" --sample long <<'SCRIPT'
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

walk

for name in "${wanted[@]}"; do
  if [[ -z ${drawn[$name]:-} ]]; then
    say "pictures.sh: no picture is called '$name'"
    exit 2
  fi
done
