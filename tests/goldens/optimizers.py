# Prints steps of PyTorch's optimisers on fixed gradients, as optimizers.json has them: for each run its options, and after each step
# the norm, the rate, the gradient before and after clipping, the weights and the moments.
import json, torch
torch.manual_seed(5)
N = 6
start = torch.randn(N)
grads = [torch.randn(N) * s for s in (1.0, 0.3, 2.5, 0.01, 1.0)]
cases = []
for kind in ("adam", "adamw", "sgd"):
    for decay in (0.0, 0.05):
        for clip in (0.0, 0.5):
            for schedule in ("constant", "noam"):
                w = torch.nn.Parameter(start.clone())
                if kind == "adam": opt = torch.optim.Adam([w], lr=0.01, betas=(0.9, 0.98), eps=1e-9, weight_decay=decay)
                elif kind == "adamw": opt = torch.optim.AdamW([w], lr=0.01, betas=(0.9, 0.98), eps=1e-9, weight_decay=decay)
                else: opt = torch.optim.SGD([w], lr=0.01, momentum=0.9, weight_decay=decay)
                steps = []
                for t, g in enumerate(grads, 1):
                    rate = 0.01 if schedule == "constant" else 0.5 * 16 ** -0.5 * min(t ** -0.5, t * 3 ** -1.5)
                    for group in opt.param_groups: group["lr"] = rate
                    w.grad = g.clone()
                    norm = float(torch.nn.utils.clip_grad_norm_([w], clip if clip else float("inf")))
                    opt.step()
                    s = opt.state[w]
                    first = s["momentum_buffer"] if kind == "sgd" else s["exp_avg"]
                    second = torch.zeros(N) if kind == "sgd" else s["exp_avg_sq"]
                    steps.append({"norm": norm, "rate": rate, "gradient": g.tolist(), "clipped": w.grad.tolist(), "weights": w.tolist(), "first": first.tolist(), "second": second.tolist()})
                cases.append({"optimizer": kind, "decay": decay, "clip": clip, "schedule": schedule, "steps": steps})
print(json.dumps({"torch": torch.__version__, "d_model": 16, "warmup": 3, "noam_factor": 0.5, "rate": 0.01, "betas": [0.9, 0.98], "eps": 1e-9, "momentum": 0.9, "start": start.tolist(), "cases": cases}))
