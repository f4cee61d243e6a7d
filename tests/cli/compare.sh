# Two runs compared: the first difference, what cannot differ, and what is refused.
source "$(dirname "$0")/check.bash"

# Another word at the end of a target sentence: everything at earlier positions is the same.
differs compare --sample translation --replace 'tgt[0,4]=enseignant'
says "A  translation, as opened"
says "B  translation: “étudiant” → “enseignant” in sentence 1"
says "first difference: tgt.tokens"
says " and 0 of "
! grep -q "memory\|encoder" stdout.txt || fail "the encoder differs"
differs compare --sample translation --replace 'tgt[0,4]=enseignant' --in-order
grep -A2 computed stdout.txt | grep -q "tgt.tokens .* 1 of 25 ids" || fail "the tokens do not come first"

# With --in-order, the label before the word changes with it, as in the window. A label alone can be replaced, too. Padding is not
# accepted as a word.
differs compare --sample translation --replace 'tgt[0,4]=enseignant' --in-order
grep -q "labels .* 1 of 25 ids" stdout.txt || fail "the label did not follow its word"
differs compare --sample translation --replace 'labels[0,3]=enseignant'
grep -q "labels .* 1 of 25 ids" stdout.txt || fail "the label was not replaced"
! grep -q "tgt.tokens" stdout.txt || fail "the target changed with a label"
refuses "Padding cannot be inserted" compare --sample translation --replace 'tgt[0,3]=<pad>'

# A word may be given as its id, and several words may be replaced.
differs compare --sample translation --replace 'tgt[0,3]=une' --replace 'src[0,4]=teacher' --json
says '"first": "src.tokens"'
says '"changed": 1'

# The same seed gives the same numbers, another seed gives others.
cp "$VITRINE_TEST_DATA/goldens/translation/"{config,batch}.json .
accepts compare --config config.json --batch batch.json --seed 7 --against-seed 7
says "All numbers of both runs are the same."
differs compare --config config.json --batch batch.json --seed 7 --against-seed 8
says "config.json, seed 7"
says "first difference: src.embedding"

# Two checkpoints of one model, and two models.
mkdir -p before after
cp config.json before && cp "$VITRINE_TEST_DATA/goldens/translation/model.safetensors" before
cp config.json after && cp "$VITRINE_TEST_DATA/goldens/translation/trained.safetensors" after/model.safetensors
differs compare --model before --batch batch.json --against-model after
says "first difference: src.embedding"
accepts compare --sample translation --against-batch batch.json --json
differs compare --sample navigation --against-model after
says "other shape"

# Numbers within the tolerance do not differ. The first tensor beyond it is named with its largest cell.
differs compare --sample translation --replace 'labels[0,3]=enseignant' --tolerance 1e-4 --json
says '"first_beyond": {'
says '"path": "labels"'
differs compare --model before --batch batch.json --against-model after --tolerance 1e-4
says "the first off by more than 0.0001: src.embedding["
accepts compare --model before --batch batch.json --against-model after --tolerance 1000
says "all numbers are within 1000, and all ids are the same"
says "first difference: src.embedding"
accepts compare --model before --batch batch.json --against-model before --json
says '"first_beyond": null'
# There is no tolerance for ids, as words are the same or not. Predictions are an exception: they depend on logits.
differs compare --sample translation --replace 'tgt[0,4]=enseignant' --tolerance 1000
says "the first off by more than 1000: tgt.tokens[0, 4], a different id: ids have no tolerance"
differs compare --sample translation --replace 'tgt[0,4]=enseignant' --tolerance 1000 --json
grep -A9 '"first_beyond": {' stdout.txt | grep -q '"ids": true' || fail "an id is not said to be one"
grep -A9 '"first_beyond": {' stdout.txt | grep -q '"deviation": null' || fail "an id has a deviation"
accepts compare --help
says "No tolerance holds for ids"
refuses "--map goes with --against-trace only" compare --sample translation --replace 'tgt[0,3]=une' --map map.json

refuses "compared with what?" compare --sample translation
refuses "--against-seed goes with --config only" compare --sample translation --against-seed 3
refuses "is written as" compare --sample translation --replace 'tgt[0,3]'
refuses "no token 'zebra'" compare --sample translation --replace 'tgt[0,3]=zebra'
refuses "tgt is 5×5" compare --sample translation --replace 'tgt[0,9]=une'
refuses "these sentences have src, tgt and labels" compare --sample translation --replace 'memory[0,3]=une'
refuses "no-such-folder" compare --sample translation --against-model no-such-folder

accepts render --sample translation --view compare --replace 'tgt[0,3]=une' --out compared.png
[[ -s compared.png ]] || fail "no picture"
finish
