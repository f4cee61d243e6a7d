# Models of other programs become model folders. PyTorch's files are read without executing anything in them, and names are
# mapped. If names leave something open, one message asks for it, or a reference answers it.
source "$(dirname "$0")/check.bash"
torch=$VITRINE_TEST_DATA/pytorch
golden=$VITRINE_TEST_DATA/goldens/translation
told=(--heads 4 --activation relu --norm post --scale-embedding yes --positions sinusoidal --pad 0 --begin 1 --end 2)

# Files without an encoder-decoder's state_dict are refused with advice on what to do, and nothing is written.
refuses 'torch.save(model.state_dict(), "model.pt")' import "$torch/module.pt" --out out
refuses 'torch.save(torch.load("before-1.6.pt"), "before-1.6.pt")' import "$torch/before-1.6.pt" --out out
refuses 'torch.jit.load("script.pt").state_dict()' import "$torch/script.pt" --out out
refuses 'has no layers of an encoder or a decoder' import "$torch/state.pt" --out out
refuses 'is a folder' import "$torch" --out out
refuses 'no-such.pt' import no-such.pt --out out
printf '\200\002cposix\nsystem\nX\012\000\000\000touch ranx\205R.' >bare.pkl
refuses 'is a bare pickle' import bare.pkl --out out
[[ ! -e out && ! -e ranx ]] || fail "a refusal has left something: $(ls)"

# One message names everything that is open.
refuses '--heads N (1, 2, 4, 8, 16, 32), --activation relu|gelu|silu, --norm post|pre, --scale-embedding yes|no, --positions sinusoidal|halves|none, --pad ID|none, --begin ID|none, --end ID|none' \
  import "$golden/model.safetensors" --out out
refuses '--pad ID' import "$golden/model.safetensors" "${told[@]:0:10}" --out out
refuses '--verify needs the batch' import "$golden/model.safetensors" --verify "$golden/trace.safetensors" --out out
refuses 'there is no folder' import "$golden/model.safetensors" "${told[@]}" --out no/such/folder

# With all answers given, the result is the original model.
accepts import "$golden/model.safetensors" "${told[@]}" --out given
says 'transformer.encoder.layers.0.self_attn.in_proj_weight'
says '--eps'
cmp -s given/model.safetensors "$golden/model.safetensors" || {
  accepts params --model given
  mv stdout.txt given.txt
  accepts params --model "$golden"
  cmp -s given.txt stdout.txt || fail "other parameters than the model has"
}
refuses 'holds a model already' import "$golden/model.safetensors" "${told[@]}" --out given

# A whole trace answers the rest, and its mapping makes the same model again.
accepts import "$golden/model.safetensors" --batch "$golden/batch.json" --verify "$golden/trace.safetensors" --out verified
says 'verified: all 396 numbers agree (the 54 at padding do not count)'
grep -q '"nhead": 4' verified/config.json || fail "other heads than the trace has"
accepts import "$golden/model.safetensors" --map verified/mapping.json --out again
cmp -s verified/model.safetensors again/model.safetensors || fail "the mapping makes other weights"
cmp -s verified/config.json again/config.json || fail "the mapping makes another configuration"
accepts trace --model verified --only logits

# A wrong answer is noticed: the model is saved, and the exit status is 1.
"$VITRINE" import "$golden/model.safetensors" "${told[@]}" --activation gelu --out wrong >stdout.txt 2>stderr.txt
(($? == 2)) || fail "two answers to one question are accepted"
code=0
"$VITRINE" import "$golden/model.safetensors" "${told[@]/relu/silu}" --batch "$golden/batch.json" --verify "$golden/trace.safetensors" --out wrong >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code where the reference is not reproduced"
says 'not verified: none of'
[[ -e wrong/config.json ]] || fail "the model was not saved"

# The folder itself is verified: if targets begin with the id that pads the sources, no mask may hide that id in the targets.
mkdir theirs
cp "$golden/model.safetensors" theirs
sed -e 's/"pad_tgt": 1/"pad_tgt": null/' -e 's/"bos": 2/"bos": 1/' "$golden/config.json" >theirs/config.json
echo '{"src": [[4, 5, 6, 3], [7, 8, 3, 1]], "tgt": [[1, 9, 10], [1, 11, 3]], "labels": [[9, 10, 3], [11, 3, 1]]}' >begun.json
accepts trace --model theirs --batch begun.json --format npz --out begun.npz
accepts import "$golden/model.safetensors" --batch begun.json --verify begun.npz --out begun
says 'verified: all 108 numbers agree'
says 'what the reference could not tell: --pad-tgt (none or any id that the batch does not have)'
grep -q '"pad_tgt": null' begun/config.json || fail "the targets' first token is hidden"
accepts compare --model begun --batch begun.json --against-trace begun.npz
accepts import "$golden/model.safetensors" --batch begun.json --verify begun.npz --out begun-json --json
grep -A2 '"pad_tgt": \[' stdout.txt | grep -q '"none or any id that the batch does not have"' || fail "JSON does not say what is untold"

# With a wrong answer, the report is about the numbers that the folder computes with all given answers.
code=0
"$VITRINE" import "$golden/model.safetensors" "${told[@]}" --batch begun.json --verify begun.npz --out begun-wrong >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code where the folder differs"
says 'not verified: '
! grep -q '^verified' stdout.txt || fail "verified, but it differs"

# Where no choice reproduces the numbers, the table is shown, the options are spelt as they are given, and the likeliest reason is asked for.
homework=$VITRINE_TEST_DATA/implementations/homework other=$VITRINE_TEST_DATA/implementations/homework_residual_missing
code=0
"$VITRINE" import "$homework/model.pt" --batch "$homework/batch.json" --verify "$other/trace.npz" --out wrong-numbers >stdout.txt 2>stderr.txt || code=$?
((code == 2 && $(wc -l <stderr.txt) == 1)) || fail "exit $code: $(<stderr.txt)"
grep -qE "the nearest, with --heads [0-9]+ .*; were its numbers taken after model.eval\(\)" stderr.txt || fail "$(<stderr.txt)"
! grep -qE "pad_src|-1 " stderr.txt || fail "inner spellings: $(<stderr.txt)"
says "vocab_out.weight"
says "where.table"
[[ ! -e wrong-numbers ]] || fail "a refusal has left something"

# If a mapping is given, the report names it as the reason, rather than the reasons of the proposal that it came from.
accepts import "$homework/model.pt" --batch "$homework/batch.json" --verify "$homework/trace.npz" --out homework
says "the paper's sines and cosines, which are computed here"
sed -i 's/"why": "[^"]*"/"why": "a stale reason"/' homework/mapping.json
accepts import "$homework/model.pt" --map homework/mapping.json --out homework-again
says "from the mapping"
! grep -q "a stale reason" stdout.txt || fail "reasons of an earlier proposal"

# A proposal can be edited and given back.
accepts import "$golden/model.safetensors" --propose --out proposed
[[ $(ls proposed) == mapping.json ]] || fail "a proposal is more than a mapping"
sed -i 's/"parameter": "fc_out.bias"/"parameter": "fc_out.base"/' proposed/mapping.json
refuses "no tensor for 'fc_out.bias'" import "$golden/model.safetensors" --map proposed/mapping.json "${told[@]}" --out edited

# Other implementations: each can be mapped with those facts that its weights cannot tell. The correct ones can do without these
# facts, as their own numbers tell.
option() {
  case $1 in
    nhead) echo "--heads $2" ;;
    activation) echo "--activation $2" ;;
    norm_first) [[ $2 == true ]] && echo "--norm pre" || echo "--norm post" ;;
    layer_norm) echo "--layer-norm $2" ;;
    layer_norm_eps) echo "--eps $2" ;;
    embedding_norm) echo "--stack-norm embedding" ;;
    scale_embedding) [[ $2 == true ]] && echo "--scale-embedding yes" || echo "--scale-embedding no" ;;
    positions) echo "--positions $2" ;;
    pad_src) echo "--pad $2" ;;
    pad_tgt) echo "--pad-tgt $2" ;;
    bos) echo "--begin $2" ;;
    eos) echo "--end $2" ;;
  esac
}
# facts FILE SECTION: key and value of each entry of an object in it, one per line. top FILE KEY: a value outside these objects.
facts() { sed -n "/^ \"$2\": {/,/^ }/s/^  \"\([a-z_]*\)\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1 \2/p" "$1"; }
top() { sed -n "s/^ \"$2\": \"\([^\"]*\)\",\{0,1\}$/\1/p" "$1"; }
for folder in "$VITRINE_TEST_DATA"/implementations/*/; do
  file=$folder/facts.json name=$(basename "$folder")
  [[ -e $file ]] || continue
  mapfile -t untold < <(facts "$file" untold | while read -r key value; do option "$key" "$value"; done)
  # shellcheck disable=SC2068
  "$VITRINE" import "$folder/$(top "$file" model)" ${untold[@]} --out "of-$name" >stdout.txt 2>stderr.txt || fail "$name: $(<stderr.txt)"
  while read -r key value; do
    [[ $key == mask_value ]] && continue  # no row is without a key, so any value will do
    grep -qE "\"$key\": \"?$value\"?,?$" "of-$name/config.json" || fail "$name: '$key' is not $value: $(grep "\"$key\"" "of-$name/config.json")"
  done < <(facts "$file" config)
  right=$(top "$file" right)
  [[ -n $right ]] || { grep -q '"cause": null' "$file" && right=$(top "$file" trace); } || continue
  "$VITRINE" import "$folder/$(top "$file" model)" --batch "$folder/batch.json" --verify "$folder/$right" --out "verified-$name" \
    >stdout.txt 2>stderr.txt || fail "$name: $(<stderr.txt)"
  # If the reference cannot distinguish several ε from the right one, which of them comes nearest is a matter of rounding.
  but=$^ eps=$(sed -n 's/^ "layer_norm_eps": \(.*\),$/\1/p' "of-$name/config.json")
  if grep -q -- "could not tell:.*--eps ([^)]*\b$eps\b" stdout.txt stderr.txt; then but=layer_norm_eps; fi
  diff <(grep -v "$but" "of-$name/config.json") <(grep -v "$but" "verified-$name/config.json") >difference ||
    fail "$name: its numbers give other answers: $(<difference)"
done
finish
