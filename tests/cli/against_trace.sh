# Another program's trace against our run: what agrees, what differs first and why, and what is refused.
source "$(dirname "$0")/check.bash"

# Our own trace agrees with our run, in either kind of file, as it is and with its gradients and weights.
accepts trace --sample translation --format npz --out trace.npz
accepts trace --sample translation --format safetensors --out trace.safetensors
accepts compare --sample translation --against-trace trace.npz
# If some tensors were put aside, no sentence may speak of all recorded tensors, and the counts must be those of the lists.
says "125 of 135 recorded tensors were compared, and all of these agree within 0.0001"
says "not compared, 10"
says "10 tensors"
accepts compare --sample translation --against-trace trace.npz --json
(($(number stdout.txt compared) == $(grep -c '"by": ' stdout.txt))) || fail "compared: $(number stdout.txt compared)"
(($(number stdout.txt put_aside) == $(grep -c '"why": ' stdout.txt))) || fail "put aside: $(number stdout.txt put_aside)"
accepts trace --sample translation --format npz --only memory --out memory.npz
accepts compare --sample translation --against-trace memory.npz
says "The only recorded tensor agrees within 0.0001"
accepts trace --sample translation --format npz --only 'encoder.layers.0.norm1*' --out encoder.npz
accepts compare --sample translation --against-trace encoder.npz
grep -q "^All [0-9]* recorded tensors agree within 0.0001" stdout.txt || fail "nothing was put aside: $(<stdout.txt)"
accepts compare --sample translation --against-trace trace.safetensors --json
says '"first_beyond": null'
says '"cause": null'
says '"by": "name"'

# A student's homework: masked multi-head attention under its own name.
homework=$VITRINE_TEST_DATA/implementations/homework broken=$VITRINE_TEST_DATA/implementations/homework_residual_missing
for folder in "$homework" "$broken"; do
  "$VITRINE" import "$folder/model.pt" --heads 4 --activation gelu --norm post --scale-embedding yes --positions sinusoidal --pad 0 \
    --begin 1 --end 2 --out "imported-$(basename "$folder")" >stdout.txt 2>stderr.txt || fail "$folder: $(<stderr.txt)"
done
accepts compare --model imported-homework --batch "$homework/batch.json" --against-trace "$homework/trace.npz"
says "dec1.masked_mha.attn (name"
differs compare --model imported-homework_residual_missing --batch "$broken/batch.json" --against-trace "$broken/trace.npz"
says "encoder.layers.1.norm2["
says "· max(1, |B|)"
says "encoder.layers.1: "
! grep -q "model.eval" stdout.txt || fail "doubts where a cause is found"
# Numbers of another model have no cause in the list, and the report asks where else they may come from.
differs compare --model imported-homework --batch "$broken/batch.json" --against-trace "$broken/trace.npz"
says "none of the known mistakes"
says '--map can say what it is: {"tensors": [{"path": PATH, "from": "enc_in"}]}'
says "were A's numbers taken after model.eval(), from the same checkpoint and of the same batch?"
# Many tensors with the same reason are shown on one line.
printf '{"tensors": [{"path": "memory", "from": "enc1"}], "left": ["logits", "enc_in", "dec_in", "dec0", "dec1"]}' >many.json
"$VITRINE" compare --model imported-homework --batch "$homework/batch.json" --against-trace "$homework/trace.npz" --map many.json >stdout.txt
says "5 tensors"

python=
for one in python3 /usr/bin/python3; do
  if "$one" -c 'import numpy, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then python=$one && break; fi
done

# The counts are those of the window (tests/app/compare/holding.drive); gradients are counted separately.
golden=$VITRINE_TEST_DATA/goldens/translation
code=0
"$VITRINE" compare --model "$golden" --batch "$golden/batch.json" --against-trace "$VITRINE_TEST_DATA/app/compare/no-scaling.npz" \
  >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code where a trace differs"
says "4 of 7 tensors that were recorded and matched are off by more than 0.0001"

# Pairs chosen by hand.
printf '{"tensors": [{"path": "memory", "from": "memory"}], "left": ["logits"]}' >map.json
accepts compare --sample translation --against-trace trace.npz --map map.json
says "memory (map"
says "the mapping excludes it"
printf '{"tensors": [{"path": "memory", "from": "nothing"}]}' >wrong.json
refuses "names 'nothing'" compare --sample translation --against-trace trace.npz --map wrong.json
printf '{"tensors": [{"path": "memry", "from": "memory"}]}' >wrong.json
refuses "'memry'" compare --sample translation --against-trace trace.npz --map wrong.json
printf '{"tensors": [{"path": "logits", "from": "memory"}]}' >wrong.json
refuses "which is" compare --sample translation --against-trace trace.npz --map wrong.json
printf '{"tensors": [{"path": "src.tokens", "from": "src.tokens"}]}' >wrong.json
refuses "it holds integers: ids and masks are not compared" compare --sample translation --against-trace trace.npz --map wrong.json

refuses "no-such-file" compare --sample translation --against-trace no-such-file
refuses "stands alone" compare --sample translation --against-trace trace.npz --replace 'tgt[0,3]=une'
refuses "none of its" compare --sample navigation --against-trace "$VITRINE_TEST_DATA/goldens/translation/model.safetensors"
refuses "two-heads" compare --sample two-heads --against-trace trace.npz
head -c 300 trace.npz >cut.npz
refuses "cut.npz" compare --sample translation --against-trace cut.npz

# Every kind of mistake, one at a time and together, computed by another program (tests/implementations/bugs.py).
if [[ -z $python ]]; then
  echo "Every kind of mistake is left out: NumPy (on Debian: python3-numpy) is not here."
  finish
fi
PYTHONDONTWRITEBYTECODE=1 "$python" "$VITRINE_TEST_DATA/implementations/bugs.py" bugs >stdout.txt 2>stderr.txt || fail "$(<stderr.txt)"
cat >facts.py <<'PYTHON'
"""What compare --json says of a trace, against facts.json."""
import json, sys
said, facts = (json.load(open(path)) for path in sys.argv[1:])
place = lambda cause: cause and (cause["kind"], cause["where"])
assert said["first_beyond"]["path"] == facts["first_beyond"], said["first_beyond"]
assert said["first_beyond"]["deviation"] > 1e-4, said["first_beyond"]
assert place(said["cause"]) == place(facts["cause"]), said["cause"]
assert [place(cause) for cause in said["causes"]] == [place(cause) for cause in facts["causes"]], said["causes"]
assert said["unexplained"] is None, said["unexplained"]
equally = [other["kind"] for other in said["cause"]["equally"]]
assert set(facts["equally"]) <= set(equally), equally
assert said["cause"]["sentence"].startswith(said["cause"]["where"] + ": "), said["cause"]
PYTHON
count=0
for folder in bugs/*/; do
  count=$((count + 1))
  differs compare --model "$folder" --batch "$folder/batch.json" --against-trace "$folder/trace.npz" --json
  "$python" facts.py stdout.txt "$folder/facts.json" 2>problem.txt || fail "$folder: $(tail -n 1 problem.txt)"
done
((count > 20)) || fail "only $count kinds of mistakes"
differs compare --model bugs/scores-not-divided --batch bugs/scores-not-divided/batch.json --against-trace bugs/scores-not-divided/trace.npz
says "decoder.layers.1.cross_attn: your scores are ×√4 of these: the division is missing"
accepts compare --model bugs/scores-not-divided --batch bugs/scores-not-divided/batch.json \
  --against-trace bugs/scores-not-divided/trace.npz --tolerance 1000
finish
