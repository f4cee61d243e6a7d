# --help explains the program and every subcommand with an example, on stdout; --version says the version.
source "$(dirname "$0")/../check.bash"

accepts --help
says "Example"
subcommands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' stdout.txt)
for expected in trace params samples train-tokenizer tokenize doctor bench; do
  grep -qx "$expected" <<<"$subcommands" || fail "--help does not list $expected"
done
places=
for subcommand in $subcommands; do
  accepts "$subcommand" --help
  says "Example"
  says "vitrine $subcommand"
  awk 'length($0) > 160 {exit 1}' stdout.txt || fail "a very long line in the help of $subcommand"
  # Places in words count from 1, as docs/TRACE.md has it.
  for place in --sentence --head --step; do
    meaning=$(grep -A1 -E "^  $place N( |$)" stdout.txt || true)
    [[ -z $meaning || $meaning == *"ounted from 1"* ]] || fail "$subcommand: from where does $place count?"
    places+=${meaning:+x}
  done
done

((${#places} >= 6)) || fail "places are found ${#places} times only"

accepts --version
grep -qE '^vitrine [0-9]+\.[0-9]+\.[0-9]+$' stdout.txt || fail "--version: $(<stdout.txt)"
finish
