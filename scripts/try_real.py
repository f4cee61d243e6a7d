"""Holds what Vitrine computed of a folder against what `transformers` computes of it, for scripts/try_real.sh.

usage: try_real.py DIR TEXT TRACES
"""
import json
import sys
from pathlib import Path

import torch
import transformers
from safetensors import safe_open

MOST_NEW_TOKENS = 16


def traced(traces: Path) -> tuple[dict[str, torch.Tensor], dict]:
    """All tensors that were traced, by name, and the configuration of the model."""
    with safe_open(traces / "ours.safetensors", "pt") as opened:
        return {name: opened.get_tensor(name) for name in opened.keys()}, json.loads(opened.metadata()["configuration"])


def layer_outputs(ours: dict, stack: str, post_norm: bool) -> list[torch.Tensor]:
    """What each layer of a stack gives to the next: its last sum or, with a post-norm, the norm of that."""
    outputs = []
    while True:
        at = f"{stack}.layers.{len(outputs)}."
        sums = sorted(name for name in ours if name.startswith(at + "residual"))
        if not sums:
            return outputs
        outputs.append(ours[at + "norm" + sums[-1][-1] if post_norm else sums[-1]])


def row(what: str, ours: torch.Tensor | None, theirs: torch.Tensor) -> tuple[str, str, bool]:
    if ours is None or ours.shape != theirs.shape:
        return what, "not comparable", False
    share = ((ours - theirs).abs() / (5e-5 + 1e-4 * theirs.abs())).max().item()
    return what, f"largest difference {(ours - theirs).abs().max().item():.2g}", share < 1


def tokens_row(folder: str, text: str, read: torch.Tensor) -> tuple[str, str, bool]:
    """Whether the tokenizer of `transformers` reads the same tokens; the models are given ours."""
    shown = " ".join(map(str, read[0].tolist()))[:60]
    try:
        theirs = transformers.AutoTokenizer.from_pretrained(folder)(text)["input_ids"]
    except Exception as problem:  # whatever it lacks
        return "tokens", f"{shown}; its tokenizer does not open: {type(problem).__name__}", False
    return "tokens", shown, read[0].tolist() == theirs


def main() -> None:
    folder, text, traces = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    ours, configuration = traced(traces)
    config = transformers.AutoConfig.from_pretrained(folder)
    kind = getattr(transformers, config.architectures[0])
    model = kind.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    read = ours.get("src.tokens", ours.get("tgt.tokens")).long()
    arguments = {"input_ids": read, "attention_mask": torch.ones_like(read)}
    if "tgt.tokens" in ours and "src.tokens" in ours:
        arguments["decoder_input_ids"] = ours["tgt.tokens"].long()
    with torch.no_grad():
        result = model(**arguments, output_hidden_states=True, output_attentions=True)

    rows = [tokens_row(folder, text, read)]
    both = [("encoder", "encoder_hidden_states", "encoder_attentions"), ("decoder", "decoder_hidden_states", "decoder_attentions")]
    one = [("encoder" if "src.tokens" in ours else "decoder", "hidden_states", "attentions")]
    for stack, states, attentions in both if config.is_encoder_decoder else one:
        outputs = layer_outputs(ours, stack, post_norm=not configuration.get("norm_first"))
        theirs = list(getattr(result, states) or [])[1:]
        if f"{stack}.norm" in ours and outputs:  # the last of theirs is after the final norm
            outputs[-1] = ours[f"{stack}.norm"]
        for n, state in enumerate(theirs):
            rows.append(row(f"{stack} layer {n + 1}: output", outputs[n] if n < len(outputs) else None, state))
        for n, weights in enumerate(getattr(result, attentions) or []):
            rows.append(row(f"{stack} layer {n + 1}: weights", ours.get(f"{stack}.layers.{n}.self_attn.weights"), weights))
    scores = "classifier.scores" if "classifier.scores" in ours else "logits"
    if getattr(result, "logits", None) is not None:
        rows.append(row(scores, ours.get(scores), result.logits))
    greedy = traces / "greedy.json"
    if greedy.exists() and greedy.stat().st_size:
        with torch.no_grad():
            given = {"input_ids": read, "attention_mask": torch.ones_like(read)}
            tokens = model.generate(**given, max_new_tokens=MOST_NEW_TOKENS, do_sample=False, num_beams=1)[0].tolist()
        own = json.loads(greedy.read_text())[0]
        rows.append(("greedy", str(own.get("text", ""))[:60], own["tokens"] == tokens))

    width = max(len(what) for what, _, _ in rows)
    for what, said, same in rows:
        print(f"{what:{width}}  {'same' if same else 'DIFFERENT':9}  {said}")
    sys.exit(not all(same for _, _, same in rows))


if __name__ == "__main__":
    main()
