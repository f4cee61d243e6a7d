# Files that the window saves equal those that the command line saves for the same run, byte for byte. Whatever cannot be saved is
# refused in one line.
source "$(dirname "$0")/check.bash"

mkdir pictures
export XDG_PICTURES_DIR=$PWD/pictures
visit() { accepts drive visit --sample translation --size 1280x800; }

# saves FILE: the visit on standard input writes this file and no other.
saves() {
  cat >visit
  rm -f pictures/*
  visit
  [[ $(ls -A pictures) == "$1" ]] || fail "instead of $1: $(ls -A pictures)"
  mv "pictures/$1" . || fail "no file $1"
}
# is_that FILE ARGS…: the command line writes the same file.
is_that() {
  local file=$1
  shift
  accepts trace --sample translation "$@" --out that
  cmp -s "$file" that || fail "$file is not what trace writes: $*"
}

run() { saves "vitrine-translation-run.$1" < <(printf 'key ctrl+s\nclick save/what/run\nclick save/format/%s\nclick save/do\nexpect message "Saved to"\n' "$1"); }
for format in npz safetensors json; do
  run $format
  is_that vitrine-translation-run.$format --format $format
done

tensor=decoder.layers.1.cross_attn.weights
for format in npz safetensors json csv; do
  saves "vitrine-translation-$tensor.$format" <<VISIT
click outline/$tensor
key ctrl+s
click save/what/tensor
click save/format/$format
click save/do
expect message "Saved to"
VISIT
  [[ $format == csv ]] && mv "vitrine-translation-$tensor.csv" tensor.csv && continue
  is_that "vitrine-translation-$tensor.$format" --format $format --only $tensor
done
accepts trace --sample translation --format csv --only $tensor
cmp -s tensor.csv stdout.txt || fail "the table is another one"

for format in npz safetensors; do
  saves "vitrine-translation-run-gradients.$format" <<VISIT
key ctrl+s
click save/what/run
click save/numbers/gradients
click save/format/$format
click save/do
expect message "Saved to"
VISIT
  accepts trace --sample translation --gradients that.$format
  cmp -s vitrine-translation-run-gradients.$format that.$format || fail "these are other gradients ($format)"
done

saves vitrine-translation-map.png <<'VISIT'
click top/menu
click menu/file/save-png
VISIT
accepts render --sample translation --size 1280x800 --out that.png
cmp -s vitrine-translation-map.png that.png || fail "the picture is another one"
saves vitrine-translation-attention.svg <<'VISIT'
key 2
click top/menu
click menu/file/save-svg
VISIT
accepts render --sample translation --size 1280x800 --view attention --out that.svg
cmp -s vitrine-translation-attention.svg that.svg || fail "the picture as SVG is another one"

cat >visit <<'VISIT'
key ctrl+s
click save/what/steps
click save/format/svg
click save/do
expect message "Saved"
VISIT
rm -rf pictures/*
accepts drive visit --sample by-hand --size 900x640
count=$(ls pictures/vitrine-by-hand-walk | wc -l)
((count > 20)) || fail "only $count pictures of a walk"
for ((number = 1; number <= count; ++number)); do
  [[ $(head -c 5 "pictures/vitrine-by-hand-walk/step-$(printf %03d "$number").svg") == "<svg " ]] || fail "step $number is no SVG"
done

# A folder that accepts no files: each attempt is reported in one line, and nothing is lost.
export XDG_PICTURES_DIR=/proc
cat >visit <<'VISIT'
click outline/encoder.layers.0.self_attn.scores
key x
click top/menu
click menu/file/save-png
expect message "cannot be written"
click message/close
click top/menu
click menu/file/save-csv
expect message "cannot be written"
click message/close
click top/menu
click menu/file/save-run-npz
expect message "cannot be written"
expect-no-overlap
click message/close
click top/menu
click menu/file/save-walk
expect message "cannot be made"
expect-state /exporting/walk null
click message/close
expect-state /message ""
expect-state /selection/tensor encoder.layers.0.self_attn.scores
expect-state /altered/silenced/0/head 0
VISIT
visit
finish
