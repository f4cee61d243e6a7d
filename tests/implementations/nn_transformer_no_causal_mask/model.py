"""The translator of PyTorch's tutorial around nn.Transformer, batch second. Broken: tgt_mask is made, and not passed on."""

import math
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common import draw_batch, folder, scramble, write_facts, write_trace

UNK_IDX, PAD_IDX, BOS_IDX, EOS_IDX = 0, 1, 2, 3
EMB_SIZE, NHEAD, FFN_HID_DIM, SRC_VOCAB_SIZE, TGT_VOCAB_SIZE = 18, 2, 24, 22, 25


class PositionalEncoding(nn.Module):
    def __init__(self, emb_size, dropout, maxlen=24):
        super().__init__()
        den = torch.exp(-torch.arange(0, emb_size, 2) * math.log(10000) / emb_size)
        pos = torch.arange(0, maxlen).reshape(maxlen, 1)
        pos_embedding = torch.zeros((maxlen, emb_size))
        pos_embedding[:, 0::2] = torch.sin(pos * den)
        pos_embedding[:, 1::2] = torch.cos(pos * den)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("pos_embedding", pos_embedding.unsqueeze(-2))

    def forward(self, token_embedding):
        return self.dropout(token_embedding + self.pos_embedding[:token_embedding.size(0), :])


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, emb_size):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb_size)
        self.emb_size = emb_size

    def forward(self, tokens):
        return self.embedding(tokens.long()) * math.sqrt(self.emb_size)


class Seq2SeqTransformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.transformer = nn.Transformer(d_model=EMB_SIZE, nhead=NHEAD, num_encoder_layers=2, num_decoder_layers=2,
                                          dim_feedforward=FFN_HID_DIM, dropout=0.1)
        self.generator = nn.Linear(EMB_SIZE, TGT_VOCAB_SIZE)
        self.src_tok_emb = TokenEmbedding(SRC_VOCAB_SIZE, EMB_SIZE)
        self.tgt_tok_emb = TokenEmbedding(TGT_VOCAB_SIZE, EMB_SIZE)
        self.positional_encoding = PositionalEncoding(EMB_SIZE, dropout=0.1)

    def forward(self, src, trg, src_mask, tgt_mask, src_padding_mask, tgt_padding_mask, memory_key_padding_mask):
        src_emb = self.positional_encoding(self.src_tok_emb(src))
        tgt_emb = self.positional_encoding(self.tgt_tok_emb(trg))
        outs = self.transformer(src_emb, tgt_emb, src_mask, None, None, src_padding_mask, tgt_padding_mask, memory_key_padding_mask)
        return self.generator(outs)


def create_mask(src, tgt):
    tgt_mask = torch.triu(torch.ones((len(tgt), len(tgt))), diagonal=1).bool()
    src_mask = torch.zeros((len(src), len(src))).bool()
    return src_mask, tgt_mask, (src == PAD_IDX).T, (tgt == PAD_IDX).T


model = Seq2SeqTransformer()
scramble(model, seed=2)
src, tgt, labels = draw_batch(2, src_vocab=SRC_VOCAB_SIZE, tgt_vocab=TGT_VOCAB_SIZE, pad=PAD_IDX, bos=BOS_IDX, eos=EOS_IDX)
src, tgt = src.T, tgt.T

trace, calls = {}, {}
for name, module in model.named_modules():
    def hook(module, inputs, output, name=name):
        calls[name] = calls.get(name, 0) + 1
        trace[name if calls[name] == 1 else f"{name}.{calls[name]}"] = output[0] if isinstance(output, tuple) else output
    if name and ".dropout" not in name:
        module.register_forward_hook(hook)

model.eval()
src_mask, tgt_mask, src_padding_mask, tgt_padding_mask = create_mask(src, tgt)
model(src, tgt, src_mask, tgt_mask, src_padding_mask, tgt_padding_mask, src_padding_mask)

# Only the last layer was being tuned when the checkpoint was written.
optimizer = torch.optim.Adam(model.generator.parameters(), lr=0.0)
model.generator.weight.grad = torch.ones_like(model.generator.weight)
optimizer.step()
torch.save({"epoch": 18, "model_state_dict": model.state_dict(), "optimizer_state_dict": optimizer.state_dict(), "loss": 1.75},
           folder() / "checkpoint.pt")
write_trace(trace)
write_facts(model="checkpoint.pt", trace="trace.npz", config={
    "d_model": EMB_SIZE, "nhead": NHEAD, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": FFN_HID_DIM,
    "src_vocab_size": SRC_VOCAB_SIZE, "tgt_vocab_size": TGT_VOCAB_SIZE, "activation": "relu", "norm_first": False,
    "layer_norm_eps": 1e-5, "positions": "sinusoidal", "scale_embedding": True,
    "pad_src": PAD_IDX, "pad_tgt": PAD_IDX, "bos": BOS_IDX, "eos": EOS_IDX,
}, untold=["nhead", "activation", "norm_first", "scale_embedding", "pad_src", "pad_tgt", "bos", "eos"],
    first_beyond="decoder.layers.0.self_attn.output",
    causes=[("no-causal-mask", "decoder.layers.0.self_attn"), ("no-causal-mask", "decoder.layers.1.self_attn")])
