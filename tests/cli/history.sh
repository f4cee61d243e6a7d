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
refuses "it has no history" explain --sample navigation --moment 3 'loss[0]'
refuses "--moment goes with --model and --sample only" explain --config whole/config.json --moment 3 'loss[0]'
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

# If the history is damaged, only the history is lost: training continues from training.safetensors to the same numbers, and the
# file is kept.
trains --resume whole --steps 70 --out seventy
trains --resume cut --steps 70
same cut seventy
[[ $(grep -c "history is lost\|history up to step 60 is lost" stderr.txt) == 1 ]] || fail "of a lost history it says: $(<stderr.txt)"
grep -qF "cut/history.safetensors" stderr.txt || fail "the damaged file is not named: $(<stderr.txt)"
[[ $(stat -c %s cut/history.safetensors.damaged) == 100000 ]] || fail "the damaged history is gone: $(ls cut)"
accepts history cut --json
says '"steps": 70'
cp -r whole elsewhere
truncate -s 100000 elsewhere/history.safetensors
trains --resume elsewhere --steps 70 --out else --overwrite
same else seventy
[[ $(stat -c %s elsewhere/history.safetensors) == 100000 ]] || fail "a damaged history was touched from another folder"
refuses "elsewhere/history.safetensors" train --resume elsewhere --moment 20 --steps 70

# A picture of the view Train shows the training of the folder, and begins no other.
accepts render --model whole --view train --size 1280x800 --out trained.svg
grep -q '>60<' trained.svg || fail "the picture of a training does not have its 60 steps"
grep -q 'saved; Train' trained.svg || fail "the picture does not say that the training is saved"
"$VITRINE" render --model short --view train --size 1280x800 --out short.svg 2>stderr.txt || fail "no picture without a history"
grep -q '^vitrine: .*short: the training of 20 steps kept no history' stderr.txt || fail "without a history it says: $(<stderr.txt)"
grep -q 'no history was kept' short.svg || fail "the picture does not say that there is no history"
grep -q '>20<' short.svg || fail "the picture does not say how many steps were taken"
accepts render --model short --view train --train-steps 2 --size 1280x800 --out two.svg
grep -q '>2<' two.svg || fail "--train-steps 2 takes no two steps"

# Without --history, no moments of a replaced model remain.
trains --task reverse "${quick[@]}" --steps 2 --out part --overwrite
[[ ! -e part/history.safetensors ]] || fail "the history of another training is still there"
finish
