"""Compares two runs, or a run with another program's trace."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

from . import program
from .errors import Error


def compare(model: program.Model = None, config: Any = None, batch: Any = None, *, sample: str | None = None, seed: int | None = None,
            against_trace: Any = None, map: Any = None, tolerance: float | None = None, in_order: bool = False,
            against_model: str | os.PathLike[str] | None = None, against_seed: int | None = None, against_batch: Any = None,
            replace: list[str] | str = []) -> dict[str, Any]:
    """Finds where a run first differs, and why. Returns what `vitrine compare --json` says. `model`, `config`, `batch`, `sample`
    and `seed` name the run as in `trace`.

    against_trace   another program's tensors for the same batch: a file of `record`, a .npz or .safetensors, or arrays by name.
                    `map`, a mapping.json or a dict, says which of them correspond to which of ours if that cannot be found
    against_model, against_seed, against_batch, replace
                    another run instead: of a folder, with new random weights, of other sentences,
                    with other words ('tgt[0,3]=une')
    tolerance       how much numbers may differ: |a − b| ≤ tolerance · max(1, |b|). By default 1e-4 for a trace;
                    two runs must be equal to the last bit. Ids have to be equal, except for
                    predictions, which depend on logits that may differ

    The dict has "first_beyond" {"path", "index", "deviation"}, which is None if everything compared agrees; "cause" and "causes"
    {"kind", "where", "sentence"}; and "tensors", each with its deviation. For a trace, "compared" and "put_aside" are the numbers
    of its tensors that were and were not compared, and "left" names the latter, with the reasons.
    """
    words = [replace] if isinstance(replace, str) else replace
    if all(other is None for other in (against_trace, against_model, against_seed, against_batch)) and not words:
        raise Error("compared with what? against_trace, against_model, against_seed, against_batch or replace says it")
    with program.opened(model, config, batch, sample, seed) as arguments, tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        trace = None if against_trace is None else program.tensors_path(folder, "trace.safetensors", against_trace)
        others = None if against_batch is None else program.json_path(folder, "against_batch.json", against_batch)
        pairs = None if map is None else program.json_path(folder, "mapping.json", map)
        command = ["compare", *arguments, "--json", *program.options(
            against_trace=trace, map=pairs, tolerance=tolerance, in_order=in_order, against_model=against_model,
            against_seed=against_seed, against_batch=others)]
        for word in words:
            command += ["--replace", word]
        return json.loads(program.call(command, differs=True))
