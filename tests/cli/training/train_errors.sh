# A training that is not possible is refused before anything is written. If a model cannot be saved, the existing one stays.
source "$(dirname "$0")/../check.bash"
goldens=$VITRINE_TEST_DATA/goldens
translation=(--batches "$goldens/translation/training.json" --from "$goldens/translation")
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16)

train() { refuses "$1" train "${@:2}" --out unwritten; }

refuses "what should the model learn" train --out unwritten
refuses "--out DIR says it" train --task copy
train "give only one" --task copy --data pairs.tsv
train "give only one" --task copy --steps 3 --epochs 4
train "'nothing'" --task nothing
train "no-such-file.tsv" --data no-such-file.tsv
train "no-such-file.json" --batches no-such-file.json --from "$goldens/translation"
train "--batches needs a model" --batches "$goldens/translation/training.json"
train "--unit" --task copy --unit words
train "--batch-size" "${translation[@]}" --batch-size 3
train "--batch-tokens" "${translation[@]}" --batch-tokens 300
train "--batch-size and --batch-tokens" --task copy --batch-size 3 --batch-tokens 300
train "--batch-tokens 10: a pair of the task 'copy' can have 19 tokens" --task copy --batch-tokens 10
train "--evaluate-every" "${translation[@]}" --evaluate-every 3
train "--evaluate-every: of so few pairs none are held out" --task translation --evaluate-every 3
train "--evaluate-pairs" --task copy --evaluate-pairs 3
train "--keep-best" --task copy --keep-best
train "--epochs" --task copy --epochs 3
train "--d-model" --task copy --config some.json --d-model 8
train "--config and --from" --task copy --config some.json --from somewhere
train "--layers and --encoder-layers" --task copy --layers 2 --encoder-layers 2
train "--init" "${translation[@]}" --init xavier
train "--betas" --task copy --optimizer sgd --betas 0.9,0.9
train "--momentum" --task copy --momentum 0.9
train "--warmup" --task copy --warmup 10
train "--noam-factor" --task copy --schedule cosine --noam-factor 1
train "--lr" --task copy --schedule noam --lr 1e-3
train "--warmup 0" --task copy --schedule noam --warmup 0
for betas in 0.9 0.9,1 0.9,x 0.9,0.9,0.9 "," nan,nan; do train "--betas" --task copy --betas "$betas"; done
for masks in causal "causal-mask," none; do train "--without" --task copy --without "$masks"; done
for number in 0 -1 nan inf x ''; do train "--lr" --task copy --lr "$number"; done
for number in -0.1 1 nan x; do
  train "--dropout" --task copy --dropout "$number"
  train "--label-smoothing" --task copy --label-smoothing "$number"
done
for number in 0 -1 1.5 x 99999999999999999999; do
  for option in --epochs --batch-size --batch-tokens --accumulate --evaluate-every --evaluate-pairs --d-model --heads --layers --threads; do train "$option" --task copy "$option" "$number"; done
  [[ $number == 0 ]] || train "--steps" --task copy --steps "$number"  # 0 saves the model as it was drawn
done
# A batch too large for any memory is refused; the error names the option and the largest possible batch.
train "--batch-size 999999999" --task copy "${quick[@]}" --batch-size 999999999
[[ ${said[0]} =~ [0-9]+\ pairs ]] || fail "no limit is named: ${said[0]}"
train "--batch-tokens 999999999" --task copy "${quick[@]}" --batch-tokens 999999999
[[ ${said[0]} =~ [0-9]+\ tokens ]] || fail "no limit is named: ${said[0]}"
train "--clip" --task copy --clip -1
train "--seed" --task copy --seed -1
train "--optimizer" --task copy --optimizer lion
train "--schedule" --task copy --schedule linear
train "'d_model' 9 is not divisible by 'nhead' 2" --task copy --d-model 9 --heads 2

# A configuration, a model or batches that do not fit.
train "config.json: 'src_vocab_size' is 18, the task 'copy' asks for" --task copy --config "$goldens/translation/config.json"
train "'src_vocab_size' is 18, the task asks for" --task copy --from "$goldens/translation"
printf '[{"src": [[2]], "tgt": [[99]], "labels": [[3]]}]' >batches.json
train "batches.json: batch [0]: 'tgt'[0][0] is token 99" --batches batches.json --from "$goldens/translation"
printf 'a\tb\nc d\n' >pairs.tsv
train "pairs.tsv: line 2: no TAB" --data pairs.tsv
sed 's/"positions".*/"positions": "learned",/; s/"max_positions".*/"max_positions": 3,/' "$goldens/translation/config.json" >short.json
train "learned positions for 3" --batches "$goldens/translation/training.json" --config short.json
[[ ! -e unwritten ]] || fail "a refused training has made its folder"

# Existing files stay unless the user allows to replace them.
"$VITRINE" train --task copy "${quick[@]}" --steps 3 --out model >/dev/null 2>&1 || fail "no model to keep"
cp -r model kept
unchanged() { diff -r model kept >difference || fail "$1 has changed the model: $(<difference)"; }
refuses "model: already holds a model in training: --resume model goes on with it, --overwrite replaces it" train --task copy --out model
mkdir foreign && echo mine >foreign/notes.txt && cp "$goldens/navigation/config.json" foreign
refuses "foreign: already holds a model (config.json): --overwrite replaces it" train --task copy --out foreign
"$VITRINE" train --task copy "${quick[@]}" --steps 3 --out foreign --overwrite >/dev/null 2>&1 || fail "--overwrite does not"
[[ $(<foreign/notes.txt) == mine ]] || fail "a file that is not ours was touched"
echo mine >log.jsonl
refuses "log.jsonl: is there already" train --task copy "${quick[@]}" --steps 3 --out other --log log.jsonl
[[ $(<log.jsonl) == mine ]] || fail "a log was replaced"
unchanged "a refusal"

# A folder that cannot be made or written to is reported before an hour is lost.
echo file >plain
refuses "plain" train --task copy "${quick[@]}" --out plain
refuses "plain/model" train --task copy "${quick[@]}" --out plain/model
refuses "/proc/model" train --task copy "${quick[@]}" --out /proc/model
refuses "no-such-folder/log.jsonl" train --task copy "${quick[@]}" --out other --log no-such-folder/log.jsonl
[[ ! -e other ]] || fail "a training that was refused has left a folder"
if ((EUID != 0)); then
  mkdir locked && chmod a-w locked
  refuses "locked/" train --task copy "${quick[@]}" --out locked
fi

# A disk with room only for small files: refused at once, and the model stays as it was.
(
  ulimit -f 8
  refuses "cannot be written" train --resume model --steps 6
  ((failures == 0))
) || fail "a full disk before training"
unchanged "a full disk"
[[ -z $(find . -name '.vitrine-*') ]] || fail "temporary files are left: $(find . -name '.vitrine-*')"

# If the disk is full when the model is saved, the training is lost, but the previous model stays.
starts_training --resume model --steps 100000000
prlimit --fsize=4096 --pid "$pid"
kill -INT "$pid"
code=0
wait "$pid" || code=$?
((code == 2)) || fail "exit $code where the model cannot be saved"
grep -q '^vitrine: model/.*: cannot be written: .*; what was there before is unchanged$' stderr.txt || fail "it says: $(<stderr.txt)"
unchanged "a disk that became full"
[[ -z $(find . -name '.vitrine-*') ]] || fail "temporary files are left: $(find . -name '.vitrine-*')"

# If the log cannot be written, the model is still saved.
code=0
"$VITRINE" train --task copy "${quick[@]}" --steps 5 --out logged --log /dev/full >stdout.txt 2>stderr.txt || code=$?
((code == 2)) || fail "exit $code where the log cannot be written"
grep -qE '^vitrine: /dev/full: the line of step 1 cannot be written: .*; the log ends before that step, and [a-z]+ holds the model after step [0-9]+$' \
  stderr.txt || fail "of its log it says: $(<stderr.txt)"
[[ -e logged/model.safetensors ]] || fail "no model where the log cannot be written"

# A training that breaks down says at which step, and leaves a model from which it can continue.
code=0
"$VITRINE" train --task copy "${quick[@]}" --steps 500 --lr 1e30 --out broken >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code of a breakdown"
grep -q '^vitrine: broke down at step [0-9]*\. .*\. broken holds the model as it was after step ' stderr.txt ||
  fail "of a breakdown it says: $(<stderr.txt)"
accepts trace --model broken --batch <(printf 'a b\ta b\n') --only loss
! grep -qi 'nan\|inf' stdout.txt || fail "a broken model was saved"
"$VITRINE" train --resume broken --steps 20 --lr 1e-3 >stdout.txt 2>stderr.txt || fail "a breakdown cannot be left behind: $(<stderr.txt)"
finish
