# Models of families that another program computes, with one bug at a time: the bug is named, at its place.
source "$(dirname "$0")/check.bash"

python=
for one in python3 /usr/bin/python3; do
  if "$one" -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then python=$one && break; fi
done
[[ $python ]] || { echo "NumPy is not here: nothing was tried"; exit 0; }

made=$VITRINE_TEST_DATA/implementations/families.py tried=0
for family in gpt2 llama bert; do
  folder=$VITRINE_TEST_DATA/goldens/families/$family
  "$python" "$made" "$folder" none none right.npz || fail "$family: no trace was made"
  accepts compare --model "$folder" --batch "$folder/batch.json" --against-trace right.npz
  "$python" "$made" "$folder" --bugs >bugs.txt
  while read -r bug where; do
    "$python" "$made" "$folder" "$bug" "$where" wrong.npz || fail "$family, $bug: no trace was made"
    differs compare --model "$folder" --batch "$folder/batch.json" --against-trace wrong.npz --json
    causes=$(tr -d ' \n' <stdout.txt | grep -o '"kind":"[^"]*","where":"[^"]*"' | sort -u)
    grep -qF "\"kind\":\"$bug\",\"where\":\"$where\"" <<<"$causes" || fail "$family, $bug at $where: found $causes"
    tried=$((tried + 1))
  done <bugs.txt
done
((tried >= 45)) || fail "only $tried bugs were tried"
