# Texts from files cannot control a terminal, reverse the text around them, or break columns. Files that are written keep them as
# they are.
source "$(dirname "$0")/../check.bash"
unset DISPLAY WAYLAND_DISPLAY
data=$VITRINE_TEST_DATA/goldens/translation

# A word with everything that must not get out: ESC, a tab, C1, and each kind of a change of direction.
hostile=$'a\e[31m\tb\xc2\x9b31m\xe2\x80\xae\xe2\x80\x8f\xe2\x81\xa6\xd8\x9c'
# clean WHAT FILE…: the files have no control characters but the ends of lines, and no change of direction.
clean() {
  local what=$1
  shift
  if LC_ALL=C grep -nP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xaf]' "$@" >found.txt; then
    fail "$what lets through: $(head -c 300 found.txt | cat -v)"
  fi
}

mkdir -p home/vitrine/samples
python3 - "$VITRINE_TEST_DATA/../assets/samples/by-hand.json" "$hostile" <<'PY'
import json, os, sys
sample = json.load(open(sys.argv[1]))
hostile = sys.argv[2]
text = json.dumps(sample, ensure_ascii=False)
word = next(w for w in sample["target_vocabulary"] if w.isalpha())
def other(value):
    if isinstance(value, str):
        return " ".join(hostile.replace(" ", "") if w == word else w for w in value.split(" "))
    if isinstance(value, list):
        return [other(v) for v in value]
    return value
for key in list(sample):
    if "vocabulary" in key or key == "batch":
        sample[key] = {k: other(v) for k, v in sample[key].items()} if isinstance(sample[key], dict) else other(sample[key])
sample["name"], sample["title"], sample["text"] = "hostile", hostile, hostile
json.dump(sample, open("home/vitrine/samples/hostile.json", "w"))
PY
export XDG_DATA_HOME=$PWD/home
shown=0
# shows STATUS ARGS…: the command prints no such characters.
shows() {
  local wanted=$1 status=0
  shift
  "$VITRINE" "$@" >stdout.txt 2>stderr.txt || status=$?
  ((status == wanted)) || fail "exit $status instead of $wanted of: $*: $(head -c 300 stderr.txt)"
  clean "$*" stdout.txt stderr.txt
  ! grep -q 'U+202E' stdout.txt || shown=$((shown + 1))
}
shows 0 samples
shows 0 trace --sample hostile
shows 0 transcript --sample hostile
shows 0 explain --sample hostile 'loss[0]'
shows 0 explain --sample hostile --gradient 'memory[0,0,0]'
shows 1 compare --sample hostile --replace 'tgt[0,1]=2'
shows 0 params --sample hostile
shows 2 trace --sample hostile --only "$hostile"
shows 2 trace --sample "$hostile"
((shown >= 4)) || fail "the word was seen in $shown outputs only"

# Names of tensors in another program's trace, and the name of its folder.
mkdir "$hostile"
python3 - "$data/trace.safetensors" "$hostile" <<'PY'
import json, struct, sys
data = open(sys.argv[1], "rb").read()
size, = struct.unpack("<Q", data[:8])
header = json.loads(data[8:8 + size])
names = [n for n in header if n != "__metadata__"]
renamed = {(n + sys.argv[2] if i % 3 == 0 else n): v for i, (n, v) in enumerate(header.items()) if n != "__metadata__"}
text = json.dumps(renamed).encode()
text += b" " * (-len(text) % 8)
open(sys.argv[2] + "/trace.safetensors", "wb").write(struct.pack("<Q", len(text)) + text + data[8 + size:])
PY
"$VITRINE" compare --model "$data" --batch "$data/batch.json" --against-trace "$hostile/trace.safetensors" >stdout.txt 2>stderr.txt
(($? < 2)) || fail "the trace was not compared: $(cat -v stderr.txt)"
clean "compare --against-trace" stdout.txt stderr.txt
grep -q 'U+202E' stdout.txt || fail "the names are not listed"

# A file keeps the word as it is.
"$VITRINE" trace --sample hostile --only src.tokens --format json --out trace.json || fail "no JSON"
"$VITRINE" generate --sample hostile --json --text x >stdout.txt 2>stderr.txt
python3 - home/vitrine/samples/hostile.json "$hostile" <<'PY' || fail "the sample's JSON lost the word"
import sys
assert sys.argv[2] in __import__("json").load(open(sys.argv[1]))["title"]
PY
finish
