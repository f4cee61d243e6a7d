# A training whose moments are kept: they are listed, shown, continued bit for bit, and explained.
source "$(dirname "$0")/check.bash"
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16 --dropout 0.1)
same() { cmp -s "$1/model.safetensors" "$2/model.safetensors" || fail "the models of $1 and $2 differ"; }

trains --task reverse "${quick[@]}" --steps 60 --out whole --history
accepts history whole
says "60 steps, "
says "0* 1 2 3"
says "heads after the last of these steps"
says "encoder layer 1 head 1: "
says "(n = "
accepts history whole --json
says '"step": 60'
says '"likeness": {'
says '"queries": '
accepts history whole --format csv
(($(wc -l <stdout.txt) == 61)) && says "step,loss,gradient_norm,learning_rate" || fail "the curves as a table"
refuses "--json and --format csv" history whole --json --format csv

# Continuing from a moment gives the same training, whether that moment was kept or lies between two others.
for moment in 0 7 31 59; do
  trains --resume whole --moment $moment --steps 60 --out again --overwrite
  same whole again
done
trains --resume whole --moment 25 --steps 33 --out part --overwrite
trains --resume part --steps 60
same whole part

# A moment is a model: its weights are those with which a shorter training ends.
trains --task reverse "${quick[@]}" --steps 20 --out short
weight='transformer.encoder.layers.0.linear1.weight[3,5]'
accepts explain --model whole --moment 20 "$weight" --json
at_moment=$(number stdout.txt value)
accepts explain --model short "$weight" --json
[[ -n $at_moment && $at_moment == "$(number stdout.txt value)" ]] || fail "the weight after step 20: $at_moment"
accepts render --model whole --moment 20 --out picture.png
[[ -s picture.png ]] || fail "no picture of a moment"

# The update after a moment, even if the steps up to it have to be repeated.
accepts explain --model whole --moment 20 --update "$weight" --json
says '"step": 21'
[[ $(number stdout.txt old) == "$at_moment" ]] || fail "the update begins elsewhere: $(number stdout.txt old)"
accepts explain --model whole --moment 45 --update "$weight"
says "by step 46 of the training in whole"

# What is refused.
refuses "is not kept; the nearest are" explain --model whole --moment 57 "$weight"
refuses "--moment goes with --model only" explain --sample navigation --moment 3 'loss[0]'
refuses "there is no history" history short
refuses "there is no history" explain --model short --moment 3 "$weight"
refuses "--moment" train --resume whole --moment 61 --steps 70
refuses "goes with --resume only" train --task copy --moment 3 --steps 4 --out never
cp -r whole cut
truncate -s 100000 cut/history.safetensors
refuses "cut/history.safetensors" history cut
cp -r whole newer
sed -i 's/"version":"1"/"version":"2"/' newer/history.safetensors
refuses "another version" history newer

# Without --history, no moments of a replaced model remain.
trains --task reverse "${quick[@]}" --steps 2 --out part --overwrite
[[ ! -e part/history.safetensors ]] || fail "the history of another training is still there"
finish
