"""Records what every module of a network puts out, and its gradient, in one file that is written while the network runs."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import safetensors
from .errors import Error
from .files import read
from .keeping import recordings
from .tensor import Run

if TYPE_CHECKING:
    import torch
    from torch import nn

PIECE = 1 << 24  # bytes that are copied at a time where a tensor cannot be written as it lies in memory
AGREES, AGREES_IN_HALF = 1e-4, 3e-2  # how far an attention computed again may be from its output, as a share


def record(module: nn.Module, *inputs: Any, to: str | os.PathLike[str] = "trace.safetensors",
           gradients: bool | Callable[[Any], torch.Tensor] = False, parameters: bool = False, only: str = "*",
           axes: Mapping[str, tuple[str, ...]] = {}, **keywords: Any) -> Run:
    """Runs `module(*inputs, **keywords)` and writes the output of every module inside under the module's own name; returns the file, read
    where it is looked at.

    gradients    a function that makes the loss from the output, or True where the output is the loss or has it as `.loss`: the gradient of
                 NAME is then written as gradients.NAME. Otherwise nothing is kept for a way back.
    parameters   the weights too, as parameters.NAME
    only         a pattern for the names, such as 'decoder.*'
    axes         axes of tensors that are not known by themselves: {'*.attn': ('batch', 'position', 'feature')}

    A module that is called again has its second output under NAME#2. Outputs of several tensors are NAME:0, NAME:1, or NAME:KEY. What is
    inside nn.MultiheadAttention is computed again from its inputs and checked against its output. With several processes, each writes a
    file of its own, trace.rank0.safetensors …, which `join` puts together.
    """
    torch = pytorch()
    from . import spread
    if not isinstance(module, torch.nn.Module):
        raise Error(f"a module is recorded, and this is a {type(module).__name__}")
    if Path(to).suffix != ".safetensors":
        raise Error(f"{to}: a recording is a safetensors file, with a name that ends in .safetensors")
    if bool(gradients) and not any(parameter.requires_grad for parameter in module.parameters()):
        raise Error("there are no gradients: no parameter of the module has requires_grad")
    rank, ranks = spread.rank_and_ranks()
    path = spread.path_of_rank(Path(to), rank, ranks)
    module, own_sentences = spread.unwrapped(module)
    count = sum(1 for _ in module.modules())
    writer = safetensors.Writer(path, expected=4 * count)
    recording = Recording(module, writer, only, axes)
    try:
        recording.run(inputs, keywords, gradients, parameters)
        spread_over = {"rank": str(rank), "ranks": str(ranks), "own_sentences": json.dumps(own_sentences)} if ranks > 1 else {}
        writer.finish(recording.metadata() | spread_over)
    except BaseException:
        writer.abandon()
        raise
    if recording.not_seen:
        warnings.warn("not seen: " + "; ".join(f"{name} ({why})" for name, why in recording.not_seen.items()), stacklevel=2)
    return read(path)


def pytorch() -> Any:
    """PyTorch, where it is here and new enough."""
    try:
        import torch
    except ImportError:
        raise Error("recording needs PyTorch (on Debian: python3-torch)") from None
    if not hasattr(torch.Tensor, "register_post_accumulate_grad_hook") or not hasattr(torch.backends, "mha"):
        raise Error(f"recording needs PyTorch 2.1 or newer, and this is {torch.__version__}")
    return torch


class Recording:
    """One recording while it goes on: knows which module runs, and writes what comes out of it."""

    def __init__(self, module: nn.Module, writer: safetensors.Writer, only: str, axes: Mapping[str, tuple[str, ...]]):
        from .spread import own_name
        self.module, self.writer, self.only, self.told_axes = module, writer, only, dict(axes)
        self.names = {part: own_name(name) for name, part in module.named_modules()}
        self.names[module] = "output" if "output" not in self.names.values() else "whole_output"
        self.known_axes = axes_of_modules(module)
        self.running: list[str] = []  # the modules whose forward runs, with the number of the call
        self.calls: dict[str, int] = {}
        self.keeps: set[str] = set()
        self.axes: dict[str, list[str]] = {}
        self.cuts: dict[str, str] = {}
        self.not_seen: dict[str, str] = {}
        self.of_tensors: list[Any] = []  # handles of the hooks of tensors

    def metadata(self) -> dict[str, str]:
        from . import __version__
        said = {"format": "vitrine recording", "version": __version__, "axes": json.dumps(self.axes), "not_seen": json.dumps(self.not_seen)}
        return said | ({"cuts": json.dumps(self.cuts)} if self.cuts else {})

    # Running.

    def run(self, inputs: tuple[Any, ...], keywords: dict[str, Any], gradients: Any, parameters: bool) -> None:
        import torch
        with ExitStack() as stack:
            stack.enter_context(no_fast_path())
            stack.enter_context(self._hooks())
            stack.enter_context(torch.set_grad_enabled(bool(gradients)))
            recordings.append(self)
            stack.callback(recordings.remove, self)
            if parameters:
                for name, parameter in self._parameters():
                    self.write("parameters." + name, parameter)
            with watcher(self):
                output = self.module(*inputs, **keywords)
            if gradients:
                loss = gradients(output) if callable(gradients) else getattr(output, "loss", output)
                del output
                if not isinstance(loss, torch.Tensor) or loss.numel() != 1 or not loss.requires_grad:
                    raise Error("the loss is one number that hangs on the parameters: give gradients=lambda output: …")
                self.write("loss", loss)
                with self._passing_gradients(parameters):
                    loss.backward()

    def _parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        from .spread import own_name
        return ((own_name(name), parameter) for name, parameter in self.module.named_parameters())

    @contextmanager
    def _hooks(self) -> Iterator[None]:
        with ExitStack() as stack:
            for module in self.names:
                stack.callback(module.register_forward_pre_hook(self._enter).remove)
                stack.callback(module.register_forward_hook(self._leave, with_kwargs=True).remove)
            try:
                yield
            finally:
                for handle in self.of_tensors:
                    handle.remove()

    @contextmanager
    def _passing_gradients(self, write: bool) -> Iterator[None]:
        """Leaves the parameters' `.grad` as it was, and keeps no gradient of a parameter longer than it takes to write it."""
        before = [(name, parameter, parameter.grad) for name, parameter in self._parameters() if parameter.requires_grad]

        def pass_on(name: str) -> Callable[[torch.Tensor], None]:
            def hook(parameter: torch.Tensor) -> None:
                if write:
                    self.write("gradients.parameters." + name, parameter.grad)
                parameter.grad = None
            return hook

        with ExitStack() as stack:
            for name, parameter, _ in before:
                parameter.grad = None
                stack.callback(parameter.register_post_accumulate_grad_hook(pass_on(name)).remove)
            try:
                yield
            finally:
                for _, parameter, grad in before:
                    parameter.grad = grad

    # Hooks.

    def _enter(self, module: nn.Module, inputs: Any) -> None:
        name = self.names[module]
        self.calls[name] = self.calls.get(name, 0) + 1
        self.running.append(name if self.calls[name] == 1 else f"{name}#{self.calls[name]}")

    def _leave(self, module: nn.Module, inputs: tuple[Any, ...], keywords: dict[str, Any], output: Any) -> None:
        import torch
        name = self.running[-1]
        if isinstance(module, torch.nn.MultiheadAttention):
            self._attention(name, module, inputs, keywords, output[0])
            output = output[0]
        self.running.pop()
        for key, tensor in tensors_in(output):
            self._put_out(name + key, tensor, self.known_axes.get(module, ()))

    def keep(self, name: str, tensor: Any, axes: tuple[str, ...]) -> None:
        place = self.running[-1] if self.running else ""
        self.keeps.add(place)
        self.not_seen.pop(place, None)
        self._put_out(f"{place}.{name}" if place and place != self.names[self.module] else name, tensor, axes)

    def called(self, function: str) -> None:
        """A module calls a function that has more inside than hooks see."""
        if self.running and self.running[-1] not in self.keeps:
            self.not_seen.setdefault(self.running[-1], f"calls {function} itself; vitrine.keep in its forward records what is inside")

    def _attention(self, name: str, module: nn.MultiheadAttention, inputs: tuple[Any, ...], keywords: dict[str, Any],
                   output: torch.Tensor) -> None:
        import torch
        from . import attention
        if not any(fnmatchcase(f"{name}.{inner}", self.only) for inner in attention.NAMES):
            return
        call = attention.Call(*inputs, **keywords)
        why = attention.why_not(module, call)
        if not why:
            written: list[str] = []

            def open_tensor(inner: str, shape: tuple[int, ...], dtype: torch.dtype, axes: tuple[str, ...]) -> attention.Put:
                if not fnmatchcase(f"{name}.{inner}", self.only):
                    return lambda start, numbers: None
                written.append(self._free(f"{name}.{inner}"))
                return self._room(written[-1], shape, dtype, axes)

            with torch.no_grad():
                deviation = attention.compute_again(module, call, output, open_tensor)
            if deviation > (AGREES if output.dtype in (torch.float32, torch.float64) else AGREES_IN_HALF):
                self.writer.take_back(written)
                why = f"what is computed again differs from its output by {deviation:.1e}"
        if why:
            self.not_seen[name] = why

    # Writing.

    def _put_out(self, name: str, tensor: torch.Tensor, axes: tuple[str, ...]) -> None:
        if not fnmatchcase(name, self.only):
            return
        name = self.write(name, tensor, axes)
        if tensor.requires_grad and name:
            self.of_tensors.append(tensor.register_hook(lambda gradient: void(self.write("gradients." + name, gradient, axes))))

    def write(self, name: str, tensor: torch.Tensor, axes: tuple[str, ...] = ()) -> str:
        """Writes a tensor, and returns the name that was free for it; of a kind that no file holds it is named as not seen."""
        import torch
        from .spread import local_part
        tensor, cut = local_part(tensor.detach())
        if tensor.dtype not in stored_types() or tensor.layout != torch.strided or tensor.is_nested:
            self.not_seen[name] = f"a tensor of {str(tensor.dtype).removeprefix('torch.')}, {str(tensor.layout).removeprefix('torch.')}"
            return ""
        name = self._free(name)
        if cut:
            self.cuts[name] = cut
        dtype = tensor.dtype
        if dtype == torch.int64 and (tensor.numel() == 0 or -2**31 <= int(tensor.min()) and int(tensor.max()) < 2**31):
            dtype = torch.int32  # ids
        put = self._room(name, tuple(tensor.shape), dtype, axes)
        if tensor.is_contiguous() and tensor.device.type == "cpu" and tensor.dtype == dtype:
            put(0, tensor)
        elif tensor.dim() == 0:
            put(0, tensor.to(dtype))
        else:
            row = tensor[:1].numel()
            rows = max(1, PIECE // max(1, row * tensor.element_size()))
            for first in range(0, len(tensor), rows):
                put(first * row, tensor[first:first + rows].to(dtype))
        return name

    def _free(self, name: str) -> str:
        free, number = name, 1
        while free in self.writer.entries:
            number += 1
            free = f"{name}#{number}"
        return free

    def _room(self, name: str, shape: tuple[int, ...], dtype: torch.dtype, axes: tuple[str, ...]) -> Callable[[int, Any], None]:
        """Makes room in the file; what is returned writes numbers from a place on, counted in numbers."""
        import torch
        stored = stored_types()[dtype]
        begin = self.writer.reserve(name, stored, shape)
        told = next((told for pattern, told in self.told_axes.items() if fnmatchcase(name.removeprefix("gradients."), pattern)), axes)
        if len(told) == len(shape) and told:
            self.axes[name] = list(told)

        def put(start: int, numbers: torch.Tensor) -> None:
            numbers = numbers.detach().to("cpu").contiguous()
            stored_numbers = (numbers.view(torch.int16) if numbers.dtype == torch.bfloat16 else numbers).numpy()
            self.writer.put(begin + start * stored_numbers.itemsize, stored_numbers)

        return put


def void(anything: Any) -> None:
    """A hook that returns something would change the gradient."""


def stored_types() -> dict[Any, str]:
    import torch
    return {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64",
            torch.int32: "I32", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL"}


def tensors_in(output: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """The tensors of an output with what is put behind the module's name: nothing where there is one alone."""
    import torch
    if isinstance(output, torch.Tensor):
        yield key, output
        return
    if isinstance(output, Mapping):
        items = [(str(name), value) for name, value in output.items()]
    elif isinstance(output, (list, tuple)):
        names = getattr(output, "_fields", range(len(output)))
        items = [(str(name), value) for name, value in zip(names, output)]
    else:
        return
    found = [(f"{key}:{name}{inner}", tensor) for name, value in items for inner, tensor in tensors_in(value)]
    yield from [(key, found[0][1])] if len(found) == 1 and not isinstance(output, Mapping) else found


def axes_of_modules(module: nn.Module) -> dict[Any, tuple[str, ...]]:
    """Axes of what the modules of nn.Transformer put out, which say themselves whether the batch comes first."""
    import torch
    known: dict[Any, tuple[str, ...]] = {}
    for part in module.modules():
        attentions = [inner for inner in part.modules() if isinstance(inner, torch.nn.MultiheadAttention)]
        kinds = (torch.nn.Transformer, torch.nn.TransformerEncoder, torch.nn.TransformerDecoder, torch.nn.TransformerEncoderLayer,
                 torch.nn.TransformerDecoderLayer, torch.nn.MultiheadAttention)
        if not isinstance(part, kinds) or len({inner.batch_first for inner in attentions}) != 1:
            continue
        first = ("batch", "position") if attentions[0].batch_first else ("position", "batch")
        for name, inner in part.named_modules():
            hidden = isinstance(part, kinds[3:5]) and name in ("linear1", "dropout")
            if not hidden and known.get(inner, ("",))[-1] == "hidden":
                continue
            known[inner] = (*first, "hidden" if hidden else "feature")
    return known


@contextmanager
def no_fast_path() -> Iterator[None]:
    """PyTorch's fast path computes a whole layer at once and skips its modules; it is off meanwhile."""
    import torch
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


def watcher(recording: Recording) -> Any:
    """Sees the calls of functions that have an attention's tensors inside."""
    import torch
    from torch.overrides import TorchFunctionMode
    F = torch.nn.functional
    watched = {F.scaled_dot_product_attention: "scaled_dot_product_attention", F.multi_head_attention_forward: "multi_head_attention_forward",
               F.softmax: "softmax", torch.softmax: "softmax", torch.Tensor.softmax: "softmax"}
    seen_inside = {name for module, name in recording.names.items() if isinstance(module, (torch.nn.MultiheadAttention, torch.nn.Softmax))}

    class Watcher(TorchFunctionMode):
        def __torch_function__(self, function: Any, types: Any, args: Any = (), keywords: Any = None) -> Any:
            if function in watched and recording.running and recording.running[-1].split("#")[0] not in seen_inside:
                recording.called(watched[function])
            return function(*args, **(keywords or {}))

    return Watcher()
