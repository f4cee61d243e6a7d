# A training that was stopped continues bit for bit, however it was stopped. If it cannot continue, a message says why.
source "$(dirname "$0")/../check.bash"
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16 --dropout 0.1)

same() { cmp -s "$1/$3" "$2/$3" || fail "$3 of $1 and $2 differ"; }

# Twenty steps at once, or ten and ten; the log continues, too.
trains --task reverse "${quick[@]}" --steps 20 --out whole --log whole.jsonl
trains --task reverse "${quick[@]}" --steps 10 --out halves --log halves.jsonl
trains --resume halves --steps 20
same whole halves model.safetensors
same whole halves config.json
cmp -s <(untimed whole.jsonl) <(untimed halves.jsonl) || fail "the log of a resumed training differs: $(diff whole.jsonl halves.jsonl | sed -n 1,4p)"

# Steps that are in the log but not in the checkpoint are repeated, and logged only once.
cp -r halves lost
cat halves.jsonl <(printf '{"step":21,"loss":9,"gradient_norm":9,"learning_rate":9}\n{"step":22,"lo') >lost.jsonl
trains --resume lost --steps 22 --log lost.jsonl
sed -E 's/^\{"step":([0-9]+),.*/\1/' lost.jsonl | cmp -s - <(seq 22) || fail "the log's steps after a crash: $(<lost.jsonl)"
! grep -q '"loss":9,' lost.jsonl || fail "a step that was lost is still in the log"

# Epochs of a file, stopped in the middle of one; into another folder.
for i in {1..30}; do echo "a$((i % 7)) b$i"$'\t'"c$i d$((i % 5))"; done >pairs.tsv
trains --data pairs.tsv "${quick[@]}" --batch-size 4 --epochs 3 --out epochs
cp stderr.txt expected.txt
trains --data pairs.tsv "${quick[@]}" --batch-size 4 --steps 10 --out part
(cd / && cd "$OLDPWD" && mkdir elsewhere && cd elsewhere && "$VITRINE" train --resume ../part --epochs 3 --out ../rest >/dev/null 2>../rest.txt) ||
  fail "cannot go on from another folder: $(<rest.txt)"
same epochs rest model.safetensors
diff <(grep '^epoch [23] ' expected.txt) <(grep '^epoch [23] ' rest.txt) >difference || fail "epochs after going on: $(<difference)"

# Ctrl-C and SIGTERM: the step is finished, the model is saved, and a line says how to continue.
for signal in INT TERM; do
  starts_training --task reverse "${quick[@]}" --steps 100000000 --out "stopped by $signal"
  kill "-$signal" "$pid"
  code=0
  wait "$pid" || code=$?
  ((code == 128 + $(kill -l "$signal"))) || fail "exit $code after $signal"
  line=$(tail -n 1 stderr.txt)
  [[ $line == "vitrine: stopped after step "*"; go on with: vitrine train --resume 'stopped by $signal'" ]] || fail "after $signal: $line"
  steps=$(sed -E 's/.*after step ([0-9]+);.*/\1/' <<<"$line")
  accepts trace --model "stopped by $signal" --only loss --batch <(printf 'a b\tb a\n')
  trains --resume "stopped by $signal" --steps $((steps + 5))
  trains --task reverse "${quick[@]}" --steps $((steps + 5)) --out never-stopped --overwrite
  same "stopped by $signal" never-stopped model.safetensors
done

# Everything is taken from the folder; only little can be new.
refuses "halves has already taken 20 steps" train --resume halves
refuses "halves has already taken 20 steps" train --resume halves --steps 20
for option in "--task copy" "--data pairs.tsv" "--d-model 8" "--seed 3" "--batch-size 3" "--batch-tokens 300" "--accumulate 2" \
  "--evaluate-every 5" "--keep-best" "--clip 1" "--optimizer sgd" "--from halves"; do
  # shellcheck disable=SC2086
  refuses "${option% *}" train --resume halves --steps 30 $option
done
refuses "nowhere: there is no such folder" train --resume nowhere
refuses "--epochs" train --resume halves --epochs 3
refuses "--out" train --resume halves --out ''
refuses "whole: already holds a model" train --resume halves --steps 30 --out whole
echo "not a log" >notes.txt
refuses "notes.txt: line 1 is not one of a training's log" train --resume halves --steps 30 --log notes.txt
[[ $(<notes.txt) == "not a log" ]] || fail "a file that is no log was changed"
echo $'x\ty' >>pairs.tsv
refuses "pairs.tsv: has changed since training began" train --resume part --epochs 3
rm pairs.tsv
refuses "pairs.tsv: there is no such file" train --resume part --epochs 3
head -c 1000 halves/training.safetensors >cut-off && mv cut-off halves/training.safetensors
refuses "halves/training.safetensors: " train --resume halves --steps 30
finish
