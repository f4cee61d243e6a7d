"""nn.Transformer between own embeddings and an own output layer, post-norm, batch first; hooks record what its modules put out."""

import math
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

PAD, BOS, EOS = 0, 1, 2
D_MODEL, HEADS, D_FF, SRC_VOCAB, TGT_VOCAB = 16, 4, 24, 23, 21


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=32):
        super().__init__()
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(1, max_len, d_model)
        pe[0, :, 0::2] = torch.sin(position * div_term)
        pe[0, :, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return x + self.pe[:, :x.size(1)]


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder_embedding = nn.Embedding(SRC_VOCAB, D_MODEL, padding_idx=PAD)
        self.decoder_embedding = nn.Embedding(TGT_VOCAB, D_MODEL, padding_idx=PAD)
        self.encoder_positions = PositionalEncoding(D_MODEL)
        self.decoder_positions = PositionalEncoding(D_MODEL)
        self.transformer = nn.Transformer(D_MODEL, HEADS, 2, 2, D_FF, dropout=0.0, batch_first=True)
        self.output_layer = nn.Linear(D_MODEL, TGT_VOCAB)

    def forward(self, src, tgt):
        x = self.encoder_positions(self.encoder_embedding(src) * math.sqrt(D_MODEL))
        y = self.decoder_positions(self.decoder_embedding(tgt) * math.sqrt(D_MODEL))
        causal = torch.triu(torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool), diagonal=1)
        z = self.transformer(x, y, tgt_mask=causal, src_key_padding_mask=src == PAD, tgt_key_padding_mask=tgt == PAD,
                             memory_key_padding_mask=src == PAD)
        return self.output_layer(z)


model = Translator()
scramble(model, seed=1)
src, tgt, labels = draw_batch(1, src_vocab=SRC_VOCAB, tgt_vocab=TGT_VOCAB, pad=PAD, bos=BOS, eos=EOS)

trace = {}


def recorder(name):
    def hook(module, inputs, output):
        trace[name] = output[0] if isinstance(output, tuple) else output
    return hook


for name, module in model.named_modules():
    if name and not isinstance(module, (nn.Dropout, nn.ModuleList)):
        module.register_forward_hook(recorder(name))
trace["logits"] = model(src, tgt)
trace["loss"] = nn.functional.cross_entropy(trace["logits"].flatten(0, 1), labels.flatten(), ignore_index=PAD)

torch.save(model.state_dict(), folder() / "model.pt")
write_trace(trace)
write_facts(model="model.pt", trace="trace.npz", config={
    "d_model": D_MODEL, "nhead": HEADS, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": D_FF,
    "src_vocab_size": SRC_VOCAB, "tgt_vocab_size": TGT_VOCAB, "activation": "relu", "norm_first": False, "layer_norm_eps": 1e-5,
    "positions": "sinusoidal", "scale_embedding": True, "pad_src": PAD, "pad_tgt": PAD, "bos": BOS, "eos": EOS,
}, untold=["nhead", "activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"])
