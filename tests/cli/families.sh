# Folders of transformers: traced, with gradients under the folder's names, decoded as in decode.json; bad ones say one line.
source "$(dirname "$0")/check.bash"
families=$VITRINE_TEST_DATA/goldens/families variants=$VITRINE_TEST_DATA/goldens/family_variants

for folder in "$families"/*/ "$variants"/*/; do
  accepts trace --model "$folder" --batch "$folder/batch.json" --format safetensors --out trace.safetensors --gradients gradients.safetensors
done
accepts explain --model "$families/gpt2" --batch "$families/gpt2/batch.json" 'decoder.layers.0.self_attn.key[0,1,3,2]' --all
says "W[i,48+h·d+c]"
says "transformer.h.0.attn.c_attn.weight[2, 62]"

decodes() {  # decodes FOLDER MOST WANTED TOKENS: greedily, with the cache and without
  local cache
  for cache in "" --no-cache; do
    # shellcheck disable=SC2086
    accepts generate --model "$1" --max-new-tokens "$2" --json --quiet $cache --tokens "$4"
    [[ $(tr -d ' \n' <stdout.txt) == *"\"tokens\":[${3// /,}]"* ]] || fail "$1 $cache of $4: $(head -c 300 stdout.txt)"
  done
}
decodes "$variants/gpt2-by-layer" 9 "23 30 19 19 32 32 14 5 10 20" "23"
decodes "$variants/mistral-ends" 5 "6 36 15 0 13 26 2" "6 36 15 0 13 26"
refuses "can follow a prompt of 5" generate --model "$variants/gpt2-by-layer" --max-new-tokens 21 --tokens "1 2 3 4 5"

# copy NAME: a folder to be damaged, in bad/.
copy() {
  rm -rf bad
  cp -r "$1" bad
  chmod -R u+w bad
}
bad() { refuses "$1" trace --model bad; }
replace() { sed -i "s|$2|$3|" "bad/$1"; }

copy "$families/bart"
rm bad/model-00002-of-00002.safetensors
bad "bad/model-00002-of-00002.safetensors: is missing"
copy "$families/bart"
replace model.safetensors.index.json '"final_logits_bias": ' '"final_logits_bias": "model-00002-of-00002.safetensors", "final_logits_bias": '
bad "bad/model.safetensors.index.json: 'final_logits_bias' is there twice"
copy "$families/gpt2"
replace config.json '"vocab_size": 330' '"vocab_size": 331'
bad "config.json (gpt2) asks for 331"
replace config.json '"model_type": "gpt2"' '"model_type": "gptj"'
bad "bad/config.json: 'model_type' is \"gptj\"; supported is \"gpt2\""
replace config.json '"n_layer": 3' '"n_layer": 2147483647'
replace config.json gptj gpt2
bad "bad/config.json: 'n_layer' is 2147483647; supported is at most 10000"
copy "$families/gpt2"
truncate -s 1000 bad/model.safetensors
bad "bad/model.safetensors: "
rm bad/model.safetensors
bad "bad: has no weights"
cp "$VITRINE_TEST_DATA/pytorch/before-1.6.pt" bad/pytorch_model.bin
bad "two lines of Python convert it"
copy "$families/gpt2"
echo '[]' >bad/generation_config.json
bad "bad/generation_config.json: an object"

batch() { echo "$2" >batch.json && refuses "$1" trace --model "$families/gpt2" --batch batch.json; }
batch "'tgt'[1] is empty" '{"tgt": [[1, 2], []]}'
batch "'labels'[1] has 2, 'tgt'[1] has 1 tokens" '{"tgt": [[1, 2], [3]], "labels": [[2, 3], [4, 5]]}'
batch "'labels'[1] has 1, 'tgt'[1] has 2 tokens" '{"tgt": [[1, 2], [3, 4]], "labels": [[2, 3], [4]]}'
batch "'tgt'[0][1] is token -2" '{"tgt": [[1, -2], [3]]}'
echo '{"tgt": [[1, 2], [3]], "labels": [[2, null], [4, -100]]}' >batch.json
accepts trace --model "$families/gpt2" --batch batch.json --format json --only loss

finish
