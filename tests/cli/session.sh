# A session comes back as it was left. A broken one, or one whose model is gone, is reported in one line, and nothing is lost.
source "$(dirname "$0")/check.bash"

visit() { accepts drive - --sample navigation --size 1280x800 --session session.json; }

visit <<'SCRIPT'
click view/tensors
click tensors/list/decoder.layers.0.cross_attn.scores
click tensor/decoder.layers.0.cross_attn.scores 1 2 0 1
key x
theme light
scale 1.25
SCRIPT
[[ -s session.json ]] || fail "no session was kept"

# Without a model on the command line, the session's model is opened.
accepts drive - --size 1600x1000 --session session.json <<'SCRIPT'
expect-state /model navigation
expect-state /view tensors
expect-state /tabs/kept ["tensors"]
expect-state /selection/tensor decoder.layers.0.cross_attn.scores
expect-state /selection/cell [1,2,0,1]
expect-state /altered/silenced/0/head 2
expect-state /theme light
expect-state /scale 1.25
expect-no-cut-text
SCRIPT

# A model on the command line has precedence; only the session's looks are used.
cp session.json before.json
accepts drive - --sample translation --session session.json <<'SCRIPT'
expect-state /model translation
expect-state /view map
expect-state /tabs/kept ["tensors"]
expect view/tensors Tensors
expect-not view/tensors axes
expect-state /altered null
expect-state /theme light
SCRIPT
cp before.json session.json

# A model that is gone.
sed -i 's|"sample": "navigation"|"folder": "/no/such/folder"|' session.json
accepts drive - --session session.json <<'SCRIPT'
expect message /no/such/folder
expect-state /model english-french
expect-state /view tensors
expect-state /selection/cell [1,2,0,1]
expect-state /altered null
SCRIPT
grep -q /no/such/folder session.json.kept || fail "what could not be restored was not kept"

# Edits that do not fit the model.
sed 's|"decoder.layers.0.cross_attn"|"decoder.layers.9.cross_attn"|' before.json >session.json
accepts drive - --session session.json <<'SCRIPT'
expect message decoder.layers.9.cross_attn
expect-state /altered null
expect-state /view tensors
SCRIPT
grep -q decoder.layers.9 session.json.kept-2 || fail "what could not be restored was not kept"

# Two compared runs, edits that were left behind, and choices come back. A seed is restored with all its digits.
accepts drive - --sample translation --size 1280x800 --session more.json <<'SCRIPT'
click outline/decoder.layers.1.cross_attn.weights
key x
click top/sample
click top/sample/navigation
key p
click outline/decoder.layers.0.cross_attn.weights
key x
key shift+d
key 9
click design/heads
click design/norm/before
click view/train
click train/from/new-model
click train/task
click train/task/copy
click train/d_model/more
train 1
click view/design
click top/menu
click menu/run
click menu/run/leave-training
SCRIPT
accepts drive - --size 1280x800 --session more.json <<'SCRIPT'
expect-state /model navigation
expect-state /comparison/a navigation, as opened
expect-state /comparison/side difference
expect-state /altered/silenced/0/attention decoder.layers.0.cross_attn
expect-state /design/shown norm
expect-state /design/variant "pre-norm, all weights drawn from seed 1"
expect-state /training/task copy
expect-state /training/settings/d_model 64
expect-state /left/0/model/sample translation
click top/sample
click top/sample/translation
key ctrl+z
expect-state /altered/silenced/0/attention decoder.layers.1.cross_attn
SCRIPT
sed -i 's|"seed": 1$|"seed": 4294967299|' more.json
accepts drive - --sample navigation --size 1280x800 --session more.json <<'SCRIPT'
key ctrl+z
key 9
expect design-model "all weights drawn from seed 4294967299"
click design/seed/more
expect design-model "all weights drawn from seed 4294967300"
click design/seed/less
expect design-model "all weights drawn from seed 4294967299"
SCRIPT

# A session that another window keeps is left alone.
if command -v flock >/dev/null; then
  exec 9>session.json.lock
  flock 9
  refuses "session.json: another window is using this session" drive - --session session.json </dev/null
  exec 9>&-
fi

# Files from other programs.
printf '{"version": 1, "place": {"view": "kitchen"}}' >broken.json
refuses "broken.json: 'place': 'view' is \"kitchen\"" drive - --sample navigation --session broken.json </dev/null
grep -q kitchen broken.json || fail "the broken session was changed"
printf '{"version": 7}' >newer.json
refuses "newer.json: 'version' is 7" drive - --sample navigation --session newer.json </dev/null
printf 'not json' >text.json
refuses "text.json: " drive - --sample navigation --session text.json </dev/null
refuses "--session: there is no folder no/such" drive - --sample navigation --session no/such/session.json </dev/null
[[ ! -e no ]] || fail "the folder of a session was made"
# Without a home folder, no session is kept and no folder is made. (Mesa would make one for its shaders.)
home() { env -u XDG_STATE_HOME HOME="$1" MESA_SHADER_CACHE_DISABLE=true "$VITRINE" doctor | sed -n 's/^state *//p'; }
[[ $(home "$PWD/nobody") == "nowhere: there is no home folder $PWD/nobody" ]] || fail "without a home folder: $(home "$PWD/nobody")"
mkdir somebody
[[ $(home "$PWD/somebody") == "$PWD/somebody/.local/state/vitrine: "* ]] || fail "in a home folder: $(home "$PWD/somebody")"
[[ ! -e nobody && -z $(ls -A somebody) ]] || fail "asking has made a folder"
mkdir folder.json
refuses "folder.json" drive - --sample navigation --session folder.json </dev/null
# A training is kept with the session, in a folder next to it. The next start shows it at the same step and continues it bit for
# bit, and so does the command line.
keep() { accepts drive - --sample translation --size 1280x800 --session "$1.json"; }
same_weights() { cmp -s "$1/model.safetensors" "$2/model.safetensors" || fail "the weights of $1 and $2 differ"; }
keep whole <<<$'view train\ntrain 40'
keep halves <<<$'view train\ntrain 25'
(($(grep -c . <(ls halves.json.training)) > 4)) || fail "no training was kept: $(ls)"
"$VITRINE" train --resume halves.json.training --steps 40 --out further --quiet || fail "the command line cannot go on"
same_weights further whole.json.training
accepts drive - --size 1280x800 --session halves.json <<'SCRIPT'
expect-state /view train
expect-state /training/shown true
expect-state /training/now/steps 25
expect message "The training is where you left it, after 25 steps."
train 15
SCRIPT
same_weights halves.json.training whole.json.training
# A model on the command line has precedence; the training waits.
accepts drive - --sample navigation --session halves.json <<'SCRIPT'
expect-state /model navigation
expect-state /training/shown false
expect-state /training/now/steps 40
SCRIPT
same_weights halves.json.training whole.json.training
# If only the history is damaged, the training continues without it and says so, and the file is kept.
cp halves.json cracked.json
cp -r halves.json.training cracked.json.training
head -c 1000 cracked.json.training/history.safetensors >cut-off && mv cut-off cracked.json.training/history.safetensors
accepts drive - --session cracked.json <<'SCRIPT'
expect-state /training/now/steps 40
expect message "a saved training is continued, but its history is lost: "
expect message "cracked.json.training/history.safetensors"
view train
train 10
expect-state /training/now/steps 50
SCRIPT
[[ $(stat -c %s cracked.json.training.kept/history.safetensors) == 1000 ]] || fail "the damaged history was not kept"
"$VITRINE" train --resume halves.json.training --steps 50 --out fifty --quiet || fail "the command line cannot go on to 50 steps"
same_weights cracked.json.training fifty
# A damaged training is reported, does not prevent the start, and is not deleted.
head -c 1000 halves.json.training/training.safetensors >cut-off && mv cut-off halves.json.training/training.safetensors
accepts drive - --session halves.json <<'SCRIPT'
expect-state /model navigation
expect message "a saved training cannot be continued: "
expect message "halves.json.training/training.safetensors"
view train
train 2
SCRIPT
[[ $(stat -c %s halves.json.training.kept/training.safetensors) == 1000 ]] || fail "what could not be read was not kept"
accepts drive - --session halves.json <<<'expect-state /training/now/steps 2'
# If the training cannot be kept, that is an error, but the session is still saved.
cp -r halves.json.training before
code=0
(ulimit -f 4 && "$VITRINE" drive - --session halves.json <<<$'train 3\ntheme light') >stdout.txt 2>stderr.txt || code=$?
((code == 2)) || fail "exit $code where a training is lost"
grep -q "The training of 5 steps cannot be saved: .*halves.json.training" stderr.txt || fail "a training is lost without a word: $(<stderr.txt)"
diff -r before halves.json.training >difference || fail "the training that was kept before: $(<difference)"

finish
