"""Two runs held against each other, or a run against another program's trace."""

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
    """Where a run first differs, and why: what `vitrine compare --json` says. `model`, `config`, `batch`, `sample` and `seed` name the run
    as in `trace`.

    against_trace   another program's tensors of the same batch: a file of `record`, a .npz or .safetensors, or arrays by name.
                    `map` says which of them are which of ours, a mapping.json or a dict, as far as they cannot be found
    against_model, against_seed, against_batch, replace
                    another run instead: of a folder, of weights drawn anew, of other sentences, of other words ('tgt[0,3]=une')
    tolerance       how far numbers may be apart: |a − b| ≤ tolerance · max(1, |b|); 1e-4 for a trace, not a bit between two runs. Ids
                    have to be the same, but for predictions, which hang on logits

    The dict has "first_beyond" {"path", "index", "deviation"}, None where all that was compared agrees; "cause" and "causes" {"kind",
    "where", "sentence"}; and "tensors", each with how far it is apart. Of a trace "compared" and "put_aside" say how many of its tensors
    were, and "left" names those put aside, and why.
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
