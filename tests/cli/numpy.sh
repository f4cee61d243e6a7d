# NumPy reads the files of a trace, and all of them hold the same numbers as the JSON.
source "$(dirname "$0")/check.bash"

for python in python3 /usr/bin/python3; do
  "$python" -c 'import numpy' 2>/dev/null && break
  python=
done
if [[ -z $python ]]; then
  echo "Left out: NumPy (on Debian: python3-numpy) is not here."
  exit 77
fi

trace() { accepts trace --sample translation "$@"; }
trace --format json --out all.json
trace --format npz --out all.npz
trace --format safetensors --out all.safetensors
trace --format csv --out tables
trace --format csv --only loss
cp stdout.txt loss.csv

"$python" - <<'PYTHON' || fail "NumPy reads something else"
import json
import struct
import numpy

def safetensors(path):
    data = open(path, "rb").read()
    length = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8:8 + length]), data[8 + length:]
    types = {"F32": "<f4", "I32": "<i4", "U8": "u1"}
    return {name: numpy.frombuffer(body[slice(*entry["data_offsets"])], types[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}

def metadata(path):
    data = open(path, "rb").read()
    return json.loads(data[8:8 + struct.unpack("<Q", data[:8])[0]])["__metadata__"]

def from_csv(name, entry):
    table = numpy.loadtxt(f"tables/{name}.csv", delimiter=",", skiprows=1, ndmin=2)
    header = open(f"tables/{name}.csv").readline().strip().split(",")
    assert header == entry["axes"] + ["value"], (name, header)
    read = numpy.full(entry["shape"], numpy.nan)
    read[tuple(table[:, axis].astype(int) for axis in range(len(entry["shape"])))] = table[:, -1] if entry["shape"] else table[0, -1]
    return read.astype(entry["type"])

tensors = json.load(open("all.json"))["tensors"]
npz, stored = numpy.load("all.npz"), safetensors("all.safetensors")
assert len(tensors) > 100 and set(npz.files) - {"__metadata__"} == set(stored) == set(tensors)
said = json.loads(npz["__metadata__"].item())
beside = metadata("all.safetensors")
assert beside.pop("program")  # every .safetensors file names the program that wrote it
assert said == beside and said["format"] == "vitrine trace" and said["version"]
assert {name: entry["axes"] for name, entry in tensors.items()} == json.loads(said["axes"])
assert json.loads(said["configuration"])["d_model"] == tensors["memory"]["shape"][2]
assert numpy.array_equal(json.loads(said["batch"])["src"], npz["src.tokens"])
for name, entry in tensors.items():
    values = numpy.array([float(value) for value in entry["values"]]).astype(entry["type"]).reshape(entry["shape"])
    for read in (npz[name], stored[name], from_csv(name, entry)):
        assert read.dtype == values.dtype and read.shape == values.shape, name
        assert numpy.array_equal(read, values, equal_nan=read.dtype.kind == "f"), name
assert float(open("loss.csv").read().split(",")[-1]) == tensors["loss"]["values"][0]
PYTHON

refuses "a CSV file holds one tensor" trace --sample navigation --format csv --out all.csv
refuses "pick one with --only" trace --sample navigation --format csv
finish
