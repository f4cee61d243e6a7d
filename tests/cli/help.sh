# --help explains the program and every subcommand with an example, on stdout; --version says the version.
source "$(dirname "$0")/check.bash"

accepts --help
says "Example"
subcommands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' stdout.txt)
for expected in trace params samples train-tokenizer tokenize doctor bench; do
  grep -qx "$expected" <<<"$subcommands" || fail "--help does not list $expected"
done
for subcommand in $subcommands; do
  accepts "$subcommand" --help
  says "Example"
  says "vitrine $subcommand"
  awk 'length($0) > 160 {exit 1}' stdout.txt || fail "a very long line in the help of $subcommand"
done

accepts --version
grep -qE '^vitrine [0-9]+\.[0-9]+\.[0-9]+$' stdout.txt || fail "--version: $(<stdout.txt)"
finish
