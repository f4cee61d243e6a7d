"""Packs the package as a wheel, or as an editable one, so that `pip install ./python` needs only NumPy from a network."""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def _field(name: str) -> str:
    """A text of pyproject.toml."""
    return re.search(rf'^{name} = "(.*)"$', (HERE / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]


def _version() -> str:
    """The program's, which stands in one place for all."""
    return re.search(r"^project\(vitrine VERSION ([0-9.]+)", (HERE.parent / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]


def _metadata() -> str:
    lines = ["Metadata-Version: 2.1", f"Name: {_field('name')}", f"Version: {_version()}", f"Summary: {_field('description')}",
             f"Requires-Python: {_field('requires-python')}", "License: MIT", "Requires-Dist: numpy>=1.22", "Provides-Extra: record",
             "Requires-Dist: torch>=2.1; extra == 'record'"]
    return "\n".join(lines) + "\n"


def _pack(folder: str, contents: dict[str, bytes]) -> str:
    release = f"{_field('name')}-{_version()}"
    info = f"{release}.dist-info"
    contents |= {f"{info}/METADATA": _metadata().encode(),
                 f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: vitrine\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    record = ""
    for name, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{release}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in contents.items():
            file.writestr(zipfile.ZipInfo(name), content)
    return wheel


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    files = sorted(path for path in (HERE / "vitrine").iterdir() if path.suffix == ".py" or path.name == "py.typed")
    return _pack(wheel_directory, {f"vitrine/{path.name}": path.read_bytes() for path in files})


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    return _pack(wheel_directory, {"vitrine.pth": f"{HERE}\n".encode()})


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return []


get_requires_for_build_editable = get_requires_for_build_wheel
