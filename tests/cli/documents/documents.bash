# What the tests of the documents share. For scripts that have sourced check.bash.
export LC_ALL=C.UTF-8  # a heading may have any letter
root=$(realpath "$VITRINE_TEST_DATA/..")
documents=(README.md)
for file in "$root"/docs/*.md; do documents+=("docs/${file##*/}"); done

# prose_of FILE: its lines without those of code blocks.
prose_of() { awk '/^```/ { inside = !inside; next } !inside' "$1"; }

# block_with FILE TEXT: the first code block in which a line begins with TEXT.
block_with() {
  awk -v text="$2" '
    /^```/ { if (inside && found) { printf "%s", block; exit } inside = !inside; block = ""; found = 0; next }
    inside { block = block $0 "\n"; if (index($0, text) == 1) found = 1 }' "$1"
}

# stray_commands FILE: lines that look like commands of ours in other blocks than those of ```sh, with their numbers.
stray_commands() {
  awk '
    /^```/ { shell = $0 == "```sh"; next }
    !shell && /^( {4,})?(vitrine|scripts\/[a-z_]+\.sh)( |$)/ { print NR ": " $0 }' "$1"
}

# commands_of FILE: the commands in its blocks of ```sh, each on one line behind the number of its first line and a TAB; without comments.
commands_of() {
  awk '
    /^```/ { inside = ($0 == "```sh"); next }
    !inside { next }
    {
      line = $0
      if (line ~ /^#/) line = ""
      sub(/  +#.*/, "", line)
      if (whole == "") first = NR
      more = sub(/\\$/, "", line)
      if (whole != "") sub(/^ +/, "", line)
      whole = whole line
      if (more) next
      sub(/ +$/, "", whole)
      if (whole != "") print first "\t" whole
      whole = ""
    }' "$1"
}
