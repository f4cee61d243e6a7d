"""Holds Vitrine against folders that make.py has made, or those of tests/goldens/families.

    python3 compare.py [--vitrine build/release/vitrine] [--quiet] FOLDER ...

For each folder: how far tensors and gradients are from PyTorch's, as a share of what is allowed (5e-5 + 1e-4 |x|; 2e-6 + 1e-3 |x| +
2e-5 of the largest in that gradient), and whether greedy decodes are equal, with the cache and without. Only rows count where a
position is real. The exit status is 1 where anything differs. Needs NumPy.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

TYPES = {"F32": np.float32, "I32": np.int32, "U8": np.uint8}


def load(path):
    """(tensors by name, metadata) of a safetensors file."""
    with open(path, "rb") as file:
        content = file.read()
    size = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:8 + size])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(content[8 + size + begin:8 + size + end], TYPES[entry["dtype"]]).reshape(entry["shape"])
    return tensors, metadata


def deviation(found, wanted, absolute, relative):
    """The largest difference, as a share of what is allowed; infinite where the shapes differ."""
    if found.shape != wanted.shape:
        return float("inf")
    if not wanted.size:
        return 0.0
    found, wanted = found.astype(np.float64), wanted.astype(np.float64)
    with np.errstate(invalid="ignore"):
        share = np.abs(found - wanted) / (absolute + relative * np.abs(wanted))
    return float(np.max(np.where(np.isnan(share), np.inf, share)))


def side_of(name, positions):
    """The side whose positions the rows of a tensor are."""
    if len(positions) == 1:
        return next(iter(positions))
    return "src" if name.startswith(("src.", "encoder.", "memory")) else "tgt"


def real_cells(name, axes, shape, positions, masks):
    """Which cells of a tensor count, as an array of its shape."""
    cells = np.ones(shape, bool)
    side = side_of(name, positions)
    for axis, meaning in enumerate(axes):
        if meaning not in ("position", "query", "key") or "batch" not in axes:
            continue
        asked = "src" if ".cross_attn." in name and meaning == "key" else side
        if asked in positions and np.shape(positions[asked])[1] == shape[axis]:
            index = [None] * len(shape)
            index[axes.index("batch")] = index[axis] = slice(None)
            cells = cells & np.array(positions[asked], bool)[tuple(index)]
    mask = masks.get(name.rsplit(".", 1)[0] + ".mask")
    if name.endswith(".masked_scores") and mask is not None:
        cells = cells & (mask != 0)
    return cells


class Vitrine:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments):
        return subprocess.run([*self.program.split(), *arguments], capture_output=True, text=True)

    def trace(self, with_gradients):
        with tempfile.TemporaryDirectory() as to:
            more = ["--gradients", f"{to}/gradients"] if with_gradients else []
            done = self.run("trace", "--model", self.folder, "--batch", f"{self.folder}/batch.json", "--format", "safetensors",
                            "--out", f"{to}/trace", *more)
            if done.returncode:
                raise RuntimeError(done.stderr.strip())
            return load(f"{to}/trace"), load(f"{to}/gradients")[0] if with_gradients else {}

    def tokens(self, row, most, *more):
        done = self.run("generate", "--model", self.folder, "--tokens", " ".join(map(str, row)), "--max-new-tokens", str(most),
                        "--json", *more)
        return json.loads(done.stdout)[0]["tokens"] if done.returncode == 0 else done.stderr.strip()


def compare(vitrine):
    """All differences, one per line, and a summary."""
    wanted, _ = load(f"{vitrine.folder}/reference.safetensors")
    with open(f"{vitrine.folder}/positions.json") as file:
        positions = json.load(file)
    if isinstance(positions, list):  # a model of one stack
        positions = {"": positions}
    with open(f"{vitrine.folder}/decode.json") as file:
        decodes = json.load(file)
    (found, metadata), gradients = vitrine.trace(any(name.startswith("gradients.") for name in wanted))
    axes = json.loads(metadata["axes"])
    differences, worst, count = [], {"tensors": 0.0, "gradients": 0.0}, {"tensors": 0, "gradients": 0}

    def note(kind, name, share):
        count[kind] += 1
        worst[kind] = max(worst[kind], share)
        if share >= 1:
            differences.append(f"{name}: {share:.3g} of what is allowed")

    for name, tensor in wanted.items():
        if name.startswith("gradients."):
            own = gradients.get("parameters." + name.removeprefix("gradients."))
            largest = float(np.max(np.abs(tensor))) if tensor.size else 0.0
            note("gradients", name, float("inf") if own is None else deviation(own, tensor, 2e-6 + 2e-5 * largest, 1e-3))
        elif name not in found:
            note("tensors", name + " is missing", float("inf"))
        elif found[name].shape != tensor.shape:
            note("tensors", f"{name} is {found[name].shape}, not {tensor.shape}", float("inf"))
        else:
            cells = real_cells(name, axes[name], tensor.shape, positions, found)
            note("tensors", name, deviation(found[name][cells], tensor[cells], 5e-5, 1e-4))
    for decode in decodes.get("greedy", []):
        row = decode.get("src", decode.get("prompt"))
        for more in ([], ["--no-cache"]):
            own = vitrine.tokens(row, decodes["max_new_tokens"], *more)
            if own != decode["tokens"]:
                differences.append(f"decode {' '.join(more)} of {row}: {own}, not {decode['tokens']}")
    summary = ", ".join(f"{count[kind]} {kind} {worst[kind]:.3f}" for kind in worst)
    return differences, f"{summary}, {len(decodes.get('greedy', []))} decodes"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--vitrine", default="build/release/vitrine", help="the program, perhaps with a wrapper before it")
    parser.add_argument("--quiet", action="store_true", help="only folders that differ")
    arguments = parser.parse_args()
    bad = 0
    for folder in arguments.folders:
        try:
            differences, summary = compare(Vitrine(arguments.vitrine, folder))
        except RuntimeError as problem:
            differences, summary = [str(problem)], "refused"
        bad += bool(differences)
        if differences or not arguments.quiet:
            print(f"{os.path.basename(folder)}: {summary}", *differences[:8], sep="\n    ", flush=True)
    print(f"{len(arguments.folders) - bad} of {len(arguments.folders)} folders agree")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
