"""Draws small models of the families that Vitrine opens, saves them as people have them, and computes what `transformers` makes of
each folder.

    python3 make.py OUT [--count N] [--seed S] [--family NAME ...]
    python3 make.py OUT --variants [NAME ...]

Every folder below OUT is named after its family and number. Sizes and options are drawn, and so is the dialect: several files,
half precision, pytorch_model.bin, keys of older versions of config.json, keys left out, names without the base model's prefix, old
buffers, rules of generation, models without their head. Beside what save_pretrained writes it holds, as tests/goldens/families do,

    batch.json            rows of several lengths, labels and segments
    reference.safetensors tensors under Vitrine's names, gradients under "gradients." and the parameter's name
    positions.json        1 where a position is real
    decode.json           greedy decodes by transformers' generate; empty without a head, where labels and gradients are absent, too
    dialect.json          what was drawn

The folder is read back by from_pretrained before anything is computed: what counts is what `transformers` makes of it. compare.py
holds Vitrine against the folders. Needs PyTorch, transformers 5 and safetensors.
"""
import argparse
import copy
import json
import os
import random
import shutil

import torch
import transformers
from recording import ENCODERS, LONE, Recording
from safetensors.torch import load_file, save_file

CLASSES = {
    "gpt2": ("GPT2Config", "GPT2LMHeadModel"),
    "bert": ("BertConfig", "BertForMaskedLM"),
    "bart": ("BartConfig", "BartForConditionalGeneration"),
    "marian": ("MarianConfig", "MarianMTModel"),
    "t5": ("T5Config", "T5ForConditionalGeneration"),
    "llama": ("LlamaConfig", "LlamaForCausalLM"),
    "mistral": ("MistralConfig", "MistralForCausalLM"),
    "qwen2": ("Qwen2Config", "Qwen2ForCausalLM"),
    "qwen3": ("Qwen3Config", "Qwen3ForCausalLM"),
    "gemma2": ("Gemma2Config", "Gemma2ForCausalLM"),
    "phi": ("PhiConfig", "PhiForCausalLM"),
    "phi3": ("Phi3Config", "Phi3ForCausalLM"),
    "olmo2": ("Olmo2Config", "Olmo2ForCausalLM"),
    "gemma3_text": ("Gemma3TextConfig", "Gemma3ForCausalLM"),
    "gpt_neox": ("GPTNeoXConfig", "GPTNeoXForCausalLM"),
    "gptj": ("GPTJConfig", "GPTJForCausalLM"),
    "opt": ("OPTConfig", "OPTForCausalLM"),
    "roberta": ("RobertaConfig", "RobertaForMaskedLM"),
    "distilbert": ("DistilBertConfig", "DistilBertForMaskedLM"),
    "mbart": ("MBartConfig", "MBartForConditionalGeneration"),
}
# Classes of models without a head. The names of their tensors have no prefix.
HEADLESS = {"gpt2": ["GPT2Model"], "bert": ["BertModel"], "bart": ["BartModel"], "marian": ["MarianModel"],
            "t5": ["T5Model", "T5EncoderModel", "T5EncoderModel"], "llama": ["LlamaModel"], "mistral": ["MistralModel"],
            "qwen2": ["Qwen2Model"], "qwen3": ["Qwen3Model"], "gemma2": ["Gemma2Model"], "phi": ["PhiModel"],
            "phi3": ["Phi3Model"], "olmo2": ["Olmo2Model"], "gemma3_text": ["Gemma3TextModel"], "gpt_neox": ["GPTNeoXModel"],
            "gptj": ["GPTJModel"], "opt": ["OPTModel"], "roberta": ["RobertaModel"], "distilbert": ["DistilBertModel"],
            "mbart": ["MBartModel"]}
# Classes of models that tell the class of a sentence.
CLASSIFIERS = {"bert": "BertForSequenceClassification", "roberta": "RobertaForSequenceClassification",
               "distilbert": "DistilBertForSequenceClassification"}
BASE = {"gpt2": "transformer.", "bert": "bert.", "bart": "model.", "marian": "model.", "llama": "model.", "mistral": "model.",
        "qwen2": "model.", "qwen3": "model.", "gemma2": "model.", "phi": "model.", "phi3": "model.", "olmo2": "model.", "gemma3_text": "model.",
        "gpt_neox": "gpt_neox.", "gptj": "transformer.", "opt": "model.", "roberta": "roberta.", "distilbert": "distilbert.",
        "mbart": "model."}


def draw_sizes(family, draw):
    """The arguments of a configuration."""
    heads, width = draw.choice([1, 2, 3, 4]), draw.choice([4, 6, 8])
    d, hidden = heads * width, draw.choice([10, 24, 33])
    act = draw.choice(["relu", "gelu", "gelu_new", "silu", "gelu_pytorch_tanh", "swish", "gelu_fast"])
    words = draw.choice([61, 90])
    if family == "gpt2":
        return dict(vocab_size=words, n_positions=33, n_embd=d, n_head=heads, n_layer=draw.choice([1, 2, 3]),
                    n_inner=draw.choice([None, hidden]), activation_function=draw.choice([act, "gelu_new"]),
                    scale_attn_weights=draw.random() < 0.8, scale_attn_by_inverse_layer_idx=draw.random() < 0.4,
                    reorder_and_upcast_attn=draw.random() < 0.2, tie_word_embeddings=draw.random() < 0.7,
                    layer_norm_epsilon=draw.choice([1e-5, 1e-3]), bos_token_id=0, eos_token_id=draw.choice([0, 1]))
    if family == "bert":
        return dict(vocab_size=words, hidden_size=d, num_hidden_layers=draw.choice([1, 3]), num_attention_heads=heads,
                    intermediate_size=hidden, max_position_embeddings=21, type_vocab_size=draw.choice([1, 2, 3]), hidden_act=act,
                    layer_norm_eps=draw.choice([1e-12, 1e-6]), tie_word_embeddings=draw.random() < 0.8)
    if family == "roberta":
        return dict(vocab_size=words, hidden_size=d, num_hidden_layers=draw.choice([1, 3]), num_attention_heads=heads,
                    intermediate_size=hidden, max_position_embeddings=23, type_vocab_size=draw.choice([1, 1, 2]), hidden_act=act,
                    pad_token_id=draw.choice([1, 1, 3]), layer_norm_eps=draw.choice([1e-12, 1e-5]),
                    tie_word_embeddings=draw.random() < 0.8)
    if family == "distilbert":
        return dict(vocab_size=words, dim=d, n_layers=draw.choice([1, 3]), n_heads=heads, hidden_dim=hidden,
                    max_position_embeddings=21, activation=draw.choice(["gelu", act]), sinusoidal_pos_embds=draw.random() < 0.3,
                    tie_word_embeddings=draw.random() < 0.8)
    if family == "gptj":
        return dict(vocab_size=words, n_positions=33, n_embd=d, n_head=heads, n_layer=draw.choice([1, 2, 3]),
                    n_inner=draw.choice([None, hidden]), rotary_dim=draw.choice([2, 4]), activation_function=act,
                    layer_norm_epsilon=draw.choice([1e-5, 1e-3]), tie_word_embeddings=draw.random() < 0.3, bos_token_id=0,
                    eos_token_id=draw.choice([0, 1]))
    if family == "gpt_neox":
        return dict(vocab_size=words, hidden_size=heads * 8, num_hidden_layers=draw.choice([1, 2, 3]), num_attention_heads=heads,
                    intermediate_size=hidden, hidden_act=draw.choice(["gelu", act]), max_position_embeddings=40,
                    layer_norm_eps=draw.choice([1e-5, 1e-3]), use_parallel_residual=draw.random() < 0.6,
                    attention_bias=draw.random() < 0.7, tie_word_embeddings=draw.random() < 0.3, bos_token_id=0,
                    eos_token_id=draw.choice([0, 1]), pad_token_id=draw.choice([None, 0]),
                    rope_parameters={"rope_type": "default", "rope_theta": draw.choice([10000.0, 500.0]),
                                     "partial_rotary_factor": draw.choice([0.25, 0.5, 1.0])})
    if family == "opt":
        before = draw.random() < 0.6
        return dict(vocab_size=words, hidden_size=d, num_hidden_layers=draw.choice([1, 2, 3]), num_attention_heads=heads,
                    ffn_dim=hidden, max_position_embeddings=33, activation_function=draw.choice(["relu", act]),
                    do_layer_norm_before=before, word_embed_proj_dim=draw.choice([d, 7]), enable_bias=draw.random() < 0.7,
                    layer_norm_elementwise_affine=draw.random() < 0.7,
                    _remove_final_layer_norm=draw.random() < 0.2, tie_word_embeddings=draw.random() < 0.8, bos_token_id=2,
                    eos_token_id=2, pad_token_id=1)
    if family in ("bart", "marian", "mbart"):
        other = draw.choice([h for h in (1, 2, 3, 4) if d % h == 0])
        sizes = dict(vocab_size=words, d_model=d, encoder_layers=draw.choice([1, 2]), decoder_layers=draw.choice([1, 2, 3]),
                     encoder_attention_heads=heads, decoder_attention_heads=other, encoder_ffn_dim=hidden,
                     decoder_ffn_dim=draw.choice([20, 31]), max_position_embeddings=40, scale_embedding=draw.random() < 0.5,
                     activation_function=act, tie_word_embeddings=draw.random() < 0.8)
        if family in ("bart", "mbart"):
            return dict(sizes, bos_token_id=0, eos_token_id=2, pad_token_id=1, decoder_start_token_id=2,
                        forced_eos_token_id=draw.choice([None, 2]))
        sizes.update(pad_token_id=words - 1, decoder_start_token_id=words - 1, eos_token_id=0,
                     forced_eos_token_id=draw.choice([None, 0]))
        if draw.random() < 0.3:
            sizes.update(share_encoder_decoder_embeddings=False, decoder_vocab_size=words, tie_word_embeddings=draw.random() < 0.7)
        return sizes
    if family == "t5":
        return dict(vocab_size=words, d_model=d, d_kv=draw.choice([4, 5, 7]), d_ff=hidden, num_layers=draw.choice([1, 2, 3]),
                    num_decoder_layers=draw.choice([None, 1, 2]), num_heads=draw.choice([1, 3, 5]),
                    relative_attention_num_buckets=draw.choice([8, 16, 32]),
                    relative_attention_max_distance=draw.choice([20, 128]), decoder_start_token_id=0,
                    feed_forward_proj=draw.choice(["relu", "gated-gelu", "gated-silu", "gelu", "gated-relu"]),
                    tie_word_embeddings=draw.random() < 0.6, layer_norm_epsilon=draw.choice([1e-6, 1e-4]))
    groups = draw.choice([g for g in (1, 2, 3, 4) if heads % g == 0])
    sizes = dict(vocab_size=words, hidden_size=d, intermediate_size=hidden, num_hidden_layers=draw.choice([1, 2, 3]),
                 num_attention_heads=heads, num_key_value_heads=draw.choice([heads, groups]), max_position_embeddings=64,
                 hidden_act=draw.choice(["silu", act]), tie_word_embeddings=draw.random() < 0.4,
                 rms_norm_eps=draw.choice([1e-6, 1e-5]), pad_token_id=draw.choice([None, 0]),
                 bos_token_id=1, eos_token_id=draw.choice([2, [2, 5]]),
                 rope_parameters={"rope_type": "default", "rope_theta": draw.choice([10000.0, 1e6])})
    if family == "llama":
        sizes.update(attention_bias=draw.random() < 0.4, mlp_bias=draw.random() < 0.4, head_dim=draw.choice([None, 10]))
    if family == "mistral":
        sizes.update(sliding_window=draw.choice([None, 4096, 3]), head_dim=draw.choice([None, 10]))
    if family in ("qwen2", "qwen3") and draw.random() < 0.5:
        sizes.update(use_sliding_window=True, sliding_window=draw.choice([2, 4, 30]), max_window_layers=draw.choice([0, 1, 9]))
    if family == "qwen3":
        sizes.update(head_dim=draw.choice([4, 10, 12]), attention_bias=draw.random() < 0.4)
    if family == "gemma2":
        del sizes["hidden_act"]
        sizes.update(head_dim=draw.choice([4, 10]), hidden_activation=draw.choice(["gelu_pytorch_tanh", act]),
                     sliding_window=draw.choice([2, 4, 30]), query_pre_attn_scalar=draw.choice([4, 9]),
                     attn_logit_softcapping=draw.choice([None, 1.5, 50.0]), final_logit_softcapping=draw.choice([None, 2.0, 30.0]),
                     attention_bias=draw.random() < 0.4, tie_word_embeddings=draw.random() < 0.8)
    if family == "gemma3_text":
        del sizes["hidden_act"]
        layers = sizes["num_hidden_layers"]
        sizes.update(head_dim=draw.choice([4, 10]), hidden_activation=draw.choice(["gelu_pytorch_tanh", act]),
                     sliding_window=draw.choice([2, 4, 30]), query_pre_attn_scalar=draw.choice([4, 9]),
                     attn_logit_softcapping=draw.choice([None, None, 1.5]), final_logit_softcapping=draw.choice([None, None, 2.0]),
                     attention_bias=draw.random() < 0.4, tie_word_embeddings=draw.random() < 0.8,
                     layer_types=draw.choice([None, [draw.choice(["full_attention", "sliding_attention"]) for _ in range(layers)]]),
                     rope_parameters={"full_attention": dict(draw.choice([{"rope_type": "default"}, {"rope_type": "linear", "factor": 8.0}]),
                                                             rope_theta=draw.choice([1e6, 1e4])),
                                      "sliding_attention": {"rope_type": "default", "rope_theta": draw.choice([1e4, 100.0])}})
        return sizes
    if family == "phi3":
        sizes.update(hidden_size=heads * 8, sliding_window=draw.choice([None, 3, 30]),
                     rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": draw.choice([1.0, 0.5])})
        return sizes
    if family == "olmo2":
        sizes.update(attention_bias=draw.random() < 0.4)
    if family == "phi":
        del sizes["rms_norm_eps"]
        sizes.update(hidden_size=heads * 8, qk_layernorm=draw.random() < 0.5, layer_norm_eps=draw.choice([1e-5, 1e-3]),
                     rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": draw.choice([0.5, 0.8, 0.25])})
        return sizes
    if draw.random() < 0.4:
        sizes["rope_parameters"] = {"rope_type": "llama3", "rope_theta": 5000.0, "factor": 8.0, "low_freq_factor": 1.0,
                                    "high_freq_factor": 4.0, "original_max_position_embeddings": 16}
    return sizes


def draw_rules(config, draw):
    """Keys of generation_config.json that change which tokens are chosen."""
    words, rules = config.vocab_size, {}
    several = lambda n: [draw.randrange(3, words) for _ in range(n)]
    if draw.random() < 0.7:
        rules["suppress_tokens"] = several(25)
    if draw.random() < 0.7:
        ends = config.eos_token_id if isinstance(config.eos_token_id, list) else [config.eos_token_id]
        rules["bad_words_ids"] = [[id] for id in several(20)] + [several(2) for _ in range(300)] + [[ends[0]]]
    if draw.random() < 0.4:
        rules["forced_bos_token_id"] = several(1)[0]
    if draw.random() < 0.4:
        rules["forced_eos_token_id"] = draw.choice([several(1)[0], several(2)])
    forced = [rules.get("forced_bos_token_id")] + (lambda x: x if isinstance(x, list) else [x])(rules.get("forced_eos_token_id"))
    if "suppress_tokens" in rules:  # forcing and forbidding the same token would leave no token
        rules["suppress_tokens"] = [id for id in rules["suppress_tokens"] if id not in forced]
    if draw.random() < 0.5:
        rules["eos_token_id"] = several(6)
    return rules


def scramble(model):
    """Moves every parameter and the bias of the logits, so that gains, biases and embeddings matter."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" not in name or "Marian" not in type(model).__name__:
                parameter.add_(torch.randn_like(parameter) * 0.15)
        for name, buffer in model.named_buffers():
            if "final_logits_bias" in name:
                buffer.add_(torch.randn_like(buffer) * 0.3)


# Dialects: each changes a saved folder, and says whether there was something to change.
def weights_of(folder):
    tensors = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".safetensors"):
            tensors.update(load_file(f"{folder}/{name}"))
    return tensors


def replace_weights(folder, tensors):
    for name in os.listdir(folder):
        if name.startswith("model"):
            os.remove(f"{folder}/{name}")
    save_file({k: v.contiguous() for k, v in tensors.items()}, f"{folder}/model.safetensors", metadata={"format": "pt"})


def edit(folder, change, name="config.json"):
    with open(f"{folder}/{name}") as file:
        keys = json.load(file)
    change(keys)
    with open(f"{folder}/{name}", "w") as file:
        json.dump(keys, file)


def older_rotation(folder, family, draw):
    def change(keys):
        rope = keys.pop("rope_parameters", None)
        if rope is None:
            return
        if family == "gemma3_text":
            keys["rope_theta"] = rope["full_attention"]["rope_theta"]
            keys["rope_local_base_freq"] = rope["sliding_attention"]["rope_theta"]
            if "factor" in rope["full_attention"]:
                keys["rope_scaling"] = {k: v for k, v in rope["full_attention"].items() if k != "rope_theta"}
            return
        if family == "gpt_neox":
            keys["rotary_emb_base"], keys["rotary_pct"] = rope["rope_theta"], rope["partial_rotary_factor"]
            return
        keys["rope_theta"] = rope.pop("rope_theta")
        rope[draw.choice(["type", "rope_type"])] = rope.pop("rope_type")
        if len(rope) > 1 or draw.random() < 0.5:
            keys["rope_scaling"] = rope

    edit(folder, change)


def older_type(folder, family, draw):
    edit(folder, lambda keys: keys.update(torch_dtype=keys.pop("dtype", "float32")))


def defaults_left_out(folder, family, draw):
    default = getattr(transformers, CLASSES[family][0])().to_dict()

    def change(keys):
        for key in [k for k in keys if k not in ("model_type", "architectures", "tie_word_embeddings") and k in default]:
            if keys[key] == default[key] or keys[key] is None and key not in ("sliding_window", "num_key_value_heads"):
                del keys[key]

    edit(folder, change)


def without_prefix(folder, family, draw):
    base = BASE.get(family, "")
    tensors = weights_of(folder)
    if family in ("bart", "marian") and any(not k.startswith(base) and k != "final_logits_bias" for k in tensors):
        return
    replace_weights(folder, {k.removeprefix(base): v for k, v in tensors.items()})


def old_norms(folder, family, draw):
    def old(name):
        if "LayerNorm" not in name:
            return name
        return name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")

    replace_weights(folder, {old(k): v for k, v in weights_of(folder).items()})


def old_buffers(folder, family, draw):
    tensors = weights_of(folder)
    if not any(name.startswith(BASE.get(family, "")) for name in tensors):  # a base model's names
        return
    if family == "gpt2":
        for n in range(3):
            if f"transformer.h.{n}.ln_1.weight" in tensors:
                tensors[f"transformer.h.{n}.attn.bias"] = torch.ones(1, 1, 33, 33).tril().to(torch.uint8)
                tensors[f"transformer.h.{n}.attn.masked_bias"] = torch.tensor(-1e4)
    if family == "bert":
        d = tensors["bert.embeddings.word_embeddings.weight"].shape[1]
        tensors["bert.embeddings.position_ids"] = torch.arange(21).reshape(1, -1)
        tensors["cls.seq_relationship.weight"], tensors["cls.seq_relationship.bias"] = torch.ones(2, d), torch.ones(2)
        tensors["bert.pooler.dense.weight"], tensors["bert.pooler.dense.bias"] = torch.ones(d, d), torch.ones(d)
    if family in LONE and family != "gpt2":
        for n in range(3):
            if f"model.layers.{n}.input_layernorm.weight" in tensors:
                tensors[f"model.layers.{n}.self_attn.rotary_emb.inv_freq"] = torch.ones(4)
    twins = {"gpt2": [("lm_head.weight", "transformer.wte.weight")], "llama": [("lm_head.weight", "model.embed_tokens.weight")],
             "bart": [(f"model.{s}.embed_tokens.weight", "model.shared.weight") for s in ("encoder", "decoder")],
             "t5": [(f"{s}.embed_tokens.weight", "shared.weight") for s in ("encoder", "decoder")]}
    for twin, table in twins.get(family, []):
        if twin not in tensors and table in tensors:
            tensors[twin] = tensors[table].clone()
    replace_weights(folder, tensors)


def as_pickle(folder, family, draw):
    tensors = weights_of(folder)
    for name in os.listdir(folder):
        if name.startswith("model"):
            os.remove(f"{folder}/{name}")
    if draw.random() < 0.5:
        torch.save(tensors, f"{folder}/pytorch_model.bin")
        return
    names = sorted(tensors)
    parts = {f"pytorch_model-0000{i + 1}-of-00002.bin": names[i::2] for i in range(2)}
    for file, part in parts.items():
        torch.save({k: tensors[k] for k in part}, f"{folder}/{file}")
    index = {"metadata": {}, "weight_map": {k: file for file, part in parts.items() for k in part}}
    with open(f"{folder}/pytorch_model.bin.index.json", "w") as file:
        json.dump(index, file)


def without_generation_file(folder, family, draw):
    if os.path.exists(f"{folder}/generation_config.json"):
        os.remove(f"{folder}/generation_config.json")


DIALECTS = [older_rotation, older_type, defaults_left_out, old_buffers, without_prefix, old_norms, as_pickle,
            without_generation_file]


def padded(rows, value):
    longest = max(map(len, rows))
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows])


def make_batch(family, config, draw):
    """(batch.json, arguments of the model, which positions are real, by side)."""
    words = config.vocab_size
    lengths = draw.sample(range(1, 14), 3)
    # RoBERTa numbers its positions by which tokens are padding's.
    usual = [id for id in range(words) if family != "roberta" or id != config.pad_token_id]
    row = lambda n: [draw.choice(usual) for _ in range(n)]
    labelled = lambda ids: [id if draw.random() < 0.8 else draw.choice([None, -100]) for id in ids]
    mask = lambda rows: padded([[1] * len(r) for r in rows], 0)
    targets = lambda rows: padded([[-100 if id is None else id for id in r] for r in rows], -100)
    if family in LONE:
        tgt = [row(n) for n in lengths]
        labels = [labelled(r[1:]) + [None] for r in tgt]
        labels[0][0] = 0
        arguments = dict(input_ids=padded(tgt, 7), attention_mask=mask(tgt))
        return {"tgt": tgt, "labels": labels}, arguments, targets(labels), {"tgt": mask(tgt)}
    src = [row(n) for n in lengths]
    arguments = dict(input_ids=padded(src, 7), attention_mask=mask(src))
    if family in ENCODERS:
        labels = [labelled(row(len(r))) for r in src]
        labels[0][0] = 0
        if family == "distilbert":
            return {"src": src, "labels": labels}, arguments, targets(labels), {"src": mask(src)}
        segments = [[draw.randrange(config.type_vocab_size) for _ in r] for r in src]
        arguments["token_type_ids"] = padded(segments, 0)
        return {"src": src, "labels": labels, "segments": segments}, arguments, targets(labels), {"src": mask(src)}
    words = getattr(config, "decoder_vocab_size", None) or words
    tgt = [[config.decoder_start_token_id] + row(n - 1) for n in draw.sample(range(1, 12), 3)]
    labels = [labelled(row(len(r))) for r in tgt]
    labels[0][0] = 0
    arguments.update(decoder_input_ids=padded(tgt, 7), decoder_attention_mask=mask(tgt))
    return {"src": src, "tgt": tgt, "labels": labels}, arguments, targets(labels), {"src": mask(src), "tgt": mask(tgt)}


def label_classes(batch, config, draw):
    """Gives each sentence a class, or none, in place of labels for tokens; returns them as a tensor."""
    batch["labels"] = [draw.choice([draw.randrange(config.num_labels), None, -100]) for _ in batch["src"]]
    batch["labels"][0] = draw.randrange(config.num_labels)
    return torch.tensor([-100 if label is None else label for label in batch["labels"]])


def stored_names(folder):
    names = set(weights_of(folder))
    for name in os.listdir(folder):
        if name.endswith(".bin"):
            names.update(torch.load(f"{folder}/{name}"))
    return names


def own_name(name, family, stored):
    """The folder's name for a parameter."""
    bare = name.removeprefix(BASE.get(family, ""))
    for spelled in (name, bare):
        old = spelled.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
        for own in (spelled, old):
            if own in stored:
                return own
    return name


def write_beside(folder, **values):
    for name, value in values.items():
        with open(f"{folder}/{name}.json", "w") as file:
            json.dump(value, file)


def positions_of(real):
    """Real positions by side; for a model with one stack, only that side's."""
    positions = {side: cells.tolist() for side, cells in real.items()}
    return positions if len(positions) > 1 else next(iter(positions.values()))


def compute_without_head(folder, family, model, draw):
    batch, arguments, _, real = make_batch(family, model.config, draw)
    del batch["labels"]
    if type(model).__name__ == "T5EncoderModel":
        del batch["tgt"], real["tgt"], arguments["decoder_input_ids"], arguments["decoder_attention_mask"]
    with Recording(model, family, BASE.get(family, "")) as recording:
        result = model(**arguments).last_hidden_state
    last = max((name for name in recording.tensors if name.endswith(("norm", "norm2", "norm3"))), key=rank_of)
    assert torch.equal(recording.tensors[last], result), last
    save_file({k: v.float().contiguous() for k, v in recording.tensors.items()}, f"{folder}/reference.safetensors")
    write_beside(folder, batch=batch, positions=positions_of(real), decode={})


def rank_of(name):
    """The order in which norms are computed: by layer in each stack, then the one after the layers; the decoder's last."""
    parts = name.split(".")
    return parts[0] == "decoder", parts[0] == "encoder", "layers" not in parts, int(parts[2]) if "layers" in parts else 0, parts[-1]


def compute(folder, family, draw, class_name):
    """Reads the folder as `transformers` does, and writes what it computes beside it. Gradients have the folder's own names."""
    model_class, stored = getattr(transformers, class_name), stored_names(folder)
    model = model_class.from_pretrained(folder, attn_implementation="eager", dtype=torch.float32).eval()
    if class_name in HEADLESS[family]:
        return compute_without_head(folder, family, model, draw)
    config = model.config
    batch, arguments, labels, real = make_batch(family, config, draw)
    classifies = class_name == CLASSIFIERS.get(family)
    if classifies:
        labels = label_classes(batch, config, draw)
    with Recording(model, family) as recording:
        logits = model(**arguments).logits
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), ignore_index=-100)
    loss.backward()
    of_logits = {"classifier.scores": logits, "classifier.probabilities": logits.softmax(-1)} if classifies else {"logits": logits}
    reference = dict(recording.tensors, loss=loss.detach().reshape(1), **{k: v.detach() for k, v in of_logits.items()})
    for name, parameter in model.named_parameters():
        if parameter.grad is not None:
            reference["gradients." + own_name(name, family, stored)] = parameter.grad.clone()
    save_file({k: v.float().contiguous() for k, v in reference.items()}, f"{folder}/reference.safetensors")
    decodes = {}
    if family not in ENCODERS:
        key, most = ("prompt" if family in LONE else "src"), draw.choice([5, 9])
        decodes = {"max_new_tokens": most, "greedy": []}
        for row in (batch.get("src") or batch["tgt"]):
            with torch.no_grad():
                tokens = model.generate(torch.tensor([row]), attention_mask=torch.ones(1, len(row), dtype=torch.long),
                                        max_new_tokens=most, do_sample=False, num_beams=1,
                                        # transformers creates the cache with the number of T5's encoder layers, not its decoder
                                        # layers
                                        use_cache=family != "t5")
            decodes["greedy"].append({key: row, "tokens": tokens[0].tolist()})
    write_beside(folder, batch=batch, positions=positions_of(real), decode=decodes)


def own_head(folder, family, draw):
    """Gives the logits a table of their own, even if the configuration says that it is tied."""
    tensors = weights_of(folder)
    table = next(v for k, v in tensors.items() if k.endswith(("shared.weight", "embed_tokens.weight", "wte.weight")))
    tensors["lm_head.weight"] = table + 0.2 * torch.randn(table.shape).to(table.dtype)
    replace_weights(folder, tensors)


# The folders of tests/goldens/family_variants: (family, sizes, rules, type of the numbers, dialects, and a class without its head).
VARIANTS = {
    "bart-own-tables": ("bart", dict(
        vocab_size=41, d_model=12, encoder_layers=1, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=3,
        encoder_ffn_dim=10, decoder_ffn_dim=14, max_position_embeddings=20, scale_embedding=True, activation_function="relu",
        tie_word_embeddings=False, bos_token_id=0, eos_token_id=2, pad_token_id=1, decoder_start_token_id=2,
        forced_eos_token_id=2), {"forced_bos_token_id": 7}, torch.float32, [defaults_left_out]),
    "bert-own-table": ("bert", dict(
        vocab_size=41, hidden_size=12, num_hidden_layers=2, num_attention_heads=3, intermediate_size=10,
        max_position_embeddings=20, type_vocab_size=3, hidden_act="gelu_new", tie_word_embeddings=False), {}, torch.float32,
        [old_buffers, without_prefix, old_norms]),
    "gpt2-by-layer": ("gpt2", dict(
        vocab_size=41, n_positions=24, n_embd=12, n_head=3, n_layer=2, n_inner=10, activation_function="relu",
        scale_attn_by_inverse_layer_idx=True, tie_word_embeddings=False, bos_token_id=0, eos_token_id=0),
        {"forced_eos_token_id": [30, 20], "bad_words_ids": [[a, b] for a in range(3, 41) for b in range(3, 41, 3)]},
        torch.float16, [old_buffers, older_type]),
    "llama-scaled": ("llama", dict(
        vocab_size=41, hidden_size=12, intermediate_size=10, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
        head_dim=6, max_position_embeddings=64, tie_word_embeddings=True, attention_bias=True, mlp_bias=True, bos_token_id=1,
        eos_token_id=2, rope_parameters={"rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "low_freq_factor": 1.0,
                                         "high_freq_factor": 4.0, "original_max_position_embeddings": 16}),
        {}, torch.float32, [older_rotation, as_pickle]),
    "marian-two-vocabularies": ("marian", dict(
        vocab_size=41, decoder_vocab_size=37, d_model=12, encoder_layers=2, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=3, encoder_ffn_dim=10, decoder_ffn_dim=14, max_position_embeddings=20, scale_embedding=True,
        activation_function="swish", share_encoder_decoder_embeddings=False, pad_token_id=36, decoder_start_token_id=36,
        eos_token_id=0, forced_eos_token_id=0), {"suppress_tokens": [36, 5, 6], "bad_words_ids": [[36], [0]]}, torch.float32, []),
    "mistral-ends": ("mistral", dict(
        vocab_size=41, hidden_size=12, intermediate_size=10, num_hidden_layers=2, num_attention_heads=3, num_key_value_heads=3,
        max_position_embeddings=64, sliding_window=None, bos_token_id=1, eos_token_id=[2, 5, 7, 9, 11, 13]), {},
        torch.float32, [defaults_left_out, older_rotation]),
    "qwen2-tied": ("qwen2", dict(
        vocab_size=41, hidden_size=12, intermediate_size=10, num_hidden_layers=2, num_attention_heads=3, num_key_value_heads=1,
        max_position_embeddings=64, tie_word_embeddings=True, use_sliding_window=True, sliding_window=8, max_window_layers=2,
        bos_token_id=1, eos_token_id=2),
        {"suppress_tokens": list(range(3, 25)), "forced_bos_token_id": 33}, torch.bfloat16, [without_prefix]),
    "gptj": ("gptj", dict(
        vocab_size=41, n_positions=24, n_embd=12, n_head=2, n_layer=2, n_inner=10, rotary_dim=4, activation_function="gelu_new",
        bos_token_id=0, eos_token_id=0), {}, torch.float16, []),
    "gpt-neox-one-after-the-other": ("gpt_neox", dict(
        vocab_size=41, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=10, hidden_act="gelu",
        max_position_embeddings=24, use_parallel_residual=False, attention_bias=False, tie_word_embeddings=True, bos_token_id=0,
        eos_token_id=0, rope_parameters={"rope_type": "default", "rope_theta": 500.0, "partial_rotary_factor": 0.5}), {},
        torch.float32, [older_rotation, old_buffers]),
    "phi3": ("phi3", dict(
        vocab_size=41, hidden_size=16, intermediate_size=10, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1,
        max_position_embeddings=64, sliding_window=3, pad_token_id=0, bos_token_id=1, eos_token_id=2), {}, torch.bfloat16, []),
    "olmo2": ("olmo2", dict(
        vocab_size=41, hidden_size=12, intermediate_size=10, num_hidden_layers=2, num_attention_heads=3, num_key_value_heads=1,
        max_position_embeddings=64, pad_token_id=1, bos_token_id=None, eos_token_id=2), {}, torch.float32, []),
    "gemma3": ("gemma3_text", dict(
        vocab_size=41, hidden_size=12, intermediate_size=10, num_hidden_layers=3, num_attention_heads=2, num_key_value_heads=1,
        head_dim=6, max_position_embeddings=64, query_pre_attn_scalar=9, sliding_window=3, final_logit_softcapping=2.0,
        layer_types=["sliding_attention", "full_attention", "sliding_attention"], bos_token_id=1, eos_token_id=2,
        rope_parameters={"full_attention": {"rope_type": "linear", "factor": 4.0, "rope_theta": 1e6},
                         "sliding_attention": {"rope_type": "default", "rope_theta": 100.0}}), {}, torch.float32, [older_rotation]),
    "opt-projected": ("opt", dict(
        vocab_size=41, hidden_size=12, ffn_dim=10, num_hidden_layers=2, num_attention_heads=3, max_position_embeddings=24,
        do_layer_norm_before=False, word_embed_proj_dim=7, enable_bias=False, layer_norm_elementwise_affine=False,
        pad_token_id=1, bos_token_id=2, eos_token_id=2), {}, torch.float32, [without_prefix]),
    "mbart": ("mbart", dict(
        vocab_size=41, d_model=12, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=3,
        encoder_ffn_dim=10, decoder_ffn_dim=14, max_position_embeddings=24, scale_embedding=True, bos_token_id=0, eos_token_id=2,
        pad_token_id=1, decoder_start_token_id=2, forced_eos_token_id=2), {"forced_bos_token_id": 7}, torch.float32, []),
    "roberta-classifier": ("roberta", dict(
        vocab_size=41, hidden_size=12, num_hidden_layers=2, num_attention_heads=3, intermediate_size=10,
        max_position_embeddings=24, type_vocab_size=1, pad_token_id=1, hidden_act="relu",
        id2label={0: "negative", 1: "neutral", 2: "positive"}), {}, torch.float32, [], "RobertaForSequenceClassification"),
    "distilbert-classifier": ("distilbert", dict(
        vocab_size=41, dim=12, n_layers=2, n_heads=3, hidden_dim=10, max_position_embeddings=20), {}, torch.float32,
        [defaults_left_out], "DistilBertForSequenceClassification"),
    "t5-own-head": ("t5", dict(
        vocab_size=41, d_model=12, d_kv=5, d_ff=10, num_layers=1, num_decoder_layers=2, num_heads=3,
        relative_attention_num_buckets=8, relative_attention_max_distance=20, feed_forward_proj="gated-gelu",
        tie_word_embeddings=False, decoder_start_token_id=0), {}, torch.float32, [own_head]),
    "t5-encoder": ("t5", dict(
        vocab_size=41, d_model=12, d_kv=5, d_ff=10, num_layers=2, num_decoder_layers=3, num_heads=3,
        relative_attention_num_buckets=8, relative_attention_max_distance=20, feed_forward_proj="gated-gelu",
        decoder_start_token_id=0), {}, torch.float32, [], "T5EncoderModel"),
}


def make(folder, family, sizes, rules, kind, dialects, draw, class_name=None):
    class_name = class_name or CLASSES[family][1]
    config_class, model_class = (getattr(transformers, name) for name in (CLASSES[family][0], class_name))
    model = model_class(config_class(**copy.deepcopy(sizes))).eval()
    scramble(model)
    for key, value in rules.items():
        setattr(model.generation_config, key, value)
    shutil.rmtree(folder, ignore_errors=True)
    model.to(kind).save_pretrained(folder, **({"max_shard_size": "8kB"} if draw.random() < 0.3 else {}))
    for dialect in dialects:
        dialect(folder, family, draw)
    compute(folder, family, draw, class_name)
    with open(f"{folder}/dialect.json", "w") as file:
        json.dump({"class": class_name, "sizes": sizes, "rules": rules, "type": str(kind), "dialects": [d.__name__ for d in dialects]}, file, indent=1)


def make_drawn(folder, family, seed):
    draw = random.Random(seed)
    torch.manual_seed(seed)
    sizes = draw_sizes(family, draw)
    config = getattr(transformers, CLASSES[family][0])(**copy.deepcopy(sizes))
    class_name = draw.choice(HEADLESS[family]) if draw.random() < 0.3 else None
    if family in CLASSIFIERS and draw.random() < 0.4:
        class_name = CLASSIFIERS[family]
        sizes["id2label"] = draw.choice([{0: "good", 1: "bad"}, {0: "yes", 1: "no", 2: "perhaps"}])
    if family == "opt" and sizes["word_embed_proj_dim"] != sizes["hidden_size"]:
        class_name = None  # its result would be projected, as if for logits
    rules = draw_rules(config, draw) if family not in ENCODERS and not class_name and draw.random() < 0.5 else {}
    kind = draw.choice([torch.float32, torch.float32, torch.bfloat16, torch.float16])
    dialects = [d for d in DIALECTS if draw.random() < 0.35 and not (rules and d is without_generation_file)]
    make(folder, family, sizes, rules, kind, dialects, draw, class_name)


def make_variants(out, names):
    """Makes folders of VARIANTS, without dialect.json and with only some of the tensors."""
    for number, (name, (family, sizes, rules, kind, dialects, *class_name)) in enumerate(VARIANTS.items()):
        if names and name not in names:
            continue
        torch.manual_seed(number)
        folder = f"{out}/{name}"
        make(folder, family, sizes, rules, kind, dialects, random.Random(number), *class_name)
        os.remove(f"{folder}/dialect.json")
        kept = {k: v for k, v in load_file(f"{folder}/reference.safetensors").items()
                if k.startswith(("gradients.", "classifier.", "head.")) or k in ("logits", "loss") or k.endswith((".weights", "norm2", "residual2", "encoder.norm"))}
        save_file(kept, f"{folder}/reference.safetensors")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--count", type=int, default=10, help="folders of each family")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", action="append", choices=list(CLASSES))
    parser.add_argument("--variants", nargs="*", metavar="NAME", help="folders of tests/goldens/family_variants; none named: all")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    if arguments.variants is not None:
        make_variants(arguments.out, arguments.variants)
        return
    for family in arguments.family or CLASSES:
        for number in range(arguments.count):
            folder = f"{arguments.out}/{family}-{number}"
            os.makedirs(folder, exist_ok=True)
            try:
                make_drawn(folder, family, arguments.seed * 1000 + number)
            except Exception as problem:  # a folder that transformers itself does not open is no reference
                print(f"{folder}: not made: {type(problem).__name__}: {str(problem)[:200]}", flush=True)
                shutil.rmtree(folder, ignore_errors=True)
        print(family, flush=True)


if __name__ == "__main__":
    main()
