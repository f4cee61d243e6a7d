"""The same small Transformers as their weights are called in well-known code: for each a folder with foreign.safetensors, the weights under
the names and in the shapes of that code, and beside it the model as Vitrine has it, which an import has to give bit for bit.

usage: names.py OUT [NAME ...]         needs NumPy
       VITRINE=path/to/vitrine names.py --check OUT [NAME ...]         and lets the program compute each model

A folder holds foreign.safetensors; config.json, model.safetensors and batch.json; and facts.json: `untold`, those keys of the configuration
that names and shapes cannot tell, and `table_offset`, the rows of a table of positions that stand before the first position.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy

sys.path.append(str(Path(__file__).resolve().parents[2] / "python"))
import vitrine

Array = numpy.ndarray
Weights = dict[str, Array]
D, H, F, SRC, TGT, LONGEST = 16, 4, 24, 13, 15, 10
SIZES = {"d_model": D, "nhead": H, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": F, "src_vocab_size": SRC,
         "tgt_vocab_size": TGT, "pad_src": 0, "pad_tgt": 0, "bos": 1, "eos": 2}
BATCH = {"src": [[3, 4, 5, 2], [6, 7, 2, 0]], "tgt": [[1, 3, 4], [1, 5, 0]], "labels": [[3, 4, 2], [5, 2, 0]]}


class Model:
    """Weights under Vitrine's names, drawn for a configuration, and methods that take them apart, such as an attention into its
    four matrices."""

    def __init__(self, seed: int, *, projection_bias: bool = True, output_bias: bool = True, **choices):
        self.config = SIZES | choices
        self.random = numpy.random.default_rng(seed)
        self.ours: Weights = {}
        tie = choices.get("tie", "none")
        width = choices.get("d_embed", D)
        self._table("src_embedding.weight", SRC, width)
        if tie != "all":
            self._table("tgt_embedding.weight", TGT, width)
        for side in ("src", "tgt"):
            if width != D:
                self._linear(f"{side}_embedding_projection", D, width)
            if choices.get("positions") == "learned":
                self._table(f"{side}_positions.weight", choices["max_positions"])
            if choices.get("embedding_norm"):
                self._norm(f"{side}_embedding_norm")
        for name, attentions in self.layers():
            for attention in attentions:
                self.ours[f"{name}.{attention}.in_proj_weight"] = self._matrix(3 * D, D)
                self.ours[f"{name}.{attention}.in_proj_bias"] = self._drawn(3 * D, projection_bias)
                self._linear(f"{name}.{attention}.out_proj", D, D, projection_bias)
            self._linear(f"{name}.linear1", F, D)
            self._linear(f"{name}.linear2", D, F)
            for number in range(len(attentions) + 1):
                self._norm(f"{name}.norm{number + 1}")
        if choices.get("final_norm", True):
            for stack in ("encoder", "decoder"):
                self._norm(f"transformer.{stack}.norm")
        if tie == "none":
            self._linear("fc_out", TGT, D, output_bias)
        else:
            self.ours["fc_out.bias"] = self._drawn(TGT, output_bias)

    @staticmethod
    def layers() -> Iterator[tuple[str, list[str]]]:
        for stack in ("encoder", "decoder"):
            for number in range(2):
                yield f"transformer.{stack}.layers.{number}", ["self_attn"] + (["multihead_attn"] if stack == "decoder" else [])

    def _matrix(self, rows: int, columns: int) -> Array:
        return self.random.normal(0, 1.2 / math.sqrt(columns), (rows, columns)).astype("f4")

    def _drawn(self, size: int, there: bool) -> Array:
        return self.random.normal(0, 0.3, size).astype("f4") if there else numpy.zeros(size, "f4")

    def _table(self, name: str, rows: int, width: int = D) -> None:
        self.ours[name] = self.random.normal(0, 0.4, (rows, width)).astype("f4")

    def _linear(self, name: str, rows: int, columns: int, bias: bool = True) -> None:
        self.ours[name + ".weight"], self.ours[name + ".bias"] = self._matrix(rows, columns), self._drawn(rows, bias)

    def _norm(self, name: str) -> None:
        self.ours[name + ".weight"] = self.random.normal(1, 0.3, D).astype("f4")
        self.ours[name + ".bias"] = self._drawn(D, True)

    # The steps of which naming schemes are made: each turns our tensors into theirs.

    def put(self, foreign: Weights, theirs: str, ours: str, weight: str = "weight", bias: str | None = "bias", turned: bool = False) -> None:
        """A linear layer, a norm or a table."""
        value = self.ours[ours + ".weight"]
        foreign[f"{theirs}.{weight}"] = numpy.ascontiguousarray(value.T) if turned else value
        if bias and ours + ".bias" in self.ours:
            foreign[f"{theirs}.{bias}"] = self.ours[ours + ".bias"]

    def attention(self, foreign: Weights, theirs: str, ours: str, names: tuple[str, str, str, str], biases: str = "qkvo") -> None:
        """Four separate matrices. Those that `biases` names have a bias."""
        weights = [*numpy.split(self.ours[ours + ".in_proj_weight"], 3), self.ours[ours + ".out_proj.weight"]]
        vectors = [*numpy.split(self.ours[ours + ".in_proj_bias"], 3), self.ours[ours + ".out_proj.bias"]]
        for letter, name, weight, vector in zip("qkvo", names, weights, vectors):
            foreign[f"{theirs}.{name}.weight"] = weight
            if letter in biases:
                foreign[f"{theirs}.{name}.bias"] = vector

    def packed(self, foreign: Weights, theirs: str, ours: str, rows: slice, turned: bool = False) -> None:
        """Some of the rows of W_Q, W_K and W_V together."""
        weight = self.ours[ours + ".in_proj_weight"][rows]
        foreign[f"{theirs}.weight"] = numpy.ascontiguousarray(weight.T) if turned else weight
        foreign[f"{theirs}.bias"] = self.ours[ours + ".in_proj_bias"][rows]


def sinusoids(rows: int) -> Array:
    angles = numpy.arange(rows)[:, None] / 10000 ** (numpy.arange(0, D, 2) / D)
    return numpy.stack([numpy.sin(angles), numpy.cos(angles)], -1).reshape(rows, D).astype("f4")


def places() -> Iterator[tuple[str, str, int, bool]]:
    """For every layer: our name, the other program's stack, the number, and whether it is a decoder's layer."""
    for stack in ("encoder", "decoder"):
        for number in range(2):
            yield f"transformer.{stack}.layers.{number}", stack, number, stack == "decoder"


# The schemes: each returns the model, the foreign weights, and what cannot be told.

COMMON = ["nhead", "activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"]


def jadore():
    """attention-is-all-you-need-pytorch: layer_stack, slf_attn, w_qs; a norm on the embeddings, projections without bias."""
    m = Model(1, projection_bias=False, output_bias=False, final_norm=False, embedding_norm=True, scale_embedding=False, layer_norm_eps=1e-6)
    w: Weights = {}
    for stack, side, word in (("encoder", "src", "src"), ("decoder", "tgt", "trg")):
        m.put(w, f"{stack}.{word}_word_emb", f"{side}_embedding")
        w[f"{stack}.position_enc.pos_table"] = sinusoids(20)[None]
        m.put(w, f"{stack}.layer_norm", f"{side}_embedding_norm")
    for ours, stack, number, cross in places():
        theirs = f"{stack}.layer_stack.{number}"
        for parameter, name, norm in [("self_attn", "slf_attn", 1)] + ([("multihead_attn", "enc_attn", 2)] if cross else []):
            m.attention(w, f"{theirs}.{name}", f"{ours}.{parameter}", ("w_qs", "w_ks", "w_vs", "fc"), "")
            m.put(w, f"{theirs}.{name}.layer_norm", f"{ours}.norm{norm}")
        m.put(w, f"{theirs}.pos_ffn.w_1", f"{ours}.linear1")
        m.put(w, f"{theirs}.pos_ffn.w_2", f"{ours}.linear2")
        m.put(w, f"{theirs}.pos_ffn.layer_norm", f"{ours}.norm{3 if cross else 2}")
    m.put(w, "trg_word_prj", "fc_out", bias=None)
    return m, w, COMMON + ["layer_norm_eps"]


def hyunwoongko():
    """transformer of hyunwoongko: w_concat, gamma and beta, enc_dec_attention; embeddings not scaled, positions not saved."""
    m = Model(2, final_norm=False, scale_embedding=False, layer_norm_eps=1e-12)
    w: Weights = {}
    m.put(w, "encoder.emb.tok_emb", "src_embedding")
    m.put(w, "decoder.emb.tok_emb", "tgt_embedding")
    for ours, stack, number, cross in places():
        theirs = f"{stack}.layers.{number}"
        matrices = ("w_q", "w_k", "w_v", "w_concat")
        m.attention(w, f"{theirs}.{'self_attention' if cross else 'attention'}", f"{ours}.self_attn", matrices)
        if cross:
            m.attention(w, f"{theirs}.enc_dec_attention", f"{ours}.multihead_attn", matrices)
        for norm in range(1, 4 if cross else 3):
            m.put(w, f"{theirs}.norm{norm}", f"{ours}.norm{norm}", "gamma", "beta")
        m.put(w, f"{theirs}.ffn.linear1", f"{ours}.linear1")
        m.put(w, f"{theirs}.ffn.linear2", f"{ours}.linear2")
    m.put(w, "decoder.linear", "fc_out")
    return m, w, COMMON + ["layer_norm_eps", "positions"]


def bentrevett():
    """pytorch-seq2seq: tok_embedding, pos_embedding, fc_q, fc_o."""
    m = Model(3, final_norm=False, positions="learned", max_positions=LONGEST)
    w: Weights = {}
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        m.put(w, f"{stack}.tok_embedding", f"{side}_embedding")
        m.put(w, f"{stack}.pos_embedding", f"{side}_positions")
    for ours, stack, number, cross in places():
        theirs = f"{stack}.layers.{number}"
        matrices = ("fc_q", "fc_k", "fc_v", "fc_o")
        m.put(w, f"{theirs}.self_attn_layer_norm", f"{ours}.norm1")
        if cross:
            m.put(w, f"{theirs}.enc_attn_layer_norm", f"{ours}.norm2")
        m.put(w, f"{theirs}.ff_layer_norm", f"{ours}.norm{3 if cross else 2}")
        m.attention(w, f"{theirs}.self_attention", f"{ours}.self_attn", matrices)
        if cross:
            m.attention(w, f"{theirs}.encoder_attention", f"{ours}.multihead_attn", matrices)
        m.put(w, f"{theirs}.positionwise_feedforward.fc_1", f"{ours}.linear1")
        m.put(w, f"{theirs}.positionwise_feedforward.fc_2", f"{ours}.linear2")
    m.put(w, "decoder.fc_out", "fc_out")
    return m, w, COMMON


def dive_into_deep_learning():
    """d2l.ai: blks.block0, W_q, addnorm1.ln, dense1; projections without bias, positions not saved."""
    m = Model(4, projection_bias=False, final_norm=False)
    w: Weights = {}
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        m.put(w, f"{stack}.embedding", f"{side}_embedding")
    for ours, stack, number, cross in places():
        theirs = f"{stack}.blks.block{number}"
        matrices = ("W_q", "W_k", "W_v", "W_o")
        m.attention(w, f"{theirs}.{'attention1' if cross else 'attention'}", f"{ours}.self_attn", matrices, "")
        m.put(w, f"{theirs}.addnorm1.ln", f"{ours}.norm1")
        if cross:
            m.attention(w, f"{theirs}.attention2", f"{ours}.multihead_attn", matrices, "")
            m.put(w, f"{theirs}.addnorm2.ln", f"{ours}.norm2")
        m.put(w, f"{theirs}.ffn.dense1", f"{ours}.linear1")
        m.put(w, f"{theirs}.ffn.dense2", f"{ours}.linear2")
        m.put(w, f"{theirs}.addnorm{3 if cross else 2}.ln", f"{ours}.norm{3 if cross else 2}")
    m.put(w, "decoder.dense", "fc_out")
    return m, w, COMMON + ["positions"]


def hkproj():
    """pytorch-transformer of hkproj: self_attention_block, residual_connections, alpha; pre-norm with the norm of the Annotated Transformer."""
    m = Model(5, projection_bias=False, norm_first=True, layer_norm="annotated", layer_norm_eps=1e-6)
    w: Weights = {}
    for ours, stack, number, cross in places():
        theirs = f"{stack}.layers.{number}"
        matrices = ("w_q", "w_k", "w_v", "w_o")
        m.attention(w, f"{theirs}.self_attention_block", f"{ours}.self_attn", matrices, "")
        if cross:
            m.attention(w, f"{theirs}.cross_attention_block", f"{ours}.multihead_attn", matrices, "")
        m.put(w, f"{theirs}.feed_forward_block.linear_1", f"{ours}.linear1")
        m.put(w, f"{theirs}.feed_forward_block.linear_2", f"{ours}.linear2")
        for norm in range(3 if cross else 2):
            m.put(w, f"{theirs}.residual_connections.{norm}.norm", f"{ours}.norm{norm + 1}", "alpha")
        if number == 1:
            m.put(w, f"{stack}.norm", f"transformer.{stack}.norm", "alpha")
    for side in ("src", "tgt"):
        m.put(w, f"{side}_embed.embedding", f"{side}_embedding")
        w[f"{side}_pos.pe"] = sinusoids(12)[None]
    m.put(w, "projection_layer.proj", "fc_out")
    return m, w, COMMON + ["layer_norm", "layer_norm_eps"]


def fairseq():
    """fairseq: layers with q_proj, buffers without meaning, tables of positions that begin after the padding's row, output
    tied."""
    m = Model(6, final_norm=False, positions="learned", max_positions=LONGEST, tie="output", output_bias=False)
    w: Weights = {"encoder.version": numpy.array([3], "f4"), "decoder.version": numpy.array([3], "f4")}
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        m.put(w, f"{stack}.embed_tokens", f"{side}_embedding")
        w[f"{stack}.embed_positions.weight"] = numpy.concatenate([numpy.zeros((1, D), "f4"), m.ours[f"{side}_positions.weight"]])
    for ours, stack, number, cross in places():
        theirs = f"{stack}.layers.{number}"
        matrices = ("q_proj", "k_proj", "v_proj", "out_proj")
        m.attention(w, f"{theirs}.self_attn", f"{ours}.self_attn", matrices)
        m.put(w, f"{theirs}.self_attn_layer_norm", f"{ours}.norm1")
        if cross:
            m.attention(w, f"{theirs}.encoder_attn", f"{ours}.multihead_attn", matrices)
            m.put(w, f"{theirs}.encoder_attn_layer_norm", f"{ours}.norm2")
        m.put(w, f"{theirs}.fc1", f"{ours}.linear1")
        m.put(w, f"{theirs}.fc2", f"{ours}.linear2")
        m.put(w, f"{theirs}.final_layer_norm", f"{ours}.norm{3 if cross else 2}")
    w["decoder.output_projection.weight"] = m.ours["tgt_embedding.weight"]
    return m, w, COMMON


def vision():
    """The names of blocks in vision models: attn.qkv, proj, mlp.fc1; cross-attention with q and kv; pre-norm, GELU."""
    m = Model(7, norm_first=True, activation="gelu", positions="learned", max_positions=LONGEST)
    w: Weights = {}
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        m.put(w, f"{stack}.token_embed", f"{side}_embedding")
        w[f"{stack}.pos_embed"] = m.ours[f"{side}_positions.weight"][None]
        m.put(w, f"{stack}.norm", f"transformer.{stack}.norm")
    for ours, stack, number, cross in places():
        theirs = f"{stack}.blocks.{number}"
        m.put(w, f"{theirs}.norm1", f"{ours}.norm1")
        m.packed(w, f"{theirs}.attn.qkv", f"{ours}.self_attn", slice(0, 3 * D))
        m.put(w, f"{theirs}.attn.proj", f"{ours}.self_attn.out_proj")
        if cross:
            m.put(w, f"{theirs}.norm_cross", f"{ours}.norm2")
            m.packed(w, f"{theirs}.cross_attn.q", f"{ours}.multihead_attn", slice(0, D))
            m.packed(w, f"{theirs}.cross_attn.kv", f"{ours}.multihead_attn", slice(D, 3 * D))
            m.put(w, f"{theirs}.cross_attn.proj", f"{ours}.multihead_attn.out_proj")
        m.put(w, f"{theirs}.norm2", f"{ours}.norm{3 if cross else 2}")
        m.put(w, f"{theirs}.mlp.fc1", f"{ours}.linear1")
        m.put(w, f"{theirs}.mlp.fc2", f"{ours}.linear2")
    m.put(w, "head", "fc_out")
    return m, w, COMMON


def gpt2():
    """The names of a GPT-2 with cross-attention: wte, wpe, Conv1D matrices (inputs first), c_attn, q_attn, ln_f, causal masks as
    buffers, tied."""
    m = Model(8, norm_first=True, activation="gelu", positions="learned", max_positions=LONGEST, scale_embedding=False, tie="output",
              output_bias=False)
    w: Weights = {}
    for stack, side in (("encoder", "src"), ("decoder", "tgt")):
        m.put(w, f"{stack}.wte", f"{side}_embedding")
        m.put(w, f"{stack}.wpe", f"{side}_positions")
        m.put(w, f"{stack}.ln_f", f"transformer.{stack}.norm")
    for ours, stack, number, cross in places():
        theirs = f"{stack}.h.{number}"
        m.put(w, f"{theirs}.ln_1", f"{ours}.norm1")
        m.packed(w, f"{theirs}.attn.c_attn", f"{ours}.self_attn", slice(0, 3 * D), turned=True)
        m.put(w, f"{theirs}.attn.c_proj", f"{ours}.self_attn.out_proj", turned=True)
        if cross:
            w[f"{theirs}.attn.bias"] = numpy.tril(numpy.ones((1, 1, LONGEST, LONGEST), bool))
            m.put(w, f"{theirs}.ln_cross_attn", f"{ours}.norm2")
            m.packed(w, f"{theirs}.crossattention.q_attn", f"{ours}.multihead_attn", slice(0, D), turned=True)
            m.packed(w, f"{theirs}.crossattention.c_attn", f"{ours}.multihead_attn", slice(D, 3 * D), turned=True)
            m.put(w, f"{theirs}.crossattention.c_proj", f"{ours}.multihead_attn.out_proj", turned=True)
        m.put(w, f"{theirs}.ln_2", f"{ours}.norm{3 if cross else 2}")
        m.put(w, f"{theirs}.mlp.c_fc", f"{ours}.linear1", turned=True)
        m.put(w, f"{theirs}.mlp.c_proj", f"{ours}.linear2", turned=True)
    w["lm_head.weight"] = m.ours["tgt_embedding.weight"]
    return m, w, COMMON


def wrapped():
    """nn.Transformer under another name, deep in wrappers; embeddings are narrower than the model, and projected."""
    m = Model(9, norm_first=True, activation="gelu", d_embed=10)
    w: Weights = {}
    before = "_orig_mod.module.net.seq2seq"
    for name, value in m.ours.items():
        if name.startswith("transformer."):
            w[f"{before}.core.{name.removeprefix('transformer.')}"] = value
    for name, side in (("inputs", "src"), ("outputs", "tgt")):
        m.put(w, f"{before}.{name}.words", f"{side}_embedding")
        m.put(w, f"{before}.{name}.widen", f"{side}_embedding_projection")
    w[f"{before}.inputs.places.pe"] = w[f"{before}.outputs.places.pe"] = sinusoids(16)[:, None]
    m.put(w, f"{before}.to_vocabulary", "fc_out")
    return m, w, COMMON


SCHEMES = {"jadore": jadore, "hyunwoongko": hyunwoongko, "bentrevett": bentrevett, "d2l": dive_into_deep_learning, "hkproj": hkproj,
           "fairseq": fairseq, "vision": vision, "gpt2": gpt2, "wrapped": wrapped}


def write(folder: Path, scheme: str) -> None:
    model, foreign, untold = SCHEMES[scheme]()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(model.config, indent=1) + "\n")
    (folder / "batch.json").write_text(json.dumps(BATCH) + "\n")
    vitrine.write(folder / "model.safetensors", model.ours)
    vitrine.write(folder / "foreign.safetensors", foreign)
    told = {key: model.config[key] for key in untold if key in model.config}
    facts = {"untold": told, "table_offset": 1 if scheme == "fairseq" else 0}
    (folder / "facts.json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Writes a folder for every scheme of names")
    parser.add_argument("--check", action="store_true", help="let the program compute each model")
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", help="some of: " + ", ".join(SCHEMES))
    options = parser.parse_args()
    if unknown := set(options.names) - set(SCHEMES):
        parser.error(f"no such scheme: {', '.join(sorted(unknown))}")
    for chosen in options.names or SCHEMES:
        write(options.out / chosen, chosen)
        said = f"{len(vitrine.read(options.out / chosen / 'foreign.safetensors'))} tensors"
        if options.check:
            run = vitrine.trace(options.out / chosen, batch=options.out / chosen / "batch.json")
            said += f", and of the program {len(run)}, a loss of {float(run['loss'][0]):.4f}"
        print(f"{chosen}: {said}")
