"""The tensors of a model of `transformers`, under Vitrine's names (docs/TRACE.md).

Used by make.py. Tensors come from hooks on modules and from the softmax of every attention; nothing is computed again.
"""
import re

import torch

# Family: (pattern for a module's name, our path, what is recorded). {n} is the number of the layer.
# "in": the module's input; "out": its output; "heads": the output cut into heads; "headed": the output, whose heads come third.
# An output of rows alone is cut into sentences.
_DECODER = [
    (r"model\.layers\.(\d+)", "decoder.layers.{n}.residual2", "out"),
    (r"model\.layers\.(\d+)\.input_layernorm", "decoder.layers.{n}.norm1", "out"),
    (r"model\.layers\.(\d+)\.self_attn\.q_proj", "decoder.layers.{n}.self_attn.query", "heads"),
    (r"model\.layers\.(\d+)\.self_attn\.k_proj", "decoder.layers.{n}.self_attn.key", "heads"),
    (r"model\.layers\.(\d+)\.self_attn\.v_proj", "decoder.layers.{n}.self_attn.value", "heads"),
]
_GATED = _DECODER + [
    (r"model\.layers\.(\d+)\.self_attn\.o_proj", "decoder.layers.{n}.self_attn.merged", "in"),
    (r"model\.layers\.(\d+)\.self_attn\.o_proj", "decoder.layers.{n}.self_attn.output", "out"),
    (r"model\.layers\.(\d+)\.mlp\.gate_proj", "decoder.layers.{n}.ffn.gate", "out"),
    (r"model\.layers\.(\d+)\.mlp\.act_fn", "decoder.layers.{n}.ffn.gate_activation", "out"),
    (r"model\.layers\.(\d+)\.mlp\.up_proj", "decoder.layers.{n}.ffn.linear1", "out"),
    (r"model\.layers\.(\d+)\.mlp\.down_proj", "decoder.layers.{n}.ffn.gated", "in"),
    (r"model\.layers\.(\d+)\.mlp\.down_proj", "decoder.layers.{n}.ffn.linear2", "out"),
    (r"model\.norm", "decoder.norm", "out"),
]
_LLAMA = _GATED + [
    (r"model\.embed_tokens", "tgt.embedding", "out"),
    (r"model\.layers\.(\d+)\.post_attention_layernorm", "decoder.layers.{n}.residual1", "in"),
    (r"model\.layers\.(\d+)\.post_attention_layernorm", "decoder.layers.{n}.norm2", "out"),
]
_QWEN3 = _LLAMA + [
    (r"model\.layers\.(\d+)\.self_attn\.q_norm", "decoder.layers.{n}.self_attn.query_norm", "headed"),
    (r"model\.layers\.(\d+)\.self_attn\.k_norm", "decoder.layers.{n}.self_attn.key_norm", "headed"),
]
_GEMMA2 = _GATED + [
    (r"model\.layers\.(\d+)\.post_attention_layernorm", "decoder.layers.{n}.post_attn_norm", "out"),
    (r"model\.layers\.(\d+)\.pre_feedforward_layernorm", "decoder.layers.{n}.residual1", "in"),
    (r"model\.layers\.(\d+)\.pre_feedforward_layernorm", "decoder.layers.{n}.norm2", "out"),
    (r"model\.layers\.(\d+)\.post_feedforward_layernorm", "decoder.layers.{n}.post_ffn_norm", "out"),
]
_PHI = _DECODER + [
    (r"model\.layers\.(\d+)\.self_attn\.q_layernorm", "decoder.layers.{n}.self_attn.query_norm", "out"),
    (r"model\.layers\.(\d+)\.self_attn\.k_layernorm", "decoder.layers.{n}.self_attn.key_norm", "out"),
    (r"model\.layers\.(\d+)\.self_attn\.dense", "decoder.layers.{n}.self_attn.merged", "in"),
    (r"model\.layers\.(\d+)\.self_attn\.dense", "decoder.layers.{n}.self_attn.output", "out"),
    (r"model\.layers\.(\d+)\.mlp\.fc1", "decoder.layers.{n}.ffn.linear1", "out"),
    (r"model\.layers\.(\d+)\.mlp\.activation_fn", "decoder.layers.{n}.ffn.activation", "out"),
    (r"model\.layers\.(\d+)\.mlp\.fc2", "decoder.layers.{n}.ffn.linear2", "out"),
    (r"model\.final_layernorm", "decoder.norm", "out"),
]


_PHI3 = [entry for entry in _LLAMA if "gate_proj" not in entry[0] and "up_proj" not in entry[0] and ".query" not in entry[1] and
         ".key" not in entry[1] and ".value" not in entry[1] and "act_fn" not in entry[0]] + [
    (r"model\.layers\.(\d+)\.mlp\.activation_fn", "decoder.layers.{n}.ffn.gate_activation", "out"),
]
_OLMO2 = [entry for entry in _GATED if "input_layernorm" not in entry[0]] + [
    (r"model\.embed_tokens", "tgt.embedding", "out"),
    (r"model\.layers\.(\d+)\.self_attn\.q_norm", "decoder.layers.{n}.self_attn.query_norm", "heads"),
    (r"model\.layers\.(\d+)\.self_attn\.k_norm", "decoder.layers.{n}.self_attn.key_norm", "heads"),
    (r"model\.layers\.(\d+)\.post_attention_layernorm", "decoder.layers.{n}.norm1", "out"),
    (r"model\.layers\.(\d+)\.post_feedforward_layernorm", "decoder.layers.{n}.norm2", "out"),
]
_GEMMA3 = _GEMMA2 + [
    (r"model\.layers\.(\d+)\.self_attn\.q_norm", "decoder.layers.{n}.self_attn.query_norm", "out"),
    (r"model\.layers\.(\d+)\.self_attn\.k_norm", "decoder.layers.{n}.self_attn.key_norm", "out"),
]
_GPT_NEOX = [
    (r"gpt_neox\.embed_in", "tgt.embedding", "out"),
    (r"gpt_neox\.layers\.(\d+)", "decoder.layers.{n}.residual2", "out"),
    (r"gpt_neox\.layers\.(\d+)\.input_layernorm", "decoder.layers.{n}.norm1", "out"),
    (r"gpt_neox\.layers\.(\d+)\.post_attention_layernorm", "decoder.layers.{n}.norm2", "out"),
    (r"gpt_neox\.layers\.(\d+)\.attention\.dense", "decoder.layers.{n}.self_attn.merged", "in"),
    (r"gpt_neox\.layers\.(\d+)\.attention\.dense", "decoder.layers.{n}.self_attn.output", "out"),
    (r"gpt_neox\.layers\.(\d+)\.mlp\.dense_h_to_4h", "decoder.layers.{n}.ffn.linear1", "out"),
    (r"gpt_neox\.layers\.(\d+)\.mlp\.act", "decoder.layers.{n}.ffn.activation", "out"),
    (r"gpt_neox\.layers\.(\d+)\.mlp\.dense_4h_to_h", "decoder.layers.{n}.ffn.linear2", "out"),
    (r"gpt_neox\.final_layer_norm", "decoder.norm", "out"),
]
_GPTJ = [
    (r"transformer\.wte", "tgt.embedding", "out"),
    (r"transformer\.h\.(\d+)", "decoder.layers.{n}.residual2", "out"),
    (r"transformer\.h\.(\d+)\.ln_1", "decoder.layers.{n}.norm1", "out"),
    (r"transformer\.h\.(\d+)\.attn\.q_proj", "decoder.layers.{n}.self_attn.query", "heads"),
    (r"transformer\.h\.(\d+)\.attn\.k_proj", "decoder.layers.{n}.self_attn.key", "heads"),
    (r"transformer\.h\.(\d+)\.attn\.v_proj", "decoder.layers.{n}.self_attn.value", "heads"),
    (r"transformer\.h\.(\d+)\.attn\.out_proj", "decoder.layers.{n}.self_attn.merged", "in"),
    (r"transformer\.h\.(\d+)\.attn\.out_proj", "decoder.layers.{n}.self_attn.output", "out"),
    (r"transformer\.h\.(\d+)\.mlp\.fc_in", "decoder.layers.{n}.ffn.linear1", "out"),
    (r"transformer\.h\.(\d+)\.mlp\.act", "decoder.layers.{n}.ffn.activation", "out"),
    (r"transformer\.h\.(\d+)\.mlp\.fc_out", "decoder.layers.{n}.ffn.linear2", "out"),
    (r"transformer\.ln_f", "decoder.norm", "out"),
]
_OPT = [
    (r"model\.decoder\.embed_tokens", "tgt.embedding", "out"),
    (r"model\.decoder\.project_in", "tgt.projected", "out"),
    (r"model\.decoder\.layers\.(\d+)\.self_attn_layer_norm", "decoder.layers.{n}.norm1", "out"),
    (r"model\.decoder\.layers\.(\d+)\.self_attn\.q_proj", "decoder.layers.{n}.self_attn.query", "heads"),
    (r"model\.decoder\.layers\.(\d+)\.self_attn\.k_proj", "decoder.layers.{n}.self_attn.key", "heads"),
    (r"model\.decoder\.layers\.(\d+)\.self_attn\.v_proj", "decoder.layers.{n}.self_attn.value", "heads"),
    (r"model\.decoder\.layers\.(\d+)\.self_attn\.out_proj", "decoder.layers.{n}.self_attn.merged", "in"),
    (r"model\.decoder\.layers\.(\d+)\.self_attn\.out_proj", "decoder.layers.{n}.self_attn.output", "out"),
    (r"model\.decoder\.layers\.(\d+)\.fc1", "decoder.layers.{n}.ffn.linear1", "out"),
    (r"model\.decoder\.layers\.(\d+)\.activation_fn", "decoder.layers.{n}.ffn.activation", "out"),
    (r"model\.decoder\.layers\.(\d+)\.fc2", "decoder.layers.{n}.ffn.linear2", "out"),
    (r"model\.decoder\.layers\.(\d+)\.final_layer_norm", "decoder.layers.{n}.norm2", "out"),
    (r"model\.decoder\.final_layer_norm", "decoder.norm", "out"),
    (r"model\.decoder\.project_out", "head.projected", "out"),
]
_DISTILBERT = [
    (r"distilbert\.embeddings\.LayerNorm", "src.sum", "in"),
    (r"distilbert\.embeddings\.LayerNorm", "src.normalized", "out"),
    (r"distilbert\.transformer\.layer\.(\d+)\.attention\.q_lin", "encoder.layers.{n}.self_attn.query", "heads"),
    (r"distilbert\.transformer\.layer\.(\d+)\.attention\.k_lin", "encoder.layers.{n}.self_attn.key", "heads"),
    (r"distilbert\.transformer\.layer\.(\d+)\.attention\.v_lin", "encoder.layers.{n}.self_attn.value", "heads"),
    (r"distilbert\.transformer\.layer\.(\d+)\.attention\.out_lin", "encoder.layers.{n}.self_attn.output", "out"),
    (r"distilbert\.transformer\.layer\.(\d+)\.sa_layer_norm", "encoder.layers.{n}.norm1", "out"),
    (r"distilbert\.transformer\.layer\.(\d+)\.ffn\.lin1", "encoder.layers.{n}.ffn.linear1", "out"),
    (r"distilbert\.transformer\.layer\.(\d+)\.ffn\.activation", "encoder.layers.{n}.ffn.activation", "out"),
    (r"distilbert\.transformer\.layer\.(\d+)\.output_layer_norm", "encoder.layers.{n}.norm2", "out"),
    (r"vocab_transform", "head.dense", "out"),
    (r"vocab_layer_norm", "head.activation", "in"),
    (r"vocab_layer_norm", "head.norm", "out"),
    (r"pre_classifier", "classifier.dense", "out"),
    (r"classifier", "classifier.activation", "in"),
    (r"classifier", "classifier.scores", "out"),
]


def _bert(base):
    """The modules of BERT and RoBERTa, without their heads."""
    layer = base + r"\.encoder\.layer\.(\d+)"
    return [
        (base + r"\.embeddings\.token_type_embeddings", "src.segment", "out"),
        (base + r"\.embeddings\.LayerNorm", "src.sum", "in"),
        (base + r"\.embeddings\.LayerNorm", "src.normalized", "out"),
        (layer + r"\.attention\.self\.query", "encoder.layers.{n}.self_attn.query", "heads"),
        (layer + r"\.attention\.self\.key", "encoder.layers.{n}.self_attn.key", "heads"),
        (layer + r"\.attention\.self\.value", "encoder.layers.{n}.self_attn.value", "heads"),
        (layer + r"\.attention\.output\.dense", "encoder.layers.{n}.self_attn.output", "out"),
        (layer + r"\.attention\.output\.LayerNorm", "encoder.layers.{n}.norm1", "out"),
        (layer + r"\.intermediate\.dense", "encoder.layers.{n}.ffn.linear1", "out"),
        (layer + r"\.intermediate", "encoder.layers.{n}.ffn.activation", "out"),
        (layer + r"\.output\.LayerNorm", "encoder.layers.{n}.norm2", "out"),
    ]


def _bart(side, letters, feed_forward):
    """The modules of one stack of BART or Marian; `letters` is "src" or "tgt"."""
    base, ours = rf"model\.{side}", f"{side}.layers.{{n}}"
    layer = rf"{base}\.layers\.(\d+)"
    names = [
        (rf"{base}\.layernorm_embedding", f"{letters}.sum", "in"),
        (rf"{base}\.layernorm_embedding", f"{letters}.normalized", "out"),
        (rf"{layer}\.self_attn_layer_norm", f"{ours}.residual1", "in"),
        (rf"{layer}\.self_attn_layer_norm", f"{ours}.norm1", "out"),
        (rf"{layer}\.fc1", f"{ours}.ffn.linear1", "out"),
        (rf"{layer}\.activation_fn", f"{ours}.ffn.activation", "out"),
        (rf"{layer}\.fc2", f"{ours}.ffn.linear2", "out"),
        (rf"{layer}\.final_layer_norm", f"{ours}.residual{feed_forward}", "in"),
        (rf"{layer}\.final_layer_norm", f"{ours}.norm{feed_forward}", "out"),
    ]
    for theirs, attention in (("self_attn", "self_attn"), ("encoder_attn", "cross_attn")):
        names += [
            (rf"{layer}\.{theirs}\.q_proj", f"{ours}.{attention}.query", "heads"),
            (rf"{layer}\.{theirs}\.k_proj", f"{ours}.{attention}.key", "heads"),
            (rf"{layer}\.{theirs}\.v_proj", f"{ours}.{attention}.value", "heads"),
            (rf"{layer}\.{theirs}\.out_proj", f"{ours}.{attention}.merged", "in"),
            (rf"{layer}\.{theirs}\.out_proj", f"{ours}.{attention}.output", "out"),
        ]
    if side == "decoder":
        names.append((rf"{layer}\.encoder_attn_layer_norm", f"{ours}.norm2", "out"))
    return names


def _mbart(side, letters, feed_forward):
    """The modules of one stack of mBART, whose norms stand before the sublayers."""
    layer, ours = rf"model\.{side}\.layers\.(\d+)", f"{side}.layers.{{n}}"
    return [entry for entry in _bart(side, letters, feed_forward) if "residual" not in entry[1]] + [
        (layer, f"{ours}.residual{feed_forward}", "out"),
        (rf"model\.{side}\.layer_norm", f"{side}.norm", "out"),
    ]


def _t5(side, feed_forward):
    """The modules of one stack of T5."""
    block, ours = rf"{side}\.block\.(\d+)", f"{side}.layers.{{n}}"
    network = rf"{block}\.layer\.{feed_forward - 1}"
    names = [
        (block, f"{ours}.residual{feed_forward}", "out"),
        (rf"{network}\.DenseReluDense\.(?:wi|wi_1)", f"{ours}.ffn.linear1", "out"),
        (rf"{network}\.DenseReluDense\.wi_0", f"{ours}.ffn.gate", "out"),
        (rf"{network}\.DenseReluDense\.wo", f"{ours}.ffn.linear2", "out"),
        (rf"{side}\.final_layer_norm", f"{side}.norm", "out"),
    ]
    for k in range(feed_forward):
        names.append((rf"{block}\.layer\.{k}\.layer_norm", f"{ours}.norm{k + 1}", "out"))
    for k, attention, module in ((0, "self_attn", "SelfAttention"), (1, "cross_attn", "EncDecAttention")):
        for letter, what in (("q", "query"), ("k", "key"), ("v", "value")):
            names.append((rf"{block}\.layer\.{k}\.{module}\.{letter}", f"{ours}.{attention}.{what}", "heads"))
        names.append((rf"{block}\.layer\.{k}\.{module}\.o", f"{ours}.{attention}.output", "out"))
    return names


MODULES = {
    "gpt2": [
        (r"transformer\.drop", "tgt.sum", "in"),
        (r"transformer\.h\.(\d+)", "decoder.layers.{n}.residual2", "out"),
        (r"transformer\.h\.(\d+)\.ln_1", "decoder.layers.{n}.norm1", "out"),
        (r"transformer\.h\.(\d+)\.ln_2", "decoder.layers.{n}.residual1", "in"),
        (r"transformer\.h\.(\d+)\.ln_2", "decoder.layers.{n}.norm2", "out"),
        (r"transformer\.h\.(\d+)\.attn\.c_proj", "decoder.layers.{n}.self_attn.merged", "in"),
        (r"transformer\.h\.(\d+)\.attn\.c_proj", "decoder.layers.{n}.self_attn.output", "out"),
        (r"transformer\.h\.(\d+)\.mlp\.c_fc", "decoder.layers.{n}.ffn.linear1", "out"),
        (r"transformer\.h\.(\d+)\.mlp\.act", "decoder.layers.{n}.ffn.activation", "out"),
        (r"transformer\.h\.(\d+)\.mlp\.c_proj", "decoder.layers.{n}.ffn.linear2", "out"),
        (r"transformer\.ln_f", "decoder.norm", "out"),
    ],
    "bert": _bert("bert") + [
        (r"cls\.predictions\.transform\.dense", "head.dense", "out"),
        (r"cls\.predictions\.transform\.LayerNorm", "head.activation", "in"),
        (r"cls\.predictions\.transform\.LayerNorm", "head.norm", "out"),
        (r"bert\.pooler\.dense", "classifier.dense", "out"),
        (r"classifier", "classifier.activation", "in"),
        (r"classifier", "classifier.scores", "out"),
    ],
    "roberta": _bert("roberta") + [
        (r"lm_head\.dense", "head.dense", "out"),
        (r"lm_head\.layer_norm", "head.activation", "in"),
        (r"lm_head\.layer_norm", "head.norm", "out"),
        (r"classifier\.dense", "classifier.dense", "out"),
        (r"classifier\.out_proj", "classifier.activation", "in"),
        (r"classifier\.out_proj", "classifier.scores", "out"),
    ],
    "distilbert": _DISTILBERT,
    "bart": _bart("encoder", "src", 2) + _bart("decoder", "tgt", 3),
    "marian": _bart("encoder", "src", 2) + _bart("decoder", "tgt", 3),
    "mbart": _mbart("encoder", "src", 2) + _mbart("decoder", "tgt", 3),
    "t5": _t5("encoder", 2) + _t5("decoder", 3),
    "llama": _LLAMA,
    "mistral": _LLAMA,
    "qwen2": _LLAMA,
    "qwen3": _QWEN3,
    "gemma2": _GEMMA2,
    "phi": _PHI,
    "phi3": _PHI3,
    "olmo2": _OLMO2,
    "gemma3_text": _GEMMA3,
    "gpt_neox": _GPT_NEOX,
    "gptj": _GPTJ,
    "opt": _OPT,
}
LONE = ("gpt2", "gptj", "gpt_neox", "opt", "llama", "mistral", "qwen2", "qwen3", "olmo2", "gemma2", "gemma3_text", "phi",
        "phi3")  # decoders alone
ENCODERS = ("bert", "roberta", "distilbert")


def _attention_names(family, encoder_layers, decoder_layers):
    """Our names for the attentions, in the order in which they are computed."""
    if family in ENCODERS:
        return [f"encoder.layers.{n}.self_attn" for n in range(encoder_layers)]
    if family in LONE:
        return [f"decoder.layers.{n}.self_attn" for n in range(decoder_layers)]
    names = [f"encoder.layers.{n}.self_attn" for n in range(encoder_layers)]
    for n in range(decoder_layers):
        names += [f"decoder.layers.{n}.self_attn", f"decoder.layers.{n}.cross_attn"]
    return names


def _heads_of(config, path):
    """(Query heads, key-value heads) of the attention at a path of ours."""
    count = getattr(config, "num_attention_heads", None)
    if path.startswith("decoder.") and hasattr(config, "decoder_attention_heads"):
        count = config.decoder_attention_heads
    return count, getattr(config, "num_key_value_heads", None) or count


class Recording:
    """While it is active, one forward pass of `model` fills `tensors`. `prefix` is that of a base model's modules, whose names
    lack it."""

    def __init__(self, model, family, prefix=""):
        self.model, self.family, self.prefix, self.tensors, self.softmaxes = model, family, prefix, {}, []
        self.sentences = 0

    def __enter__(self):
        self.hooks = []
        for name, module in self.model.named_modules():
            for pattern, path, what in MODULES[self.family]:
                found = re.fullmatch(pattern, self.prefix + name)
                if found:
                    ours = path.format(n=found.group(1) if found.groups() else "")
                    self.hooks.append(module.register_forward_hook(self._hook(ours, what)))
        self.softmax = torch.nn.functional.softmax

        def recorded(values, *args, **kwargs):
            result = self.softmax(values, *args, **kwargs)
            self.softmaxes.append((values.detach().clone(), result.detach().clone()))
            return result

        torch.nn.functional.softmax = recorded
        return self

    def _hook(self, path, what):
        def hook(_, inputs, output):
            value = inputs[0] if what == "in" else output
            value = value[0] if isinstance(value, tuple) else value
            if value.dim() == 3:
                self.sentences = value.shape[0]
            elif self.family == "opt" and value.dim() == 2:  # its networks see rows
                value = value.view(self.sentences, -1, value.shape[-1])
            if what == "heads":
                query, key = _heads_of(self.model.config, path)
                count = query if ".query" in path else key
                value = value.view(*value.shape[:2], count, -1).transpose(1, 2)
            if what == "headed":
                value = value.transpose(1, 2)
            self.tensors[path] = value.detach().clone().contiguous()

        return hook

    def __exit__(self, *_):
        for hook in self.hooks:
            hook.remove()
        torch.nn.functional.softmax = self.softmax
        encoder, decoder = layers_of(self.model.config)
        if not type(self.model).__name__.endswith("Classification"):
            self.tensors = {path: value for path, value in self.tensors.items() if not path.startswith("classifier.")}
        names = _attention_names(self.family, encoder, 0 if type(self.model).__name__ == "T5EncoderModel" else decoder)
        assert len(names) == len(self.softmaxes), (len(names), len(self.softmaxes))
        for name, (scores, weights) in zip(names, self.softmaxes):
            self.tensors[name + ".masked_scores"], self.tensors[name + ".weights"] = scores, weights


def layers_of(config):
    """The numbers of encoder and decoder layers, as far as the model has them."""
    total = config.num_hidden_layers
    encoder = getattr(config, "encoder_layers", total)
    decoder = getattr(config, "decoder_layers", getattr(config, "num_decoder_layers", None) or total)
    return encoder, decoder
