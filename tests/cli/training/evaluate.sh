# How good a model is, and what there is to learn.
source "$(dirname "$0")/../check.bash"
goldens=$VITRINE_TEST_DATA/goldens

accepts tasks
for task in copy reverse repeats sort addition digits navigation translation english-french; do
  grep -q "^$task  *[^ ]" stdout.txt || fail "tasks does not list $task"
  cp stdout.txt list.txt
  accepts tasks "$task" --examples 2
  [[ $(grep -c $'\t' stdout.txt) == 2 ]] || fail "not two pairs of $task: $(<stdout.txt)"
  accepts tasks "$task" --json
  grep -q "^{\"name\":\"$task\",\"text\":\".*\"examples\":\[{\"source\":\".*\",\"target\":\".*\"}.*\]}$" stdout.txt || fail "json of $task"
  cp list.txt stdout.txt
done
accepts tasks --json
[[ $(wc -l <stdout.txt) == $(wc -l <list.txt) ]] || fail "tasks --json lists other tasks"
refuses "'nothing'" tasks nothing
refuses "--examples" tasks --examples 3
refuses "--examples" tasks copy --examples -1

"$VITRINE" train --task copy --d-model 8 --heads 2 --layers 1 --d-ff 16 --steps 5 --out copy >/dev/null 2>stderr.txt || fail "$(<stderr.txt)"
accepts evaluate --model copy
says "on held-out pairs"
says "of the tokens"
says "cross-attention: layer 1, head "
accepts evaluate --model copy --task copy --json
number='[0-9.e-]+'
pattern="^\{\"pairs\":\"held-out pairs\",\"sentences\":[0-9]+,\"tokens\":[0-9]+,\"loss\":$number,\"token_accuracy\":$number,\"exact_match\":$number"
grep -qE "$pattern,\"alignment\":\{\"layer\":0,\"head\":[01],\"share\":$number,\"one_to_one\":$number\}\}$" stdout.txt || fail "evaluate --json prints: $(<stdout.txt)"

# The loss of a batch equals that of the trace.
accepts evaluate --model "$goldens/translation" --batch "$goldens/translation/batch.json" --json
loss=$(sed -E 's/.*"loss":([0-9.]+),.*/\1/' stdout.txt)
accepts trace --model "$goldens/translation" --batch "$goldens/translation/batch.json" --only loss --format json
traced=$(sed -nE 's/.*"loss".*"values": \[([0-9.]+)\].*/\1/p' stdout.txt)
awk -v a="$loss" -v b="$traced" 'BEGIN { d = a - b; exit !(a > 0 && d < 1e-5 && d > -1e-5) }' || fail "loss $loss, in the trace $traced"

# The file that the model was trained on, and other files.
for i in {1..40}; do echo "word$((i % 7)) word$i"$'\t'"mot$((i % 7)) mot$i"; done >pairs.tsv
"$VITRINE" train --data pairs.tsv --d-model 8 --heads 2 --layers 1 --steps 3 --out text >/dev/null 2>stderr.txt || fail "$(<stderr.txt)"
accepts evaluate --model text
says "on held-out pairs"
cp stdout.txt own.txt
cp pairs.tsv copy.tsv && rm pairs.tsv
accepts evaluate --model text --data copy.tsv
cmp -s stdout.txt own.txt || fail "a copy of the file gives other figures"
printf 'word1 word2\tmot1 mot2\n' >other.tsv
accepts evaluate --model text --data other.tsv
says "on all pairs of other.tsv: 1 sentence, 3 tokens"
printf 'word1 plumber\tmot1\n' >unknown.tsv
"$VITRINE" evaluate --model text --data unknown.tsv >stdout.txt 2>stderr.txt || fail "unknown words are refused"
grep -q "^vitrine: note: unknown.tsv: 'plumber' is not in the source vocabulary" stderr.txt || fail "of an unknown word: $(<stderr.txt)"

mkdir by-id && cp "$goldens"/translation/{config.json,model.safetensors} by-id
printf '4 5\t6\n4 18\t5\n' >ids.tsv
refuses "pair 2: 'src'[0][2] is token 18, outside" evaluate --model by-id --data ids.tsv
"$VITRINE" train --task navigation --steps 3 --out few >/dev/null 2>stderr.txt || fail "$(<stderr.txt)"
accepts evaluate --model few
says "on training pairs, none being held out"

refuses "--model" evaluate
refuses "nowhere: there is no such folder" evaluate --model nowhere
refuses "give only one" evaluate --model copy --task copy --data other.tsv
refuses "--unit" evaluate --model copy --unit words
refuses "does not say what it was trained on" evaluate --model "$goldens/translation"
refuses "copy: does not fit the task: its 'src_vocab_size'" evaluate --model copy --task sort
refuses "pairs.tsv: there is no such file" evaluate --model text
printf '{"src": [[2]], "tgt": [[2]]}' >unlabelled.json
refuses "unlabelled.json: 'labels' is missing" evaluate --model "$goldens/translation" --batch unlabelled.json

# Gradients together with a trace.
accepts trace --sample translation --only loss --gradients gradients.safetensors
says "loss"
for name in parameters.fc_out.weight encoder.layers.0.self_attn.scores memory logits; do
  grep -qa "\"$name\":" gradients.safetensors || fail "no gradient of $name"
done
! grep -qa '"probabilities":\|"token_loss":\|key_transposed' gradients.safetensors || fail "a gradient of what has none"
refuses "no labels" trace --model "$goldens/translation" --batch unlabelled.json --gradients other.safetensors
refuses "no-such-folder" trace --sample translation --gradients no-such-folder/gradients.safetensors
[[ ! -e other.safetensors ]] || fail "gradients of nothing were written"
finish
