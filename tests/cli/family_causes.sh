# Models of families that another program computes, with one bug at a time: the bug is named, at its place, and nothing else is left.
source "$(dirname "$0")/check.bash"

python=
for one in python3 /usr/bin/python3; do
  if "$one" -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then python=$one && break; fi
done
[[ $python ]] || { echo "NumPy is not here: nothing is tried"; exit 77; }

tried=0
for family in $("$python" "$VITRINE_TEST_DATA/implementations/families.py" --names); do
  folder=$VITRINE_TEST_DATA/goldens/families/$family
  "$python" "$VITRINE_TEST_DATA/implementations/families.py" "$folder" "$family" || fail "$family: no traces were made"
  accepts compare --model "$folder" --batch "$folder/batch.json" --against-trace "$family/right.npz"
  for trace in "$family"/*@*.npz; do
    bug=$(basename "$trace" .npz)
    differs compare --model "$folder" --batch "$folder/batch.json" --against-trace "$trace" --json
    answer=$(tr -d ' \n' <stdout.txt)
    [[ $answer == *"\"cause\":{\"kind\":\"${bug%@*}\",\"where\":\"${bug#*@}\""* ]] || fail "$family, $bug: not the first cause"
    [[ $answer == *'"unexplained":null'* ]] || fail "$family, $bug: something is left unexplained"
    tried=$((tried + 1))
  done
done
((tried >= 280)) || fail "only $tried bugs were tried"
finish
