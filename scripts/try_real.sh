#!/bin/bash
# Opens a published folder and, where Python has `transformers`, holds it against what that computes: tokens, hidden states,
# attentions, logits and a greedy continuation, in one table.
# usage: scripts/try_real.sh DIR [TEXT]        VITRINE: the program, build/release/vitrine if not set
set -euo pipefail
here=$(dirname "$(realpath "$0")")
[[ ${1:-} ]] || { sed -n '2,4s/^# //p' "$0"; exit 2; }
folder=$1 text=${2:-The quick brown fox jumps over the lazy dog.}
vitrine=${VITRINE:-$here/../build/release/vitrine}
[[ -x $vitrine ]] || { echo "$vitrine: there is no such program; scripts/run.sh builds it" >&2; exit 2; }

traces=$(mktemp -d)
trap 'rm -rf "$traces"' EXIT
kept='*.tokens,*.layers.*residual*,*.layers.*norm*,*.layers.*weights*,encoder.norm,decoder.norm,logits,classifier.scores'
"$vitrine" trace --model "$folder" --text "$text" --only "$kept" --format safetensors --out "$traces/ours.safetensors"
"$vitrine" generate --model "$folder" --text "$text" --max-new-tokens 16 --json >"$traces/greedy.json" 2>/dev/null || true

for python in python3 /usr/bin/python3; do
  "$python" -c 'import torch, transformers' 2>/dev/null && exec "$python" "$here/try_real.py" "$folder" "$text" "$traces"
done
echo "$folder opens. Python has no torch and transformers here, so nothing was compared."
