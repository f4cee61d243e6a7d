# What the examples of --help and of the documents are given: files such as a reader has. For scripts that source check.bash.

# make_given: in the folder where it is called. It stops at the first thing that fails.
make_given() (
  set -e
  vitrine() { "$VITRINE" "$@"; }
  printf 'a b c d e f g h\n%.0s' {1..8} >sentences.txt
  local letters=(a b c d e f g h) text i
  for i in {0..63}; do  # enough for some to be held out
    text="${letters[i % 8]} ${letters[i / 8]} ${letters[(i + 3) % 8]} ${letters[(i / 8 + 5) % 8]}"
    printf '%s\t%s\n' "$text" "$text"
  done >pairs.tsv
  printf '# Mine\n@about Mine.\n## Step\nSaid of {count(heads, "head")}.\n' >mine.md
  printf 'click view/tensors\nscreenshot tensors.png\n' >visit.drive
  train=(train --task copy --d-model 8 --heads 2 --layers 1 --d-ff 16)
  vitrine "${train[@]}" --steps 20 --history --out my-model
  cp -r my-model before
  vitrine "${train[@]}" --steps 30 --out after
  cp my-model/config.json config.json
  echo '{"train": {"task": "copy", "steps": 9, "layers": 1}, "runs": [{"name": "post"}, {"name": "pre", "norm": "before"}]}' >norm.json
  echo '{"src": [[1, 4, 5, 2], [1, 6, 2, 0]], "tgt": [[1, 4, 5], [1, 6, 0]], "labels": [[4, 5, 2], [6, 2, 0]]}' >batch.json
  cp my-model/model.safetensors model.pt  # what a file is, its beginning says
  vitrine trace --model my-model --batch batch.json --format npz --only logits --out logits.npz
  vitrine trace --model my-model --batch batch.json --format npz --out trace.npz
  echo '{"tensors": [{"path": "memory", "from": "memory"}], "left": ["logits"]}' >map.json
  vitrine import model.pt --batch batch.json --verify logits.npz --out imported
  for name in gpt2 llama bert; do cp -r "$VITRINE_TEST_DATA/goldens/families/$name" .; done
  cp -r "$VITRINE_TEST_DATA/goldens/families/marian" opus-mt
  mkdir pythia
  for step in 0 1000; do cp -r "$VITRINE_TEST_DATA/goldens/families/gpt_neox" "pythia/step$step"; done
  vitrine train-tokenizer --corpus sentences.txt --vocab-size 40 --out tokenizer.json
)
