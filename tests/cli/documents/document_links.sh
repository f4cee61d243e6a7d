# Links of the documents lead to files and headings that are there; README.md is short, and leads to every document.
source "$(dirname "$0")/../check.bash"
source "$(dirname "$0")/documents.bash"

# anchors_of FILE: of its headings, as GitHub makes them.
anchors_of() {
  prose_of "$1" | sed -nE 's/^#{1,6} +//p' | sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:] _-]//g; s/.*/\L&/; s/ /-/g' |
    awk '{ print seen[$0]++ ? $0 "-" seen[$0] - 1 : $0 }'
}

# targets_of FILE: what its links and pictures lead to; not what stands in `…`.
targets_of() {
  prose_of "$1" | sed -E 's/`[^`]*`/code/g' | grep -oE '\]\([^) ]+\)|(src|srcset|href)="[^"]+"' | sed -E 's/^\]\(//; s/\)$//; s/^[a-z]+="//; s/"$//'
}

count=0
for document in "${documents[@]}" CONTRIBUTING.md tests/implementations/README.md; do
  folder=$root/$(dirname "$document")
  while read -r target; do
    count=$((count + 1))
    [[ $target != http*://* ]] || continue
    file=$root/$document
    if [[ $target != "#"* ]]; then file=$folder/${target%%#*}; fi
    if [[ ! -e $file ]]; then
      fail "$document leads to $target, which is not there"
    elif [[ $target == *"#"* ]]; then
      anchors_of "$file" | grep -qxF -- "${target#*#}" || fail "$document leads to $target, but there is no such heading"
    fi
  done < <(targets_of "$root/$document")
done
((count > 100)) || fail "only $count links"

for document in "${documents[@]:1}"; do
  grep -qF "($document" "$root/README.md" || fail "README.md does not lead to $document"
done
words=$(wc -w <"$root/README.md")
((words <= 1200)) || fail "README.md has $words words, and is to be read in a few minutes: 1200"

# The test itself would see a link that leads nowhere.
printf '# One `two`: three\n## One\n## One\n' >page.md
[[ $(anchors_of page.md | tr '\n' ' ') == "one-two-three one one-1 " ]] || fail "anchors are $(anchors_of page.md | tr '\n' ' ')"
finish
