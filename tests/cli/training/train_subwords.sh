# A model trained on pieces of words: both languages share one vocabulary, which is kept with the model and used for every text.
source "$(dirname "$0")/../check.bash"
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16)

trains() {
  "$VITRINE" train "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: train $*: $(<stderr.txt)"
}
writes() {  # a note on stderr names sentences that have not ended
  "$VITRINE" generate "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: generate $*: $(<stderr.txt)"
  ! grep -q 'Ġ' stdout.txt || fail "pieces in what was written: $(<stdout.txt)"
}
same() { cmp -s "$1/$3" "$2/$3" || fail "$3 of $1 and $2 differ"; }

for i in {1..60}; do echo "the cat$((i % 7)) sees dog$i"$'\t'"le chat$((i % 7)) voit chien$i"; done >pairs.tsv

# Both vocabularies are the tokenizer's tokens.
trains --data pairs.tsv --tokenizer bpe --vocab-size 60 "${quick[@]}" --steps 12 --batch-size 8 --out model
cmp -s model/src_vocabulary.json model/tgt_vocabulary.json || fail "two vocabularies"
grep -qF '"·the"' model/src_vocabulary.json || fail "no token ·the: $(<model/src_vocabulary.json)"
head -n 5 model/src_vocabulary.json | tr -d ' \n' | grep -qF '"[PAD]","[BOS]","[EOS]","[UNK]"' || fail "the first tokens: $(head -n 5 model/src_vocabulary.json)"
grep -qE '"src_vocab_size": *60' model/config.json || fail "not 60 tokens"
echo "the cat1" | "$VITRINE" tokenize --tokenizer model/tokenizer.json >tokens.txt || fail "the tokenizer cannot be read"
grep -qF 'Ġthe' tokens.txt || fail "tokenize: $(<tokens.txt)"

# Half of the training and then the rest give the same model, with its tokenizer, even if the tokenizer's file is gone. A training
# that names the tokenizer gives it, too.
trains --data pairs.tsv --tokenizer bpe --vocab-size 60 "${quick[@]}" --steps 6 --batch-size 8 --out halves
rm halves/tokenizer.json
trains --resume halves --steps 12
trains --data pairs.tsv --tokenizer model/tokenizer.json "${quick[@]}" --steps 12 --batch-size 8 --out named
for other in halves named; do
  for file in tokenizer.json model.safetensors src_vocabulary.json; do same model "$other" "$file"; done
done

# --from: the model's own tokenizer splits the texts.
trains --data pairs.tsv --from model --steps 2 --out further
same model further tokenizer.json

# All commands that read or write a text.
writes --model model --text "the cat1 sees dog2" --max-new-tokens 5
writes --model model --text $'the cat1\x01' --max-new-tokens 2
grep -qF -- "--text: 1 byte has no token and is dropped" stderr.txt || fail "nothing is said of a lost byte: $(<stderr.txt)"
refuses "the sentence is empty" generate --model model --text " "
refuses "--text: nothing of 'Ω森' has a token" generate --model model --text "Ω森"
for inside in PAD EOS UNK; do
  writes --model model --text "[BOS]the [$inside] cat1[EOS]" --max-new-tokens 2 --json
  mv stdout.txt "$inside.json"
done
cmp -s PAD.json UNK.json && cmp -s EOS.json UNK.json || fail "[PAD] or [EOS] in a sentence is not [UNK]"
accepts evaluate --model model --beams 2
says "BLEU"
printf 'the cat1 sees dog1\tle chat1 voit chien1\n' >one.tsv
accepts evaluate --model model --data one.tsv --beams 2
accepts trace --model model --batch one.tsv --only src.tokens
says "·the"
refuses "--unit" evaluate --model model --data one.tsv --unit words

# Sentences that the model knows by heart are written exactly, even with stray bytes, which only a tokenizer reads.
printf '%s\t%s\n' "the cat sees" "le chat voit" "a dog runs" "un chien court" "the bird" $'un oiseau, là\xff' >heart.tsv
trains --data heart.tsv --tokenizer bpe --vocab-size 48 --d-model 32 --heads 2 --layers 1 --d-ff 64 --dropout 0 --lr 0.003 --steps 200 --out heart
tac heart.tsv >traeh.tsv
for data in heart.tsv traeh.tsv; do
  accepts evaluate --model heart --data "$data" --beams 2
  grep -qE '^ +exact match +100\.00 % +100\.00 %$' stdout.txt || fail "not every sentence of $data by heart: $(<stdout.txt)"
done
refuses "heart.tsv: line 3: byte" train --data heart.tsv --out unwritten

# Characters without a token are reported. A line that has nothing else is refused.
printf 'the cat1 Ω\tle chat1\n' >lossy.tsv
trains --data lossy.tsv --tokenizer model/tokenizer.json "${quick[@]}" --steps 1 --out lossy
grep -qF "lossy.tsv: 2 bytes have no token and are dropped" stderr.txt || fail "training says nothing of lost bytes: $(<stderr.txt)"
for data in "" "--data lossy.tsv"; do
  # shellcheck disable=SC2086
  "$VITRINE" evaluate --model lossy $data >stdout.txt 2>stderr.txt || fail "exit $? of evaluate: $(<stderr.txt)"
  grep -qF "lossy.tsv: 2 bytes have no token and are dropped" stderr.txt || fail "evaluate says nothing of lost bytes: $(<stderr.txt)"
done
printf 'the cat1\tle chat1\n\nΩ 森\tle chat1\n' >lost.tsv
lost="lost.tsv: line 3, source: nothing of 'Ω 森' has a token"
refuses "$lost" train --data lost.tsv --tokenizer model/tokenizer.json --out unwritten
refuses "$lost" evaluate --model model --data lost.tsv

# A built-in task, with tied tables.
printf '{"d_model": 8, "nhead": 2, "num_encoder_layers": 1, "num_decoder_layers": 1, "dim_feedforward": 16, "tie": "all"}' >tied.json
trains --task english-french --tokenizer bpe --vocab-size 300 --config tied.json --steps 2 --out board
grep -qE '"src_vocab_size": *300' board/config.json || fail "not 300 tokens for the task"
writes --model board --text "the cat" --max-new-tokens 3

# The names of special tokens are up to the model's tokenizer.
for folder in model board; do
  cp -r $folder named-$folder
  sed -i 's/\[PAD\]/<pad>/g; s/\[BOS\]/<s>/g; s/\[EOS\]/<\/s>/g; s/\[UNK\]/<unk>/g' named-$folder/{tokenizer,src_vocabulary,tgt_vocabulary}.json
done
trains --data pairs.tsv --from named-model --steps 1 --out from-named
same named-model from-named tokenizer.json
accepts evaluate --model named-board --task english-french

# If fewer tokens are learned than requested, a line says so.
printf 'ab\tab\n' >tiny.tsv
trains --data tiny.tsv --tokenizer bpe --vocab-size 500 "${quick[@]}" --steps 1 --out tiny
grep -qF "tiny.tsv has no more pairs to merge: " stderr.txt || fail "nothing is said of missing tokens: $(<stderr.txt)"

# Files that do not fit are refused.
cp -r model misfit
cp tiny/tokenizer.json misfit/tokenizer.json
refuses "misfit/tokenizer.json: " generate --model misfit --text "the cat1"
grep -qF "'src_vocab_size' of the configuration is 60" stderr.txt || fail "both sizes: $(<stderr.txt)"
refuses "--vocab-size N says it" train --data pairs.tsv --tokenizer bpe --out unwritten
refuses "--vocab-size" train --data pairs.tsv --vocab-size 60 --out unwritten
refuses "--vocab-size" train --data pairs.tsv --tokenizer model/tokenizer.json --vocab-size 60 --out unwritten
refuses "--unit" train --data pairs.tsv --tokenizer bpe --vocab-size 60 --unit words --out unwritten
refuses "--tokenizer" train --data pairs.tsv --tokenizer bpe --vocab-size 60 --from model --out unwritten
refuses "--tokenizer" train --resume model --tokenizer bpe --vocab-size 60
refuses "pairs.tsv: " train --data pairs.tsv --tokenizer bpe --vocab-size 5 --out unwritten
refuses "none.json: there is no such file" train --data pairs.tsv --tokenizer none.json --out unwritten
"$VITRINE" train-tokenizer --corpus pairs.tsv --vocab-size 60 --special '<pad>' --out bare.json >/dev/null 2>&1 || fail "no tokenizer"
refuses "bare.json: the tokenizer has no special token [PAD]" train --data pairs.tsv --tokenizer bare.json --out unwritten
[[ ! -e unwritten ]] || fail "a refused training has made its folder"
finish
