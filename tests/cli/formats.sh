# The formats of a trace hold the same tensors with the same numbers.
source "$(dirname "$0")/check.bash"

trace() { accepts trace --sample navigation "$@"; }

names_in_text() { sed -nE 's/^(.* — )?([a-z0-9_.]+) \[[a-z]+ [0-9].*\]$/\2/p' "$1" | sort; }
names_in_json() { sed -nE 's/^"([^"]+)": \{"type".*/\1/p' "$1" | sort; }
names_in_npz() { grep -ao '[a-z0-9_.]*\.npy' "$1" | sed 's/\.npy$//' | sort -u; }
names_in_safetensors() {
  local length
  length=$(od -An -tu8 -N8 "$1" | tr -d ' ')
  # head before tail: in the other order, tail might be cut off while it is still writing.
  head -c $((8 + length)) "$1" | tail -c +9 | grep -ao '"[a-z0-9_.]*": *{' | cut -d'"' -f2 | sort
}

trace
cp stdout.txt all.txt
trace --format json
cp stdout.txt all.json
trace --format npz --out all.npz
trace --format safetensors --out all.safetensors

# Kᵀ is a view of K: it is shown, but not written to files.
names_in_text all.txt | grep -v key_transposed >expected
(($(wc -l <expected) > 60)) || fail "only $(wc -l <expected) tensors in the text"
for format in json npz safetensors; do
  "names_in_$format" "all.$format" | grep -vx __metadata__ | diff expected - >difference || fail "the names in $format differ: $(<difference)"
done
trace --format json --out out.json
[[ ! -s stdout.txt ]] || fail "--out leaves something on stdout"
cmp -s out.json all.json || fail "json to a file differs from json on stdout"
trace --out out.txt
cmp -s out.txt all.txt || fail "text to a file differs from text on stdout"

numbers_in_json() { sed -nE 's/.*"values": \[(.*)\]\}.*/\1/p' | tr -d ' "' | tr , '\n'; }
same_numbers() {
  paste "$1" "$2" | awk 'NF != 2 || ($1 - $2)^2 > 1e-10 {exit 1}' && [[ -s $1 ]]
}

# Tensors whose rows have six, two and nine numbers, after a word.
for tensor in decoder.norm:6 encoder.layers.0.self_attn.query:2 logits:9; do
  path=${tensor%:*} columns=${tensor#*:}
  trace --only "$path" --format json
  numbers_in_json <stdout.txt >json-numbers
  trace --only "$path" --precision 8
  grep '^    [^ ]' stdout.txt | awk -v n="$columns" '{for (i = NF - n + 1; i <= NF; ++i) print $i}' >text-numbers
  same_numbers text-numbers json-numbers || fail "text and json differ in $path"
  trace --only "$path" --format safetensors --out one.safetensors
  tail -c $((4 * $(wc -l <json-numbers))) one.safetensors | od -An -v -w4 -tf4 | tr -d ' ' >binary-numbers
  same_numbers binary-numbers json-numbers || fail "safetensors and json differ in $path"
done

trace --only '*.scores'
[[ $(names_in_text stdout.txt | wc -l) == 3 ]] || fail "--only '*.scores' gives $(names_in_text stdout.txt)"
trace --only 'src.?um'
[[ $(names_in_text stdout.txt) == src.sum ]] || fail "--only 'src.?um' gives $(names_in_text stdout.txt)"
finish
