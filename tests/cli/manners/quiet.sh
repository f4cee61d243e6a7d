# --quiet can be added to every command: it does the same, and nothing is on stderr. So can --threads, if the command has it.
source "$(dirname "$0")/../check.bash"
data=$VITRINE_TEST_DATA/goldens/translation
small="--d-model 8 --heads 2 --layers 1 --d-ff 16"

mkdir model
cp "$data/config.json" "$data/model.safetensors" model
printf 'a b\tc d\nb a\td c\n' >pairs.tsv
printf 'expect-state /step 0\n' >visit.drive
printf '{"train": {"task": "copy", "steps": 1, "d-model": 8, "heads": 2, "layers": 1}, "runs": [{"name": "a"}, {"name": "b", "seed": 2}]}' >trial.json
"$VITRINE" trace --sample navigation --format npz --out trace.npz || fail "no trace"
# shellcheck disable=SC2086
"$VITRINE" train --task copy --steps 1 $small --out taught --quiet || fail "no training"
"$VITRINE" train-tokenizer --corpus pairs.tsv --vocab-size 20 --out tokenizer.json --quiet || fail "no tokenizer"

# A line for each way to call a command.
cat >calls.txt <<CALLS
trace --sample navigation --only loss
explain --sample navigation loss[0]
lens --sample navigation logits[0,0,3]
attribute --sample navigation logits[0,0,3]
patch --sample navigation logits[0,0,3] --corrupted same.json
ablate --sample navigation
heads --sample navigation
circuits --sample navigation
compare --sample navigation --against-batch batch.json
compare --sample navigation --against-trace trace.npz
transcript --sample navigation
params --sample navigation
export-sample taught --name mine --out OUT
import model/model.safetensors --out OUT --heads 4 --activation relu --norm post --scale-embedding yes --positions sinusoidal --pad 0 --begin 1 --end 2
train --task copy --steps 1 $small --out OUT
train --task copy --steps 0 $small --out OUT
train --data pairs.tsv --steps 1 $small --history --log OUT.jsonl --out OUT
train --resume taught --steps 200 --out OUT
train --resume taught --steps 200 --lr 1e-3 --history --log OUT.jsonl --out OUT
train --resume taught --steps STEPS --out taught --overwrite
train --resume taught --steps STEPS
train --from taught --task copy --steps 1 --out OUT
experiment trial.json --out OUT
evaluate --model taught --task copy
generate --sample navigation --text je
train-tokenizer --corpus pairs.tsv --vocab-size 20 --out OUT
tokenize --tokenizer tokenizer.json
render --sample navigation --size 640x400 --out OUT.png
figure --sample navigation memory --out OUT.svg
drive visit.drive --sample navigation --size 640x400
page
CALLS
cp "$VITRINE_TEST_DATA/goldens/navigation/batch.json" same.json
printf '{"src": [[1, 2]], "tgt": [[1, 2]], "labels": [[2, 3]]}' >batch.json

called=
count=0
while read -r command rest; do
  called+=" $command "
  [[ $command != page ]] || continue  # needs what scripts/web.sh builds
  "$VITRINE" "$command" --help >help.txt
  for further in "" "--threads 1"; do
    [[ -z $further ]] || grep -q -- ' --threads N' help.txt || continue
    count=$((count + 1))
    code=0
    arguments=${rest//OUT/out-$count}
    # shellcheck disable=SC2086
    "$VITRINE" $command ${arguments//STEPS/$((count + 2))} $further --quiet >stdout.txt 2>stderr.txt </dev/null || code=$?
    ((code == 0)) || [[ $command == compare && $code == 1 ]] || fail "exit $code of: $command $rest $further --quiet: $(<stderr.txt)"
    [[ ! -s stderr.txt ]] || fail "on stderr of: $command $rest $further --quiet: $(<stderr.txt)"
  done
done <calls.txt

# Every command that has the option is among these.
accepts --help
for command in $(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' stdout.txt); do
  "$VITRINE" "$command" --help >help.txt
  ! grep -q -- '--quiet' help.txt || [[ $called == *" $command "* ]] || fail "$command --quiet is not tried"
done

# Options of the training itself cannot change, and the message lists those that can.
refuses "--clip does not go with --resume" train --resume taught --steps 9 --clip 1 --quiet
refuses "only --steps, --epochs, --lr and --moment can be new" train --resume taught --steps 9 --seed 1 --quiet
finish
