"""Parts that all implementations share and none is about: a padded batch, scrambled weights, and the files next to each
script."""

import json
import sys
from pathlib import Path

import numpy
import torch


def folder() -> Path:
    """The folder of the script that is running, which contains its files."""
    return Path(sys.argv[0]).resolve().parent


def draw_batch(seed: int, *, src_vocab: int, tgt_vocab: int, pad: int, bos: int, eos: int,
               src_lengths=(5, 3, 4), tgt_lengths=(4, 3, 2)) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Source sentences, the decoder's input, and its labels, the next words; written to batch.json, too."""
    generator = torch.Generator().manual_seed(seed)
    special = {pad, bos, eos}

    def words(vocabulary: int, count: int) -> list[int]:
        ordinary = [word for word in range(vocabulary) if word not in special]
        return [ordinary[int(torch.randint(len(ordinary), (1,), generator=generator))] for _ in range(count)]

    def padded(sentences: list[list[int]]) -> list[list[int]]:
        longest = max(map(len, sentences))
        return [sentence + [pad] * (longest - len(sentence)) for sentence in sentences]

    src = padded([words(src_vocab, length - 1) + [eos] for length in src_lengths])
    targets = [words(tgt_vocab, length - 1) for length in tgt_lengths]
    tgt = padded([[bos] + target for target in targets])
    labels = padded([target + [eos] for target in targets])
    (folder() / "batch.json").write_text(json.dumps({"src": src, "tgt": tgt, "labels": labels}) + "\n")
    return torch.tensor(src), torch.tensor(tgt), torch.tensor(labels)


@torch.no_grad()
def scramble(module: torch.nn.Module, seed: int, dtype: torch.dtype = torch.float32) -> None:
    """Weights as no initialisation leaves them: biases are not 0 and gains are not 1. Numbers are rounded to `dtype`."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in module.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        if parameter.dim() > 1:  # rows of embedding tables are about as long as those of a trained model
            table = any(word in name for word in ("emb", "lut", "tok", "table", "pos", "shared"))
            noise *= 0.35 if table else 1.3 / parameter.shape[-1 if parameter.dim() == 2 else 0] ** 0.5
        elif any(word in name for word in ("weight", "a_2", "gain")):
            noise = 1 + 0.3 * noise
        else:
            noise *= 0.3
        parameter.copy_(noise.to(dtype))


def write_trace(tensors: dict[str, torch.Tensor], name: str = "trace.npz") -> None:
    """The tensors of a run, under the names that the implementation gives them."""
    arrays = {key: tensor.detach().float().contiguous().numpy() for key, tensor in tensors.items()}
    if name.endswith(".npz"):
        numpy.savez_compressed(folder() / name, **arrays)
    else:
        from safetensors.numpy import save_file
        save_file(arrays, folder() / name)


def write_right(logits: torch.Tensor) -> None:
    """The results of the implementation without its bug, as a reference for verifying its weights. write_facts() names the
    file."""
    numpy.savez_compressed(folder() / "right.npz", logits=logits.detach().float().numpy())


def write_facts(*, model: str, trace: str, config: dict, untold: list[str], first_beyond: str | None = None,
                causes: list[tuple[str, str]] = (), right: bool = False) -> None:
    """What a reader of the files should find: the configuration and, for a broken implementation, the first tensor that differs.
    Without a cause, none of the listed causes explains it."""
    told = [{"kind": kind, "where": where} for kind, where in causes]
    facts = {"model": model, "trace": trace} | ({"right": "right.npz"} if right else {}) | {
        "config": config, "untold": {key: config[key] for key in untold}, "first_beyond": first_beyond,
        "cause": told[0] if told else None, "causes": told}
    (folder() / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")
