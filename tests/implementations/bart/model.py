"""A tiny BART of Hugging Face's transformers, in a folder as older versions write it (pytorch_model.bin), and everything in its
outputs."""

import json
import sys
from pathlib import Path

import torch
from transformers import BartConfig, BartForConditionalGeneration

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 1, 0, 2
config = BartConfig(vocab_size=26, max_position_embeddings=14, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2,
                    decoder_attention_heads=2, encoder_ffn_dim=24, decoder_ffn_dim=24, pad_token_id=PAD, bos_token_id=BOS,
                    eos_token_id=EOS, decoder_start_token_id=EOS, forced_eos_token_id=None, attn_implementation="eager")
model = BartForConditionalGeneration(config)
scramble(model, seed=9)
model.final_logits_bias.copy_(0.3 * torch.randn(1, 26, generator=torch.Generator().manual_seed(9)))
model.eval()
src, tgt, labels = draw_batch(9, src_vocab=26, tgt_vocab=26, pad=PAD, bos=EOS, eos=EOS)

with torch.no_grad():
    out = model(input_ids=src, attention_mask=(src != PAD).long(), decoder_input_ids=tgt, decoder_attention_mask=(tgt != PAD).long(),
                labels=labels.masked_fill(labels == PAD, -100), output_hidden_states=True, output_attentions=True)
trace = {"logits": out.logits, "loss": out.loss, "encoder_last_hidden_state": out.encoder_last_hidden_state}
for name in ("encoder_hidden_states", "encoder_attentions", "decoder_hidden_states", "decoder_attentions", "cross_attentions"):
    for index, tensor in enumerate(out[name]):
        trace[f"{name}.{index}"] = tensor

torch.save(model.state_dict(), folder() / "pytorch_model.bin")
(folder() / "config.json").write_text(json.dumps(config.to_diff_dict() | {"vocab_size": 26}, indent=1, sort_keys=True) + "\n")
write_trace(trace)
write_facts(model="pytorch_model.bin", trace="trace.npz", config={
    "d_model": 16, "nhead": 2, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": 24, "src_vocab_size": 26,
    "tgt_vocab_size": 26, "activation": "gelu", "norm_first": False, "layer_norm_eps": 1e-5, "final_norm": False, "embedding_norm": True,
    "scale_embedding": False, "positions": "learned", "max_positions": 14, "tie": "all", "pad_src": PAD, "pad_tgt": PAD, "bos": EOS,
    "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"])
