# What an earlier version has saved still opens: models with their history, traces and gradients, trainings, sessions.
source "$(dirname "$0")/check.bash"

shopt -s nullglob
tried=0
for saved in "$VITRINE_TEST_DATA"/versions/*/; do
  version=$(basename "$saved")
  rm -rf saved
  cp -r "$saved" saved
  chmod -R u+w saved
  ((++tried))

  # The model computes what it computed then.
  accepts compare --model saved/model --against-trace saved/trace.safetensors
  says "agree"
  accepts trace --model saved/model --format safetensors --out now.safetensors --gradients now-gradients.safetensors
  python3 - <<'PYTHON' || fail "$version: gradients differ"
import array
import json
import struct


def read(path):
    data = open(path, "rb").read()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:begin])
    header.pop("__metadata__", None)
    return {name: array.array("f", data[begin + at["data_offsets"][0]:begin + at["data_offsets"][1]])
            for name, at in header.items() if at["dtype"] == "F32"}


then, now = read("saved/gradients.safetensors"), read("now-gradients.safetensors")
assert len(then) > 20 and then.keys() <= now.keys(), then.keys() - now.keys()
for name, numbers in then.items():
    assert len(numbers) == len(now[name]) > 0, name
    assert all(abs(a - b) <= 1e-5 for a, b in zip(numbers, now[name])), name
PYTHON

  # Its moments are there, and its training goes on.
  accepts history saved/model
  says "5 steps"
  accepts trace --model saved/model --moment 0 --only loss
  trains --resume saved/model --steps 7 --quiet
  accepts history saved/model
  says "7 steps"

  # The session comes back as it was left.
  accepts drive - --size 1280x800 --session saved/session.json <<'SCRIPT'
expect-state /model navigation
expect-state /view tensors
expect-state /selection/tensor decoder.layers.0.cross_attn.scores
expect-state /selection/cell [1,2,0,1]
expect-state /altered/silenced/0/head 2
expect-state /theme light
expect-no-cut-text
SCRIPT
done
((tried >= 2)) || fail "only $tried versions were tried"
finish
