# The sample `long` is exactly what its script writes, on any machine.
source "$(dirname "$0")/check.bash"

python3 -c '' 2>/dev/null || { echo "Left out: Python 3 is not here." && exit 77; }
python3 "$VITRINE_TEST_DATA/../scripts/long_sample.py" . || fail "the script stops"
for file in long.json long.safetensors; do
  cmp "$file" "$VITRINE_TEST_DATA/../assets/samples/$file" || fail "$file is another one than the committed"
done
finish
