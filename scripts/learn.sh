#!/bin/bash
# Learning from scratch, with three seeds each: how well the tasks are learned, and how long that takes. Prints the final lines of
# `vitrine train`.
# usage: scripts/learn.sh [TASK...]; without tasks: copy, translation (with and without masks) and english-french.
# THREADS=N sets the number of threads (default: one per core).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release
tasks=(copy translation translation-without-masks english-french)
if (($#)); then tasks=("$@"); fi

install_packages "${vitrine_packages[@]}"
[[ -e $folder/build.ninja ]] || configure "$folder" -S "$root" --preset release
build "$folder" vitrine

models=$(mktemp -d)
trap 'rm -rf "$models"' EXIT
for task in "${tasks[@]}"; do
  arguments=(--task "$task")
  [[ $task != translation-without-masks ]] || arguments=(--task translation --without causal-mask,padding-mask)
  for seed in 1 2 3; do
    echo "== $task, seed $seed"
    "$folder/vitrine" train "${arguments[@]}" --seed "$seed" --threads "${THREADS:-$(nproc)}" --out "$models/$task-$seed" \
      2>"$models/log" >"$models/summary" || { cat "$models/log" && exit 1; }
    grep -E '^epoch (10|20) ' "$models/log" || true
    grep -E '^[0-9]|^on |^  ' "$models/summary" | grep -v 'vitrine'
  done
done
