# Results go to stdout and nowhere else. If they cannot be written, that is an error, unless the reader has stopped reading.
source "$(dirname "$0")/../check.bash"

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
  # The same if the caller ignores broken pipes.
  (trap '' PIPE; "$VITRINE" trace --sample translation --format "$format" 2>stderr.txt) | head -1 >/dev/null
  [[ ! -s stderr.txt ]] || fail "with SIGPIPE ignored trace as $format | head -1 says: $(<stderr.txt)"
done

# If a standard stream is closed, its text is dropped and never ends up in a file that is opened afterwards.
train=(train --task copy --d-model 8 --heads 2 --layers 1 --d-ff 16 --steps 3)
code=0
"$VITRINE" "${train[@]}" --out silent --log silent.jsonl >&- 2>stderr.txt || code=$?
((code == 2)) || fail "exit $code of a training without standard output"
grep -q "standard output cannot be written" stderr.txt || fail "without standard output it says: $(<stderr.txt)"
"$VITRINE" "${train[@]}" --out quiet --log quiet.jsonl >stdout.txt 2>&- <&- || fail "exit $? of a training without standard error"
says "3 steps"
[[ $(untimed silent.jsonl) == "$(untimed quiet.jsonl)" ]] || fail "the logs differ: $(diff silent.jsonl quiet.jsonl)"
! grep -qv '^{"step":' silent.jsonl || fail "more than steps in the log: $(<silent.jsonl)"
[[ -e silent/model.safetensors && -e quiet/model.safetensors ]] || fail "no model without a standard stream"

# A file keeps its contents if writing the new ones fails.
echo before >kept.txt
refuses "'*.wieghts'" trace --sample navigation --only '*.wieghts' --out kept.txt
(
  ulimit -f 8
  refuses "kept.txt: cannot be written: " trace --sample navigation --format npz --out kept.txt
  ((failures == 0))
) || fail "a full disk under an archive"
accepts trace --sample navigation --format npz --out /dev/null
refuses "/dev/full: cannot be written" trace --sample navigation --format npz --out /dev/full
# If one of several tables cannot be written, none of them is.
mkdir tables && echo before >tables/memory.csv
(
  ulimit -f 8
  refuses "cannot be written: " trace --sample translation --format csv --out tables
  refuses "cannot be written: " trace --sample translation --format csv --out new-tables
  ((failures == 0))
) || fail "a full disk under tables"
[[ $(ls tables) == memory.csv && $(<tables/memory.csv) == before ]] || fail "tables were left on a full disk: $(ls tables)"
[[ ! -e new-tables ]] || fail "a folder was left on a full disk"
[[ $(<kept.txt) == before ]] || fail "a failed trace has changed its file"
[[ -z $(find . -name '.vitrine-*') ]] || fail "temporary files are left: $(find . -name '.vitrine-*')"
finish
