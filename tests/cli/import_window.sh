# Another program's model, imported in the window: from dropping its file to the opened model, whose numbers are its author's.
source "$(dirname "$0")/check.bash"

name=separate folder=$VITRINE_TEST_DATA/implementations/separate
cp "$folder/model.pt" "$folder/batch.json" "$folder/trace.safetensors" .
cat >visit.drive <<'DRIVE'
drop model.pt batch.json trace.safetensors
expect import/verdict "verified: all 198 numbers agree"
expect import/folder model-imported
click import/do
expect-state /menu ""
expect-state /model model-imported
expect-state /message ""
expect message "Imported to"
expect-state /import/file ""
DRIVE
accepts drive visit.drive --sample navigation --size 1280x800
[[ $(cd model-imported && echo *) == "config.json mapping.json model.safetensors sentences.json" ]] || fail "written: $(ls model-imported)"

# The command line writes the same files, and the numbers are those that the author recorded.
"$VITRINE" import model.pt --batch batch.json --verify trace.safetensors --out by-command >stdout.txt 2>stderr.txt || fail "import: $(<stderr.txt)"
for file in config.json model.safetensors sentences.json mapping.json; do
  cmp -s "by-command/$file" "model-imported/$file" || fail "$name: $file is another one than the command line writes"
done
accepts compare --model model-imported --batch batch.json --against-trace trace.safetensors --tolerance 1e-4

# The second time, another folder is proposed. A folder with a model is refused and stays as it was.
before=$(cat model-imported/* | cksum)
cat >visit.drive <<'DRIVE'
drop model.pt batch.json trace.safetensors
expect import/folder model-imported-2
click import/folder
key backspace
key backspace
expect import/refusal "There is a model in this folder: choose another one."
key escape
click import/do
expect-state /menu page/import
expect-state /model navigation
DRIVE
accepts drive visit.drive --sample navigation --size 1280x800
[[ $(cat model-imported/* | cksum) == "$before" && ! -e model-imported-2 ]] || fail "a refused import has written something"

# A mapping corrected by hand is saved as it was corrected, and the saved mapping makes the model again.
swapped=$VITRINE_TEST_DATA/implementations/separate_keys_values_swapped
cp "$swapped/last.ckpt" .
{
  echo "drop last.ckpt $swapped/batch.json $swapped/trace.safetensors"
  for layer in 0 1; do
    for kind in weight bias; do
      theirs=model.decoder_layers.$layer.encoder_attention
      echo "click import/row/transformer.decoder.layers.$layer.multihead_attn.in_proj_$kind/1"
      echo "click import/take/$theirs.value.$kind"
      echo "click import/row/transformer.decoder.layers.$layer.multihead_attn.in_proj_$kind/2"
      echo "click import/take/$theirs.key.$kind"
    done
  done
  echo 'expect import/verdict "verified: all"'
  echo 'click import/do'
  echo 'expect-state /model last-imported'
} >visit.drive
accepts drive visit.drive --sample navigation --size 1280x800
grep -q 'chosen by hand' last-imported/mapping.json || fail "the mapping does not say what was chosen by hand"
"$VITRINE" import last.ckpt --map last-imported/mapping.json --out again >stdout.txt 2>stderr.txt || fail "import: $(<stderr.txt)"
cmp -s again/model.safetensors last-imported/model.safetensors || fail "the saved mapping makes another model"
finish
