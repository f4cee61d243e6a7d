# What made a word: lens, attribute, heads and circuits, in all formats, and questions that cannot be answered. Their numbers are
# held to PyTorch's in tests/core/why.
source "$(dirname "$0")/check.bash"
goldens=$VITRINE_TEST_DATA/goldens
translation=(--model "$goldens/translation" --batch "$goldens/translation/batch.json")
asked=(--sample translation 'logits[0,2,3]')

accepts lens "${asked[@]}"
says "decoder.layers.1.norm3"
says "the likeliest"
accepts lens "${asked[@]}" --json
says '"point": "embedding"'
accepts lens "${asked[@]}" --format csv
# One line for each point and each position that is no padding.
[[ $(grep -c '^decoder.layers.0.norm1,' stdout.txt) == $(grep -c '^embedding,' stdout.txt) ]] || fail "points have unlike positions"

# The parts of the difference of two logits add up to it.
accepts explain --sample translation 'logits[0,2,3]' --json
a=$(sed -nE 's/^  "value": ([-0-9.e]+),?$/\1/p' stdout.txt)
accepts explain --sample translation 'logits[0,2,12]' --json
b=$(sed -nE 's/^  "value": ([-0-9.e]+),?$/\1/p' stdout.txt)
for against in '#12' une; do
  accepts attribute "${asked[@]}" --against "$against" --format csv
  awk -F, -v a="$a" -v b="$b" '{ sum += $3 } END { d = sum - (a - b); exit d < -1e-4 || d > 1e-4 || a == "" || b == "" }' stdout.txt ||
    fail "the parts against $against do not add up to $a - $b"
done
accepts attribute "${asked[@]}"
says "is the sum of what it read"
says "smaller parts"
accepts attribute "${asked[@]}" --all
! grep -q "smaller parts" stdout.txt || fail "--all leaves parts out"
accepts attribute "${asked[@]}" --open decoder.layers.1.ffn
says "is the sum of what it has in its units"
accepts attribute "${asked[@]}" --open 'decoder.layers.0.cross_attn[1]' --json
says '"head": 1'
says '"name": "decoder.layers.0.cross_attn"'

# A class, a cap on the logits, an activation behind the last stack.
accepts attribute --model "$goldens/families/bert-classifier" 'classifier.scores[0,1]'
says "keeps its ratio"
accepts lens --model "$goldens/families/bert-classifier" 'classifier.scores[0,1]'
accepts attribute --model "$goldens/families/gemma2" --text 'the black cat' 'logits[0,1,7]'
says "before the cap of the logits"
accepts attribute --model "$goldens/families/bert" 'logits[0,1,7]'
says "keeps its ratio"

accepts heads "${translation[@]}"
says "induction"
accepts heads "${translation[@]}" --json
says '"chance"'
accepts heads "${translation[@]}" --format csv
says "decoder.layers.1.cross_attn,3,diagonal,"
accepts circuits --sample translation
says "Composition"
accepts circuits --sample translation --json
says '"kind": "Q"'
accepts circuits --sample translation --format csv
says "decoder.layers.0.self_attn,0,decoder.layers.1.self_attn,0,Q,"
accepts circuits --sample navigation
says "no head reads what another one of its stack writes"

# Numbers of the model's own sentences, put into a run of other ones: as in PyTorch (tests/core/why), and nothing where they are the
# same.
corrupted=$(sed -E 's/.*"corrupted": (\{[^}]*\}).*/\1/' "$goldens/translation/why.json")
echo "$corrupted" >other.json
cp -r "$goldens/translation" trained && cp trained/trained.safetensors trained/model.safetensors
patched=(patch --model trained --batch "$goldens/translation/batch.json" 'logits[3,2,3]' --against '#12')
accepts "${patched[@]}" --corrupted other.json
says ": 6.7868 in the clean run and 3.8567 in the corrupted one"
says "places that change it less"
accepts "${patched[@]}" --corrupted other.json --json
says '"corrupted_value": 3.856'
says '"point": "decoder.layers.1.norm3"'
accepts "${patched[@]}" --corrupted other.json --metric log-probability --reverse --format csv
says "decoder.layers.1.cross_attn,,3,"
accepts "${patched[@]}" --corrupted "$goldens/translation/batch.json" --format csv
awk -F, 'NR > 1 { d = $4 - 6.78681666; if (d < -2e-4 || d > 2e-4) exit 1; ++n } END { exit n == 0 }' stdout.txt ||
  fail "the same numbers change something"
accepts ablate --model trained --batch "$goldens/translation/batch.json"
says "With zeros in place of one head"
accepts ablate --model trained --batch "$goldens/translation/batch.json" --json
says '"metric": "loss"'
accepts ablate "${asked[@]}" --against '#12' --format csv
says "decoder.layers.1.cross_attn,3,"

echo '{"src": [[2, 4, 3]], "tgt": [[2, 4]], "labels": [[4, 3]]}' >short.json
refuses "both runs need one shape" "${patched[@]}" --corrupted short.json
echo '{"src": [[2, 4, 3]], "tgt": [[2, 4]]}' >unlabelled.json
refuses "the batch has no labels" ablate --model trained --batch unlabelled.json
refuses "a batch has no labels" patch --model trained --batch unlabelled.json 'logits[0,1,3]' --corrupted short.json --metric loss
refuses "what can be asked about is logits" attribute --sample translation 'memory[0,2,3]'
refuses "the last vocabulary is" lens --sample translation 'logits[0,2,300]'
refuses "neither a word of this model nor # and an id" attribute "${asked[@]}" --against nothing
refuses "neither a word of this model nor # and an id" attribute "${asked[@]}" --against '#99'
refuses "has no head 9" attribute "${asked[@]}" --open 'decoder.layers.1.cross_attn[9]'
refuses "adds nothing to this answer by itself" attribute "${asked[@]}" --open encoder.layers.0.ffn
refuses "has no logits" lens --sample two-heads 'logits[0,0,0]'
refuses "no circuits" circuits --sample two-heads
refuses "has no tokens" heads --sample two-heads
refuses "has no logits" attribute --sample two-heads 'logits[0,0,0]'
