# config lists the keys, prints a file with all of them and checks one; models without padding, beginning and end.
source "$(dirname "$0")/check.bash"
golden=$VITRINE_TEST_DATA/goldens

accepts config --help
for key in architecture d_model mask_value pad_src eos embedding_dropout; do
  grep -qE "^  $key +" stdout.txt || fail "--help does not list $key"
done
says '"relu", "gelu", "gelu_tanh", "silu" or "tanh" (default "relu")'
says "With \"architecture\": \"attention\" these alone: d_model, nhead, src_vocab_size, tgt_vocab_size and bias."

accepts config --template
cp stdout.txt template.json
accepts config template.json
# Of the keys that the template has, those for choices of later papers are not written where they have the usual value.
grep -F "$(grep -oE '^ *"[a-z_]+":|^[{}]' stdout.txt)" template.json >whole.json
diff stdout.txt whole.json || fail "the template is not complete"
accepts params --config template.json
says "trainable"
accepts config "$golden/navigation/config.json"
diff stdout.txt <(cat "$golden/navigation/config.json" && echo) || fail "a whole configuration is printed otherwise"
accepts config - <template.json
diff stdout.txt whole.json || fail "standard input is read otherwise"

echo '{"d_modle": 8, "nhead": 0, "pad_src": -1, "bos": null, "dropout": 1}' >wrong.json
for part in "wrong.json: 'd_modle' is not a key of a configuration; did you mean 'd_model'" "'nhead' is 0" "'pad_src' is -1" \
  "'dropout' must be" "'dim_feedforward' is missing" "'eos' is missing"; do
  refuses "$part" config wrong.json
done
refuses "FILE checks one" config
refuses "FILE checks one" config --template template.json

# No token is padding, and sentences have neither beginning nor end.
sed -E 's/"(pad_src|pad_tgt|bos|eos)": [0-9]+/"\1": null/' "$golden/navigation/config.json" >bare.json
accepts config bare.json
says '"pad_src": null'
echo '{"src": [[5, 1, 2], [3, 4, 5]], "tgt": [[6, 1], [2, 3]], "labels": [[1, 6], [3, 4]]}' >batch.json
trace=(trace --config bare.json --batch batch.json)
accepts "${trace[@]}" --only 'encoder.layers.0.self_attn.mask' --format csv
! grep -q ',0$' stdout.txt || fail "something is hidden in the encoder"
accepts "${trace[@]}" --only token_loss --format csv
! grep -q ',0$' stdout.txt || fail "a label does not count"
accepts "${trace[@]}"
! grep -q "padding" <(grep -v "padding not counted" stdout.txt) || fail "padding is spoken of: $(grep padding stdout.txt)"
accepts transcript --config bare.json --batch batch.json --step 9
accepts render --config bare.json --batch batch.json --view masks --out masks.svg --size 1280x800
grep -q "This model has no padding" masks.svg || fail "the masks view does not say that there is no padding"

train() { "$VITRINE" train --quiet "$@" >stdout.txt 2>stderr.txt || fail "exit $? of train $*: $(<stderr.txt)"; }
train --config bare.json --steps 0 --seed 3 --out drawn
[[ ! -s stdout.txt && ! -s stderr.txt ]] || fail "--quiet is not: $(cat stdout.txt stderr.txt)"
accepts compare --model drawn --against-model drawn
accepts trace --model drawn --only logits
refuses "already holds a model" train --config bare.json --steps 0 --out drawn
refuses "--from does not go with --steps 0" train --from drawn --task copy --steps 0 --out other
echo '[{"src": [[5, 1, 2]], "tgt": [[6, 1]], "labels": [[1, 6]]}]' >batches.json
train --batches batches.json --from drawn --steps 3 --out learned
differs compare --model drawn --against-model learned --batch batch.json
accepts evaluate --model learned --batch batch.json
refuses "'bos' is null); --begin says" generate --model learned --tokens "5 1 2"
"$VITRINE" generate --model learned --tokens "5 1 2" --begin 6 --max-new-tokens 4 --json >stdout.txt 2>stderr.txt || fail "generate --begin"
grep -q '"tokens":\[6,' stdout.txt || fail "it does not begin with 6: $(<stdout.txt)"
grep -q "as the model has no end" stderr.txt || fail "it does not say why it stopped: $(<stderr.txt)"
refuses "no such id" generate --model learned --tokens "5 1 2" --begin 99
refuses "the model has no beginning" evaluate --model learned --data <(printf '5 1\t6 1 2\n') --beams 2
refuses "equally long" trace --model learned --batch <(printf '5 1\t6 1 2\n5\t6 1 2\n')
printf '5 1\t6 1 2\n2 3\t1 2 6\n' >pairs.tsv
accepts evaluate --model learned --data pairs.tsv
refuses "does not fit the task" train --from learned --task copy --steps 1 --out other

# Another program's model without padding.
import=(import "$golden/translation/model.safetensors" --heads 4 --activation relu --norm post --scale-embedding yes --positions sinusoidal)
accepts "${import[@]}" --pad none --begin none --end none --quiet --out imported
[[ ! -s stdout.txt ]] || fail "an import is not quiet: $(<stdout.txt)"
for key in pad_src pad_tgt bos eos; do grep -q "\"$key\": null" imported/config.json || fail "$key: $(<imported/config.json)"; done
refuses "from 0 on, or none" "${import[@]}" --pad nothing --begin none --end none --out other

# A model drawn for a task opens with that task's sentences.
train --task copy --steps 0 --out for-copy
accepts evaluate --model for-copy --task copy
finish
