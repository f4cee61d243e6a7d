# A model that is a single attention: what can be shown of it, and what needs a whole Transformer.
source "$(dirname "$0")/check.bash"

accepts trace --sample two-heads
says "attention.query_input [batch 1, position 1, feature 4]"
says "    key 3  0.9000  1.0000  1.1000  1.2000"
says "    query 1  18.0109  18.9065  39.7000  40.6000"
if grep -q "src.tokens\|logits" stdout.txt; then fail "the listing has tensors of a Transformer"; fi
accepts trace --sample two-heads --format json --only 'attention.weights'
accepts explain --sample two-heads 'attention.scores[0,0,0,2]'
says "sum                       +13.6436"
accepts explain --sample two-heads 'attention.mask[0,0,0,1]'
accepts transcript --sample two-heads --step 7
says "Queries: query 1"
says "Keys and values: key 1 key 2 key 3"
accepts render --sample two-heads --view attention --size 1280x800 --out attention.png

refuses "two-heads: this is one attention alone: it has no decoder" generate --sample two-heads --text "key 1"
refuses "without them there is no loss" trace --sample two-heads --gradients gradients.npz
refuses "without them there is no loss" explain --sample two-heads 'attention.scores[0,0,0,2]' --gradient
refuses "this model's configuration has no dropout" trace --sample two-heads --dropout-seed 1

# A folder with this model gives the same model. Commands that need learning or words refuse it.
mkdir -p folder
printf '{"architecture": "attention", "d_model": 4, "nhead": 2, "src_vocab_size": 3, "tgt_vocab_size": 1}' >folder/config.json
accepts params --config folder/config.json
says "attention.in_proj_weight   12×4"
says "attention.in_proj_bias       12"
"$VITRINE" trace --config folder/config.json --seed 3 --only attention.merged >stdout.txt 2>stderr.txt || fail "drawn vectors"
grep -q "the vectors are random" stderr.txt || fail "no note about drawn vectors"
refuses "it has without labels there is no loss, and so nothing to learn" train --task copy --config folder/config.json --out trained

# Keys that it has no use for are refused by name, and so are other architectures.
refuse_configuration() {
  printf '%s' "$2" >config.json
  refuses "$1" params --config config.json
}
refuse_configuration "'dim_feedforward' does not apply to an attention alone" \
  '{"architecture": "attention", "d_model": 4, "nhead": 2, "src_vocab_size": 3, "tgt_vocab_size": 1, "dim_feedforward": 8}'
refuse_configuration "'d_model' 5 is not divisible by 'nhead' 2" \
  '{"architecture": "attention", "d_model": 5, "nhead": 2, "src_vocab_size": 3, "tgt_vocab_size": 1}'
refuse_configuration "'architecture' is \"neither\", it must be one of \"transformer\", \"decoder\", \"encoder\", \"attention\"" \
  '{"architecture": "neither", "d_model": 4, "nhead": 2, "src_vocab_size": 3, "tgt_vocab_size": 1}'

# Vectors that do not fit are refused, and the message names their field.
printf '{"src": [["key 1"]], "tgt": [["query 1"]], "query": [[[1, 2, 3, 4]]], "key": [[[1, 2, 3]]], "value": [[[1, 2, 3, 4]]]}' >narrow.json
refuses "'key' is 1×1×3, it must be 1 × 1 × 4" trace --sample two-heads --batch narrow.json
printf '{"src": [["key 1"]], "tgt": [["query 1"]], "query": [[[1, 2, 3, 4]]], "key": [[[1, 2, 3, 4]]]}' >without.json
refuses "'value' is missing" trace --sample two-heads --batch without.json
printf '{"src": [["key 1"]], "tgt": [["query 1"]], "query": [1], "key": [[[1]]], "value": [[[1]]]}' >flat.json
refuses "'query' must be a list of sentences, each of them a list of vectors" trace --sample two-heads --batch flat.json
printf '{"src": [["key 3", "key 1"]], "tgt": [["query 1"]], "query": [[[1, 0, 0, 0]]], "key": [[[1, 2, 3, 4], [0, 0, 0, 1]]], "value": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}' >own.json
accepts trace --sample two-heads --batch own.json --only 'attention.key_input'
says "key 3  1.0000  2.0000  3.0000  4.0000"
differs compare --sample two-heads --against-batch own.json
refuses "is not a known key; there are src, tgt, labels" trace --sample navigation --batch own.json
finish
