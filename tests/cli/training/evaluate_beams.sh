# The sentences that a model generates, greedily and with beams, measured against those that it should have generated.
source "$(dirname "$0")/../check.bash"
goldens=$VITRINE_TEST_DATA/goldens

# A model that knows five sentences by heart, with its words.
"$VITRINE" train --task translation --steps 1 --out words >/dev/null 2>stderr.txt || fail "$(<stderr.txt)"
mkdir said && cp "$goldens/translation/config.json" words/{src,tgt}_vocabulary.json said
cp "$goldens/translation/trained.safetensors" said/model.safetensors
printf '%s\t%s\n' "I am a student" "Je suis un étudiant" "He is a teacher" "Il est un enseignant" \
  "She is a nurse" "Elle est une infirmière" "I love you" "Je t'aime" "How are you?" "Comment ça va?" >right.tsv
sed 's/Il est un enseignant/Il est une  enseignant/' right.tsv >one-wrong.tsv

row() { grep -qE "^ +$1$" stdout.txt || fail "no row '$1' in: $(<stdout.txt)"; }
accepts evaluate --model said --data right.tsv --beams 4 --no-early-stopping
says "on all pairs of right.tsv: 5 sentences, 22 tokens"
says "generated translations against the target texts (length penalty 0.6):"
row "greedy +4 beams"
row "BLEU +100\.00 +100\.00"
row "brevity penalty +1\.000 +1\.000"
row "chrF2 +100\.00 +100\.00"
row "exact match +100\.00 % +100\.00 %"
! grep -q "no target text has 4 words" stdout.txt || fail "target texts of four words are overlooked"
printf '%s\t%s\n' "I love you" "Je t'aime" >short.tsv
accepts evaluate --model said --data short.tsv --beams 2
says "no target text has 4 words, so that no 4-gram can match"
accepts evaluate --model said --data right.tsv --beams 4 --no-early-stopping
! grep -qE "cut off|ended early" stdout.txt || fail "something is said not to have ended: $(<stdout.txt)"
sed '/^generated translations against/,$d' stdout.txt >teacher-forced.txt
accepts evaluate --model said --data right.tsv
cmp -s stdout.txt teacher-forced.txt || fail "without --beams it says something else: $(diff stdout.txt teacher-forced.txt)"

# "Il est un enseignant" against "Il est une enseignant" has 3 of 4 words, 1 of 3 pairs and no more; the others, of 4, 4, 2 and 4
# words ("va?" is two), have all. So 17 of 18, 11 of 13, 6 of 8 and 3 of 4, and the fourth root of their product is 0.81882.
accepts evaluate --model said --data one-wrong.tsv --beams 2 --length-penalty 1 --no-early-stopping
says "(length penalty 1):"
row "greedy +2 beams"
row "BLEU +81\.88 +81\.88"
row "precision, 1- to 4-grams +94\.4/84\.6/75\.0/75\.0 +94\.4/84\.6/75\.0/75\.0"
row "words written / in references +18 / 18 +18 / 18"
row "exact match +80\.00 % +80\.00 %"
accepts evaluate --model said --data one-wrong.tsv --beams 2 --no-early-stopping --json
(($(wc -l <stdout.txt) == 1)) || fail "not one line of JSON: $(<stdout.txt)"
number='[0-9.]+'
counts='"matches":\[17,11,6,3\],"totals":\[18,13,8,4\],"brevity_penalty":1\.0,"length":18,"reference_length":18'
scores="\"bleu\":\{\"score\":81\.8817[0-9]*,\"precisions\":\[$number,$number,75\.0,75\.0\],$counts\}"
scores+=",\"chrf\":\{\"score\":$number,\"precision\":$number,\"recall\":$number\},\"exact_match\":0\.8,\"cut_off\":0,\"better_left_growing\":0"
copied="\"copied\":\{\"bleu\":\{\"score\":$number,.*\},\"chrf\":\{\"score\":$number,\"precision\":$number,\"recall\":$number\}\}"
beams="\"beams\":\{\"beams\":2,\"length_penalty\":0\.6,\"early_stopping\":false,$scores\}"
grep -qE "^\{\"pairs\":.*\"greedy\":\{$scores\},$beams,$copied\}$" stdout.txt || fail "evaluate --beams --json prints: $(<stdout.txt)"

# Some of the pairs in full: the second and the fourth of five are the middle ones of two halves.
accepts evaluate --model said --data one-wrong.tsv --beams 2 --no-early-stopping --translations 2
says "the sources themselves, untranslated: BLEU"
(($(grep -cE "^  pair [0-9]+ " stdout.txt) == 2)) || fail "not two pairs: $(<stdout.txt)"
says "pair 2     He is a teacher"
says "reference  Il est un"
grep -qE "^  greedy +Il est un enseignant \(chrF2 [0-9.]+, BLEU [0-9.]+, log P -[0-9.]+, score -[0-9.]+\)$" stdout.txt ||
  fail "what was written: $(<stdout.txt)"
says "pair 4     I love you"
grep -qE "^  2 beams +Je t'aime \(chrF2 100\.0, BLEU 100\.0, " stdout.txt || fail "a right one: $(<stdout.txt)"
accepts evaluate --model said --data one-wrong.tsv --beams 2 --no-early-stopping --translations 2 --json
says '"translations":[{"pair":2,"source":"He is a teacher","target":"Il est une  enseignant","greedy":{"text":"Il est un enseignant","bleu":'

# A sample is measured as a folder is.
accepts evaluate --sample translation --data right.tsv --beams 4
says "on all pairs of right.tsv: 5 sentences"
row "exact match +100\.00 % +[0-9.]+ %"
refuses "does not say what it was trained on" evaluate --sample translation
refuses "one model is to be measured" evaluate --data right.tsv
refuses "one model is to be measured" evaluate --model said --sample translation --data right.tsv
refuses "--translations goes with --beams only" evaluate --model said --data right.tsv --translations 3

# The beams are those of generate. Both say so if they stop with enough sentences before the best one has ended.
for beams in 2 4; do
  accepts evaluate --model said --data right.tsv --beams $beams
  cut -f1 right.tsv | "$VITRINE" generate --model said --beams $beams >generated.txt 2>notes.txt || fail "generate: $(<notes.txt)"
  right=$(paste generated.txt <(cut -f2 right.tsv) | awk -F '\t' '$1 == $2 { n++ } END { print 20 * n }')
  row "exact match +100\.00 % +$right\.00 %"
  left=$(wc -l <notes.txt)
  ((left == 0)) || row "ended early \\* +0 +$left"
  ((left > 0)) || ! grep -q "ended early" stdout.txt || fail "generate notes nothing of: $(<stdout.txt)"
done

# Held-out sentences are compared with their text, whose words the model may not know: two words each, rather than "<unk>", which
# would count as more.
for i in {1..40}; do echo "word$((i % 7)) word$i"$'\t'"mot$((i % 7)) mot$i"; done >pairs.tsv
"$VITRINE" train --data pairs.tsv --d-model 8 --heads 2 --layers 1 --steps 3 --out text >/dev/null 2>stderr.txt || fail "$(<stderr.txt)"
for data in "" "--data pairs.tsv"; do
  # shellcheck disable=SC2086
  accepts evaluate --model text $data --beams 3 --json
  says '"pairs":"held-out pairs"'
  sentences=$(sed -E 's/.*"sentences":([0-9]+),.*/\1/' stdout.txt)
  ((sentences > 0)) || fail "no sentences: $(<stdout.txt)"
  (($(grep -o "\"reference_length\":$((2 * sentences))[,}]" stdout.txt | wc -l) == 3)) || fail "targets of held-out lines: $(<stdout.txt)"
done

# A built-in task with letters. Greedy decoding gets those sentences right whose every token is right under teacher forcing.
"$VITRINE" train --task copy --d-model 8 --heads 2 --layers 1 --d-ff 16 --steps 5 --out copy >/dev/null 2>stderr.txt || fail "$(<stderr.txt)"
"$VITRINE" evaluate --model copy --task copy --beams 1 >stdout.txt 2>stderr.txt || fail "exit $? on copy: $(<stderr.txt)"
row "greedy +1 beam"
forced=$(sed -nE 's/.*every token of ([0-9.]+ %) of the sentences/\1/p' stdout.txt)
row "exact match +$forced +$forced"

# Ctrl-C and SIGTERM end it with one line and without figures.
for _ in {1..4000}; do cat right.tsv; done >long.tsv
for signal in INT TERM; do
  rm -f stderr.txt
  "$VITRINE" evaluate --model said --data long.tsv --beams 16 >stdout.txt 2>stderr.txt &
  pid=$!
  for _ in {1..600}; do
    [[ -s stderr.txt ]] && break
    sleep 0.1
  done
  grep -qE "^pair [0-9 ]+ of 20 000  [0-9:]+ left$" stderr.txt || fail "how far it is: $(<stderr.txt)"
  kill "-$signal" "$pid"
  code=0
  wait "$pid" || code=$?
  ((code == 128 + $(kill -l "$signal"))) || fail "exit $code after $signal"
  [[ $(tail -n 1 stderr.txt) == "vitrine: stopped after "*" of 20000 pairs" ]] || fail "after $signal: $(tail -n 1 stderr.txt)"
  [[ ! -s stdout.txt ]] || fail "figures after $signal: $(<stdout.txt)"
done

refuses "--beams" evaluate --model said --data right.tsv --beams 0
refuses "--beams" evaluate --model said --data right.tsv --beams two
refuses "--length-penalty goes with --beams only" evaluate --model said --data right.tsv --length-penalty 1
refuses "--no-early-stopping goes with --beams only" evaluate --model said --data right.tsv --no-early-stopping
refuses "--length-penalty" evaluate --model said --data right.tsv --beams 2 --length-penalty -1
refuses "--beams decodes sentence pairs" evaluate --model "$goldens/translation" --batch "$goldens/translation/batch.json" --beams 2
finish
