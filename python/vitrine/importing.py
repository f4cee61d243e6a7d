"""Somebody else's model as a folder of the program."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

from . import program


def import_model(file: Any, out: str | os.PathLike[str], *, batch: Any = None, verify: Any = None, map: Any = None, propose: bool = False,
                 **answers: Any) -> dict[str, Any]:
    """Writes the folder `out`, and returns what `vitrine import --json` says of it.

    file      PyTorch's .pt or .bin, a .safetensors or .npz, or a state_dict
    batch     a batch of ids that the model opens on: a file or {"src": …, "tgt": …}
    verify    logits, or a trace, that your program makes of that batch: a file, or arrays such as {"logits": …}. What names and shapes do
              not tell is then tried until these numbers come out
    map       a mapping.json, or such a dict, instead of a proposal
    propose   write only mapping.json, as far as it was found
    answers   what names and shapes do not tell, as options of `vitrine import`: heads=4, activation="relu", norm="post",
              scale_embedding=True, positions="sinusoidal", pad=0, begin=1, end=None …; None is a token that there is not

    The dict has "folder"; "mapping", what the folder's mapping.json holds; "verification" {"reproduced", "deviation", "tried", "verdict",
    "untold"}, None without `verify`; and "notes". What "verification" says of the numbers is of the folder, opened again after it was
    written; "untold" has the values of each answer that the reference could not tell apart. Where numbers are not reproduced the folder is
    written all the same.
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
