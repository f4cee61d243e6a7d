# A step as plain text: short lines, the numbers of the listing, and messages about places that do not exist.
source "$(dirname "$0")/check.bash"

accepts transcript --sample navigation --select 'encoder.layers.0.self_attn.scores[0,1,1,0]'
says "is 0.5813"
says "0.8400 × 1.0267 = 0.8625"
says "Sentence 1 of 2"

accepts transcript --sample navigation --step 1 --sentence 2
says "Step 1 of"
says "Sentence 2 of 2"
accepts transcript --sample translation --select decoder.layers.0.cross_attn.weights --head 3 --out step.txt
[[ ! -s stdout.txt ]] || fail "something on stdout beside --out"
grep -q "head 3" step.txt || fail "no head 3 in step.txt"
LC_ALL=C.UTF-8 awk 'length($0) > 80 && $0 ~ /[^ ] [^ ]/ {exit 1}' step.txt || fail "a line of more than 80 columns"

accepts transcript --sample navigation --select 'encoder.layers.0.self_attn.scores[0,1,1,0]' --gradient
says "is 0.5813"
says "The gradient of"
says "Differentiates masked[q,k]"
says "∂encoder.layers.0.self_attn.query[0, 1, 1,"
accepts transcript --sample translation --step 120
says "Step 39 of 79 backwards: ∂"
says "Makes the gradients"
accepts transcript --sample translation --step 161
says "The update of the weights"
says "first step of Adam"
refuses "--step 1000: this run has the steps 1 to" transcript --sample navigation --step 1000
refuses "--head 9: this model has the heads 1 to 3" transcript --sample navigation --head 9
refuses "--sentence 0: this batch has the sentences 1 to 2" transcript --sample navigation --sentence 0
refuses "did you mean" transcript --sample navigation --select memry
finish
