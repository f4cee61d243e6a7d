# The Python package: its tests, and every Python block of the documents. What needs PyTorch is left out where it is not here.
source "$(dirname "$0")/check.bash"

for python in python3 /usr/bin/python3; do
  "$python" -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && break
  python=
done
if [[ -z $python ]]; then
  echo "Left out: NumPy (on Debian: python3-numpy) is not here."
  exit 77
fi

PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$VITRINE_TEST_DATA/../python" "$python" -m unittest discover -s "$VITRINE_TEST_DATA/python" \
  >stdout.txt 2>&1 || fail "$(<stdout.txt)"
grep -q '^Ran [1-9][0-9]* tests' stdout.txt || fail "no test was run"
finish
