# Folders of transformers: traced, with gradients under the folder's names, decoded as in decode.json; bad ones say one line.
source "$(dirname "$0")/check.bash"
families=$VITRINE_TEST_DATA/goldens/families variants=$VITRINE_TEST_DATA/goldens/family_variants

for folder in "$families"/*/ "$variants"/*/; do
  gradients="--gradients gradients.safetensors"
  grep -qF '"labels"' "$folder/batch.json" || gradients=  # of a model without logits
  # shellcheck disable=SC2086
  accepts trace --model "$folder" --batch "$folder/batch.json" --format safetensors --out trace.safetensors $gradients
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
accepts trace --model bad --batch "$families/bart/batch.json" --format safetensors --out whole.safetensors
sed -i '/"final_logits_bias"/d' bad/model.safetensors.index.json
accepts trace --model bad --batch "$families/bart/batch.json" --format safetensors --out trace.safetensors
cmp trace.safetensors whole.safetensors || fail "a tensor that is in a file that the index names is not read, because the index does not name it"
cp bad/model-00001-of-00002.safetensors bad/model-00003.safetensors
replace model.safetensors.index.json '"model.shared.weight": "[^"]*"' '"model.shared.weight": "model-00003.safetensors"'
bad "bad/model-00003.safetensors: 'final_logits_bias' is in model-00001-of-00002.safetensors, too"
replace model.safetensors.index.json '"model.shared.weight": "[^"]*"' '"model.shared.weight": "../model-00003.safetensors"'
bad "bad/model.safetensors.index.json: 'weight_map' of 'model.shared.weight' is"
copy "$families/bart"
replace model.safetensors.index.json '"final_logits_bias": ' '"final_logits_bias": "model-00002-of-00002.safetensors", "final_logits_bias": '
bad "bad/model.safetensors.index.json: 'final_logits_bias' is there twice"
copy "$families/gpt2"
replace config.json '"vocab_size": 330' '"vocab_size": 331'
bad "config.json (gpt2) asks for 331"
replace config.json '"model_type": "gpt2"' '"model_type": "falcon"'
bad "bad/config.json: 'model_type' is \"falcon\"; supported is \"gpt2\""
replace config.json '"n_layer": 3' '"n_layer": 2147483647'
replace config.json falcon gpt2
bad "bad/config.json: 'n_layer' is 2147483647; supported is at most 10000"
copy "$families/gpt2"
truncate -s 1000 bad/model.safetensors
bad "bad/model.safetensors: "
rm bad/model.safetensors
bad "bad: has no weights"
cp "$VITRINE_TEST_DATA/pytorch/before-1.6.pt" bad/pytorch_model.bin
bad "two lines of Python convert it"
if command -v python3 >/dev/null; then
  python3 - <<'END'
import zipfile
with zipfile.ZipFile("bad/pytorch_model.bin", "w") as file:
    file.writestr("archive/data.pkl", b"\x80\x02cos\nsystem\nX\x04\x00\x00\x00trueq\x00\x85q\x01Rq\x02.")
END
  bad "bad/pytorch_model.bin: the pickle names 'os.system', which is not a tensor, and nothing in a file is executed"
fi
copy "$families/gpt2"
echo '[]' >bad/generation_config.json
bad "bad/generation_config.json: an object"
echo '{"suppress_tokens": [[3]]}' >bad/generation_config.json
bad "bad/generation_config.json: 'suppress_tokens' is [[3]], it must be the id of a token or a list of them"
echo '{"num_beams": 4, "no_repeat_ngram_size": 3, "begin_suppress_tokens": [1], "eos_token_id": [5, 6]}' >bad/generation_config.json
"$VITRINE" generate --model bad --tokens "1 2" --max-new-tokens 2 >stdout.txt 2>stderr.txt || fail "exit $? with rules that are not used"
for rule in num_beams no_repeat_ngram_size begin_suppress_tokens; do
  grep -qF "bad/generation_config.json: '$rule' is not used" stderr.txt || fail "of $rule it says: $(<stderr.txt)"
done
grep -qF eos_token_id stderr.txt && fail "of eos_token_id it says: $(<stderr.txt)"

# key NAME VALUE: another key of the damaged folder's config.json.
key() { sed -i "0,/{/s||{\"$1\": $2, |" bad/config.json; }
copy "$families/llama"
key quantization_config '{"quant_method": "gptq", "bits": 4}'
bad "bad/config.json: 'quantization_config' is {\"bits\":4"
copy "$families/llama"
key num_local_experts 8
bad "bad/config.json: 'num_local_experts' is 8; supported is one feed-forward network per layer"
copy "$families/llama"
replace config.json '"rope_type": "default"' '"rope_type": "yarn", "factor": 4.0'
bad "bad/config.json: 'rope_parameters': 'rope_type' is \"yarn\"; supported is \"default\", \"linear\" and \"llama3\""
copy "$families/llama"
key rope_scaling '{"type": "dynamic", "factor": 2.0}'
bad "bad/config.json: 'rope_scaling': 'type' is \"dynamic\""
copy "$families/llama"
replace config.json '"intermediate_size": 96' '"intermediate_size": 95'
bad "bad/model.safetensors: 'model.layers.0.mlp.gate_proj.weight' is 96×48, config.json (llama) asks for 95×48"
copy "$variants/mistral-ends"
replace config.json '"sliding_window": null' '"sliding_window": 12'
accepts trace --model bad --batch bad/batch.json --format json --only loss
replace config.json '"sliding_window": 12' '"sliding_window": 3'
accepts explain --model bad --batch bad/batch.json 'decoder.layers.0.self_attn.mask[0,0,5,2]'
says "k > q − window"

batch() { echo "$2" >batch.json && refuses "$1" trace --model "$families/gpt2" --batch batch.json; }
batch "'tgt'[1] is empty" '{"tgt": [[1, 2], []]}'
batch "'labels'[1] has 2, 'tgt'[1] has 1 tokens" '{"tgt": [[1, 2], [3]], "labels": [[2, 3], [4, 5]]}'
batch "'labels'[1] has 1, 'tgt'[1] has 2 tokens" '{"tgt": [[1, 2], [3, 4]], "labels": [[2, 3], [4]]}'
batch "'tgt'[0][1] is token -2" '{"tgt": [[1, -2], [3]]}'
echo '{"tgt": [[1, 2], [3]], "labels": [[2, null], [4, -100]]}' >batch.json
accepts trace --model "$families/gpt2" --batch batch.json --format json --only loss

finish
