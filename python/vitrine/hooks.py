"""The hooks of one recording. They know which module is running, and write its output to the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatchcase
from typing import Any

import torch
from torch import nn

from . import attention
from .errors import Error
from .fast_path import PaddingSeen, no_fast_path
from .keeping import recordings
from .modules import Watcher, axes_of_modules, tensors_in
from .spread import own_name
from .tensor_file import Put, TensorFile

AGREES, AGREES_IN_HALF = 1e-4, 3e-2  # the greatest relative deviation of a recomputed attention from its output


class Hooks:
    """One recording under way."""

    def __init__(self, module: nn.Module, file: TensorFile, only: str):
        self.module, self.file, self.only = module, file, only
        self.names = {part: own_name(name) for name, part in module.named_modules()}
        self.names[module] = "output" if "output" not in self.names.values() else "whole_output"
        self.axes = axes_of_modules(module)
        self.running: list[tuple[str, nn.Module]] = []  # the modules whose forward is running, with name and number of the call
        self.calls: dict[str, int] = {}
        self.keeping: set[str] = set()  # modules that record their inside themselves
        self.backwards = False
        self.of_tensors: dict[str, Any] = {}  # handles of hooks that wait for gradients
        self.padding = PaddingSeen()

    def run(self, inputs: tuple[Any, ...], keywords: dict[str, Any], gradients: Any, parameters: bool) -> None:
        with ExitStack() as stack:
            stack.enter_context(no_fast_path())
            stack.enter_context(self._registered())
            stack.enter_context(torch.set_grad_enabled(bool(gradients)))
            recordings.append(self)
            stack.callback(recordings.remove, self)
            if parameters:
                for name, parameter in self._parameters():
                    self.file.write("parameters." + name, parameter)
            with Watcher(self._called):
                output = self.module(*inputs, **keywords)
            if gradients:
                loss = gradients(output) if callable(gradients) else getattr(output, "loss", output)
                del output
                if not isinstance(loss, torch.Tensor) or loss.numel() != 1 or not loss.requires_grad:
                    raise Error("the loss is one number that hangs on the parameters: give gradients=lambda output: …")
                self.file.write("loss", loss)
                self.backwards = True
                with self._passing_gradients(parameters):
                    loss.backward()

    def _parameters(self) -> Iterator[tuple[str, nn.Parameter]]:
        return ((own_name(name), parameter) for name, parameter in self.module.named_parameters())

    @contextmanager
    def _registered(self) -> Iterator[None]:
        with ExitStack() as stack:
            for module in self.names:
                stack.callback(module.register_forward_pre_hook(self._enter).remove)
                stack.callback(module.register_forward_hook(self._leave, with_kwargs=True).remove)
            try:
                yield
            finally:
                for handle in self.of_tensors.values():
                    handle.remove()

    @contextmanager
    def _passing_gradients(self, write: bool) -> Iterator[None]:
        """Leaves the parameters' `.grad` as it was, and keeps a parameter's gradient only until it is written."""
        before = [(name, parameter, parameter.grad) for name, parameter in self._parameters() if parameter.requires_grad]

        def pass_on(name: str) -> Callable[[torch.Tensor], None]:
            def hook(parameter: torch.Tensor) -> None:
                if write:
                    self.file.write("gradients.parameters." + name, parameter.grad)
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

    def _enter(self, module: nn.Module, inputs: Any) -> None:
        name = self.names[module]
        if not self.backwards:
            self.calls[name] = self.calls.get(name, 0) + 1
        number = self.calls.get(name, 1)
        self.running.append((name if number == 1 else f"{name}#{number}", module))

    def _leave(self, module: nn.Module, inputs: tuple[Any, ...], keywords: dict[str, Any], output: Any) -> None:
        name = self.running[-1][0]
        if not self.backwards:
            self.padding.note(name, module, inputs, keywords, output)
        if isinstance(module, nn.MultiheadAttention):
            if not self.backwards:
                self._attention(name, module, inputs, keywords, output[0])
            output = output[0]
        self.running.pop()
        for key, tensor in tensors_in(output):
            self._put_out(name + key, tensor, self.axes.get(module, ()))

    def keep(self, name: str, tensor: torch.Tensor, axes: tuple[str, ...]) -> None:
        place, module = self.running[-1] if self.running else ("", self.module)
        self.keeping.add(place)
        self.file.not_seen.pop(place, None)
        self._put_out(name if module is self.module else f"{place}.{name}", tensor, axes)

    def _called(self, function: str) -> None:
        if not self.running or isinstance(self.running[-1][1], (nn.MultiheadAttention, nn.Softmax)):
            return
        if self.running[-1][0] not in self.keeping:
            self.file.not_seen.setdefault(self.running[-1][0],
                                          f"calls {function} itself; vitrine.keep in its forward records what is inside")

    def _put_out(self, name: str, tensor: torch.Tensor, axes: tuple[str, ...]) -> None:
        """Writes a value, and makes sure that its gradient will be written. In the backward pass the value may already be there:
        a checkpointed part of the network runs a second time, and only then has gradients."""
        if not fnmatchcase(name, self.only):
            return
        if not self.backwards:
            name = self.file.write(name, tensor, axes)
        if tensor.requires_grad and name and name not in self.of_tensors:
            def hook(gradient: torch.Tensor) -> None:
                self.file.write("gradients." + name, gradient, axes)
            self.of_tensors[name] = tensor.register_hook(hook)

    def _attention(self, name: str, module: nn.MultiheadAttention, inputs: tuple[Any, ...], keywords: dict[str, Any],
                   output: torch.Tensor) -> None:
        if not any(fnmatchcase(f"{name}.{inner}", self.only) for inner in attention.NAMES):
            return
        call = attention.Call(*inputs, **keywords)
        why = attention.why_not(module, call)
        if not why:
            written: list[str] = []

            def open_tensor(inner: str, shape: tuple[int, ...], dtype: torch.dtype, axes: tuple[str, ...]) -> Put:
                if not fnmatchcase(f"{name}.{inner}", self.only):
                    return lambda start, numbers: None
                free, put = self.file.room(f"{name}.{inner}", shape, dtype, axes)
                written.append(free)
                return put

            with torch.no_grad():
                deviation = attention.compute_again(module, call, output, open_tensor)
            if deviation > (AGREES if output.dtype in (torch.float32, torch.float64) else AGREES_IN_HALF):
                self.file.take_back(written)
                why = f"what is computed again differs from its output by {deviation:.1e}"
        if why:
            self.file.not_seen[name] = why
