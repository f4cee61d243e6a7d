# Results go to stdout and nowhere else; what cannot be written is an error; a reader who has seen enough is not.
source "$(dirname "$0")/check.bash"

for subcommand in trace params; do
  accepts "$subcommand" --sample navigation
  [[ -s stdout.txt ]] || fail "$subcommand prints nothing"
done

for arguments in "trace --sample navigation" "trace --sample navigation --format json" "params --sample navigation" samples doctor bench \
  --help "trace --help" --version; do
  # shellcheck disable=SC2086
  "$VITRINE" $arguments >/dev/full 2>stderr.txt && fail "a full disk goes unnoticed by: $arguments"
  grep -q "standard output cannot be written" stderr.txt || fail "of a full disk '$arguments' says: $(<stderr.txt)"
  # shellcheck disable=SC2086
  [[ -z $("$VITRINE" $arguments 2>&1 >closed.txt | head -1) ]] || fail "$arguments says something on stderr"
done
refuses "/dev/full" trace --sample navigation --out /dev/full

for format in text json; do
  { "$VITRINE" trace --sample translation --format "$format" 2>stderr.txt; } | head -1 >first-line.txt
  [[ -s first-line.txt && ! -s stderr.txt ]] || fail "trace as $format | head -1 says: $(<stderr.txt)"
  # The same where the caller has broken pipes ignored.
  (trap '' PIPE; "$VITRINE" trace --sample translation --format "$format" 2>stderr.txt) | head -1 >/dev/null
  [[ ! -s stderr.txt ]] || fail "with SIGPIPE ignored trace as $format | head -1 says: $(<stderr.txt)"
done

# A file keeps what it had where writing the new one fails.
echo before >kept.txt
refuses "'*.wieghts'" trace --sample navigation --only '*.wieghts' --out kept.txt
(
  ulimit -f 8
  refuses "kept.txt: cannot be written: " trace --sample navigation --format npz --out kept.txt
  ((failures == 0))
) || fail "a full disk under an archive"
refuses "/dev/null: not a regular file" trace --sample navigation --format npz --out /dev/null
[[ $(<kept.txt) == before ]] || fail "a failed trace has changed its file"
[[ -z $(find . -name '.vitrine-*') ]] || fail "temporary files are left: $(find . -name '.vitrine-*')"
finish
