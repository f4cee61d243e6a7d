# Training: the files it writes, the lines it prints and where; its log has PyTorch's losses.
source "$(dirname "$0")/../check.bash"
goldens=$VITRINE_TEST_DATA/goldens

# trains ARGS…: training succeeds. Its output is in stdout.txt and stderr.txt.
trains() {
  "$VITRINE" train "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: train $*: $(<stderr.txt)"
}

# One of the numbers of a log, a line for each step.
column() { sed -E "s/.*\"$1\":([-0-9.e+]+)[,}].*/\1/" "$2"; }

# The list under a key of a golden's training.json, a number on each line.
golden_list() { tr -d ' \n' <"$1" | sed -E "s/.*\"$2\":\[([^]]*)\].*/\1/" | tr , '\n'; }

# near SHARE A B [LEAST]: the numbers in two files agree, line by line, within this share of them or, if that is more, within
# LEAST.
near() {
  paste "$2" "$3" | awk -v share="$1" -v least="${4:-0}" '
    { d = $1 - $2; if (d < 0) d = -d; t = share * $2; if (NF != 2 || d > (t > least ? t : least)) exit 1 } END { if (NR < 10) exit 1 }'
}

# PyTorch's own runs, step by step.
trains --batches "$goldens/translation/training.json" --from "$goldens/translation" --steps 120 --lr 0.002 \
  --out translated --log translation.jsonl
golden_list "$goldens/translation/training.json" losses >expected.txt
column loss translation.jsonl >losses.txt
near 0.005 losses.txt expected.txt || fail "the losses of translation are not PyTorch's"
column step translation.jsonl | cmp -s - <(seq 120) || fail "the log's steps are not 1 to 120"
pattern='^\{"step":[0-9]+,"loss":[0-9.e-]+,"gradient_norm":[0-9.e-]+,"learning_rate":0\.002,"tokens":[0-9]+,"tokens_per_second":[0-9]+\}$'
! grep -qvE "$pattern" translation.jsonl || fail "a line of the log: $(grep -vE "$pattern" translation.jsonl | sed -n 1p)"
grep -q '^epoch 10  mean loss [0-9.e-]*$' stderr.txt || fail "no mean loss of epoch 10: $(<stderr.txt)"
says "vitrine --model translated"

trains --batches "$goldens/prenorm-gelu-tied/training.json" --from "$goldens/prenorm-gelu-tied" --steps 40 --out tied --log tied.jsonl \
  --schedule noam --warmup 20 --noam-factor 1 --label-smoothing 0.1 --clip 1 --betas 0.9,0.98 --eps 1e-9
# PyTorch's own late norms deviate by so much if its starting weights differ by one rounding.
for list in losses:loss:0.005 gradient_norms:gradient_norm:0.005:0.0025 learning_rates:learning_rate:1e-6; do
  IFS=: read -r golden own share least <<<"$list"
  golden_list "$goldens/prenorm-gelu-tied/training.json" "$golden" >expected.txt
  column "$own" tied.jsonl >own.txt
  near "$share" own.txt expected.txt "$least" || fail "the $golden of prenorm-gelu-tied are not PyTorch's"
done

# The result is a model folder with the task's words.
trains --task copy --steps 5 --out copy
[[ $(cd copy && echo *) == "config.json model.safetensors sentences.json src_vocabulary.json tgt_vocabulary.json training.safetensors" ]] ||
  fail "the folder holds: $(ls -A copy)"
accepts trace --model copy --batch <(printf 'a b c\ta b c\n') --only loss
says "loss"
accepts params --model copy
# It opens with sentences that it was not trained on.
accepts trace --model copy --only src.embedding
[[ ! -s stderr.txt ]] || fail "a trained model opens with a note: $(<stderr.txt)"
says "batch 4"
! grep -q $'\r\|\033' <(cat stdout.txt stderr.txt) || fail "control characters in a file"

# Dropout as in training: the masks of a seed are recorded, another seed draws other masks, and a model without dropout has none.
trains --task copy --steps 1 --dropout 0.25 --out dropping
for seed in 1 1 2; do
  accepts trace --model dropping --dropout-seed $seed --only '*_dropout_mask' --gradients dropped.npz
  cp stdout.txt "masks-$seed$([[ -e masks-$seed.txt ]] && echo -again).txt"
done
says "encoder.layers.0.self_attn.weights_dropout_mask"
cmp -s masks-1.txt masks-1-again.txt || fail "the same seed drops other numbers"
! cmp -s masks-1.txt masks-2.txt || fail "another seed drops the same numbers"
[[ $(head -c 2 dropped.npz) == PK ]] || fail "gradients in .npz are no archive"
refuses "--dropout-seed: this model's configuration has no dropout" trace --model copy --dropout-seed 1

# Choices reach the model; a task's own sizes may be left out of a config.json.
trains --task copy --steps 1 --d-model 12 --heads 2 --encoder-layers 1 --decoder-layers 3 --d-ff 10 --dropout 0.25 --out small
for expected in '"d_model": 12' '"nhead": 2' '"num_encoder_layers": 1' '"num_decoder_layers": 3' '"dim_feedforward": 10' '"dropout": 0.25'; do
  grep -q "$expected" small/config.json || fail "no $expected in config.json"
done
grep -vE '"(src_vocab_size|tgt_vocab_size|pad_src|pad_tgt|bos|eos|dropout)"' small/config.json | sed 's/"mask_value".*/"mask_value": null/' >lean.json
trains --task copy --steps 1 --config lean.json --dropout 0.25 --out lean
cmp -s lean/config.json small/config.json || fail "a lean config.json gives another model: $(diff lean/config.json small/config.json)"

# The same seed gives the same model, another seed another one. --from starts with existing weights.
for seed in 1a 1b 2a; do trains --task sort --steps 3 --seed "${seed%?}" --out "seed-$seed"; done
cmp -s seed-1a/model.safetensors seed-1b/model.safetensors || fail "the same seed gives another model"
! cmp -s seed-1a/model.safetensors seed-2a/model.safetensors || fail "another seed gives the same model"
trains --task sort --steps 1 --from seed-1a --lr 1e-30 --out again
accepts evaluate --model seed-1a
cp stdout.txt expected.txt
accepts evaluate --model again
cmp -s stdout.txt expected.txt || fail "--from starts from other weights"

# Parallel text of the user's own.
for i in {1..40}; do echo "word$((i % 7)) word$((i % 5)) word$i"$'\t'"mot$((i % 7)) mot$((i % 5)) mot$i"; done >pairs.tsv
for unit in words characters; do
  trains --data pairs.tsv --unit $unit --epochs 2 --batch-size 8 --d-model 8 --heads 2 --layers 1 --out "text-$unit"
  grep -q '^epoch 2  mean loss ' stderr.txt || fail "no second epoch: $(<stderr.txt)"
done
says "held-out pairs"

# Every optimiser and schedule takes steps.
for arguments in "--optimizer adamw --weight-decay 0.1" "--optimizer sgd --momentum 0.5" "--schedule cosine --warmup 2" "--schedule noam" \
  "--without causal-mask,padding-mask" "--init pytorch --threads 1"; do
  # shellcheck disable=SC2086
  trains --task reverse --steps 4 --overwrite --out any $arguments
done
finish
