# Every command in a block of README.md and docs/*.md runs, block after block, in one folder, as a reader would run it. In it are a
# copy of the repository, and what the document says is the reader's. Training takes fewer steps, and what would open a window is
# drawn.
source "$(dirname "$0")/../check.bash"
source "$(dirname "$0")/../given.bash"
source "$(dirname "$0")/documents.bash"
unset DISPLAY WAYLAND_DISPLAY
less() { cat; }

# What is not run, with the reason. Of scripts/… document_scripts.sh holds that they are there and know their options.
declare -A not_run=(
  ["scripts/run.sh"]="builds, and opens a window"
  ["scripts/test.sh"]="runs this test"
  ["scripts/web.sh"]="builds for minutes, and gets sources from the network"
  ["scripts/web.sh --serve"]="serves until it is stopped"
  ["scripts/web.sh --one-thread"]="builds for minutes, and gets sources from the network"
  ["pip install ./python"]="changes the machine's Python"
  ["vitrine trace --sample long --only 'encoder.layers.1.self_attn.context' --device auto"]="takes 2.4 GB"
)

# What a document says is the reader's. It has to name it in its text, and to use it.
declare -A readers=(
  [README.md]="model.pt batch.json logits.npz trace.npz"
  [docs/GENERATING.md]="my-model sentences.txt"
  [docs/IMPORT.md]="model.pt batch.json logits.npz"
  [docs/LESSONS.md]="mine.md"
  [docs/MODELS.md]="my-model batch.json gpt2 bert llama opus-mt pythia model.pt logits.npz trace.npz"
  [docs/TOKENIZERS.md]="gpt2 opus-mt sentences.txt"
  [docs/TRAINING.md]="pairs.tsv norm.json"
  [docs/WEB.md]="my-model batch.json"
)

mkdir given
(cd given && make_given) >given.txt 2>&1 || fail "nothing to give to a reader: $(<given.txt)"
# Files that a document shows.
block_with "$root/docs/LESSONS.md" "# Who looks at whom" >given/mine.md
block_with "$root/docs/TRAINING.md" '{"train": ' | sed -E 's/"steps": [0-9]+/"steps": 9/' >given/norm.json

# as_run COMMAND: what is run in its place.
as_run() {
  local line=$1
  line=$(sed -E 's/^scripts\/run\.sh /vitrine /' <<<"$line")
  case $line in
    "vitrine train --resume"*) line=$(sed -E 's/--steps [0-9]{3,}/--steps 60/' <<<"$line") ;;
    "vitrine train "*)
      line=$(sed -E 's/--steps [0-9]{3,}/--steps 40/' <<<"$line")
      [[ $line == *"--steps "* || $line == *"--epochs "* ]] || line+=" --steps 40"
      ;;
    "vitrine 'vitrine:"*) line="vitrine render --link ${line#vitrine } --out window.png" ;;
    "vitrine --help") ;;
    "vitrine --"*) line="vitrine render ${line#vitrine } --out window.png" ;;
    "vitrine lesson "*)
      [[ $line == *" --check"* || $line == *" --pictures"* || $line == *" --handout"* ]] || line+=" --check"
      ;;
  esac
  printf '%s\n' "$line"
}

# run_command PLACE COMMAND: in this shell, so that what it exports is there for the next.
run_command() {
  local line code=0
  line=$(as_run "$2")
  eval "$line" >"$said/stdout.txt" 2>"$said/stderr.txt" </dev/null || code=$?
  if ((code == 1)) && [[ $line == "vitrine compare "* ]]; then code=0; fi  # what is compared differs
  ((code == 0)) || fail "$1: '$2' ends with $code: $(tail -n 3 "$said/stderr.txt")"
  ! grep -q '^vitrine: warning' "$said/stderr.txt" || fail "$1: '$2' warns: $(<"$said/stderr.txt")"
}

# run_document DOCUMENT
run_document() {
  local document=$1 file=$root/$1 place line count=0 path=$PATH folder name text
  mapfile -t commands < <(commands_of "$file")
  line=$(stray_commands "$file")
  [[ -z $line ]] || fail "$document: commands outside of blocks of sh, where nothing runs them: $line"
  ((${#commands[@]})) || return 0

  folder=copies/${document//\//-}
  mkdir -p "$folder/build/release"
  for name in assets docs python scripts tests; do ln -s "$root/$name" "$folder/$name"; done
  ln -s "$VITRINE" "$folder/build/release/vitrine"
  text=$(prose_of "$file")
  for name in ${readers[$document]:-}; do
    cp -r "given/$name" "$folder/$name"
    [[ $text == *"\`$name\`"* ]] || fail "$document does not say that $name is the reader's"
    printf '%s\n' "${commands[@]}" | grep -qE "(^|[ /'])$name([ /']|\$)" || fail "$document does not use $name, which it is given"
  done
  # How vitrine comes within reach is said in the document, or in the one it leads to.
  if [[ $text == *"(COMMANDS.md)"* ]]; then PATH=$PWD/$folder/build/release:$PATH; fi

  cd "$folder" || exit
  for line in "${commands[@]}"; do
    place=$document:${line%%$'\t'*}
    line=${line#*$'\t'}
    count=$((count + 1))
    if [[ -v not_run[$line] ]]; then
      left_out[$line]=yes
    elif [[ $line == "vitrine page "* && ! -e $root/build/web/single.html ]]; then
      echo "$place: left out: scripts/web.sh has not been run, of which a page is made"
    else
      run_command "$place" "$line"
    fi
  done
  cd - >/dev/null || exit
  PATH=$path
  echo "$document: $count commands"
  all=$((all + count))
}

said=$PWD
all=0
declare -A left_out=()
for document in "${documents[@]}"; do run_document "$document"; done
((all > 60)) || fail "only $all commands in all documents"
for line in "${!not_run[@]}"; do
  [[ -v left_out[$line] ]] || fail "'$line', which is not run since it ${not_run[$line]}, stands in no document"
done
finish
