# A trained model becomes a sample, which opens by its name: with its words or its tokenizer, its card, and moments of its training.
source "$(dirname "$0")/check.bash"
mkdir home
export XDG_DATA_HOME=$PWD/home
samples=$XDG_DATA_HOME/vitrine/samples
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16)

trains --task copy "${quick[@]}" --steps 60 --history --out taught
"$VITRINE" evaluate --model taught --beams 1 --json >figures.json 2>stderr.txt || fail "no figures: $(<stderr.txt)"
"$VITRINE" export-sample taught --name mine --title "Repeats letters" --about "Sixty steps of copying." --history --moments 20 \
  --evaluation figures.json --minutes 0.2 --machine "1 thread" --cannot "Read." --cannot "Write." --examples 2 >stdout.txt 2>stderr.txt ||
  fail "no sample: $(<stderr.txt)"
says "$samples/mine.json"
says "vitrine --sample mine"
for file in mine.json mine.safetensors mine.history.safetensors; do [[ -s $samples/$file ]] || fail "no $file"; done

# Half the bytes: 2 instead of 4 for each of so many numbers.
accepts params --model taught --json
parameters=$(number stdout.txt total)
bytes=$(($(stat -c %s taught/model.safetensors) - $(stat -c %s "$samples/mine.safetensors")))
((bytes > 2 * parameters - 2000 && bytes < 2 * parameters + 2000)) || fail "of $parameters numbers $bytes bytes are saved"

# It opens as any sample, and computes much the same.
accepts trace --sample mine --only loss
accepts params --sample mine --json
[[ $(number stdout.txt total) == "$parameters" ]] || fail "the sample has other parameters"
accepts samples
says "mine — Repeats letters"

# Its card: every figure is one that was measured.
accepts samples mine
says "the task copy"
says "60 steps in less than a minute on 1 thread"
says "held-out pairs"
says "Read."
says "Write."
says "BLEU"
grep -qE '"loss":[0-9.]+' "$samples/mine.json" || fail "no loss in the card"
loss=$(grep -oE '"loss":[0-9.e-]+' figures.json | head -n 1)
grep -qF "$loss" "$samples/mine.json" || fail "the card has not the $loss that was measured"
accepts samples navigation
! grep -q 'learned from' stdout.txt || fail "a sample without a card has one"
refuses "there is no sample of that name" samples nothing

# Other figures in its card: measured with the sample itself, and nothing else of it changes.
"$VITRINE" evaluate --sample mine --task copy --beams 2 --translations 3 --json >beams.json 2>stderr.txt || fail "no figures: $(<stderr.txt)"
cp "$samples/mine.json" before.json
checksum=$(cksum <"$samples/mine.safetensors")
accepts samples mine --evaluation beams.json
says "Write."
says "with beams"
says "2 beams: "
says "untranslated"
(($(grep -cE "^  pair [0-9]+ " stdout.txt) == 3)) || fail "not three pairs in the card: $(<stdout.txt)"
[[ $(cksum <"$samples/mine.safetensors") == "$checksum" ]] || fail "new figures have changed the weights"
[[ $(grep -v '"card"' "$samples/mine.json") == "$(grep -v '"card"' before.json)" ]] || fail "new figures have changed more than the card"
[[ $(grep -o '"good".*' "$samples/mine.json") == "$(grep -o '"good".*' before.json)" ]] || fail "the examples are others"
refuses "--evaluation goes with the name of a sample only" samples --evaluation beams.json
refuses "there is no sample of that name" samples nothing --evaluation beams.json

# Figures of another training beside them, if they are of the same pairs; new figures have none beside them.
"$VITRINE" evaluate --model taught --task copy --beams 2 --json >other.json 2>stderr.txt || fail "no figures: $(<stderr.txt)"
accepts samples mine --compared "trained again=other.json"
says "trained again: loss"
(($(grep -cE "^  pair [0-9]+ " stdout.txt) == 3)) || fail "the pairs are gone: $(<stdout.txt)"
refuses "it must be HOW=FILE" samples mine --compared other.json
refuses "was measured with 1 beam" samples mine --compared "trained again=figures.json"
accepts samples mine --evaluation beams.json
! grep -q 'trained again' stdout.txt || fail "what was compared with other figures is still there"
"$VITRINE" export-sample taught --name both --evaluation beams.json --compared "trained again=other.json" --quiet || fail "no sample"
accepts samples both
says "trained again: loss"
refuses "--compared goes with --evaluation only" export-sample taught --name both --overwrite --compared "trained again=other.json"
mv before.json "$samples/mine.json"

# The moments of its training.
accepts history mine
says "mine: 60 steps, 20 moments saved, 0 of them with the state of the optimiser"
says "vitrine render --sample mine --moment STEP"
says "no training continues from them"
accepts history mine --json
says '"steps": 60'
! grep -q '"full": true' stdout.txt || fail "a moment has the state of the optimiser"
accepts history mine --format csv
(($(wc -l <stdout.txt) == 61)) || fail "the curves of a sample"
accepts trace --sample mine --moment 0 --only loss
first=$(<stdout.txt)
accepts trace --sample mine --only loss
[[ $first != "$(<stdout.txt)" ]] || fail "before and after the training the loss is the same"
accepts render --sample mine --view train --size 1280x800 --out trained.svg
grep -q '>60<' trained.svg || fail "the picture of a sample's training does not have its 60 steps"
refuses "the moment after step 61 is not kept" trace --sample mine --moment 61
refuses "it has no history" trace --sample navigation --moment 3
refuses "it has no history" history navigation
refuses "no training continues from it" train --resume mine --steps 70

# Pairs of a file know no alignment, but those of the task that the model has learned do.
printf 'a b\ta b\nc d e\tc d e\n' >pairs.tsv
"$VITRINE" evaluate --model taught --data pairs.tsv --unit words --beams 1 --json >of-file.json 2>stderr.txt || fail "no figures: $(<stderr.txt)"
! grep -q '"alignment"' of-file.json || fail "the pairs of a file have an alignment"
"$VITRINE" export-sample taught --name aligned --evaluation of-file.json --quiet || fail "no sample of the figures of a file"
measured=$(grep -o '"alignment":{[^}]*}' "$samples/mine.json")
[[ $measured && $(grep -o '"alignment":{[^}]*}' "$samples/aligned.json") == "$measured" ]] || fail "the alignment is not that of the task"

# A model of one stack answers examples, too: what it writes after <sep>, or what it says in hidden places.
for stack in decoder encoder; do
  echo '{"architecture": "'$stack'", "d_model": 8, "nhead": 2, "num_'$stack'_layers": 1, "dim_feedforward": 16}' >$stack.json
  trains --task copy --config $stack.json --steps 2 --out $stack
  "$VITRINE" export-sample $stack --name $stack --examples 2 --quiet >stdout.txt 2>stderr.txt || fail "no sample of a $stack: $(<stderr.txt)"
  grep -o '"bad":\[.*' "$samples/$stack.json" >examples.txt || fail "no examples of a $stack"
  ! grep -qE '</?s>' examples.txt || fail "the examples of a $stack have marks of beginning or end: $(<examples.txt)"
done
grep -q '<mask>' examples.txt || fail "nothing is hidden in the examples of an encoder"
! grep -qE '<sep>|<mask>' <(grep -o '"bad":\[.*' "$samples/decoder.json" | grep -o '"source":"[^"]*"') || fail "<sep> is in a source"

# Subwords: the tokenizer goes with the sample.
trains --task english-french "${quick[@]}" --tokenizer bpe --vocab-size 200 --steps 2 --out subwords
"$VITRINE" export-sample subwords --name pieces --quiet || fail "no sample with a tokenizer"
[[ -s $samples/pieces.tokenizer.json && ! -e $samples/pieces.history.safetensors ]] || fail "the files of a sample: $(ls "$samples")"
accepts samples
! grep -q 'pieces.tokenizer' <(grep -v / stdout.txt) || fail "a tokenizer is listed as a sample"
"$VITRINE" trace --sample pieces --text 'the cat' --target-text 'le chat' --only logits >stdout.txt 2>stderr.txt ||
  fail "no text for a sample with a tokenizer: $(<stderr.txt)"

# What is refused, and changes nothing.
cp -r home before
refuses "is there already: --overwrite replaces it" export-sample taught --name mine
refuses "--name" export-sample taught --name ../mine
refuses "--moments goes with --history only" export-sample taught --name other --moments 5
refuses "there is no history" export-sample subwords --name other --history
refuses "nowhere: there is no such folder" export-sample nowhere --name other
echo '{"pairs": "p", "sentences": 1}' >partial.json
refuses "partial.json: 'tokens' is missing" export-sample taught --name other --evaluation partial.json
mkdir bare
cp taught/config.json taught/model.safetensors bare
refuses "there are no sentences" export-sample bare --name other
refuses "cannot be made" export-sample taught --name other --out no/such
diff -r home before || fail "a refusal has changed a file"
accepts export-sample taught --name mine --overwrite
[[ ! -e $samples/mine.history.safetensors ]] || fail "the history of another sample is still there"

# What is damaged is named with file and field.
"$VITRINE" export-sample taught --name mine --history --overwrite --quiet || fail "no sample again"
truncate -s 3000 "$samples/mine.history.safetensors"
accepts trace --sample mine --only loss
refuses "mine.history.safetensors" history mine
sed -i 's/"card": {/"card": {"stars": 5, /' "$samples/mine.json"
refuses "mine.json: 'card': 'stars'" trace --sample mine
refuses "mine.json: 'card': 'stars'" samples mine
finish
