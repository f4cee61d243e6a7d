# A training from the window: it is saved, opened again, shown at earlier moments, and continued, in the window and without it.
source "$(dirname "$0")/../check.bash"

# save_as FOLDER: the lines of a script that save the model in the window.
save_as() {
  printf '%s\n' "click top/menu" "click menu/file" "click menu/file/save-model" "click save/path" "key ctrl+a" "type $PWD/$1" \
    "key enter" "wait 20" "expect message \"Saved to $PWD/$1\""
}

cat > save.drive <<SCRIPT
key 4
click train/from/new-model
click train/task
click train/task/reverse
train 40
wait 20
$(save_as saved)
SCRIPT
accepts drive save.drive --sample translation
[[ -s saved/training.safetensors && -s saved/history.safetensors ]] || fail "the training was not saved whole"
accepts history saved
says "40 steps, "
accepts explain --update 'fc_out.weight[2,3]' --model saved
says "step 41"
trains --resume saved --steps 60 --out further
accepts evaluate --model further

# In the window: opened without training, an earlier moment is shown, and training goes on from it.
cat > go-on.drive <<SCRIPT
drop $PWD/saved
wait 30
key 4
wait 30
expect time/title "moments saved"
expect train "saved; Train continues from step 40"
hover time/track
drag time/track -120 0
wait 20
screenshot moment.png
expect train "saved; Train continues from step"
expect top/sample "saved, step"
click time/go-on
wait 40
expect-state /training/playing false
expect-state /time/at null
expect time/title "moments saved"
expect-no-cut-text
expect-no-overlap
train 25
wait 20
$(save_as gone-on)
SCRIPT
accepts drive go-on.drive --sample translation
cat > button.drive <<SCRIPT
drop $PWD/saved
wait 30
key 4
wait 30
drag time/track -300 0
wait 20
click time/mark/14
wait 20
expect train "saved; Train continues from step 14"
click train/step
wait 40
expect-state /training/now/steps 15
expect time/title "16 moments saved"
SCRIPT
accepts drive button.drive --sample translation
accepts history gone-on
last=$(sed -n 's/^gone-on: \([0-9]*\) steps, .*/\1/p' stdout.txt)
[[ $last -gt 25 ]] || fail "gone on to step $last"
# The command line continues the same training, bit for bit.
trains --resume saved --moment $((last - 25)) --steps "$last" --out likewise
cmp -s gone-on/model.safetensors likewise/model.safetensors || fail "the window and the command line go on differently"
finish
