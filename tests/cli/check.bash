# What the tests of the command line share. $VITRINE is the program, $VITRINE_TEST_DATA the folder tests/.
set -uo pipefail
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# accepts ARGS…: the program ends well and has nothing to say on stderr. Its results are left in stdout.txt.
accepts() {
  "$VITRINE" "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: $*"
  [[ ! -s stderr.txt ]] || fail "on stderr of: $*: $(<stderr.txt)"
}

# untimed FILE: a training's log without how fast each step was.
untimed() { sed -E 's/,"tokens_per_second":[0-9]+//' "$1"; }

# differs ARGS…: two runs are compared and differ, which is exit 1, and nothing to be said on stderr.
differs() {
  local code=0
  "$VITRINE" "$@" >stdout.txt 2>stderr.txt || code=$?
  ((code == 1)) || fail "exit $code instead of 1 of: $*"
  [[ ! -s stderr.txt ]] || fail "on stderr of: $*: $(<stderr.txt)"
}

# refuses TEXT ARGS…: the program exits with 2 and says one line on stderr, with TEXT in it, and nothing on stdout. The line is left in
# ${said[0]}.
refuses() {
  local text=$1 code=0
  shift
  "$VITRINE" "$@" >stdout.txt 2>stderr.txt || code=$?
  ((code == 2)) || fail "exit $code instead of 2 of: $*"
  [[ ! -s stdout.txt ]] || fail "something on stdout of: $*"
  mapfile -t said <stderr.txt
  ((${#said[@]} == 1)) || fail "not one line on stderr of: $*: $(<stderr.txt)"
  [[ ${said[0]:-} == "vitrine: "*"$text"* ]] || fail "no '$text' in what is said to: $*: $(<stderr.txt)"
}

# says TEXT: what the last command printed has it.
says() {
  grep -qF -- "$1" stdout.txt || fail "no '$1' in the output"
}

# starts_training ARGS…: training runs in the background, as process $pid, and has begun when this returns.
starts_training() {
  rm -f stderr.txt
  "$VITRINE" train "$@" >stdout.txt 2>stderr.txt &
  pid=$!
  for _ in {1..200}; do
    [[ -s stderr.txt ]] && break
    sleep 0.02
  done
  sleep 0.1
}

# trains ARGS…: a training ends well; what it has to say on stderr is its progress.
trains() {
  "$VITRINE" train "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: train $*: $(<stderr.txt)"
}

# number FILE KEY: a number of a JSON object itself, not of what is in it.
number() { sed -nE "s/^  \"$2\": ([^,]*),?$/\1/p" "$1"; }

finish() {
  ((failures == 0))
  exit
}
