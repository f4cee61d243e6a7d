# Every script that a document names is there, and says at its beginning what its options mean.
source "$(dirname "$0")/../check.bash"
source "$(dirname "$0")/documents.bash"

# calls_of FILE: what it says of scripts, in blocks and in `…` within its text.
calls_of() {
  commands_of "$1" | cut -f 2- | grep -oE '(^|[ ;])scripts/[a-z_]+\.[a-z]+.*' | sed -E 's/^[ ;]//'
  prose_of "$1" | grep -oE '`scripts/[a-z_]+\.[a-z]+[^`]*`' | tr -d '`'
}

count=0
for document in "${documents[@]}" CONTRIBUTING.md; do
  while read -r script arguments; do
    count=$((count + 1))
    if [[ ! -e $root/$script ]] || [[ $script == *.sh && ! -x $root/$script ]]; then
      fail "$document: $script is no script that can be run"
      continue
    fi
    about=$(sed -n '2,/^[^#]/p' "$root/$script")
    if [[ $script == scripts/run.sh ]]; then continue; fi  # its arguments are the program's
    for argument in $arguments; do
      [[ $argument != -* ]] || grep -qF -- "$argument" <<<"$about" || fail "$document: $script does not say what $argument is"
    done
  done < <(calls_of "$root/$document")
done
((count > 20)) || fail "only $count scripts are named"
for script in web test_web measure learn pictures; do
  grep -qr "scripts/$script.sh" "$root/README.md" "$root/CONTRIBUTING.md" "$root/docs" --include=*.md || fail "no document names scripts/$script.sh"
done
finish
