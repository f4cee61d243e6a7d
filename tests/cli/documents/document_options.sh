# Every option that a document names within its text, `--only` or `vitrine trace --only …`, is an option of that command, or of one.
source "$(dirname "$0")/../check.bash"
source "$(dirname "$0")/documents.bash"

# has_option HELP OPTION
has_option() { grep -qE -- "(^|[^a-z-])$2([^a-z-]|\$)" "$1"; }

"$VITRINE" --help >all.txt
mapfile -t subcommands < <(sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]\+\) .*/\1/p' all.txt)
for subcommand in "${subcommands[@]}"; do
  "$VITRINE" "$subcommand" --help >"help-$subcommand.txt" 2>/dev/null  # bench is a program of its own, which may not be built
  cat "help-$subcommand.txt" >>all.txt
done

count=0
for document in "${documents[@]}"; do
  while read -r code; do
    help=all.txt
    read -r program subcommand _ <<<"$code"
    if [[ $program == scripts/* || $program == tests/* || $program == cmake ]]; then continue; fi
    if [[ $program == vitrine && -s help-$subcommand.txt ]]; then help=help-$subcommand.txt; fi
    while read -r option; do
      count=$((count + 1))
      has_option "$help" "$option" || fail "$document: '$code': there is no option $option"
    done < <(grep -oE -- '(^|[^a-z-])--[a-z][a-z-]*' <<<"$code" | grep -oE -- '--.*')
  done < <(prose_of "$root/$document" | grep -oE '`[^`]*--[^`]*`' | tr -d '`')
done
((count > 100)) || fail "only $count options are named"
finish
