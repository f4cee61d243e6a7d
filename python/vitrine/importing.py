"""Turns another program's model into a model folder."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

from . import program


def import_model(file: Any, out: str | os.PathLike[str], *, batch: Any = None, verify: Any = None, map: Any = None, propose: bool = False,
                 **answers: Any) -> dict[str, Any]:
    """Writes the folder `out`, and returns what `vitrine import --json` says about it.

    file      PyTorch's .pt or .bin, a .safetensors or .npz, or a state_dict
    batch     a batch of ids that the model opens with: a file or {"src": …, "tgt": …}
    verify    logits or a trace that your program computes for that batch: a file, or arrays such as {"logits": …}. Whatever names
              and shapes leave open is then tried until these numbers are reproduced
    map       a mapping.json, or such a dict, instead of a proposal
    propose   write only mapping.json, as far as it could be found
    answers   answers to what names and shapes leave open, as options of `vitrine import`: heads=4, activation="relu",
              norm="post", scale_embedding=True, positions="sinusoidal", pad=0, begin=1,
              end=None …; None: the model has no such token

    The dict has "folder"; "mapping", the content of the folder's mapping.json; "verification" {"reproduced", "deviation",
    "tried", "verdict", "untold"}, which is None without `verify`; and "notes". "verification" is about the folder, opened again
    after it was written. "untold" has those values of each answer that the reference could not distinguish. The folder is written
    even if the numbers are not reproduced.
    """
    with tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        weights = program.tensors_path(folder, "model.safetensors", file)
        ids = None if batch is None else program.json_path(folder, "batch.json", batch)
        reference = None if verify is None else program.tensors_path(folder, "verify.safetensors", verify)
        mapping = None if map is None else program.json_path(folder, "mapping.json", map)
        command = ["import", weights, "--out", os.fspath(out), "--json",
                   *program.options(batch=ids, verify=reference, map=mapping, propose=propose),
                   *program.options(**{name: _answer(value) for name, value in answers.items()})]
        return json.loads(program.call(command, differs=True))


def _answer(value: Any) -> str:
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)
