"""The folders of GPT-2, GPT-NeoX, OPT, Llama, Qwen2, Qwen3, Gemma 2, Phi, BERT, RoBERTa, DistilBERT, T5 and Marian, as families.py
computes them: the stacks of a model, each a list of layers with their weights, and what the model does otherwise than the paper."""

import json
import math
import struct
from pathlib import Path

import numpy

Array = numpy.ndarray


def read_weights(folder: Path) -> dict[str, Array]:
    """The tensors of all files of weights in a folder."""
    found = {}
    for file in folder.glob("model*.safetensors"):
        found |= read_file(file)
    return found


def read_file(file: Path) -> dict[str, Array]:
    """The tensors of a .safetensors file: of 32 or 16 bits, or bfloat16, which is the upper half of 32 bits."""
    content = file.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    header.pop("__metadata__", None)
    found = {}
    for name, of in header.items():
        first, end = (8 + size + at for at in of["data_offsets"])
        if of["dtype"] == "BF16":
            numbers = (numpy.frombuffer(content[first:end], numpy.uint16).astype(numpy.uint32) << 16).view(numpy.float32)
        else:
            numbers = numpy.frombuffer(content[first:end], {"F32": numpy.float32, "F16": numpy.float16}[of["dtype"]])
        short = name
        for prefix in ("transformer.", "model.", "gpt_neox.", "bert.", "roberta.", "distilbert."):
            if name.startswith(prefix):
                short = name.removeprefix(prefix)
        found[short] = numbers.reshape(of["shape"]).astype(numpy.float64)
    return found


def linears(w: dict[str, Array]):
    """A function from a name to weight and bias, which may be None."""
    return lambda name: (w[name + ".weight"], w.get(name + ".bias"))


def gpt2(w: dict[str, Array], c: dict) -> dict:
    linear = linears({name: x.T if x.ndim == 2 else x for name, x in w.items()})
    layers = []
    for i in range(c["n_layer"]):
        at, width = f"h.{i}.", c["n_embd"]
        weight, bias = linear(at + "attn.c_attn")
        projections = [(weight[k * width : (k + 1) * width], bias[k * width : (k + 1) * width]) for k in range(3)]
        layers.append({"self_attn": {"projections": projections, "output": linear(at + "attn.c_proj")},
                       "ffn": {"linear1": linear(at + "mlp.c_fc"), "linear2": linear(at + "mlp.c_proj")},
                       "norms": [linear(at + n) for n in ("ln_1", "ln_2")]})
    decoder = {"name": "decoder", "side": "tgt", "layers": layers, "norm": linear("ln_f"), "positions": w["wpe.weight"]}
    return {"stacks": [decoder], "heads": c["n_head"], "groups": c["n_head"], "table": w["wte.weight"], "epsilon": c["layer_norm_epsilon"],
            "activation": gelu_by_tanh, "head": (w["wte.weight"], None), "pre": True}


def gpt_neox(w: dict[str, Array], c: dict) -> dict:
    """Attention and network side by side, each of a norm of its own; queries, keys and values lie head by head in one matrix."""
    linear, layers, heads = linears(w), [], c["num_attention_heads"]
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        weight, bias = linear(at + "attention.query_key_value")
        of_heads, biases = weight.reshape(heads, 3, -1, weight.shape[1]), bias.reshape(heads, 3, -1)
        projections = [(of_heads[:, k].reshape(-1, weight.shape[1]), biases[:, k].reshape(-1)) for k in range(3)]
        layers.append({"self_attn": {"projections": projections, "output": linear(at + "attention.dense")},
                       "ffn": {"linear1": linear(at + "mlp.dense_h_to_4h"), "linear2": linear(at + "mlp.dense_4h_to_h")},
                       "norms": [linear(at + n) for n in ("input_layernorm", "post_attention_layernorm")]})
    decoder = {"name": "decoder", "side": "tgt", "layers": layers, "norm": linear("final_layer_norm")}
    turned = int(c["hidden_size"] // heads * c.get("rope_parameters", c)["partial_rotary_factor"])
    return {"stacks": [decoder], "heads": heads, "groups": heads, "table": w["embed_in.weight"], "base": rotation(c), "turned": turned,
            "epsilon": c["layer_norm_eps"], "activation": gelu, "head": linear("embed_out"), "pre": True, "parallel": True}


def opt(w: dict[str, Array], c: dict) -> dict:
    linear, layers = linears(w), []
    for i in range(c["num_hidden_layers"]):
        at = f"decoder.layers.{i}."
        layers.append({"self_attn": {"projections": [linear(f"{at}self_attn.{k}_proj") for k in "qkv"],
                                     "output": linear(at + "self_attn.out_proj")},
                       "ffn": {"linear1": linear(at + "fc1"), "linear2": linear(at + "fc2")},
                       "norms": [linear(at + n) for n in ("self_attn_layer_norm", "final_layer_norm")]})
    decoder = {"name": "decoder", "side": "tgt", "layers": layers, "norm": linear("decoder.final_layer_norm"),
               "positions": w["decoder.embed_positions.weight"][2:]}
    table = w["decoder.embed_tokens.weight"]
    return {"stacks": [decoder], "heads": c["num_attention_heads"], "groups": c["num_attention_heads"], "table": table, "epsilon": 1e-5,
            "activation": relu, "head": (table, None), "pre": True}


LLAMA_NORMS = ("input_layernorm", "post_attention_layernorm")


def rotation(c: dict) -> float:
    return c.get("rope_parameters", c).get("rope_theta", 10000)


def gated_decoder(w: dict[str, Array], c: dict, norms: tuple[str, ...]) -> dict:
    linear, layers = linears(w), []
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        attention = {"projections": [linear(f"{at}self_attn.{k}_proj") for k in "qkv"], "output": linear(at + "self_attn.o_proj")}
        if at + "self_attn.q_norm.weight" in w:
            attention["head_norms"] = [linear(f"{at}self_attn.{k}_norm") for k in "qk"]
        layers.append({"self_attn": attention,
                       "ffn": {"linear1": linear(at + "mlp.up_proj"), "gate": linear(at + "mlp.gate_proj"), "linear2": linear(at + "mlp.down_proj")},
                       "norms": [linear(at + n) for n in norms]})
    decoder = {"name": "decoder", "side": "tgt", "layers": layers, "norm": linear("norm")}
    head = "lm_head" if "lm_head.weight" in w else "embed_tokens"
    return {"stacks": [decoder], "heads": c["num_attention_heads"], "groups": c["num_key_value_heads"], "table": w["embed_tokens.weight"],
            "base": rotation(c), "epsilon": c["rms_norm_eps"], "rms": True, "activation": silu, "head": linear(head), "pre": True}


def llama(w: dict[str, Array], c: dict) -> dict:
    return gated_decoder(w, c, LLAMA_NORMS)


def qwen3(w: dict[str, Array], c: dict) -> dict:
    model = gated_decoder(w, c, LLAMA_NORMS)
    for layer, kind in zip(model["stacks"][0]["layers"], c["layer_types"]):
        layer["window"] = c["sliding_window"] if kind == "sliding_attention" else None
    return model


def gemma2(w: dict[str, Array], c: dict) -> dict:
    """Norms before and behind each sublayer, gains of 1 + weight, caps, and windows in some layers."""
    w = {name: x + 1 if "norm" in name else x for name, x in w.items()}
    model = gated_decoder(w, c, ("input_layernorm", "pre_feedforward_layernorm"))
    for i, layer in enumerate(model["stacks"][0]["layers"]):
        layer["post_norms"] = [linears(w)(f"layers.{i}.post_{k}_layernorm") for k in ("attention", "feedforward")]
        layer["window"] = c["sliding_window"] if c["layer_types"][i] == "sliding_attention" else None
    return {**model, "scaled": True, "activation": gelu_by_tanh, "scores_width": c["query_pre_attn_scalar"],
            "cap": c["attn_logit_softcapping"], "logits_cap": c["final_logit_softcapping"]}


def phi(w: dict[str, Array], c: dict) -> dict:
    """Attention and network side by side, both of one norm; a part of each head turns."""
    linear, layers = linears(w), []
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        attention = {"projections": [linear(f"{at}self_attn.{k}_proj") for k in "qkv"], "output": linear(at + "self_attn.dense"),
                     "head_norms": [linear(f"{at}self_attn.{k}_layernorm") for k in "qk"]}
        layers.append({"self_attn": attention, "ffn": {"linear1": linear(at + "mlp.fc1"), "linear2": linear(at + "mlp.fc2")},
                       "norms": [linear(at + "input_layernorm")]})
    decoder = {"name": "decoder", "side": "tgt", "layers": layers, "norm": linear("final_layernorm")}
    turned = int(c["hidden_size"] // c["num_attention_heads"] * c.get("rope_parameters", c)["partial_rotary_factor"])
    return {"stacks": [decoder], "heads": c["num_attention_heads"], "groups": c["num_key_value_heads"], "table": w["embed_tokens.weight"],
            "base": rotation(c), "turned": turned, "epsilon": c["layer_norm_eps"], "activation": gelu_by_tanh, "head": linear("lm_head"),
            "pre": True, "parallel": True}


def bert(w: dict[str, Array], c: dict) -> dict:
    linear, layers = linears(w), []
    for i in range(c["num_hidden_layers"]):
        at = f"encoder.layer.{i}."
        layers.append({"self_attn": {"projections": [linear(at + "attention.self." + k) for k in ("query", "key", "value")],
                                     "output": linear(at + "attention.output.dense")},
                       "ffn": {"linear1": linear(at + "intermediate.dense"), "linear2": linear(at + "output.dense")},
                       "norms": [linear(at + n) for n in ("attention.output.LayerNorm", "output.LayerNorm")]})
    at = "embeddings."
    encoder = {"name": "encoder", "side": "src", "layers": layers, "positions": w[at + "position_embeddings.weight"],
               "segments": w[at + "token_type_embeddings.weight"], "embedding_norm": linear(at + "LayerNorm")}
    return {"stacks": [encoder], "heads": c["num_attention_heads"], "groups": c["num_attention_heads"],
            "table": w[at + "word_embeddings.weight"], "epsilon": c["layer_norm_eps"], "activation": gelu, "pre": False}


def roberta(w: dict[str, Array], c: dict) -> dict:
    """BERT whose positions begin behind the padding's row of their table."""
    model = bert(w, c)
    encoder = model["stacks"][0]
    encoder["positions"] = encoder["positions"][c["pad_token_id"] + 1:]
    return model


def distilbert(w: dict[str, Array], c: dict) -> dict:
    linear, layers = linears(w), []
    for i in range(c["n_layers"]):
        at = f"transformer.layer.{i}."
        layers.append({"self_attn": {"projections": [linear(f"{at}attention.{k}_lin") for k in "qkv"],
                                     "output": linear(at + "attention.out_lin")},
                       "ffn": {"linear1": linear(at + "ffn.lin1"), "linear2": linear(at + "ffn.lin2")},
                       "norms": [linear(at + n) for n in ("sa_layer_norm", "output_layer_norm")]})
    at = "embeddings."
    encoder = {"name": "encoder", "side": "src", "layers": layers, "positions": w[at + "position_embeddings.weight"],
               "embedding_norm": linear(at + "LayerNorm")}
    return {"stacks": [encoder], "heads": c["n_heads"], "groups": c["n_heads"], "table": w[at + "word_embeddings.weight"],
            "epsilon": 1e-12, "activation": gelu, "pre": False}


def t5(w: dict[str, Array], c: dict) -> dict:
    linear, stacks = linears(w), []
    for name, side, count in (("encoder", "src", c["num_layers"]), ("decoder", "tgt", c["num_decoder_layers"])):
        layers = []
        for i in range(count):
            at = f"{name}.block.{i}.layer."
            attention = lambda path: {"projections": [linear(f"{at}{path}.{k}") for k in "qkv"], "output": linear(f"{at}{path}.o")}
            last = 2 if side == "tgt" else 1
            layer = {"self_attn": attention("0.SelfAttention")}
            if side == "tgt":
                layer["cross_attn"] = attention("1.EncDecAttention")
            layer["ffn"] = {"linear1": linear(f"{at}{last}.DenseReluDense.wi"), "linear2": linear(f"{at}{last}.DenseReluDense.wo")}
            layers.append({**layer, "norms": [linear(f"{at}{k}.layer_norm") for k in range(last + 1)]})
        table = w[f"{name}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"]
        stacks.append({"name": name, "side": side, "layers": layers, "norm": linear(name + ".final_layer_norm"), "distances": table})
    return {"stacks": stacks, "heads": c["num_heads"], "groups": c["num_heads"], "table": w["shared.weight"], "epsilon": c["layer_norm_epsilon"],
            "rms": True, "activation": relu, "head": (w["shared.weight"], None), "output_factor": c["d_model"] ** -0.5, "pre": True,
            "undivided": True, "furthest": c["relative_attention_max_distance"]}


def marian(w: dict[str, Array], c: dict) -> dict:
    linear, stacks, width = linears(w), [], c["d_model"]
    angles = numpy.arange(c["max_position_embeddings"])[:, None] / 10000 ** (numpy.arange(width // 2) / (width // 2))
    for name, side in (("encoder", "src"), ("decoder", "tgt")):
        layers = []
        for i in range(c[name + "_layers"]):
            at = f"{name}.layers.{i}."
            attention = lambda path: {"projections": [linear(f"{at}{path}.{k}_proj") for k in "qkv"], "output": linear(f"{at}{path}.out_proj")}
            norms = ["self_attn_layer_norm", "final_layer_norm"]
            layer = {"self_attn": attention("self_attn")}
            if side == "tgt":
                layer["cross_attn"] = attention("encoder_attn")
                norms.insert(1, "encoder_attn_layer_norm")
            layers.append({**layer, "ffn": {"linear1": linear(at + "fc1"), "linear2": linear(at + "fc2")},
                           "norms": [linear(at + n) for n in norms]})
        stacks.append({"name": name, "side": side, "layers": layers,
                       "positions": numpy.concatenate([numpy.sin(angles), numpy.cos(angles)], -1)})
    return {"stacks": stacks, "heads": c["encoder_attention_heads"], "groups": c["encoder_attention_heads"], "table": w["shared.weight"],
            "scaled": True, "epsilon": 1e-5, "activation": silu, "head": (w["shared.weight"], w["final_logits_bias"][0]), "pre": False}


FAMILIES = {"gpt2": gpt2, "gpt_neox": gpt_neox, "opt": opt, "llama": llama, "qwen2": llama, "qwen3": qwen3, "gemma2": gemma2, "phi": phi,
            "bert": bert, "roberta": roberta, "distilbert": distilbert, "t5": t5, "marian": marian}


def gelu(x: Array) -> Array:
    return x * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2))) / 2


def gelu_by_tanh(x: Array) -> Array:
    return x * (1 + numpy.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def silu(x: Array) -> Array:
    return x / (1 + numpy.exp(-x))


def relu(x: Array) -> Array:
    return numpy.maximum(x, 0)


def linear(x: Array, weights: tuple[Array, Array | None]) -> Array:
    weight, bias = weights
    return x @ weight.T + (0 if bias is None else bias)
