# Texts cut into tokens, and a tokenizer learned: both as Hugging Face's library does it; and what is refused.
source "$(dirname "$0")/check.bash"
goldens=$VITRINE_TEST_DATA/goldens/bpe
golden=$goldens/tokenizer.json

# learns ARGS…: learns a tokenizer. The output is in stdout.txt and stderr.txt.
learns() {
  "$VITRINE" train-tokenizer "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: train-tokenizer $*: $(<stderr.txt)"
}

# tokenizes EXPECTED ARGS…: tokenizes standard input.
tokenizes() {
  local expected=$1
  shift
  accepts tokenize --tokenizer "$@"
  [[ $(<stdout.txt) == "$expected" ]] || fail "tokenize $* says: $(<stdout.txt), not: $expected"
}

# The corpus gives the golden file, character by character.
learns --corpus "$goldens/corpus.txt" --vocab-size 346 --special '[PAD],[BOS],[EOS],[UNK]' --out own.json
cmp own.json "$golden" || fail "the corpus gives another tokenizer.json"
says "own.json: 346 tokens, 4 of them special, by 294 merges"
learns --corpus "$goldens/corpus.txt" --vocab-size 346 --out default.json
cmp default.json "$golden" || fail "the special tokens are others where none are named"
learns --corpus "$goldens/corpus.txt" --vocab-size 60 --special '' --out plain.json
grep -q '"added_tokens": \[\],' plain.json || fail "there are special tokens though none were wanted"

# If there are not enough tokens to learn, the program says so.
learns --corpus "$goldens/corpus.txt" --vocab-size 5000 --out large.json
grep -q "note: .*no more pairs to merge: 346 tokens instead of 5000" stderr.txt || fail "of a small corpus it says: $(<stderr.txt)"
cmp large.json "$golden" || fail "a corpus with no more pairs gives another tokenizer.json"

# A line is a text.
black='{"ids":[62,93,200],"tokens":["ĠThe","Ġblack","Ġcat"],"decoded":" The black cat","shown":" The black cat"}'
empty='{"ids":[],"tokens":[],"decoded":"","shown":""}'
tokenizes "$black"$'\n'"$empty"$'\n'"$black" own.json < <(printf 'The black cat\n\nThe black cat\r\n')
tokenizes "$black" own.json < <(printf 'The black cat')
tokenizes "$black"$'\n'"$empty"$'\n'"$black" own.json --json < <(printf '"The black cat"\n""\n"The \\u0062lack cat"\n')
tokenizes "" own.json < <(printf '')

# All recorded texts, as JSON writes them.
if command -v python3 >/dev/null; then
  python3 - "$goldens/encodings.json" <<'END'
import json, sys
items = json.load(open(sys.argv[1], encoding="utf-8"))
open("texts.jsonl", "w", encoding="utf-8").write("".join(json.dumps(item["text"]) + "\n" for item in items))
END
  accepts tokenize --tokenizer "$golden" --json <texts.jsonl
  python3 - "$goldens/encodings.json" stdout.txt <<'END' || fail "a recorded text has other ids, tokens or another decoded text"
import json, sys
items = json.load(open(sys.argv[1], encoding="utf-8"))
lines = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
assert len(items) == len(lines) > 10
for item, line in zip(items, lines):
    assert all(line[key] == item[key] for key in ("ids", "tokens", "decoded")), (item, line)
    assert "\ufffd" not in line["shown"], line
END
fi

# Bytes that form no character are kept if they have tokens, and counted if they do not.
broken='{"ids":[67,23,50,122,51],"tokens":["Ġn","a","Ã","ve","Ġ"],"decoded":" na�ve ","shown":" na<C3>ve ","lost":1}'
tokenizes "$broken" own.json < <(printf 'na\xc3ve \xff\n')
for _ in 1 2 3; do printf 'caf\xe9 caf\xe9\n'; done >latin-1.txt
learns --corpus latin-1.txt --vocab-size 20 --special '' --out latin-1.json
accepts tokenize --tokenizer latin-1.json < <(printf 'caf\xe9')
says '"tokens":["Ġcaf","é"],"decoded":" caf�","shown":" caf<E9>"}'

# A model's folder is enough, for any model. Special tokens are added, or left out if the user does not want them.
families=$VITRINE_TEST_DATA/goldens/tokenizers
if command -v python3 >/dev/null; then
  for family in bart bert gpt2 llama qwen2 t5; do
    mkdir -p "$family"
    python3 - "$families/$family.json" "$family" <<'END'
import json, sys
golden = json.load(open(sys.argv[1], encoding="utf-8"))
json.dump(golden["tokenizer"], open(sys.argv[2] + "/tokenizer.json", "w", encoding="utf-8"), ensure_ascii=False)
open("texts.jsonl", "w", encoding="utf-8").write("".join(json.dumps(item["text"]) + "\n" for item in golden["encodings"]))
END
    for special in "" --no-special; do
      accepts tokenize --model "$family" --json $special <texts.jsonl
      python3 - "$families/$family.json" stdout.txt "$special" <<'END' || fail "$family $special: other ids, or another decoded text"
import json, sys
items = json.load(open(sys.argv[1], encoding="utf-8"))["encodings"]
lines = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
assert len(items) == len(lines) > 10
for item, line in zip(items, lines):
    assert line["ids"] == item["ids" if sys.argv[3] else "special"], (item, line)
    assert sys.argv[3] or line["decoded"] == item["decoded"], (item, line)
    assert len(line["tokens"]) == len(line["ids"])
END
    done
  done
fi
accepts tokenize --model "$families/marian" < <(echo 'dogs')
says '"ids":[73,0]'
accepts tokenize --model "$families/marian" --side tgt < <(echo 'dogs')
says '"ids":[34,76,0]'
says '"</s>"],'
accepts tokenize --model "$families/marian" --side tgt --no-special < <(echo 'Le chat')
grep -qF '"</s>"' stdout.txt && fail "--no-special leaves </s>"
refuses "--side" tokenize --model "$families/marian" --side both
mkdir -p nothing
refuses "nothing: there is no tokenizer" tokenize --model nothing

# An existing file is only replaced with --overwrite. A file that cannot be written is reported before learning begins.
cp own.json kept.json
refuses "own.json: is there already: --overwrite" train-tokenizer --corpus "$goldens/corpus.txt" --vocab-size 60 --out own.json
cmp own.json kept.json || fail "a refused training has changed its file"
learns --corpus "$goldens/corpus.txt" --vocab-size 60 --out own.json --overwrite
! cmp -s own.json kept.json || fail "--overwrite has replaced nothing"
refuses "no-such-folder" train-tokenizer --corpus "$goldens/corpus.txt" --vocab-size 60 --out no-such-folder/tokenizer.json

# After Ctrl-C nothing is written, and a line says so.
awk 'BEGIN { srand(3); for (i = 0; i < 300000; ++i) { w = ""; for (k = 0; k < 9; ++k) w = w sprintf("%c", 97 + int(26 * rand())); print w } }' >words.txt
for signal in INT TERM; do
  rm -f stderr.txt
  "$VITRINE" train-tokenizer --corpus words.txt --vocab-size 1000000 --out stopped.json >stdout.txt 2>stderr.txt &
  pid=$!
  for _ in {1..200}; do
    [[ -s stderr.txt ]] && break
    sleep 0.02
  done
  sleep 0.1
  kill "-$signal" $pid
  code=0
  wait $pid || code=$?
  ((code == 128 + $(kill -l "$signal"))) || fail "exit $code after $signal"
  grep -q "stopped.json was not written: stopped" stderr.txt || fail "after $signal it says: $(<stderr.txt)"
  [[ ! -e stopped.json ]] || fail "a file was written after $signal"
done
[[ -z $(find . -name '.vitrine-*') ]] || fail "temporary files are left: $(find . -name '.vitrine-*')"

# Mistakes are reported in one line.
refuses "--corpus" train-tokenizer --vocab-size 60 --out new.json
refuses "--vocab-size" train-tokenizer --corpus "$goldens/corpus.txt" --out new.json
refuses "--vocab-size" train-tokenizer --corpus "$goldens/corpus.txt" --vocab-size 0 --out new.json
refuses "--out" train-tokenizer --corpus "$goldens/corpus.txt" --vocab-size 60
refuses "corpus.txt: " train-tokenizer --corpus "$goldens/corpus.txt" --vocab-size 1 --out new.json
refuses "no-such-corpus" train-tokenizer --corpus no-such-corpus --vocab-size 60 --out new.json
printf '\n\n' >empty.txt
learning() { "$VITRINE" train-tokenizer --corpus "$1" --vocab-size "$2" --special "$3" --out new.json >stdout.txt 2>stderr.txt; }
while IFS='|' read -r said corpus size special; do
  code=0
  learning "$corpus" "$size" "$special" || code=$?
  ((code == 2)) || fail "exit $code instead of 2 of: $corpus $size $special"
  grep -qF -- "$said" stderr.txt || fail "no '$said' in what is said: $(<stderr.txt)"
done <<END
empty.txt: there is no text|empty.txt|60|
a vocabulary of 20 is too small|$goldens/corpus.txt|20|[PAD]
--special: the special token '[A]' is there twice|$goldens/corpus.txt|100|[A],[A]
--special: the special token '[A]' is there twice|$goldens/corpus.txt|100|[A], [A]
--special: a special token is empty|$goldens/corpus.txt|100|[A],,[B]
END
[[ ! -e new.json ]] || fail "a refused training has written its file"

refuses "either --tokenizer or --model is required" tokenize
refuses "--tokenizer" tokenize --tokenizer own.json --model .
refuses "no-such.json" tokenize --tokenizer no-such.json
sed 's/"type": "NFKC"/"type": "Nmt"/' "$golden" >other.json
refuses "other.json: 'normalizer.type' is \"Nmt\", which is not supported, only NFC" tokenize --tokenizer other.json
sed 's/"type": "BPE"/"type": "WordLevel"/' "$golden" >words.json
refuses "words.json: 'model.type' is \"WordLevel\", which is not supported, only BPE, WordPiece and Unigram" tokenize --tokenizer words.json
head -c 1000 "$golden" >cut.json
refuses "cut.json: malformed JSON" tokenize --tokenizer cut.json
refuses "line 1: malformed JSON" tokenize --tokenizer "$golden" --json < <(echo 'no quotes')
refuses "line 1: a text in quotes" tokenize --tokenizer "$golden" --json < <(echo '["a"]')
echo the | "$VITRINE" tokenize --tokenizer "$golden" >/dev/full 2>stderr.txt && fail "a full disk goes unnoticed"
grep -q "standard output cannot be written" stderr.txt || fail "of a full disk it says: $(<stderr.txt)"
finish
