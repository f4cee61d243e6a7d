# The self-test, and what the program writes for shells and man.
source "$(dirname "$0")/check.bash"

accepts selftest
(($(grep -c '^ok  ' stdout.txt) >= 11)) || fail "fewer than eleven checks hold: $(<stdout.txt)"
if grep -q '^FAIL' stdout.txt; then fail "the self-test fails"; fi
says "All 1"
accepts selftest --json
python3 - <<'PYTHON' || fail "the JSON of the self-test"
import json
report = json.load(open("stdout.txt"))
assert report["version"] and report["machine"] and report["when"] and report["seconds"] > 0, report
results = report["checks"]
assert len(results) >= 13, len(results)
for result in results:
    assert result["passed"], result
    assert "skipped" in result or (result["count"] > 0 and result["worst"] <= result["allowed"]), result
PYTHON

accepts selftest --json --out report.json
grep -q '"verdict": "All 1' report.json || fail "the verdict in JSON"
TMPDIR=/nonexistent "$VITRINE" selftest >stdout.txt 2>stderr.txt && fail "no folder for files, and the self-test holds"
says "FAIL  what is written to a file"
says "ok    every row of attention weights"

# As a file: a page, or a text.
accepts selftest --out report.html
says "All 1"
grep -q "<td>every row of attention weights" report.html || fail "the page lacks a check"
accepts selftest --out report.txt
grep -q "^ok    every row of attention weights" report.txt || fail "the text lacks a check"

# A reference with other numbers makes it fail.
data=$(dirname "$VITRINE_TEST_DATA")
mkdir -p installed/bin installed/share/vitrine/goldens
cp "$VITRINE" installed/bin/vitrine
cp -r "$data/assets/samples" installed/share/vitrine/
cp -r "$VITRINE_TEST_DATA/goldens/single-token" installed/share/vitrine/goldens/navigation
cp "$VITRINE_TEST_DATA/goldens/navigation/trace.safetensors" installed/share/vitrine/goldens/navigation/
code=0
installed/bin/vitrine selftest >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code instead of 1 with another reference"
says "FAIL  the tensors of a run are those that PyTorch has computed"
grep -q "^vitrine: self-test: 1 of 1[0-9] checks fails: reference$" stderr.txt || fail "stderr: $(<stderr.txt)"

VITRINE_SIMD=v2 refuses "VITRINE_SIMD: this program was built for one kind of processor only" doctor
VITRINE_SIMD=v9 refuses "VITRINE_SIMD: 'v9' is none of v2, v3 and v4" doctor

# Every subcommand and option is in what shells complete and in the manual.
accepts completion bash
bash -n stdout.txt || fail "bash does not read the completion"
cp stdout.txt completion.bash
complete_words() {
  bash -c 'compopt() { :; }; source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vitrine; printf "%s\n" "${COMPREPLY[@]}"' _ "$@"
}
[[ $(complete_words vitrine selft) == selftest ]] || fail "a subcommand is not completed"
[[ $(complete_words vitrine trace --form) == --format ]] || fail "an option is not completed"
[[ $(complete_words vitrine trace --format np) == npz ]] || fail "a word that an option accepts is not completed"
accepts completion zsh
accepts completion fish
accepts manual
"$VITRINE" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' >commands.txt
(($(wc -l <commands.txt) > 20)) || fail "commands of --help"
while read -r command; do
  grep -q "^.SS vitrine ${command//-/\\\\-}$" stdout.txt || fail "the manual lacks $command"
done <commands.txt
refuses "none of bash, zsh, fish" completion tcsh
finish
