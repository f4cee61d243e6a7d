# Numbers taken apart: those of the tracking listing, what a JSON explanation holds, and what is said of cells that do not exist.
source "$(dirname "$0")/check.bash"
explain() { accepts explain --sample navigation "$@"; }

# The listing prints the scores of head 2, "suis" asking "je", as 0.5813, and the two products follow from its Q and K.
explain 'encoder.layers.0.self_attn.scores[0, 1, 1, 0]'
says "+0.5813"
says "+0.8400 × +1.0267 = +0.8625"
says "+0.0425 × -0.9482 = -0.0403"
says "0.707107"
says "encoder.layers.0.self_attn.masked_scores[0, 1, 1, 0]"

# A key's weights are the second third of the stacked ones: row D + j.
explain 'encoder.layers.0.self_attn.key[0,0,2,1]' --json
says '"kind": "sum"'
says '"path": "transformer.encoder.layers.0.self_attn.in_proj_weight"'
says '            7,'

explain 'encoder.layers.0.self_attn.masked_scores[1,0,0,2]' --json
says '"kind": "select"'
says '"value": -1000000000.0'
explain 'predictions[0,1]'
says "v=4 “student”"
explain 'decoder.layers.0.norm1.mean[0,0]' --json
says '"scale": 0.16666666666666666'
explain 'src_embedding.weight[3,1]'
says "it comes with the model"
says "src.embedding[0, 1, 1]"
explain 'decoder.layers.0.ffn.linear2[0,1,2]'
says "17 smaller"
explain --all 'decoder.layers.0.ffn.linear2[0,1,2]'
says "i=16"

# Gradients: of an activation, of a weight over all positions, of a row of a table over its tokens, and of the logits.
explain --gradient 'encoder.layers.0.self_attn.value[0,1,2,1]'
says "∂V[k,i] = Σ ∂context[q,i] · weights[q,k]"
says "∂encoder.layers.0.self_attn.context[0, 1, 1, 1] × encoder.layers.0.self_attn.weights[0, 1, 1, 2]"
says "gradients computed from it"
says "∂transformer.encoder.layers.0.self_attn.in_proj_weight["
explain --gradient 'transformer.encoder.layers.0.self_attn.in_proj_weight[7,2]'
says "∂encoder.layers.0.self_attn.key["
explain --gradient 'src_embedding.weight[3,1]'
says "over all l with this token"
explain --gradient 'logits[0,1,4]' --json
says '"goes_to"'
says '"path": "probabilities"'
says '"scale": 0.'
refuses "'src.tokens' has no gradient" explain --sample navigation --gradient 'src.tokens[0,1]'
echo '{"src": [["je", "suis", "etudiant"]], "tgt": [["<s>", "i", "am"]]}' >unlabelled.json
refuses "the batch has no labels" explain --sample navigation --batch unlabelled.json --gradient 'logits[0,1,4]'

cells() { refuses "$1" explain --sample navigation "$2"; }
cells "did you mean" 'encoder.layers.0.self_attn.score[0,1,1,0]'
cells "its indices are 4 numbers from 0" 'encoder.layers.0.self_attn.scores[0,1,1]'
cells "[batch 2, head 3, query 3, key 3]" 'encoder.layers.0.self_attn.scores[0,3,1,0]'
cells "it has no [" 'loss'
cells "'x' is no index" 'loss[x]'

# As a table: a score is the sum of its terms, and each of them the product of its two factors, divided by √d.
accepts explain --sample navigation --format csv 'encoder.layers.0.self_attn.context[0,0,0,1]'
awk -F, 'NR == 1 { exit $0 != "term,value,path,index,factor" }' stdout.txt || fail "the head of the table: $(head -1 stdout.txt)"
grep -q '^[^,]*,[^,]*,encoder.layers.0.self_attn.value,"\[0,0,0,1\]",' stdout.txt || fail "no line for a value: $(<stdout.txt)"
refuses "--format csv lists terms" explain --sample navigation --update --format csv 'fc_out.weight[0,0]'
finish
