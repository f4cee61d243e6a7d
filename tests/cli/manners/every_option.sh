# Tries every option of every subcommand, as --help lists them, with an empty, a missing, a wrong and a very long value, and a
# mistyped name. Each is answered with one line, which does not repeat the long value, and no files are left.
source "$(dirname "$0")/../check.bash"
data=$VITRINE_TEST_DATA/goldens/translation
unset DISPLAY WAYLAND_DISPLAY

mkdir given given/folder given/model
cp "$data/config.json" "$data/model.safetensors" given/model
printf '\377\376\0{' >given/garbage
printf 'a b\tc d\n' >given/pairs.tsv
echo 'expect status x' >given/visit.drive
echo text >given/text
printf '# A\n@about B.\n## C\nD.\n' >given/lesson.md
cp -r given kept

# Other arguments without which the option would not be read.
sample="--sample navigation"
declare -A rest=(
  [trace]="$sample" [explain]="$sample loss[0]" [compare]="$sample --replace tgt[0,2]=3" [transcript]="$sample" [page]="$sample --out out.html" [params]="$sample" [config]=""
  [import]="given/model/model.safetensors --out out --heads 4 --activation relu --norm post --scale-embedding yes --positions sinusoidal --pad 0 --begin 1 --end 2"
  [export-sample]="given/model --name mine --out out" [train]="--task copy --steps 1 --d-model 8 --heads 2 --layers 1 --out out" [evaluate]="--model given/model" [history]="given/model" [experiment]="given/text"
  [generate]="$sample --text je" [tasks]="copy" [train-tokenizer]="--corpus given/text --vocab-size 9 --out out"
  [tokenize]="--tokenizer given/text" [render]="$sample --out out.png" [figure]="$sample memory --out out.svg" [drive]="given/visit.drive $sample" [lesson]="given/lesson.md" [bench]="trace-names"
  [vitrine]="$sample")

# The options that name a model or what to learn may be given only once.
without() {
  local words=" $1 " option
  for option in "$2" ${3:-}; do words=$(sed -E "s/ $option [^ ]+/ /" <<<"$words"); done
  echo "$words"
}
others() {
  case $1 in
    --model | --config | --seed | --init) echo --sample --tokenizer ;;
    --data | --batches | --resume) echo --task ;;
    --tokens) echo --text ;;
    --link) echo --sample ;;
    --against-*) echo --replace ;;
  esac
}

# options_of SUBCOMMAND: a line for each option, its name and the type of its value, or "flag".
options_of() {
  sed -nE '/^  --help|^  -h|^  --version/d
    s/^  (--[a-z-]+)( +| Excludes: .*)$/\1 flag/p; t
    s/^  (--[a-z-]+)  .*/\1 flag/p; t
    s/^  (--[a-z-]+) ([^ :]+).*/\1 \2/p' help.txt
}

# refuse TEXT ARGS…: the subcommand in $command refuses these, together with the arguments that it needs.
refuse() {
  local text=$1 subcommand=()
  shift
  [[ $command == vitrine ]] || subcommand=("$command")
  # shellcheck disable=SC2086
  refuses "$text" "${subcommand[@]}" $needed "$@"
}

long=$(printf '%0100000d' 0 | tr 0 x)
count=0
declare -A seen=()
walk() {
  local option=$1 type=$2 wrong=() value
  count=$((count + 1))
  if [[ $type == flag ]]; then
    refuse "$option takes no value" "$option=nonsense"
    return
  fi
  needed=$(without "${rest[$command]:-}" "$option" "$(others "$option")")
  [[ $option == --text || $option == --target-text || $option == --special ]] || refuse "$option: the value is empty" "$option" ''
  refuse "$option: the value is missing" "$option"
  refuse "$option: the value in front of --help is missing" "$option" --help
  refuse "there is no option '${option}x'; did you mean '$option'" "${option}x" 1
  case $type in
    N | K | MB) wrong=(x -1 1.5 0x10 " 1" 99999999999999999999) ;;
    F | T | A | P | PT) wrong=(x -1 nan 1e999 0x1p3 1,5) ;;
    LENGTH | COLOUR | NAME | KIND | THEME | VIEW | FORMAT | *"|"*) wrong=(nonsense) ;;
    TEXT) [[ $option != --link ]] || wrong=(nonsense vitrine: vitrine:view=map 'vitrine:sample=navigation&view=mapp') ;;
    WxH) wrong=(x 1x1 800x600x1) ;;
    DIR | FILE*)
      wrong=(no-such-folder/file)
      # Files to write may have any name.
      case $option in
        --out | --log | --gradients | --session | --handout) [[ $option == --out && $type == DIR ]] || wrong+=(given/folder) ;;
        --corpus) wrong+=(given/folder /dev/zero) ;;  # any bytes can be learned from
        *) wrong+=(given/folder given/garbage /dev/zero) ;;
      esac
      ;;
  esac
  # Options that several subcommands share are read by the same code.
  case $option in
    --sample | --batch | --init | --against-* | --replace | --size | --theme | --scale | --device | --gpu-memory)
      [[ -z ${seen[$option]:-} ]] || wrong=()
      seen[$option]=yes
      ;;
  esac
  for value in "${wrong[@]}"; do refuse "" "$option" "$value"; done
  ((${#wrong[@]} > 0)) || return
  case $option in
    --text | --target-text | --out | --log | --gradients | --session | --handout | --corpus) return ;;
  esac
  refuse "" "$option" "$long"
  ((${#said[0]} < 1000)) || fail "a long value of $command $option is answered by ${#said[0]} characters"
}

accepts --help
for command in vitrine $(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' stdout.txt); do
  if [[ $command == vitrine ]]; then accepts --help; else accepts "$command" --help; fi
  sed '/^Subcommands:/,$d' stdout.txt >help.txt
  needed=${rest[$command]:-}
  refuse "there is no option '--nonsense'" --nonsense
  while read -r option type; do walk "$option" "$type"; done < <(options_of)
  if grep -q '^Positionals:' help.txt; then refuses "the value is empty" "$command" ''; fi
done
((count > 150)) || fail "only $count options were found"

diff -r given kept >difference || fail "a refusal has changed a file: $(<difference)"
rm -rf given kept difference help.txt stdout.txt stderr.txt
[[ -z $(ls -A) ]] || fail "refusals have left: $(ls -A)"
finish
