"""How a module's own forward hands a tensor to the recording that is going on."""

from __future__ import annotations

from typing import Any, Protocol


class Keeper(Protocol):
    def keep(self, name: str, tensor: Any, axes: tuple[str, ...]) -> None: ...


recordings: list[Keeper] = []  # those that are going on, the innermost last


def keep(name: str, tensor: Any, axes: tuple[str, ...] = ()) -> Any:
    """Records a tensor under the name of the module whose forward runs, and returns it; without a recording it does nothing else.

    weights = vitrine.keep("weights", scores.softmax(-1), ("batch", "head", "query", "key"))
    """
    if recordings:
        recordings[-1].keep(name, tensor, axes)
    return tensor
