"""A recording contains what the modules put out, in one file. Needs PyTorch; skipped if it is not installed."""

import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import numpy

import vitrine

from vitrine.recording import pytorch

try:
    torch = pytorch()
except vitrine.Error as why:
    raise unittest.SkipTest(str(why)) from None

import torch.utils.checkpoint
from torch import nn
from torch.nn import functional as F

CAUSAL = torch.triu(torch.ones(4, 4, dtype=torch.bool), 1)
PADDING = torch.tensor([[False] * 5, [False] * 3 + [True] * 2, [False] * 4 + [True]])


def transformer(**options) -> nn.Transformer:
    torch.manual_seed(0)
    return nn.Transformer(16, 4, 2, 2, 24, **{"batch_first": True} | options).eval()


class Recording(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.path = self.folder / "trace.safetensors"
        warnings.filterwarnings("error", message="not seen")
        self.addCleanup(warnings.resetwarnings)
        torch.manual_seed(1)

    def same(self, recorded, tensor):
        numpy.testing.assert_allclose(numpy.asarray(recorded), tensor.detach().float().numpy(), rtol=1e-5, atol=1e-6)

    def test_every_module_is_recorded_under_its_name(self):
        module, src, tgt = transformer(), torch.randn(3, 5, 16), torch.randn(3, 4, 16)
        seen = {}
        handles = [part.register_forward_hook(lambda part, inputs, output, name=name: seen.update({name: output}))
                   for name, part in module.named_modules() if name and not isinstance(part, nn.MultiheadAttention)]
        run = vitrine.record(module, src, tgt, to=self.path, tgt_mask=CAUSAL, src_key_padding_mask=PADDING, memory_key_padding_mask=PADDING)
        for handle in handles:
            handle.remove()
        for name, output in seen.items():
            self.same(run[name], output)
        expected = module(src, tgt, tgt_mask=CAUSAL, src_key_padding_mask=PADDING, memory_key_padding_mask=PADDING)
        self.same(run["output"], expected)
        self.assertEqual(run["encoder.layers.0.linear1"].axes, ("batch", "position", "hidden"))
        self.assertEqual(run["decoder.layers.1"].axes, ("batch", "position", "feature"))
        self.assertEqual(run.not_seen, {})
        self.assertEqual([path.name for path in self.folder.iterdir()], ["trace.safetensors"])

    def test_the_inside_of_attention_follows_from_its_parts(self):
        run = vitrine.record(transformer(), torch.randn(3, 5, 16), torch.randn(3, 4, 16), to=self.path, tgt_mask=CAUSAL,
                             memory_key_padding_mask=PADDING)
        for name, masked in (("encoder.layers.1.self_attn", False), ("decoder.layers.0.self_attn", True),
                             ("decoder.layers.1.multihead_attn", True)):
            query, key, value, scores, weights, merged = (torch.tensor(numpy.array(run[f"{name}.{inner}"])) for inner in
                                                          ("query", "key", "value", "scores", "weights", "merged"))
            self.same(scores, query @ key.transpose(-1, -2) / 2)
            self.assertEqual(f"{name}.masked_scores" in run, masked)
            hidden = torch.tensor(numpy.array(run[f"{name}.masked_scores"])) if masked else scores
            self.same(weights, hidden.softmax(-1))
            self.same(merged, (weights @ value).transpose(1, 2).flatten(-2))
            self.assertEqual(run[f"{name}.weights"].axes, ("batch", "head", "query", "key"))
        self.assertTrue((run["decoder.layers.0.self_attn.weights"][:, :, 0, 1:] == 0).all())
        self.assertTrue((run["decoder.layers.0.multihead_attn.weights"][1, :, :, 3:] == 0).all())

    def test_attention_of_every_kind_agrees_with_its_output(self):
        query, memory = torch.randn(3, 4, 16), torch.randn(3, 5, 16)
        hidden = torch.rand(12, 4, 5) < 0.3
        hidden[:, :, 0] = False
        kinds = [({}, {}), ({"bias": False}, {}), ({"add_bias_kv": True}, {"key_padding_mask": PADDING}), ({"add_zero_attn": True}, {}),
                 ({"add_bias_kv": True, "add_zero_attn": True}, {"attn_mask": torch.randn(4, 5)}), ({}, {"attn_mask": hidden}),
                 ({}, {"attn_mask": torch.randn(12, 4, 5), "key_padding_mask": torch.zeros(3, 5).masked_fill(PADDING, float("-inf"))}),
                 ({}, {"need_weights": False}), ({"batch_first": False}, {})]
        for options, arguments in kinds:
            with self.subTest(options=options, arguments=list(arguments)):
                attention = nn.MultiheadAttention(16, 4, **{"batch_first": True} | options).eval()
                for parameter in attention.parameters():
                    nn.init.normal_(parameter, std=0.3)
                inputs = [query, memory, memory] if attention.batch_first else [x.transpose(0, 1) for x in (query, memory, memory)]
                whole = vitrine.record(attention, *inputs, to=self.path, **arguments)
                self.assertEqual(whole["output.merged"].shape, (3, 4, 16))
                self.same(whole["output"], attention(*inputs, **arguments)[0])
                with mock.patch("vitrine.attention.AT_A_TIME", 50):  # two heads at a time if there are five keys, otherwise one
                    pieces = vitrine.record(attention, *inputs, to=self.folder / "pieces.safetensors", **arguments)
                self.assertEqual(list(pieces), list(whole))
                for name, tensor in whole.items():
                    numpy.testing.assert_allclose(pieces[name], tensor, rtol=1e-5, atol=1e-6, err_msg=name)
        other = nn.MultiheadAttention(16, 2, kdim=6, vdim=8).eval()
        self.assertEqual(vitrine.record(other, torch.randn(4, 16), torch.randn(5, 6), torch.randn(5, 8), to=self.path)
                         ["output.weights"].shape, (1, 2, 4, 5))

    def test_a_row_that_may_look_at_nothing_is_no_disagreement(self):
        padding = PADDING.clone()
        padding[2] = True
        attention = nn.MultiheadAttention(16, 4, batch_first=True).eval()
        run = vitrine.record(attention, torch.randn(3, 4, 16), *[torch.randn(3, 5, 16)] * 2, to=self.path, key_padding_mask=padding)
        self.assertIn("output.weights", run)

    def test_an_attention_that_computes_something_else_is_named(self):
        class Doubling(nn.MultiheadAttention):
            def forward(self, *inputs, **keywords):
                output, weights = super().forward(*inputs, **keywords)
                return 2 * output, weights

        warnings.simplefilter("always")
        x = torch.randn(2, 3, 16)
        with self.assertWarnsRegex(UserWarning, "computed again differs from its output"):
            run = vitrine.record(Doubling(16, 4, batch_first=True).eval(), x, x, x, to=self.path)
        self.assertNotIn("output.weights", run)
        self.assertIn("output", run.not_seen)
        with self.assertWarnsRegex(UserWarning, "record in eval mode"):
            vitrine.record(nn.MultiheadAttention(16, 4, dropout=0.1).train(), x, x, x, to=self.path)

    def test_a_network_with_our_names_computes_what_the_program_does(self):
        try:
            vitrine.program.find()
        except vitrine.Error as why:
            self.skipTest(str(why))

        class Translator(nn.Module):
            def __init__(self):
                super().__init__()
                self.src_embedding, self.tgt_embedding = nn.Embedding(9, 16), nn.Embedding(11, 16)
                self.transformer = transformer(activation="gelu")
                self.fc_out = nn.Linear(16, 11)

            def embed(self, table, tokens):
                angles = torch.arange(tokens.shape[1])[:, None] / 10000 ** (torch.arange(0, 16, 2) / 16)
                return 4 * table(tokens) + torch.stack([angles.sin(), angles.cos()], -1).flatten(-2)

            def forward(self, src, tgt):
                x, y = self.embed(self.src_embedding, src), self.embed(self.tgt_embedding, tgt)
                return self.fc_out(self.transformer(x, y, tgt_mask=CAUSAL, src_key_padding_mask=src == 0, tgt_key_padding_mask=tgt == 0,
                                                    memory_key_padding_mask=src == 0))

        module = Translator().eval()
        src, tgt = torch.tensor([[3, 4, 5], [6, 7, 0]]), torch.tensor([[1, 3, 4, 5], [1, 6, 0, 0]])
        labels = torch.tensor([[3, 4, 5, 2], [6, 2, 0, 0]])
        recorded = vitrine.record(module, src, tgt, to=self.path,
                                  gradients=lambda logits: F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=0))
        config = {"d_model": 16, "nhead": 4, "num_encoder_layers": 2, "num_decoder_layers": 2, "dim_feedforward": 24, "src_vocab_size": 9,
                  "tgt_vocab_size": 11, "activation": "gelu", "pad_src": 0, "pad_tgt": 0, "bos": 1, "eos": 2}
        run = vitrine.trace(module.state_dict(), config, {"src": src, "tgt": tgt, "labels": labels}, gradients=True)
        compared = 0
        for name, tensor in run.items():
            theirs = "transformer." + name.replace("cross_attn", "multihead_attn").replace("ffn.linear", "linear").removesuffix(".output")
            theirs = {"logits": "fc_out", "memory": "transformer.encoder", "src.embedding": "src_embedding", "loss": "loss"}.get(name, theirs)
            if theirs in recorded:
                numpy.testing.assert_allclose(recorded[theirs].reshape(tensor.shape), tensor, rtol=1e-4, atol=2e-5, err_msg=name)
                compared += 1
                if f"gradients.{theirs}" in recorded:
                    numpy.testing.assert_allclose(recorded[f"gradients.{theirs}"], run.gradients[name], rtol=1e-3, atol=1e-6, err_msg=name)
        self.assertGreater(compared, 70)

    def test_gradients_are_those_of_the_loss(self):
        module, src, tgt = transformer(norm_first=True), torch.randn(3, 5, 16), torch.randn(3, 4, 16)
        module.encoder.layers[0].linear1.weight.grad = torch.ones(24, 16)
        run = vitrine.record(module, src, tgt, to=self.path, gradients=lambda output: output.square().mean(), parameters=True)
        kept = {}
        for name in ("encoder", "decoder.layers.0.self_attn", "decoder.layers.1.linear1"):
            module.get_submodule(name).register_forward_hook(
                lambda part, inputs, output, name=name: kept.update({name: output[0] if isinstance(output, tuple) else output}))
        loss = module(src, tgt).square().mean()
        names = [name for name, _ in module.named_parameters()]
        slopes = torch.autograd.grad(loss, list(kept.values()) + list(module.parameters()))
        for name, slope in zip([*kept, *("parameters." + name for name in names)], slopes):
            self.same(run["gradients." + name], slope)
        self.same(run["loss"], loss)
        self.same(run["parameters.encoder.norm.weight"], module.encoder.norm.weight)
        self.assertEqual(run["gradients.encoder"].axes, ("batch", "position", "feature"))
        self.assertTrue((module.encoder.layers[0].linear1.weight.grad == 1).all())  # what was there stays
        self.assertIsNone(module.encoder.layers[0].linear2.weight.grad)

    def test_a_loss_has_to_be_one(self):
        linear, x = nn.Linear(2, 2), torch.randn(3, 2)
        with self.assertRaisesRegex(vitrine.Error, "the loss is one number"):
            vitrine.record(linear, x, to=self.path, gradients=True)
        with self.assertRaisesRegex(vitrine.Error, "no parameter of the module has requires_grad"):
            vitrine.record(nn.ReLU(), x, to=self.path, gradients=True)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_module_that_is_called_again_gets_a_number(self):
        class Twice(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(3, 3)

            def forward(self, x):
                return self.layer(self.layer(x))

        module, x = Twice(), torch.randn(2, 3)
        run = vitrine.record(module, x, to=self.path)
        self.assertEqual(list(run), ["layer", "layer#2", "output"])
        self.same(run["layer#2"], module.layer(module.layer(x)))

    def test_outputs_of_several_tensors_and_types(self):
        class Several(nn.Module):
            def forward(self, x):
                return {"ids": torch.tensor([3, 2**40]), "pair": (x.bfloat16(), x.double().T), "small": torch.tensor([1, 2]), "text": "no"}

        x = torch.randn(2, 3)
        run = vitrine.record(Several(), x, to=self.path)
        self.assertEqual({name: str(tensor.dtype) for name, tensor in run.items()},
                         {"output:ids": "int64", "output:pair:0": "float32", "output:pair:1": "float64", "output:small": "int32"})
        self.same(run["output:pair:0"], x.bfloat16())
        self.same(run["output:pair:1"], x.T)

    def test_what_changes_in_place_is_recorded_as_it_was(self):
        module, x = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True)), torch.randn(4, 3)
        run = vitrine.record(module, x, to=self.path, gradients=torch.sum)
        self.same(run["0"], module[0](x))
        self.same(run["gradients.0"], (module[0](x) > 0).float())

    def test_a_checkpointed_network_is_recorded_once(self):
        class Checkpointed(nn.Module):
            def __init__(self, reentrant):
                super().__init__()
                self.first, self.second, self.reentrant = nn.Linear(3, 3), nn.Linear(3, 3), reentrant

            def forward(self, x):
                return torch.utils.checkpoint.checkpoint(self.second, self.first(x), use_reentrant=self.reentrant)

        for reentrant in (False, True):
            module, x = Checkpointed(reentrant), torch.randn(4, 3)
            run = vitrine.record(module, x, to=self.path, gradients=lambda output: output.square().sum())
            self.assertEqual([name for name in run if not name.startswith("gradients.")], ["first", "second", "output", "loss"])
            out = module.second(module.first(x))
            self.same(run["gradients.second"], 2 * out)
            self.same(run["gradients.first"], 2 * out @ module.second.weight)

    def test_functional_attention_is_named_as_not_seen(self):
        class Own(nn.Module):
            def forward(self, x):
                return F.scaled_dot_product_attention(x, x, x)

        class Model(nn.Module):
            def __init__(self, inner):
                super().__init__()
                self.attn = inner

            def forward(self, x):
                return self.attn(x)

        class Kept(nn.Module):
            def forward(self, x):
                scores = vitrine.keep("scores", x @ x.transpose(-1, -2), ("batch", "query", "key"))
                return vitrine.keep("weights", scores.softmax(-1)) @ x

        warnings.simplefilter("always")
        x = torch.randn(2, 3, 4)
        with self.assertWarnsRegex(UserWarning, "attn .calls scaled_dot_product_attention itself"):
            self.assertEqual(list(vitrine.record(Model(Own()), x, to=self.path).not_seen), ["attn"])
        warnings.filterwarnings("error", message="not seen")
        run = vitrine.record(Model(Kept()), x, to=self.path)
        self.same(run["attn.weights"], (x @ x.transpose(-1, -2)).softmax(-1))
        self.assertEqual(run["attn.scores"].axes, ("batch", "query", "key"))
        self.assertIs(vitrine.keep("anything", x), x)

    def test_some_names_and_axes_that_are_told(self):
        module = nn.Sequential(nn.Embedding(7, 4), nn.Linear(4, 5))
        run = vitrine.record(module, torch.tensor([[1, 2, 3]]), to=self.path, only="1", axes={"?": ("batch", "position", "hidden")})
        self.assertEqual(list(run), ["1"])
        self.assertEqual(run["1"].axes, ("batch", "position", "hidden"))

    def test_the_fast_path_is_off_meanwhile_only(self):
        encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 24, batch_first=True), 2).eval()
        before = torch.backends.mha.get_fastpath_enabled()
        run = vitrine.record(encoder, torch.randn(3, 5, 16), to=self.path, src_key_padding_mask=PADDING)
        self.assertIn("layers.1.linear2", run)
        self.assertEqual(run["layers.0.self_attn.weights"].shape, (3, 4, 5, 5))
        self.assertEqual(torch.backends.mha.get_fastpath_enabled(), before)

    def test_where_the_fast_path_would_give_other_numbers_a_warning_says_so(self):
        src, tgt = torch.randn(3, 5, 16), torch.randn(3, 4, 16)
        scattered = torch.tensor([[False] * 5, [True] + [False] * 4, [False] * 5])  # the fast path wants padding at the end
        post, pre = transformer(), transformer(norm_first=True)
        for module, plainly, masks, warned in (
                (post, False, {"src_key_padding_mask": PADDING}, True),
                (post, True, {"src_key_padding_mask": PADDING}, False),
                (post, False, {"src_key_padding_mask": PADDING, "memory_key_padding_mask": PADDING}, False),
                (post, False, {"src_key_padding_mask": PADDING, "memory_mask": PADDING[1].expand(4, 5)}, False),
                (post, False, {"src_key_padding_mask": scattered}, False), (post, False, {}, False),
                (pre, False, {"src_key_padding_mask": PADDING}, False)):
            with self.subTest(plainly=plainly, masks=list(masks), norm_first=module is pre), torch.set_grad_enabled(plainly), \
                    warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                run = vitrine.record(module, src, tgt, to=self.path, **masks)
                others = numpy.abs(numpy.asarray(run["output"]) - module(src, tgt, **masks).detach().numpy()).max() > 1e-3
                sentences = [str(one.message) for one in said if "fast path" in str(one.message)]
            self.assertEqual(others, warned)
            self.assertEqual(len(sentences), int(warned), sentences)
            if warned:
                self.assertIn("decoder.layers.0.multihead_attn looks at rows of padding of encoder:", sentences[0])

    def test_nothing_is_left_behind_where_the_module_fails(self):
        class Failing(nn.Module):
            def forward(self, x):
                raise RuntimeError("as it does")

        module = nn.Sequential(nn.Linear(2, 2), Failing())
        with self.assertRaisesRegex(RuntimeError, "as it does"):
            vitrine.record(module, torch.randn(1, 2), to=self.path)
        self.assertEqual(list(self.folder.iterdir()), [])
        self.assertFalse(any(part._forward_hooks or part._forward_pre_hooks for part in module.modules()))

    def test_what_cannot_be_recorded_is_refused(self):
        for reason, module, path in (("this is a int", 3, self.path), (".safetensors", nn.ReLU(), self.folder / "trace.npz"),
                                     ("No such file", nn.ReLU(), self.folder / "none" / "trace.safetensors")):
            with self.assertRaisesRegex(vitrine.Error, reason):
                vitrine.record(module, torch.zeros(1), to=path)

    def test_wrappers_do_not_show_in_names(self):
        module = nn.Sequential(nn.Linear(3, 2))
        names = list(vitrine.record(module, torch.ones(1, 3), to=self.path))
        self.assertEqual(list(vitrine.record(nn.DataParallel(module), torch.ones(1, 3), to=self.path)), names)


if __name__ == "__main__":
    unittest.main()
