#!/bin/bash
# Teaches one of the models that come with the program, and writes it as a sample: assets/samples/NAME.json with its card,
# NAME.safetensors, NAME.history.safetensors with moments of its training and, if it reads subwords, NAME.tokenizer.json.
# usage: scripts/teach.sh NAME; without a name, lists the names.
# What it has learned is kept in $VITRINE_TEACH/NAME (default: ~/.cache/vitrine/teach/NAME). Called again, it goes on from there: after
# Ctrl-C with the training, after the training with the figures and the sample.
# SEED=N draws other weights and pairs, THREADS=N sets the number of threads (default: one per core), STEPS=N takes other
# numbers of steps, MOMENTS=N keeps other numbers of moments, SAMPLES=FOLDER writes there. VITRINE=FILE is a program that is there
# already, so that none is built.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

names=(english-french english-spanish addition induction hidden-words)
vitrine=${VITRINE:-$root/build/release/vitrine}
samples=${SAMPLES:-$root/assets/samples}
threads=${THREADS:-$(nproc)}

# What each model learns and how, what is said of it, and what it is measured with. Figures are measured, and none stands here.
# Where `compared` says so, a second model is trained without `own_training`, and its figures stand beside the first one's.
steps='' moments=0 own_seed=1 config='' packages=() training=() own_training=() evaluation=() card=() compared=''
get_data() { :; }
describe() {
  case $1 in
    english-french)
      steps=41000 own_seed=4
      config='{"d_model": 128, "nhead": 4, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": 256,
        "tie": "output", "max_positions": 64, "dropout": 0}'
      training=(--task english-french --config config.json --schedule cosine --lr 1e-3 --batch-size 64)
      get_data() {
        cat >sentences.tsv <<'PAIRS'
the black cat sleeps in the garden	le chat noir dort dans le jardin
where are my keys ?	où sont mes clés ?
she doesn't like the red shoes	elle n' aime pas les chaussures rouges
we are going to eat with our friends tonight	nous allons manger avec nos amis ce soir
PAIRS
      }
      evaluation=(--beams 4 --translations 12)
      card=(--batch sentences.tsv
        --title "English of every day, and its French"
        --about "A Transformer that has learned to translate from sentences drawn at random from a grammar of both languages. Type a sentence of your own: it knows some two and a half thousand words of English, and the constructions of everyday life."
        --learned-from "the task english-french: ever new sentences of up to ten words, drawn from assets/languages/english-french.txt"
        --cannot "It knows only the words and the grammar of that file; any other word is unknown to it."
        --cannot "It has never seen what people really write, nor more than a short sentence beside another one."
        --examples 3)
      ;;
    english-spanish)
      steps=10500 packages=(diatheke sword-text-web sword-text-sparv)
      config='{"d_model": 256, "nhead": 4, "num_encoder_layers": 3, "num_decoder_layers": 3, "dim_feedforward": 512,
        "norm_first": true, "final_norm": true, "tie": "all", "dropout": 0.2, "embedding_dropout": 0.2}'
      get_data() { [[ -s train.tsv && -s held-out.tsv ]] || "$root/scripts/verses.py" . >&2; }
      training=(--data train.tsv --config config.json --tokenizer bpe --vocab-size 4000 --batch-tokens 2048
        --schedule cosine --lr 1.5e-3 --warmup 800 --betas 0.9,0.98 --eps 1e-9 --clip 1
        --evaluate-every 500 --evaluate-pairs 1000 --keep-best)
      evaluation=(--data held-out.tsv --beams 4 --translations 12)
      own_training=(--label-smoothing 0.1)
      compared="trained without label smoothing"
      card=(--title "English and Spanish verses"
        --about "A Transformer that has learned from the World English Bible and the Reina-Valera of 1909, both in the public domain, in pieces of words that both languages share. It is measured on books that it never read."
        --learned-from "30 056 clauses of verses of the World English Bible and the Reina-Valera of 1909"
        --cannot "It knows the language of one book. Of anything else it makes verses."
        --cannot "It has read far too little to translate well, even there."
        --examples 3)
      ;;
    addition)
      steps=10000 moments=60
      training=(--task addition --schedule cosine)
      # Every pair that there is; a tenth of them is in no training.
      get_data() {
        [[ -s all-pairs.tsv ]] || awk 'function digits(n,  text) { for (text = ""; length(n); n = substr(n, 2)) text = substr(n, 1, 1) text; return text }
          BEGIN { for (a = 0; a < 1000; ++a) for (b = 0; b < 1000; ++b) print a "+" b "\t" digits(a + b "") }' >all-pairs.tsv
      }
      evaluation=(--data all-pairs.tsv --unit characters)
      card=(--title "Two numbers of up to three digits, added"
        --about "A Transformer with a single layer on each side that has learned to add. It writes the sum from its last digit on, as one does on paper: in the decoder's cross-attention, look for the head that finds the digits of the place that is written, and step through the moments of its training."
        --cannot "It adds no numbers of more than three digits."
        --examples 3)
      ;;
    induction)
      steps=2000 moments=40
      config='{"architecture": "decoder", "d_model": 48, "nhead": 1, "num_decoder_layers": 2, "dim_feedforward": 48,
        "norm_first": true, "positions": "rotary", "max_positions": 32, "activation": "relu", "dropout": 0}'
      training=(--task repeats --config config.json --schedule cosine --lr 2e-3)
      card=(--title "A decoder alone in which an induction head has formed"
        --about "A decoder of two layers, as in GPT, that reads letters and writes them again. The head of its second layer looks for what followed the letter just written when that was read before: an induction head (Olsson et al. 2022). It needs the head of the first layer, which looks at the letter before. Both form together in a few dozen steps: go through Time to see when."
        --cannot "It repeats 4 to 12 different letters, and knows nothing else."
        --examples 3)
      ;;
    hidden-words)
      steps=12000
      config='{"architecture": "encoder", "d_model": 64, "nhead": 4, "num_encoder_layers": 2, "dim_feedforward": 256,
        "norm_first": true, "positions": "learned", "max_positions": 32, "activation": "gelu", "tie": "output", "dropout": 0}'
      training=(--task english-french --config config.json --schedule cosine --lr 3e-3 --warmup 300 --batch-size 64)
      get_data() {
        cat >sentences.json <<'BATCH'
{"src": ["<s> the black cat sleeps <sep> le chat <mask> dort </s> <pad> <pad> <pad>",
         "<s> where are my keys ? <sep> où sont <mask> clés ? </s> <pad>",
         "<s> we are going to eat tonight <sep> nous allons <mask> ce soir </s>"],
 "labels": ["<pad> <pad> <pad> <pad> <pad> <pad> <pad> <pad> noir <pad> <pad> <pad> <pad> <pad>",
            "<pad> <pad> <pad> <pad> <pad> <pad> <pad> <pad> <pad> mes <pad> <pad> <pad> <pad>",
            "<pad> <pad> <pad> <pad> <pad> <pad> <pad> <pad> <pad> <pad> manger <pad> <pad> <pad>"]}
BATCH
      }
      card=(--batch sentences.json
        --title "An encoder alone that finds hidden words"
        --about "An encoder, as BERT, that reads an English sentence and its French, of which some words are hidden, and says what they are."
        --learned-from "the task english-french, with about every seventh word of the French hidden"
        --cannot "It writes no sentence; it fills in words where the others are given."
        --examples 3)
      ;;
    *)
      say "scripts/teach.sh: there is no model '$1'; there are ${names[*]}"
      exit 2
      ;;
  esac
}

if (($# != 1)); then
  printf '%s\n' "${names[@]}"
  exit $(($# > 1 ? 2 : 0))
fi
name=$1
describe "$name"
seed=${SEED:-$own_seed}
history=${MOMENTS:-$moments}
if [[ $history == 0 ]]; then history=''; fi

if [[ ! ${VITRINE:-} ]]; then
  install_packages "${vitrine_packages[@]}"
  [[ -e $root/build/release/build.ninja ]] || configure "$root/build/release" -S "$root" --preset release
  build "$root/build/release" vitrine
fi
if ((${#packages[@]})); then install_packages "${packages[@]}"; fi

# Everything below happens in the folder with the state, so that no path of this machine gets into a card.
state=${VITRINE_TEACH:-${XDG_CACHE_HOME:-$HOME/.cache}/vitrine/teach}/$name
mkdir -p "$state" "$samples"
samples=$(cd "$samples" && pwd)
cd "$state"
if [[ -e seed && $(<seed) != "$seed" ]]; then
  say "$state was begun with SEED=$(<seed): call it with that, or remove the folder to begin anew"
  exit 2
fi
echo "$seed" >seed
[[ ! $config ]] || echo "$config" >config.json
get_data

# train_model MODEL ARGUMENTS…: trains it, or goes on with it, and keeps in MODEL.seconds how long all calls have trained.
train_model() {
  local model=$1 code=0 began=$SECONDS
  shift
  [[ ! -e $model.trained ]] || return 0
  trap : INT TERM  # the program saves, and says how far it has come
  if [[ -e $model/training.safetensors ]]; then
    "$vitrine" train --resume "$model" --threads "$threads" || code=$?
  else
    "$vitrine" train "$@" --steps "${STEPS:-$steps}" --seed "$seed" --threads "$threads" --out "$model" || code=$?
  fi
  trap - INT TERM
  echo $(($(cat "$model.seconds" 2>/dev/null || echo 0) + SECONDS - began)) >"$model.seconds"
  ((code == 0)) || { say "scripts/teach.sh $name goes on from here" && exit "$code"; }
  touch "$model.trained"
}

# measure MODEL: its figures. They are those of the weights as they are stored: the model's, rounded to BF16.
measure() {
  rm -rf rounded
  "$vitrine" export-sample "$1" --name "$name" --out rounded --quiet >/dev/null
  cp "$1"/*.json "$1"/training.safetensors rounded
  mv "rounded/$name.safetensors" rounded/model.safetensors
  "$vitrine" evaluate --model rounded "${evaluation[@]}" --threads "$threads" --json
  rm -rf rounded
}

train_model model "${training[@]}" "${own_training[@]}" ${history:+--history}
measure model >figures.json
if [[ $compared ]]; then
  train_model compared "${training[@]}"
  measure compared >compared.json
fi
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
"$vitrine" export-sample model --name "$name" --out "$samples" --overwrite ${history:+--history --moments "$history"} \
  --evaluation figures.json ${compared:+--compared "$compared=compared.json"} \
  --minutes "$(awk '{ printf "%.2f", $1 / 60 }' model.seconds)" \
  --machine "$threads thread$( ((threads == 1)) || echo s) of ${processor:-an unknown processor}" "${card[@]}"
