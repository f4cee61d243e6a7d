#!/bin/bash
# Measures how fast Vitrine computes on this machine.
# usage: scripts/measure.sh [NAME...]; without names: passes, a generation, edits, training and tokenizers. 'vitrine bench' lists
# all names.
# THREADS=N sets the number of threads (default: one per core).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release
names=(trace-tiny trace-names trace-base trace-gpt2 generate-gpt2 edit-tiny edit edit-base train-copy train-translation train-digits train-base
  tokenize tokenize-new tokenize-train)
if (($#)); then names=("$@"); fi

install_packages "${vitrine_packages[@]}"
[[ -e $folder/build.ninja ]] || configure "$folder" -S "$root" --preset release
build "$folder" vitrine vitrine-bench
for name in "${names[@]}"; do
  "$folder/vitrine" bench "$name" --threads "${THREADS:-$(nproc)}"
done
