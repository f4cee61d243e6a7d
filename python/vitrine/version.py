"""The version, which is the program's."""

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def package_version() -> str:
    """That of the installed package or, in the source tree, the one in CMakeLists.txt."""
    try:
        return version("vitrine")
    except PackageNotFoundError:
        text = (Path(__file__).resolve().parents[2] / "CMakeLists.txt").read_text(encoding="utf-8")
        return re.search(r"^project\(vitrine VERSION ([0-9.]+)", text, re.MULTILINE)[1]
