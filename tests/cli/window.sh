# The window on a display of its own: whether a signal or its user closes it, it keeps its session and its training.
source "$(dirname "$0")/check.bash"
for program in Xvfb xdotool; do
  if ! command -v "$program" >/dev/null; then
    echo "The window is not tried: $program (on Debian: ${program,,}) is not here."
    exit 77
  fi
done
export XDG_STATE_HOME=$PWD/state
unset WAYLAND_DISPLAY
mkdir state
exec 3<> <(:)
Xvfb -displayfd 3 -screen 0 1280x800x24 >xvfb.txt 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
read -r -t 20 number <&3 || { fail "no display"; finish; }
export DISPLAY=:$number

# opens ARGS…: the window, as process $pid.
opens() {
  env --default-signal=INT,HUP "$VITRINE" "$@" >stdout.txt 2>stderr.txt &
  pid=$!
  window=$(timeout 60 xdotool search --sync --onlyvisible --class vitrine | tail -n 1)
  [[ -n $window ]] || { fail "no window: $(<stderr.txt)"; finish; }
  sleep 5
}
# ended CODE: the window ends on its own, with this exit status.
ended() {
  local code=0
  for _ in {1..150}; do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.2
  done
  kill -0 "$pid" 2>/dev/null && fail "the window does not close" && kill -9 "$pid"
  wait "$pid" 2>/dev/null || code=$?
  ((code == $1)) || fail "exit $code instead of $1 of the window: $(<stderr.txt)"
}
steps() { grep -ao '"steps":"[0-9]*"' "$1/training.safetensors" | tr -dc 0-9; }

for signal in TERM HUP INT; do
  opens --sample translation --session "$signal.json"
  xdotool key --window "$window" 4
  sleep 1
  xdotool key --window "$window" space
  sleep 4
  kill "-$signal" "$pid"
  ended $((128 + $(kill -l "$signal")))
  grep -q '"view": "train"' "$signal.json" || fail "the session as it was is not kept after $signal"
  (($(steps "$signal.json.training") > 10)) || fail "no training is kept after $signal"
  [[ ! -e $signal.json.lock ]] || fail "a lock is left after $signal"
done

# A larger interface moves its parts under a pointer that rests: a click then meets what is drawn there.
opens --sample translation --session scaled.json
xdotool mousemove --window "$window" 1187 30
sleep 1
xdotool key --window "$window" ctrl+equal
sleep 2
xdotool click 1
sleep 2
kill -TERM "$pid"
ended $((128 + $(kill -l TERM)))
grep -q '"theme": "light"' scaled.json || fail "the click did not meet the button that is drawn under the pointer: $(grep theme scaled.json)"

# Ctrl+Q during training; the next start continues it.
before=$(steps TERM.json.training)
opens --session TERM.json
xdotool key --window "$window" space
sleep 4
xdotool key --window "$window" ctrl+q
ended 0
(($(steps TERM.json.training) > before)) || fail "the training did not go on: $before steps, then $(steps TERM.json.training)"

# A session and a folder open by their names alone.
cp scaled.json mine.vitrine
opens mine.vitrine
kill -TERM "$pid"
ended $((128 + $(kill -l TERM)))
grep -q '"sample": "translation"' mine.vitrine || fail "the session's model was not opened: $(head -n 5 mine.vitrine)"
[[ ! -e state/vitrine/session.json ]] || fail "the session that was named is not the one that is kept"
"$VITRINE" train --quiet --task copy --steps 0 --out "a folder" >stdout.txt
opens "a folder"
kill -TERM "$pid"
ended $((128 + $(kill -l TERM)))
grep -q '"folder": ".*/a folder"' state/vitrine/session.json || fail "the folder was not opened: $(head -n 5 state/vitrine/session.json)"

# A window on a session that another one keeps does not keep it. It therefore asks before it drops a training, and stays until it
# is told to end.
exec 9>taken.json.lock && flock 9
opens --sample translation --session taken.json
xdotool key --window "$window" 4
sleep 1
xdotool key --window "$window" s
sleep 2
xdotool key --window "$window" ctrl+q
sleep 2
kill -0 "$pid" 2>/dev/null || fail "a training is lost without a word"
kill -TERM "$pid"
ended 2
grep -q "cannot be saved: another window is using this session" stderr.txt || fail "that a training is lost is not said: $(<stderr.txt)"
finish
