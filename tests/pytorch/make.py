"""Writes the files of this folder with PyTorch: python3 make.py, in the folder. What they hold is in tests/core/foreign."""

import collections

import torch
from torch import nn

table = torch.arange(12, dtype=torch.float32).reshape(3, 4)
state = collections.OrderedDict(
    whole=table, transposed=table.t(), row=table[1], columns=table[:, 1:3], every_other=table.flatten()[1::2],
    half=torch.tensor([1.5, -2.0, 65504.0]).half(), brain=torch.tensor([1.5, -3.0, 2.0**100]).bfloat16(),
    double=torch.tensor([[0.1, -1e300]], dtype=torch.float64), long=torch.tensor([3, -(2**40)]), short=torch.tensor([-5], dtype=torch.int16),
    truth=torch.tensor([True, False]), byte=torch.tensor([200], dtype=torch.uint8), empty=torch.zeros(0, 3), one=torch.tensor(2.5),
    parameter=nn.Parameter(torch.tensor([7.0, 8.0])))
torch.save(state, "state.pt")
torch.save(state, "protocol4.pt", pickle_protocol=4)

model = nn.Sequential(nn.Linear(2, 3), nn.LayerNorm(3))
with torch.no_grad():
    for parameter in model.parameters():
        parameter.copy_(torch.arange(parameter.numel(), dtype=torch.float32).reshape(parameter.shape))
optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
torch.save({"epoch": 3, "loss": 0.25, "model_state_dict": model.state_dict(), "optimizer_state_dict": optimizer.state_dict(), "best": None,
            "options": {"name": "trial", "sizes": torch.Size([1, 2]), "dtype": torch.float32, "device": torch.device("cpu"), "seen": {1, 2},
                        "large": 10**30}}, "checkpoint.pt")
torch.save({"encoder": nn.Linear(1, 2).state_dict(), "decoder": nn.Linear(2, 1).state_dict(), "optimizer": optimizer.state_dict()}, "parts.pt")
torch.save(model, "module.pt")
torch.save(state, "before-1.6.pt", _use_new_zipfile_serialization=False)
torch.jit.script(nn.Linear(2, 2)).save("script.pt")
