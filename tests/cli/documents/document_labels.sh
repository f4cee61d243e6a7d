# What README.md and docs/WINDOW.md name in *italics* is written on the screen, and what they name as a key is pressed by a script.
source "$(dirname "$0")/../check.bash"
source "$(dirname "$0")/documents.bash"

# labels_of FILE: each label on a line; a way through menus, *File ▸ Save*, is two, and an ellipsis is none of its letters.
labels_of() {
  prose_of "$1" | sed -E 's/`[^`]*`//g; s/\*\*[^*]*\*\*//g' | tr '\n' ' ' | tr -s ' ' | grep -oE '\*[^* ][^*]*\*' |
    sed -E 's/^\*//; s/\*$//; s/ ▸ /\n/g' | sed -E 's/ *…$//' | sort -u
}

find "$root/app" "$root/core" -name '*.cpp' -exec grep -hoE '"[^"]+' {} + >texts.txt
count=0
for document in README.md docs/WINDOW.md; do
  while read -r label; do
    count=$((count + 1))
    [[ $label != Vitrine ]] || continue  # the word is explained
    grep -qiF -- "\"$label" texts.txt || fail "$document names *$label*, which the program does not write"
  done < <(labels_of "$root/$document")
done
((count > 50)) || fail "only $count labels"

# pressed FILE: the keys of a script.
pressed() { sed -n 's/^ *key //p' "$1" | sort -u; }
count=0
pressed "$VITRINE_TEST_DATA/app/shell/keyboard/window-page.drive" >pressed.txt
while read -r key; do
  count=$((count + 1))
  key=$(sed -E 's/.*/\L&/; s/→/right/; s/←/left/; s/↑/up/; s/↓/down/' <<<"$key")
  grep -qxF -- "$key" pressed.txt || fail "docs/WINDOW.md names the key $key, which window-page.drive does not press"
done < <(grep -oE '<kbd>[^<]+</kbd>' "$root/docs/WINDOW.md" | sed -E 's/<\/?kbd>//g' | sort -u)
((count > 40)) || fail "only $count keys"
finish
