# Every example of every --help, and every command in a block of README.md, runs as written, except that training takes fewer
# steps.
source "$(dirname "$0")/check.bash"

# The files and programs that the examples need.
vitrine() { "$VITRINE" "$@"; }
less() { cat; }
mkdir given
(
  cd given || exit
  printf 'a b c d e f g h\n%.0s' {1..8} >sentences.txt
  printf 'a b c d\ta b c d\nh g f e\th g f e\n%.0s' {1..8} >pairs.tsv
  printf '# Mine\n@about Mine.\n## Step\nSaid of {count(heads, "head")}.\n' >mine.md
  printf 'click view/tensors\nscreenshot tensors.png\n' >visit.drive
  train=(train --task copy --d-model 8 --heads 2 --layers 1 --d-ff 16)
  vitrine "${train[@]}" --steps 20 --history --out my-model
  cp -r my-model before
  vitrine "${train[@]}" --steps 30 --out after
  cp my-model/config.json config.json
  echo '{"train": {"task": "copy", "steps": 9, "layers": 1}, "runs": [{"name": "post"}, {"name": "pre", "norm": "before"}]}' >norm.json
  echo '{"src": [[1, 4, 5, 2], [1, 6, 2, 0]], "tgt": [[1, 4, 5], [1, 6, 0]], "labels": [[4, 5, 2], [6, 2, 0]]}' >batch.json
  cp my-model/model.safetensors model.pt  # a file's kind is recognised by its first bytes
  vitrine trace --model my-model --batch batch.json --format npz --only logits --out logits.npz
  vitrine trace --model my-model --batch batch.json --format npz --out trace.npz
  echo '{"tensors": [{"path": "memory", "from": "memory"}], "left": ["logits"]}' >map.json
  vitrine import model.pt --batch batch.json --verify logits.npz --out imported
  for name in gpt2 llama bert; do cp -r "$VITRINE_TEST_DATA/goldens/families/$name" .; done
  cp -r "$VITRINE_TEST_DATA/goldens/families/marian" opus-mt
  vitrine train-tokenizer --corpus sentences.txt --vocab-size 40 --out tokenizer.json
) >given.txt 2>&1 || fail "nothing to show examples with: $(<given.txt)"

# runs COMMAND: in a folder of its own with those files, without the one that the command writes.
count=0
runs() {
  local line=$1 out code=0
  line=$(sed -E 's/--steps [1-9][0-9]*/--steps 40/' <<<"$line")
  if [[ $line == "vitrine train "* && $line != *"--steps "* && $line != *"--epochs "* ]]; then line+=" --steps 40"; fi
  count=$((count + 1))
  rm -rf shown && cp -r given shown
  out=$(sed -nE 's/.*--out ([^ ]+).*/\1/p' <<<"$line")
  (
    cd shown || exit
    if [[ -n $out ]]; then rm -rf "./${out:?}" && mkdir -p "$(dirname "$out")"; fi
    set -o pipefail
    eval "$line"
  ) >stdout.txt 2>stderr.txt </dev/null || code=$?
  if ((code == 1)) && [[ $line == "vitrine compare "* ]]; then code=0; fi  # the compared runs differ
  ((code == 0)) || fail "'$1' ends with $code: $(tail -n 1 stderr.txt)"
  ! grep -q '^vitrine: warning' stderr.txt || fail "'$1' warns: $(<stderr.txt)"
}

accepts --help
subcommands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' stdout.txt)
for subcommand in $subcommands; do
  accepts "$subcommand" --help
  mapfile -t examples < <(sed '1,/^Example/d' stdout.txt | sed -n 's/^  \(.*\)/\1/p')
  ((${#examples[@]} > 0)) || fail "the help of $subcommand has no example"
  for example in "${examples[@]}"; do
    # A page needs the parts that scripts/web.sh makes.
    if [[ $example == "vitrine page "* && ! -e $VITRINE_TEST_DATA/../build/web/single.html ]]; then continue; fi
    # A lesson without --check opens a window.
    [[ $example =~ ^vitrine\ lesson\ [a-z0-9-]+$ ]] || runs "$example"
  done
done
((count > 35)) || fail "only $count examples in --help"

# Commands without a subcommand open a window, and the sample long takes gigabytes.
count=0
mapfile -t examples < <(sed -n '/^```sh/,/^```/p' "$VITRINE_TEST_DATA/../README.md" | sed 's/  *#.*//' | grep -E '^(echo .*\| )?vitrine [a-z]')
for example in "${examples[@]}"; do
  [[ $example == *"--sample long"* ]] || runs "$example"
done
((count > 9)) || fail "only $count commands in README.md"
finish
