# The device that computes attention: the numbers do not depend on it, and the program says which one it is.
source "$(dirname "$0")/check.bash"

accepts trace --sample translation --only 'encoder.*.weights'
cp stdout.txt processor.txt
accepts trace --sample translation --only 'encoder.*.weights' --device cpu
diff processor.txt stdout.txt >/dev/null || fail "--device cpu is not what happens without it"

"$VITRINE" trace --sample translation --only 'encoder.*.weights' --device gpu >card.txt 2>stderr.txt || fail "exit $? with --device gpu"
(($(wc -l <stderr.txt) == 1)) || fail "not one line with --device gpu: $(<stderr.txt)"
grep -q '^vitrine: note: attention on .*largest difference from the processor' stderr.txt || fail "nothing about the card: $(<stderr.txt)"
# The last of the four decimals of weights may differ because of rounding.
[[ $(wc -l <card.txt) == $(wc -l <processor.txt) ]] || fail "other lines with --device gpu"

for format in npz safetensors json csv; do
  "$VITRINE" trace --sample translation --only '*self_attn.*' --device gpu --format "$format" --out "card-$format" 2>stderr.txt ||
    fail "exit $? of $format with --device gpu: $(<stderr.txt)"
  accepts trace --sample translation --only '*self_attn.*' --format "$format" --out "processor-$format"
  [[ $format == csv || $format == json || $(stat -c %s "card-$format") == $(stat -c %s "processor-$format") ]] ||
    fail "$format is of another size with --device gpu"
done

"$VITRINE" trace --sample translation --only loss --device auto >stdout.txt 2>stderr.txt || fail "exit $? with --device auto"
grep -q '^vitrine: note: attention on the processor: the largest has ' stderr.txt || fail "auto does not say which: $(<stderr.txt)"

"$VITRINE" trace --sample translation --only loss --device gpu --gpu-memory 1 >stdout.txt 2>stderr.txt || fail "exit $? with 1 MB"
grep -q 'of graphics memory, and the limit is 1.0 MB' stderr.txt || fail "no word about the limit: $(<stderr.txt)"

# A picture of what the window shows.
accepts render --sample translation --device gpu --view tensors --select encoder.layers.0.self_attn.weights --out card.png
accepts render --sample translation --device gpu --gpu-memory 5 --view tensors --select encoder.layers.0.self_attn.weights --out less.png
[[ -s card.png && -s less.png ]] || fail "no pictures of what the card has computed"
printf '%s\n' 'expect status "largest difference from the processor"' 'expect status "graphics memory"' >visit.drive
accepts drive visit.drive --sample translation --device gpu
printf '%s\n' 'expect message "and the limit is 1.0 MB"' 'expect status "attention on the processor"' >visit.drive
accepts drive visit.drive --sample translation --device gpu --gpu-memory 1

refuses "--gpu-memory goes with --device gpu or auto" render --sample translation --device cpu --gpu-memory 64 --out card.png
refuses "--gradients needs a run on the processor" trace --sample translation --device gpu --gradients g.npz
refuses "--gpu-memory goes with --device gpu or auto" trace --sample translation --gpu-memory 64

finish
