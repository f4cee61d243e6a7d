"""BART with a hand-written attention in one place. Broken: this one, the cross-attention of the second decoder layer, forgets to
divide its scores."""

import json
import sys
from pathlib import Path

import torch
from torch import nn
from transformers import BartConfig, BartForConditionalGeneration

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 1, 0, 2
WORDS, WIDTH, HEADS = 24, 16, 4


class OwnAttention(nn.Module):
    """Replaces a BartAttention, and takes over its weights."""

    def __init__(self, replaced):
        super().__init__()
        self.k_proj, self.v_proj, self.q_proj, self.out_proj = replaced.k_proj, replaced.v_proj, replaced.q_proj, replaced.out_proj

    def forward(self, hidden_states, key_value_states, attention_mask=None, **others):
        def heads(x):
            return x.view(x.shape[0], x.shape[1], HEADS, -1).transpose(1, 2)

        q, k, v = heads(self.q_proj(hidden_states)), heads(self.k_proj(key_value_states)), heads(self.v_proj(key_value_states))
        weights = torch.softmax(q @ k.transpose(2, 3) + attention_mask, dim=-1)
        return self.out_proj((weights @ v).transpose(1, 2).flatten(2)), weights


config = BartConfig(vocab_size=WORDS, max_position_embeddings=16, d_model=WIDTH, encoder_layers=2, decoder_layers=2,
                    encoder_attention_heads=HEADS, decoder_attention_heads=HEADS, encoder_ffn_dim=20, decoder_ffn_dim=20,
                    scale_embedding=True, pad_token_id=PAD, bos_token_id=BOS, eos_token_id=EOS, decoder_start_token_id=EOS,
                    forced_eos_token_id=None, attn_implementation="eager")
model = BartForConditionalGeneration(config)
scramble(model, seed=10)
model.eval()
last = model.model.decoder.layers[1]
last.encoder_attn = OwnAttention(last.encoder_attn)
src, tgt, labels = draw_batch(10, src_vocab=WORDS, tgt_vocab=WORDS, pad=PAD, bos=EOS, eos=EOS)

# Hooks for what the outputs of transformers do not include: the output of each sublayer.
trace = {}
for name, module in model.named_modules():
    if name.endswith((".self_attn", ".encoder_attn", ".fc1", ".fc2", "_layer_norm", "layernorm_embedding", "lm_head")):
        def hook(module, inputs, output, name=name):
            if isinstance(output, tuple):
                trace[name + ".output"], trace[name + ".attn_weights"] = output[:2]
            else:
                trace[name] = output
        module.register_forward_hook(hook)
with torch.no_grad():
    trace["logits"] = model(input_ids=src, attention_mask=(src != PAD).long(), decoder_input_ids=tgt,
                            decoder_attention_mask=(tgt != PAD).long(), output_attentions=True).logits

model.tie_weights()
model.save_pretrained(folder())
(folder() / "generation_config.json").unlink(missing_ok=True)
(folder() / "config.json").write_text(json.dumps(config.to_diff_dict() | {"vocab_size": WORDS}, indent=1, sort_keys=True) + "\n")
write_trace(trace)
write_facts(model="model.safetensors", trace="trace.npz", config={
    "d_model": WIDTH, "nhead": HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": 20, "src_vocab_size": WORDS,
    "tgt_vocab_size": WORDS, "activation": "gelu", "norm_first": False, "layer_norm_eps": 1e-5, "final_norm": False,
    "embedding_norm": True, "scale_embedding": True, "positions": "learned", "max_positions": 16, "tie": "all", "pad_src": PAD,
    "pad_tgt": PAD, "bos": EOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="decoder.layers.1.cross_attn.weights", causes=[("scores-not-divided", "decoder.layers.1.cross_attn")])
