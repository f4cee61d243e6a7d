#!/bin/bash
# Trains the built-in tokenizer again, assets/tokenizers/english-french.json, on sentences of the task english-french in both
# languages. An additional line with all other signs of ASCII and the accented letters of French gives these tokens, too.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release
vitrine=$folder/vitrine
sentences=4000 vocabulary=600

install_packages "${vitrine_packages[@]}"
[[ -e $folder/build.ninja ]] || configure "$folder" -S "$root" --preset release
build "$folder" vitrine

corpus=$(mktemp -t vitrine-corpus.XXXXXX)
trap 'rm -f "$corpus"' EXIT
"$vitrine" tasks english-french --examples "$sentences" --seed 1 | sed -n 's|^<s> \(.*\) </s>\t|\1\n|p' >"$corpus"
[[ $(wc -l <"$corpus") -eq $((2 * sentences)) ]] || { echo "vitrine tasks lists its sentences in another form" >&2 && exit 1; }
{
  awk 'BEGIN { for (code = 33; code < 127; ++code) printf "%c ", code }'
  cat <<'SIGNS'
à â æ ç é è ê ë î ï ô œ ù û ü ÿ À Â Æ Ç É È Ê Ë Î Ï Ô Œ Ù Û Ü Ÿ « » ’ “ ” – …
SIGNS
} >>"$corpus"
"$vitrine" train-tokenizer --corpus "$corpus" --vocab-size "$vocabulary" --overwrite \
  --out "$root/assets/tokenizers/english-french.json"
