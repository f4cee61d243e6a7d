# However long a wrong value is, the message about it has at most some hundred characters, with both ends of the value.
source "$(dirname "$0")/../check.bash"
unset DISPLAY WAYLAND_DISPLAY
data=$VITRINE_TEST_DATA/goldens/translation
long=begins$(printf '%0100000d' 0 | tr 0 x)ends
count=0

# briefly TEXT ARGS…: refused in one line, with TEXT in it, that quotes no more than an excerpt.
briefly() {
  refuses "$@"
  count=$((count + 1))
  local shown="${*:2}"
  ((${#said[0]} < 500)) || fail "${#said[0]} characters of: ${shown:0:60}: ${said[0]:0:200}"
}
excerpt="'beginsxxx"

briefly "$excerpt" trace --sample "$long"
briefly "$excerpt" "$long"
briefly "'--beginsxxx" trace --sample translation "--$long"
briefly "$excerpt" trace --sample translation "$long"
briefly "$excerpt" trace --sample translation --only "$long"
briefly "$excerpt" trace --sample translation --format "$long"
briefly "$excerpt" trace --sample translation --precision "$long"
for option in --select --frame --size; do briefly "$excerpt" render --sample translation --out out.png $option "$long"; done
briefly "$excerpt" generate --sample translation --text je --begin "$long"
briefly "$excerpt" explain --sample translation "$long[0]"
briefly "$excerpt" explain --sample translation "loss[$long]"
briefly "$excerpt" compare --sample translation --replace "tgt[0,1]=$long"
briefly "$excerpt" compare --sample translation --replace "$long"
briefly "$excerpt" figure --sample translation "$long" --out out.svg
briefly "$excerpt" tasks "$long"
briefly "$excerpt" train --task "$long" --out out --steps 1
briefly "$excerpt" train --task copy --out out --steps 1 --betas "$long"
briefly "$excerpt" bench "$long"
briefly "$excerpt" lesson "$long"
briefly "$excerpt" render --sample translation --out out.png --view "$long"
briefly "" render --link "vitrine:sample=$long" --out out.png
briefly "" render --link "vitrine:sample=translation&view=$long" --out out.png
briefly "" render --link "vitrine:sample=translation&${long:0:50000}=1&${long:0:50000}=1" --out out.png
briefly "" render --link "vitrine:sample=translation&src=($long)" --out out.png
briefly "" render --link "vitrine:sample=translation&step=$long" --out out.png

# config.json: a key, and a value of each key.
printf '{"%s": 1}' "$long" >config.json
briefly "$excerpt" trace --config config.json
for key in $(sed -nE 's/^ *"([a-z_]+)":.*/\1/p' "$data/config.json"); do
  printf '{"%s": "%s"}' "$key" "$long" >config.json
  briefly "" trace --config config.json
done

# A batch: a word, a key, an id; a vocabulary; a tokenizer; a checkpoint's state; a mapping; an experiment; a session.
batch() {
  printf '%s' "$1" >batch.json
  briefly "$2" trace --model model --batch batch.json
}
mkdir model
cp "$data/"{config.json,model.safetensors,batch.json} model
batch "{\"src\": [[\"$long\"]], \"tgt\": [[1]]}" ""
batch "{\"$long\": 1, \"src\": [[1]], \"tgt\": [[1]]}" "$excerpt"
batch "{\"src\": \"$long\", \"tgt\": [[1]]}" ""
batch "\"$long\"" ""
batch "$long" ""
batch "{\"src\": [[1]], \"src_tokens\": [\"$long\"], \"tgt\": [[1]]}" ""
for file in vocabulary.json tokenizer.json training.json; do
  for text in "{\"$long\": 1}" "{\"model\": {\"type\": \"$long\"}}" "{\"src\": [\"$long\", \"$long\"], \"tgt\": []}" "[\"$long\"]" "$long"; do
    printf '%s' "$text" >model/$file
    "$VITRINE" trace --model model >stdout.txt 2>stderr.txt
    (($(wc -m <stderr.txt) < 1000)) || fail "$(wc -m <stderr.txt) characters of $file: ${text:0:40}"
    rm model/$file
    count=$((count + 1))
  done
done
printf '{"tensors": [{"path": "%s", "from": "%s"}]}' "$long" "$long" >map.json
briefly "" compare --sample translation --against-trace "$data/trace.safetensors" --map map.json
printf '{"train": {"%s": 1}, "runs": [{"name": "a"}, {"name": "b"}]}' "$long" >experiment.json
briefly "" experiment experiment.json --out out
printf '{"train": {}, "runs": [{"name": "%s"}, {"name": "%s"}]}' "$long" "$long" >experiment.json
briefly "" experiment experiment.json --out out

# The names of tensors in files of weights.
weights() {
  local header="{\"$long\": $2}"
  printf "$(printf '%016x' ${#header} | sed -E 's/(..)(..)(..)(..)(..)(..)(..)(..)/\\x\8\\x\7\\x\6\\x\5\\x\4\\x\3\\x\2\\x\1/')" >model/model.safetensors
  printf '%s\0\0\0\0' "$header" >>model/model.safetensors
  briefly "$1" trace --model model
}
weights "$excerpt" '{"dtype": "F32", "shape": [1], "data_offsets": [0, 8]}'
weights "$excerpt" "{\"dtype\": \"$long\", \"shape\": [1], \"data_offsets\": [0, 4]}"
weights "$excerpt" '{"dtype": "F32", "data_offsets": [0, 4]}'
weights "" '{"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}'
briefly "" import model/model.safetensors --out out

# Scripts and lessons.
script() {
  printf '%s\n' "$1" >visit.drive
  briefly "visit.drive:1: " drive visit.drive --sample translation
}
for line in "$long" "key $long" "theme $long" "wait $long" "view $long $long" "drag a $long 1" "wait 1 $long" "expect-state $long 1" \
  "aspect $long" "word $long 1 a" "for-every $long" "at-every-size $long"; do
  script "$line"
done
lesson() {
  printf '# A\n@about B.\n## C\n%s\nD.\n' "$1" >mine.md
  briefly "mine.md:" lesson mine.md --check
}
for line in "@$long" "@theme $long" "@seconds $long" "@let $long = 1 +" "@let a = $long(" "{$long(}" "@word source $long a"; do
  lesson "$line"
done
((count > 80)) || fail "only $count values were tried"
finish
