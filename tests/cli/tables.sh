# The tables of params, samples, bench and doctor.
source "$(dirname "$0")/check.bash"

# Every parameter's shape multiplies up to its count, and the counts add up to the total.
for sample in navigation translation long two-heads by-hand; do
  accepts params --sample "$sample"
  awk -F '  +' '
    /×/ { product = 1; n = split($2, sides, "×"); for (i = 1; i <= n; ++i) product *= sides[i] }
    $2 ~ /^[0-9]+$/ && NF == 4 { product = $2 }
    NF == 4 && $1 ~ /\./ { count = $3; gsub(" ", "", count); if (count != product) exit 1; sum += count }
    $1 == "total" { total = $2; gsub(" ", "", total) }
    END { exit sum == 0 || sum != total }' stdout.txt || fail "the counts of $sample do not add up"
  says "trainable"
  says "memory"
done
says "fc_out.weight is src_embedding.weight, counted once"

accepts params --config "$VITRINE_TEST_DATA/goldens/navigation/config.json"
says "transformer.decoder.layers.0.multihead_attn.in_proj_weight"

# Shapes need no memory for weights: these would take 7 GB.
sed 's/"src_vocab_size": *[0-9]*/"src_vocab_size": 300000000/' "$VITRINE_TEST_DATA/goldens/navigation/config.json" >vast.json
grep -q 300000000 vast.json || fail "the configuration was not made larger"
(ulimit -v 4000000 && "$VITRINE" params --config vast.json >stdout.txt) || fail "the shapes of a large model take its memory"
says "300000000×"

accepts samples
for sample in navigation translation long by-hand two-heads; do
  grep -q "^$sample — " stdout.txt || fail "samples does not list $sample"
done


# Control characters in a sample's text do not reach the terminal.
mkdir -p home/vitrine/samples
printf '{"name": "loud", "title": "\\u001b[31mred", "text": "a \\u0007 bell"}' >home/vitrine/samples/loud.json
XDG_DATA_HOME=$PWD/home accepts samples
says "loud — ␛[31mred"
says "a ␇ bell"

accepts bench
for name in trace-tiny trace-names trace-base trace-gpt2 generate-gpt2 tokenize tokenize-new tokenize-train; do
  grep -q "^$name " stdout.txt || fail "bench does not list $name"
done
accepts bench trace-names --threads 1 --json
pattern='^\{"name":"trace-names","median_ms":[0-9.]+,"minimum_ms":[0-9.]+,"threads":1,"share":[0-9.]+\}$'
grep -qE "$pattern" stdout.txt || fail "bench --json prints: $(<stdout.txt)"
(($(wc -l <stdout.txt) == 1)) || fail "bench --json prints more than one line"

for name in tokenize tokenize-train; do  # `tokenize` is also the name of a subcommand
  accepts bench $name --json
  pattern='^\{"name":"'$name'",.*"megabytes_per_second":[0-9.]+\}$'
  grep -qE "$pattern" stdout.txt || fail "bench $name --json prints: $(<stdout.txt)"
done

# `bench` needs a program of its own, which may be missing.
mkdir -p alone
ln "$VITRINE" alone/vitrine 2>/dev/null || cp "$VITRINE" alone/vitrine
VITRINE=alone/vitrine refuses "vitrine-bench, which is not next to this one" bench trace-names

accepts doctor
for entry in Vitrine SIMD threads display OpenGL fonts samples shaders versions; do
  grep -q "^$entry " stdout.txt || fail "doctor says nothing of $entry"
done
finish
