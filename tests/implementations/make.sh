#!/bin/bash
# Makes the files of every implementation again, or those of the given ones: make.sh [NAME ...]
# Needs PyTorch, and for safetensors and BART Hugging Face's safetensors and transformers. PYTHON is the interpreter.
set -euo pipefail
cd "$(dirname "$0")"
(($# > 0)) || set -- */
export PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore
for name; do
  "${PYTHON:-python3}" "${name%/}/model.py"
  echo "${name%/}: $(du -bcs "${name%/}"/*.* | tail -n 1 | cut -f 1) bytes"
done
