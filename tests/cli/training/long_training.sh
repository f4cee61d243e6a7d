# What a training of many pairs needs: batches of a number of tokens, several in a step, a look at the held-out pairs, the best weights.
source "$(dirname "$0")/../check.bash"
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16)

same() { cmp -s "$1/$3" "$2/$3" || fail "$3 of $1 and $2 differ"; }

for i in {1..90}; do
  words=; for ((j = 0; j < i % 9; ++j)); do words+=" w$(((i + j) % 13))"; done
  echo "a$i$words"$'\t'"c$((i % 7))$words"
done >pairs.tsv

# Stopped in the middle of an epoch and resumed elsewhere, it gives the same numbers, on a list of pairs and on pairs that are drawn.
long=(--dropout 0.1 --batch-tokens 120 --accumulate 2 --label-smoothing 0.1 --schedule noam --warmup 5 --evaluate-every 4)
trains --data pairs.tsv "${quick[@]}" "${long[@]}" --epochs 3 --out epochs --log epochs.jsonl
grep -q ' of 2 batches of up to 120 tokens$' stderr.txt || fail "what a step is: $(sed -n 1p stderr.txt)"
cp stderr.txt expected.txt
grep -q '^epoch 3  mean loss ' expected.txt || fail "no third epoch: $(<expected.txt)"
trains --data pairs.tsv "${quick[@]}" "${long[@]}" --steps 10 --out part --log part.jsonl
trains --resume part --epochs 3 --out rest
same epochs rest model.safetensors
cmp -s <(untimed epochs.jsonl) <(untimed part.jsonl) || fail "another log: $(diff epochs.jsonl part.jsonl | sed -n 1,4p)"
diff <(grep '^epoch 3 ' expected.txt) <(grep '^epoch 3 ' stderr.txt) >difference || fail "epochs after going on: $(<difference)"
pattern='"tokens":[0-9]+,"tokens_per_second":[0-9]+,"held_out_loss":[0-9.]+\}$'
grep '^{"step":4,' epochs.jsonl | grep -qE "$pattern" || fail "no held-out loss after step 4: $(sed -n 4p epochs.jsonl)"
(($(grep -c held_out_loss epochs.jsonl) == $(wc -l <epochs.jsonl) / 4)) || fail "not measured every four steps"
trains --task reverse "${quick[@]}" --batch-tokens 200 --steps 50 --evaluate-every 10 --out drawn
grep -qE '^step 50 of 50  mean loss [0-9.]+  held out [0-9.]+  [0-9.]+ steps/s  [0-9 ]+ tokens/s' stderr.txt ||
  fail "the progress says nothing of held-out pairs and tokens: $(<stderr.txt)"
trains --task reverse "${quick[@]}" --batch-tokens 200 --steps 30 --out drawn-part
trains --resume drawn-part --steps 50
same drawn drawn-part model.safetensors

# The best weights: with a rate far too high from some step on, the folder opens with those from before, and training goes on from the last.
best=(--data pairs.tsv "${quick[@]}" --batch-size 16 --evaluate-every 2 --evaluate-pairs 6 --keep-best --history)
trains "${best[@]}" --lr 0.01 --steps 20 --out kept
trains "${best[@]}" --lr 0.01 --steps 20 --out straight
trains --resume kept --lr 5 --steps 26
lowest() { head -c 100000 "$1/training.safetensors" | tr -d '\0' | grep -aoE '"best_step":"[0-9]+"' | grep -oE '[0-9]+'; }
(($(lowest kept) <= 20)) || fail "the best step is $(lowest kept)"
same kept straight model.safetensors
! cmp -s kept/training.safetensors straight/training.safetensors || fail "training does not go on from the last weights"
trains --resume kept --moment 10 --lr 0.01 --steps 20 --out again
same again straight model.safetensors
trains "${best[@]}" --lr 0.01 --steps 40 --out whole
trains --resume straight --steps 40
same whole straight model.safetensors
(($(lowest whole) > 20)) || fail "nothing better after step 20"

# Weights that are about to break down are never the best: their loss is no number. Training goes on from a folder that has none.
trains --data pairs.tsv "${quick[@]}" --batch-size 16 --optimizer sgd --lr 1e30 --evaluate-every 1 --keep-best --steps 1 --out burst
! grep -aq '"best_' burst/training.safetensors || fail "weights without a loss are kept as the best"
"$VITRINE" train --resume burst --steps 3 --lr 0.01 >stdout.txt 2>stderr.txt
! grep -q best_loss stderr.txt || fail "the folder cannot be gone on from: $(<stderr.txt)"
finish
