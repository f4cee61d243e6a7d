"""Lets a module's own forward pass a tensor to the current recording."""

from __future__ import annotations

from typing import Any, Protocol


class Keeper(Protocol):
    def keep(self, name: str, tensor: Any, axes: tuple[str, ...]) -> None: ...


recordings: list[Keeper] = []  # the recordings under way, innermost last


def keep(name: str, tensor: Any, axes: tuple[str, ...] = ()) -> Any:
    """Records a tensor under the name of the module whose forward is running, and returns it. Without a recording, it only
    returns it.

    weights = vitrine.keep("weights", scores.softmax(-1), ("batch", "head", "query", "key"))
    """
    if recordings:
        recordings[-1].keep(name, tensor, axes)
    return tensor
