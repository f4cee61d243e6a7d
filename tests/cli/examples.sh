# Every example of every --help runs as it is written; training takes fewer steps. Those of the documents: documents/.
source "$(dirname "$0")/check.bash"
source "$(dirname "$0")/given.bash"

vitrine() { "$VITRINE" "$@"; }
less() { cat; }
mkdir given
(cd given && make_given) >given.txt 2>&1 || fail "nothing to show examples with: $(<given.txt)"

# runs COMMAND: in a folder of its own, with what is given; what it is to write is not there yet.
count=0
runs() {
  local line=$1 out code=0
  line=$(sed -E 's/--steps [1-9][0-9]*/--steps 40/' <<<"$line")
  if [[ $line == "vitrine train "* && $line != *"--steps "* && $line != *"--epochs "* ]]; then line+=" --steps 40"; fi
  count=$((count + 1))
  rm -rf shown && cp -r given shown
  out=$(sed -nE 's/.*--out ([^ ]+).*/\1/p' <<<"$line")
  (
    cd shown || exit
    if [[ -n $out ]]; then rm -rf "./${out:?}" && mkdir -p "$(dirname "$out")"; fi
    set -o pipefail
    eval "$line"
  ) >stdout.txt 2>stderr.txt </dev/null || code=$?
  if ((code == 1)) && [[ $line == "vitrine compare "* ]]; then code=0; fi  # what is compared differs
  ((code == 0)) || fail "'$1' ends with $code: $(tail -n 1 stderr.txt)"
  ! grep -q '^vitrine: warning' stderr.txt || fail "'$1' warns: $(<stderr.txt)"
}

accepts --help
subcommands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' stdout.txt)
for subcommand in $subcommands; do
  accepts "$subcommand" --help
  mapfile -t examples < <(sed '1,/^Example/d' stdout.txt | sed -n 's/^  \(.*\)/\1/p')
  ((${#examples[@]} > 0)) || fail "the help of $subcommand has no example"
  for example in "${examples[@]}"; do
    # A page needs the parts that scripts/web.sh makes.
    if [[ $example == "vitrine page "* && ! -e $VITRINE_TEST_DATA/../build/web/single.html ]]; then continue; fi
    # A lesson without --check opens a window.
    [[ $example =~ ^vitrine\ lesson\ [a-z0-9-]+$ ]] || runs "$example"
  done
done
((count > 35)) || fail "only $count examples in --help"
finish
