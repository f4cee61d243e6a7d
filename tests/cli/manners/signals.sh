# Whenever a signal comes, either the old file or the new one is there, complete, and nothing next to it. Whatever SIGKILL leaves
# is removed when the next file is written there. Tries each signal at random moments with each way of writing: 8 times, or as
# often as the first argument says.
source "$(dirname "$0")/../check.bash"
trials=${1:-8}
RANDOM=${2:-1}
declare -A count

# Runs "$VITRINE" ARGS… and sends it a signal at a random moment within its usual time ($usual milliseconds); with `twice`, often
# a second one soon after. Leaves the exit status in $code.
exec {silence}<> <(:)
waits() { read -rt "$(($1 / 1000000)).$(printf "%06d" $(($1 % 1000000)))" -u "$silence"; }  # MICROSECONDS
signalled() { # SIGNAL once|twice ARGS…
  local signal=$1 often=$2
  shift 2
  env --default-signal=INT,HUP "$VITRINE" "$@" >stdout.txt 2>stderr.txt &
  pid=$!
  waits $((usual * 11 * (RANDOM % 100) + RANDOM % 1000))
  kill "-$signal" "$pid" 2>/dev/null
  if [[ $often == twice ]] && ((RANDOM % 2)); then
    waits $((usual * 5 * (RANDOM % 100) + RANDOM % 1000))
    kill "-$signal" "$pid" 2>/dev/null
  fi
  code=0
  wait "$pid" 2>/dev/null || code=$?
  ((code == 0 || code == 128 + $(kill -l "$signal"))) || fail "exit $code after $signal: $*: $(<stderr.txt)"
  count[$signal,$((code > 0))]=$((${count[$signal,$((code > 0))]:-0} + 1))
}

# How long a command takes, in milliseconds: $usual.
measures() {
  local start=$EPOCHREALTIME
  "$VITRINE" "$@" >/dev/null 2>stderr.txt || fail "exit $? of: $*: $(<stderr.txt)"
  local end=$EPOCHREALTIME
  usual=$(((${end/./} - ${start/./}) / 1000 + 1))
}

# clean WHERE SIGNAL: no temporary file and no lock is left. After KILL, they are only counted.
leftovers() { find "$1" -name '.vitrine-*' -o -name '*.lock'; }
clean() {
  [[ -n $(leftovers "$1") ]] || return 0
  [[ $2 == KILL ]] || fail "after $2: $(leftovers "$1")"
  count[$2,left]=$((${count[$2,left]:-0} + 1))
}

# writes_whole NAME OLD ARGS…: a command writes one file, --out NAME/file, whose old content is OLD.
writes_whole() {
  local name=$1 old=$2
  shift 2
  mkdir "$name"
  measures "$@" --out "$name/file"
  cp "$name/file" "$name.new"
  for signal in INT TERM HUP KILL; do
    for ((trial = 0; trial < trials; ++trial)); do
      cp "$old" "$name/file"
      signalled "$signal" once "$@" --out "$name/file"
      cmp -s "$name/file" "$old" || cmp -s "$name/file" "$name.new" || fail "$name: neither old nor new after $signal"
      ((code > 0)) || cmp -s "$name/file" "$name.new" || fail "$name: the end is reached, but the file is the old one"
      clean "$name" "$signal"
    done
  done
  "$VITRINE" "$@" --out "$name/file" >/dev/null 2>&1 || fail "$name: nothing can be written after it all"
  [[ $(ls -A "$name") == file ]] || fail "$name: the next file leaves there: $(ls -A "$name")"
}

echo "an old file" >old.txt
for i in {1..3000}; do echo "the story of number $i has $((i * 7919 % 1000)) words and $((i * 104729 % 977)) lines"; done >corpus.txt
writes_whole json old.txt trace --sample translation --format json
writes_whole npz old.txt trace --sample translation --format npz
writes_whole tokens old.txt train-tokenizer --corpus corpus.txt --vocab-size 2000 --overwrite

# Whatever happens to a training, after so many steps its model is that of ref-N, bit by bit.
model=(--task reverse --d-model 64 --heads 2 --layers 2 --d-ff 128)
for steps in 1 2 3 4 5; do
  "$VITRINE" train "${model[@]}" --steps "$steps" --out "ref-$steps" >stdout.txt 2>stderr.txt || fail "ref-$steps: $(<stderr.txt)"
done
files=$(ls -A ref-2)

# checkpoint FOLDER SIGNAL: its files are complete and of the same step, and the training continues as if nothing had happened.
checkpoint() {
  local folder=$1 signal=$2 steps
  steps=$(grep -ao '"steps":"[0-9]*"' "$folder/training.safetensors" | tr -dc 0-9)
  if [[ $signal != KILL ]]; then  # SIGKILL may leave some files renamed and others not, each of them complete
    cmp -s "$folder/model.safetensors" "ref-$steps/model.safetensors" || fail "$folder: not the model of step $steps after $signal"
    [[ $(ls -A "$folder") == "$files" ]] || fail "$folder: its files after $signal: $(ls -A "$folder")"
  fi
  "$VITRINE" train --resume "$folder" --steps 5 >stdout.txt 2>stderr.txt || fail "after $signal $folder: $(<stderr.txt)"
  cmp -s "$folder/model.safetensors" ref-5/model.safetensors || fail "$folder: training does not go on from what $signal left"
  [[ $(ls -A "$folder") == "$files" ]] || fail "$folder: the next training leaves there after $signal: $(ls -A "$folder")"
}

measures train "${model[@]}" --steps 4 --out measured
for signal in INT TERM HUP KILL; do
  for ((trial = 0; trial < trials; ++trial)); do
    rm -rf going-on && cp -r ref-2 going-on
    signalled "$signal" twice train --resume going-on --steps 4
    clean going-on "$signal"
    checkpoint going-on "$signal"

    rm -rf model
    signalled "$signal" twice train "${model[@]}" --steps 4 --out model
    clean . "$signal"
    if [[ -e model/training.safetensors ]]; then
      checkpoint model "$signal"
    elif [[ $signal != KILL ]]; then
      [[ ! -e model ]] || fail "after $signal a new folder is left, without a model: $(ls -AR model)"
    else
      "$VITRINE" train "${model[@]}" --steps 4 --out model --overwrite >stdout.txt 2>stderr.txt || fail "after KILL: $(<stderr.txt)"
      [[ $(ls -A model) == "$files" ]] || fail "after KILL the next training leaves: $(ls -A model)"
    fi
  done
done

# A folder belongs to one training until that ends, however it ends.
cp -r ref-2 shared && ln -s shared linked
for signal in INT KILL; do
  starts_training --resume shared --steps 100000000
  refuses "shared: another training is writing to this folder" train --resume shared --steps 5
  refuses "shared: another training is writing to this folder" train "${model[@]}" --steps 5 --out shared --overwrite
  refuses "linked: another training is writing to this folder" train "${model[@]}" --steps 5 --out linked --overwrite
  kill "-$signal" "$pid"
  code=0
  wait "$pid" 2>/dev/null || code=$?
  ((code == 128 + $(kill -l "$signal"))) || fail "exit $code after $signal of the first training"
  [[ $signal == KILL ]] || clean shared "$signal"
  steps=$(grep -ao '"steps":"[0-9]*"' shared/training.safetensors | tr -dc 0-9)
  "$VITRINE" train --resume shared --steps $((steps + 1)) >stdout.txt 2>stderr.txt || fail "after $signal: $(<stderr.txt)"
  [[ $(ls -A shared) == "$files" ]] || fail "after $signal the next training leaves: $(ls -A shared)"
done

# A session's lock is removed, too.
mkdir visit
for signal in INT TERM HUP; do
  printf "wait 10000\n%.0s" {1..100} | env --default-signal=INT,HUP "$VITRINE" drive - --sample navigation --session visit/session.json >stdout.txt 2>&1 &
  pid=$!
  for _ in {1..200}; do
    [[ -e visit/session.json.lock ]] && break
    sleep 0.02
  done
  [[ -e visit/session.json.lock ]] || fail "a visit has no lock: $(<stdout.txt)"
  kill "-$signal" "$pid"
  code=0
  wait "$pid" 2>/dev/null || code=$?
  ((code == 128 + $(kill -l "$signal"))) || fail "exit $code of a visit after $signal"
  [[ -z $(ls -A visit) ]] || fail "a visit leaves after $signal: $(ls -A visit)"
done

for signal in INT TERM HUP KILL; do
  echo "$signal: ended by it ${count[$signal,1]:-0}, at the end before ${count[$signal,0]:-0}; something left ${count[$signal,left]:-0}"
done
((${count[KILL,left]:-0} > 0)) || fail "SIGKILL came never while a file was half written: the test tests nothing"
finish
