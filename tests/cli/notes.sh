# What was not taken as it stood is told on stderr, a line each, and the results are on stdout all the same.
source "$(dirname "$0")/check.bash"

# notes TEXT ARGS…: the program ends well and says one line on stderr, a note with TEXT in it.
notes() {
  local text=$1
  shift
  "$VITRINE" "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: $*"
  [[ $(<stderr.txt) == "vitrine: note: "*"$text"* ]] || fail "no note '$text' of: $*: $(<stderr.txt)"
  (($(wc -l <stderr.txt) == 1)) || fail "not one line on stderr of: $*: $(<stderr.txt)"
}

printf 'I am a plumber\tJe suis\n' >batch.tsv
notes "batch.tsv: 'plumber' is not in the source vocabulary, read as <unk>" trace --sample translation --batch batch.tsv
says "I am a <unk>"
notes "random tokens" trace --config "$VITRINE_TEST_DATA/goldens/navigation/config.json" --only loss
notes "random tokens" render --config "$VITRINE_TEST_DATA/goldens/navigation/config.json" --size 800x600 --out picture.png
finish
