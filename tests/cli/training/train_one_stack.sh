# A decoder alone learns next words, and an encoder alone hidden words: trained, continued, evaluated, opened.
source "$(dirname "$0")/../check.bash"
quick=(--d-model 8 --heads 2 --layers 1 --d-ff 16 --dropout 0.1)

same() { cmp -s "$1/$3" "$2/$3" || fail "$3 of $1 and $2 differ"; }

for architecture in decoder encoder; do
  side=$([[ $architecture == decoder ]] && echo tgt || echo src)
  trains --task reverse --architecture "$architecture" "${quick[@]}" --steps 20 --out "$architecture"
  grep -q "alone, 1 layer, 2 heads" stderr.txt || fail "the heading of $architecture: $(<stderr.txt)"
  [[ $(cd "$architecture" && echo *) == "config.json model.safetensors sentences.json ${side}_vocabulary.json training.safetensors" ]] ||
    fail "the folder holds: $(ls -A "$architecture")"
  trains --task reverse --architecture "$architecture" "${quick[@]}" --steps 10 --out halves --overwrite
  trains --resume halves --steps 20
  same "$architecture" halves model.safetensors
  same "$architecture" halves config.json
  accepts evaluate --model "$architecture"
  says "on held-out pairs"
  accepts trace --model "$architecture" --only loss
  says "loss"
  refuses "--beams" evaluate --model "$architecture" --beams 2
done

# Pairs from a file, epoch by epoch, and a user's own configuration.
for i in {1..30}; do echo "a$((i % 7)) b$i"$'\t'"c$i d$((i % 5))"; done >pairs.tsv
trains --data pairs.tsv --architecture encoder "${quick[@]}" --batch-size 4 --epochs 3 --out epochs
trains --data pairs.tsv --architecture encoder "${quick[@]}" --batch-size 4 --steps 10 --out part
trains --resume part --epochs 3
same epochs part model.safetensors
printf '{"architecture": "decoder", "d_model": 8, "nhead": 2, "num_decoder_layers": 1, "dim_feedforward": 16, "positions": "rotary",
  "layer_norm": "rms", "norm_placement": "before", "gated": true, "activation": "silu", "tie": "none"}' >gpt.json
trains --task copy --config gpt.json --steps 5 --out rotary
accepts generate --model rotary --text abcdefgh --max-new-tokens 3 --json
says '"tokens":[1,3,4,5,6,7,8,9,10,11,'

refuses "--encoder-layers goes with an encoder and a decoder" train --task copy --architecture decoder --encoder-layers 2 --out no
refuses "--architecture is said by the configuration of --config" train --task copy --config gpt.json --architecture decoder --out no
refuses "in words or characters" train --task english-french --architecture decoder --tokenizer bpe --vocab-size 300 --out no
printf 'a\tb <sep>\n' >separated.tsv
refuses "separated.tsv: the sentences contain the token '<sep>'" train --data separated.tsv --architecture decoder --out no
refuses "pairs.tsv: this is a decoder alone" evaluate --model decoder --data pairs.tsv
