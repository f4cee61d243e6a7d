# An update taken apart: the next one of the training that the folder contains, or else a first step.
source "$(dirname "$0")/check.bash"

same() { [[ -n $1 && $1 == "$2" ]] || fail "$3: '$1' is not '$2'"; }

weight='transformer.encoder.layers.0.linear1.weight[3,5]'
trains --task copy --steps 7 --d-model 16 --heads 2 --layers 1 --d-ff 32 --optimizer adamw --clip 0.5 --schedule noam --out run
accepts explain --model run --update "$weight" --json
cp stdout.txt explained.json
says '"step": 8'
says '"of": "the training in run"'
says '"optimizer": "AdamW"'
accepts explain --model run "$weight" --json
cp stdout.txt before.json
trains --resume run --steps 8
accepts explain --model run "$weight" --json
cp stdout.txt after.json
same "$(number explained.json old)" "$(number before.json value)" "the weight before the step"
same "$(number explained.json new)" "$(number after.json value)" "the weight after it"

# The text has every line of the arithmetic.
accepts explain --model run --update "$weight"
says "by step 9 of the training in run, AdamW"
says "= β₁ · m + (1 − β₁) · g"
says "min(1, limit / (‖g‖ + 10⁻⁶))"
says "= w · (1 − η · λ) + Δ"

# The options of a training that the folder contains are its own.
refuses "--lr: run holds a training, whose own options count" explain --model run --update "$weight" --lr 1

accepts explain --sample translation --update 'tgt_embedding.weight[6,0]' --optimizer sgd --lr 0.1 --momentum 0
says "by step 1 of a first step on this batch, SGD"
says "= −0.1 · "
refuses "there is no such parameter" explain --sample translation --update 'encoder.layers.0.self_attn.scores[0,0,0,0]'
refuses "the last feature is 31" explain --sample translation --update 'tgt_embedding.weight[6,40]'
refuses "--gradient and --update" explain --sample translation --update 'tgt_embedding.weight[6,0]' --gradient
refuses "--clip: only --update has use for it" explain --sample translation 'tgt_embedding.weight[6,0]' --clip 1
finish
