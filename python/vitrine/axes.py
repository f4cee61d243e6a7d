"""The axes of the program's tensors, by their names (docs/TRACE.md)."""

from __future__ import annotations

AXES: dict[str, tuple[str, ...]] = {
    "tokens": ("batch", "position"), "labels": ("batch", "position"), "predictions": ("batch", "position"),
    "token_loss": ("batch", "position"), "loss": ("item",), "embedding": ("batch", "position", "embedding"),
    "positions": ("position", "feature"), "memory": ("batch", "position", "feature"),
    "logits": ("batch", "position", "vocabulary"), "probabilities": ("batch", "position", "vocabulary"),
    "query": ("batch", "head", "query", "feature"), "context": ("batch", "head", "query", "feature"),
    "key": ("batch", "head", "key", "feature"), "value": ("batch", "head", "key", "feature"),
    "mean": ("batch", "position"), "deviation": ("batch", "position"),
    "linear1": ("batch", "position", "hidden"), "activation": ("batch", "position", "hidden"),
    "dropped_activation": ("batch", "position", "hidden"), "activation_dropout_mask": ("batch", "position", "hidden"),
} | {name: ("batch", "head", "query", "key") for name in
     ("scores", "mask", "masked_scores", "weights", "unmasked_weights", "weights_dropout_mask", "dropped_weights")
} | {name: ("batch", "position", "feature") for name in
     ("projected", "scaled", "sum", "normalized", "dropped", "dropout_mask", "merged", "output", "output_dropout_mask", "dropped_output",
      "linear2", "norm", "norm1", "norm2", "norm3", "residual1", "residual2", "residual3", "query_input", "key_input", "value_input")}


def axes_of(name: str, dimensions: int) -> tuple[str, ...]:
    """The names of the axes; empty if the program has no tensor with this name and number of axes."""
    axes = AXES.get(name.rsplit(".", 1)[-1], ())
    ours = "." not in name or name.split(".")[0] in ("src", "tgt", "encoder", "decoder", "attention")
    return axes if ours and len(axes) == dimensions else ()
