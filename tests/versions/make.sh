#!/bin/bash
# Makes the files by which later versions are tried (tests/cli/versions.sh): a trained model with its history, a trace of it with
# gradients, and a session.
# usage: tests/versions/make.sh PROGRAM FOLDER    with the program of the version, and tests/versions/VERSION
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
cd "$2"
"$program" train --quiet --task copy --d-model 8 --heads 2 --layers 1 --d-ff 8 --steps 5 --batch-size 2 --history --out model >log.txt
"$program" trace --quiet --model model --format safetensors --out trace.safetensors --gradients gradients.safetensors
"$program" drive - --sample navigation --size 1280x800 --session session.json >log.txt <<'SCRIPT'
click view/tensors
click tensors/list/decoder.layers.0.cross_attn.scores
click tensor/decoder.layers.0.cross_attn.scores 1 2 0 1
key x
theme light
SCRIPT
rm -f log.txt session.json.lock
