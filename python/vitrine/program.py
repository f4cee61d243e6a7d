"""Finds and runs the program: its path, its arguments, and its answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy

from . import safetensors
from .errors import Error

State = Mapping[str, Any]
Model = str | os.PathLike[str] | State | tuple[State, Any] | None


def find() -> str:
    """The program's path: the environment variable VITRINE, or else `vitrine` on PATH."""
    named = os.environ.get("VITRINE", "vitrine")
    path = shutil.which(named)
    if path is None:
        raise Error(f"the program '{named}' is not here: set VITRINE to its path, or put vitrine on PATH")
    return path


def call(arguments: list[str], lines: str | None = None, differs: bool = False) -> str:
    """Runs the program and returns its standard output. If the program refuses, raises Error with the program's own words. With
    `differs`, exit status 1 counts as an answer, too."""
    answer = subprocess.run([find(), *arguments], input=lines or "", capture_output=True, encoding="utf-8")
    if answer.returncode != 0 and not (differs and answer.returncode == 1):
        said = answer.stderr.strip().splitlines() or [f"vitrine ended with {answer.returncode}"]
        raise Error(said[-1].removeprefix("vitrine: "))
    return answer.stdout


def options(**named: Any) -> list[str]:
    """`beams=4` becomes --beams 4, and `steps=True` becomes --steps. None and False are left out."""
    words: list[str] = []
    for name, value in named.items():
        if value is not None and value is not False:
            words += ["--" + name.strip("_").replace("_", "-")] + ([] if value is True else [str(value)])
    return words


def plain(value: Any) -> Any:
    """Lists of lists, also for arrays and tensors."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def as_array(name: str, value: Any) -> numpy.ndarray:
    """A weight as a NumPy array. PyTorch's bfloat16 is widened."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        value = (value.float() if str(value.dtype) == "torch.bfloat16" else value).numpy()
    array = numpy.asarray(value)
    if array.dtype.kind not in "fiub":
        raise Error(f"{name} is no tensor")
    return array


def tensors_path(folder: str, name: str, tensors: Any) -> str:
    """The path of a file as it is. Arrays by name are written to a file with the given name in the folder."""
    if isinstance(tensors, (str, os.PathLike)):
        return os.fspath(tensors)
    path = Path(folder) / name
    safetensors.write(path, {key: as_array(key, value) for key, value in tensors.items()})
    return str(path)


def json_path(folder: str, name: str, value: Any) -> str:
    """The path of a file as it is. A dict is written as JSON to a file with the given name in the folder."""
    if not isinstance(value, Mapping):
        return os.fspath(value)
    path = Path(folder) / name
    path.write_text(json.dumps({key: plain(item) for key, item in value.items()}), encoding="utf-8")
    return str(path)


@contextmanager
def opened(model: Model = None, config: Any = None, batch: Any = None, sample: str | None = None,
           seed: int | None = None) -> Iterator[list[str]]:
    """The arguments that name a model and a batch. Whatever is given in memory is written to a folder that exists during the
    call. For a configuration without a model, weights are drawn from `seed`."""
    if isinstance(model, tuple):
        if len(model) != 2 or config is not None:
            raise Error("a model in memory is a state_dict and its configuration, two things")
        model, config = model
    draws = config is not None and model is None
    if [model is not None, sample is not None, draws].count(True) != 1:
        raise Error("which model? Give a folder, a state_dict with its configuration, a configuration alone, or sample='translation'")
    if seed is not None and not draws:
        raise Error("seed=… draws the weights of a configuration that is given without a model")
    with tempfile.TemporaryDirectory(prefix="vitrine-") as folder:
        if sample is not None:
            arguments = ["--sample", sample]
        elif draws:
            arguments = ["--config", json_path(folder, "config.json", config), *options(seed=seed)]
        elif isinstance(model, (str, os.PathLike)):
            arguments = ["--model", os.fspath(model)]
        else:
            arguments = ["--model", folder]
            _write_model(Path(folder), model, config)
        yield arguments + (["--batch", json_path(folder, "batch.json", batch)] if batch is not None else [])


def _write_model(folder: Path, state: State, config: Any) -> None:
    if config is None:
        raise Error("a state_dict goes with its configuration, config={'d_model': …}")
    text = json.dumps(dict(config)) if isinstance(config, Mapping) else Path(config).read_text()
    (folder / "config.json").write_text(text)
    safetensors.write(folder / "model.safetensors", {name: as_array(name, value) for name, value in state.items()})
