# A model writes: from text, ids and standard input, with every strategy; and notes about what was cut off or is not available.
source "$(dirname "$0")/check.bash"
goldens=$VITRINE_TEST_DATA/goldens
mkdir by-id && cp "$goldens/translation/config.json" by-id && cp "$goldens/translation/trained.safetensors" by-id/model.safetensors

generate() { accepts generate --sample translation "$@"; }
prints() { [[ $(<stdout.txt) == "$1" ]] || fail "not '$1' but: $(<stdout.txt)"; }

# notes TEXT ARGS…: the program ends well and says one line on stderr, a note with TEXT in it.
notes() {
  local text=$1
  shift
  "$VITRINE" "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: $*"
  [[ $(<stderr.txt) == "vitrine: note: "*"$text"* ]] || fail "no note '$text' of: $*: $(<stderr.txt)"
  (($(wc -l <stderr.txt) == 1)) || fail "not one line on stderr of: $*: $(<stderr.txt)"
}

# The sample generates what it was taught, however its source is given and its words are chosen.
student="Je suis un étudiant"
generate --text "I am a student"
prints "$student"
generate --text "<bos> I am a student <eos>"
prints "$student"
generate --tokens "2 4 5 6 7 3"
prints "$student"
printf 'I am a student\nHe is a teacher\r\n\nShe is a nurse\nI love you\nHow are you?' >sentences.txt
printf '%s\n' "$student" "Il est un enseignant" "" "Elle est une infirmière" "Je t'aime" "Comment ça va?" >expected.txt
for how in "" "--strategy greedy" "--beams 1" "--beams 3" "--strategy beam --no-early-stopping" \
  "--length-penalty 0 --no-early-stopping" "--temperature 0" "--strategy sample --top-k 1" "--strategy sample --top-p 0.01" \
  "--no-cache" "--beams 3 --no-cache" \
  "--max-new-tokens 5"; do
  # shellcheck disable=SC2086
  generate $how <sentences.txt
  cmp -s stdout.txt expected.txt || fail "with '$how' the sample says: $(<stdout.txt)"
done

# Without vocabularies, words are ids, and the answer consists of ids, too.
accepts generate --model by-id --text "4 5 6 7"
prints "4 5 6 7"
accepts generate --model by-id --tokens "2 4 5 6 7 3"
prints "4 5 6 7"

# A model of letters reads and writes them without spaces between.
"$VITRINE" train --task copy --d-model 8 --heads 2 --layers 1 --d-ff 16 --steps 3 --out letters >/dev/null 2>stderr.txt ||
  fail "$(<stderr.txt)"
letters() {
  "$VITRINE" generate --model letters --max-new-tokens 4 --text "$1" >stdout.txt 2>stderr.txt || fail "letters: $(<stderr.txt)"
}
letters abcdefgh
grep -qx '[a-h]*' stdout.txt || fail "letters become: $(<stdout.txt)"
cp stdout.txt together.txt
letters "a b c d e f g h"
cmp -s stdout.txt together.txt || fail "spaces between letters change what comes of them"

# A model that was trained on a text splits its input as that text was split.
for i in {1..30}; do echo "$((i % 7)) $((i % 5)) $((i % 3))"$'\t'"$((i % 3)) $((i % 5))"; done >pairs.tsv
for unit in words characters; do
  "$VITRINE" train --data pairs.tsv --unit $unit --d-model 8 --heads 2 --layers 1 --steps 1 --out $unit >/dev/null 2>stderr.txt ||
    fail "$(<stderr.txt)"
  "$VITRINE" generate --model $unit --text "4 32" --max-new-tokens 3 >stdout.txt 2>$unit.txt || fail "$unit: $(<$unit.txt)"
done
grep -q "'32' is not in the source vocabulary" words.txt || fail "words are read as letters: $(<words.txt)"
! grep -q "source vocabulary" characters.txt || fail "characters are read as words: $(<characters.txt)"

# Several sentences have their figures in front, best first, the same with the cache and without.
generate --text "I am a student" --beams 3 --n-best 3
cp stdout.txt cached.txt
(($(wc -l <stdout.txt) == 3)) || fail "not three sentences: $(<stdout.txt)"
head -1 stdout.txt | grep -qE "^log P +-[0-9.]+  score +-[0-9.]+  $student$" || fail "the best is: $(head -1 stdout.txt)"
awk '{ if (NR > 1 && $5 > last) exit 1; last = $5 }' stdout.txt || fail "not the best first: $(<stdout.txt)"
generate --text "I am a student" --beams 3 --n-best 3 --no-cache
cmp -s stdout.txt cached.txt || fail "without the cache: $(<stdout.txt)"

# What is drawn depends only on the seed.
draws() {
  "$VITRINE" generate --sample translation --text "I love you" --temperature 4 --n-best 8 --seed "$@" >stdout.txt 2>/dev/null
}
draws 7 || fail "drawing with seed 7"
cp stdout.txt seven.txt
(($(wc -l <stdout.txt) == 8)) || fail "not eight draws: $(<stdout.txt)"
draws 7 || fail "drawing with seed 7 again"
cmp -s stdout.txt seven.txt || fail "the same seed draws something else"
draws 7 --no-cache || fail "drawing without the cache"
sentences() { sed 's/.*score *[^ ]*  //' "$1"; }  # sums of log P may differ in the last decimal
cmp -s <(sentences stdout.txt) <(sentences seven.txt) || fail "without the cache the same seed draws something else"
draws 8 || fail "drawing with seed 8"
! cmp -s stdout.txt seven.txt || fail "another seed draws the same"

# Every step as a table.
generate --text "I am a student" --steps
says "$student"
grep -qE '^ +1  Je ' stdout.txt || fail "no first step: $(<stdout.txt)"
grep -qE '^ +5  <eos> ' stdout.txt || fail "no last step: $(<stdout.txt)"
says "cache: "
generate --text "I am a student" --steps --no-cache
says "without the cache: "
generate --text "I am a student" --steps --strategy sample --top-k 2 --temperature 0.5
says "drawn with"
says " cut"

# A sentence that was cut off is reported.
notes "--text: stopped after 2 new tokens without <eos>; --max-new-tokens allows more" \
  generate --sample translation --text "I am a student" --max-new-tokens 2
prints "Je suis"
notes "stopped after 1 new token without token 3; --max-new-tokens allows more" \
  generate --model by-id --text "4 5" --max-new-tokens 1
notes "line 1: stopped after 1 new token without" generate --sample translation --max-new-tokens 1 < <(echo "I am a student")
notes "without </s>: the model has no more positions" generate --sample by-hand --text "I love AI"
notes "--text: 'plumber' is not in the source vocabulary, read as <unk>" generate --sample translation --text "I am a plumber"

# The answer to a line is written before the next line is read.
mkfifo lines
"$VITRINE" generate --sample translation <lines >answers.txt 2>stderr.txt &
pid=$!
exec 3>lines
echo "I am a student" >&3
for _ in {1..500}; do
  [[ -s answers.txt ]] && break
  sleep 0.02
done
[[ $(<answers.txt) == "$student" ]] || fail "before the second line there is: $(<answers.txt)"
exec 3>&-
wait $pid || fail "exit $? at the end of the lines: $(<stderr.txt)"

# A line that cannot be read ends the command, after the answers to the lines before it.
code=0
printf 'je suis etudiant\nje suis plombier\nquel mois\n' | "$VITRINE" generate --sample navigation --max-new-tokens 1 >stdout.txt \
  2>stderr.txt || code=$?
((code == 2)) || fail "exit $code of an unknown word on a line"
(($(wc -l <stdout.txt) == 1)) || fail "not what came before the unknown word: $(<stdout.txt)"
tail -1 stderr.txt | grep -q "^vitrine: line 2: 'plombier' is not in the source vocabulary of 6 tokens" ||
  fail "of an unknown word on a line it says: $(<stderr.txt)"

# Bad input.
refuses "which model?" generate --text "I am"
refuses "standard input has no sentence" generate --sample translation </dev/null
translate() { refuses "$1" generate --sample translation "${@:2}"; }
translate "give only one" --text I --tokens "2 4 3"
translate "--text: the sentence is empty" --text ""
translate "--text: the sentence is empty" --text "  "
translate "--tokens: the value is empty" --tokens ""
translate "--tokens: 99 is not in the source vocabulary of 18 tokens" --tokens "2 99 3"
translate "--tokens: -1 is not in the source vocabulary of 18 tokens" --tokens "2 -1 3"
translate "--tokens: 99999999999 is not in the source vocabulary of 18 tokens" --tokens 99999999999
translate "--tokens: 'I' is no token id" --tokens "2 I 3"
refuses "'am' is not in the source vocabulary of 6 tokens" generate --sample by-hand --text "I am"
refuses "did you mean 'etudiant'" generate --sample navigation --text "je suis etudiante"
refuses "--text: 18 is not in the source vocabulary of 18 tokens" generate --model by-id --text "4 18"
refuses "--text: 'I' is no token id" generate --model by-id --text I
refuses "position" generate --sample by-hand --tokens "0 1 2 0"
refuses "learned positions for only 3 tokens" generate --sample by-hand --text "I love AI" --max-new-tokens 4
say() { translate "$1" --text "I am a student" "${@:2}"; }
for beams in 0 -1 1.5 x ''; do say "--beams" --beams "$beams"; done
for temperature in -0.1 nan inf x ''; do say "--temperature" --temperature "$temperature"; done
for share in 0 -0.5 1.01 nan x ''; do say "--top-p" --top-p "$share"; done
for count in -1 0.5 x; do say "--top-k" --top-k "$count"; done
for penalty in -1 nan inf x; do say "--length-penalty" --length-penalty "$penalty"; done
for count in 0 -1 x; do
  say "--max-new-tokens" --max-new-tokens "$count"
  say "--n-best" --beams 3 --n-best "$count"
done
say "--seed" --seed -1
say "--strategy" --strategy best
say "--n-best 4 is more than" --beams 3 --n-best 4
say "--n-best 2 needs --beams or --strategy sample" --n-best 2
say "--beams is for beam search and --top-k for sampling" --beams 3 --top-k 2
say "--beams goes with --strategy beam only" --strategy greedy --beams 3
say "--no-early-stopping goes with --strategy beam only" --strategy sample --no-early-stopping
say "--temperature goes with --strategy sample only" --strategy greedy --temperature 1
say "--top-p goes with --strategy sample only" --strategy beam --top-p 0.5
say "--init goes with --config only" --init pytorch
say "--batch" --batch batch.json

"$VITRINE" generate --sample translation --text "I love you" >/dev/full 2>stderr.txt && fail "a full disk goes unnoticed"
grep -q "standard output cannot be written" stderr.txt || fail "of a full disk it says: $(<stderr.txt)"

# Weights from a seed write something, another seed something else.
config=$goldens/navigation/config.json
for seed in 3 4; do
  "$VITRINE" generate --config "$config" --seed $seed --tokens "1 3 0" --max-new-tokens 3 --json >$seed.txt 2>/dev/null ||
    fail "exit $? of weights from seed $seed"
done
! cmp -s 3.txt 4.txt || fail "weights of two seeds write the same: $(<3.txt)"
finish
