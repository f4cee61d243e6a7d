# "-" is standard input or output wherever a file is taken; --quiet and --threads.
source "$(dirname "$0")/../check.bash"
golden=$VITRINE_TEST_DATA/goldens/navigation
trace=(trace --config "$golden/config.json" --batch "$golden/batch.json")

# Everything that can be written to a file can be written to standard output, whether that is a pipe or a file that is appended
# to.
for format in text json npz safetensors; do
  accepts "${trace[@]}" --format "$format" --out file
  "$VITRINE" "${trace[@]}" --format "$format" --out - | cmp - file || fail "$format comes otherwise through a pipe"
  { echo before && "$VITRINE" "${trace[@]}" --format "$format" --out - && echo after; } >around
  { echo before && cat file && echo after; } | cmp - around || fail "$format does not go on in a file"
done
accepts "${trace[@]}" --only logits --format csv --out logits.csv
accepts "${trace[@]}" --only logits --format csv --out -
cmp stdout.txt logits.csv || fail "a table is otherwise on standard output"
refuses "a CSV table holds one tensor" "${trace[@]}" --format csv --out -
refuses "needs a file: --out FILE, or --out -" "${trace[@]}" --format npz
"$VITRINE" "${trace[@]}" --only logits --out logits.txt --gradients - >gradients.safetensors || fail "gradients to standard output"
accepts "${trace[@]}" --only logits --out logits.txt --gradients same.safetensors
cmp gradients.safetensors same.safetensors || fail "gradients are otherwise on standard output"
refuses "--out and --gradients name the same file" "${trace[@]}" --out - --gradients -

# Everything that can be read from a file can be read from standard input.
accepts trace --config "$golden/config.json" --batch "$golden/batch.json" --only logits
cp stdout.txt logits.txt
accepts trace --config "$golden/config.json" --batch - --only logits <"$golden/batch.json"
cmp stdout.txt logits.txt || fail "a batch on standard input"
accepts trace --config - --batch "$golden/batch.json" --only logits < <(cat "$golden/config.json")
cmp stdout.txt logits.txt || fail "a configuration on standard input"
refuses "/dev/stdin: empty" trace --config - < <(:)
refuses "/dev/stdin: this is a folder" trace --config - <.
trace_file() { "$VITRINE" "${trace[@]}" --format "$1" --out -; }
for format in npz safetensors; do
  trace_file "$format" | "$VITRINE" compare --config "$golden/config.json" --batch "$golden/batch.json" --against-trace - >stdout.txt ||
    fail "a trace as $format on standard input: $(<stdout.txt)"
  says "agree within"
done
printf 'a b\tc d\nb a\td c\n' >pairs.tsv
"$VITRINE" train --data - --steps 1 --d-model 8 --heads 2 --layers 1 --out learned --quiet <pairs.tsv || fail "pairs on standard input"
"$VITRINE" train-tokenizer --corpus - --vocab-size 20 --out - <pairs.tsv 2>stderr.txt >tokenizer.json || fail "a tokenizer through pipes"
accepts tokenize --tokenizer tokenizer.json < <(echo a)
refuses "a folder is needed, which standard output is not" import model.pt --out -
refuses "a folder is needed, which standard output is not" train --task copy --steps 1 --out -

# A log on standard output is not mixed with other lines.
"$VITRINE" train --task copy --steps 3 --d-model 8 --heads 2 --layers 1 --out logged --log - >log.jsonl 2>stderr.txt || fail "a log on stdout"
(($(wc -l <log.jsonl) == 3)) && ! grep -qv '^{"step":' log.jsonl || fail "a log on standard output: $(<log.jsonl)"

# With --quiet there are only results and errors.
accepts train --task copy --steps 3 --d-model 8 --heads 2 --layers 1 --out silent --quiet
[[ ! -s stdout.txt ]] || fail "a quiet training says: $(<stdout.txt)"
accepts compare --sample navigation --against-batch "$golden/batch.json" --quiet
[[ ! -s stdout.txt ]] || fail "a quiet comparison says: $(<stdout.txt)"
differs compare --sample navigation --replace 'tgt[0,1]=1' --quiet
[[ ! -s stdout.txt ]] || fail "a quiet comparison says: $(<stdout.txt)"
sed 's/\[\[/[[ /' "$golden/batch.json" >spaced.json
accepts compare --config "$golden/config.json" --batch "$golden/batch.json" --against-batch spaced.json
refuses "no such file" compare --sample navigation --against-batch nowhere.json --quiet

# The numbers do not depend on the number of threads.
accepts "${trace[@]}" --only logits --threads 1
cmp stdout.txt logits.txt || fail "one thread computes something else"
refuses "--threads" "${trace[@]}" --threads 0

# Programs read the parameters.
accepts params --sample translation --json
says '"total":'
says '"tied": {}'
finish
