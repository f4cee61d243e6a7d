"""The program's results as arrays, and its refusals in one line."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy

import vitrine

GOLDEN = Path(__file__).resolve().parents[1] / "goldens" / "translation"


def program_is_here() -> bool:
    try:
        return bool(vitrine.program.find())
    except vitrine.Error:
        return False


@unittest.skipUnless(program_is_here(), "the program is not here: VITRINE says where it is")
class Program(unittest.TestCase):
    def agrees(self, run, expected):
        compared = 0
        for name, reference in expected.items():
            if name in run:
                numpy.testing.assert_allclose(run[name], reference, rtol=1e-4, atol=2e-5, err_msg=name)
                compared += 1
        self.assertGreater(compared, 50)

    def test_a_folder_gives_the_reference_run(self):
        run = vitrine.trace(GOLDEN, batch=GOLDEN / "batch.json", gradients=True)
        self.agrees(run, vitrine.read(GOLDEN / "trace.safetensors"))
        self.assertEqual(run["decoder.layers.1.cross_attn.weights"].axes, ("batch", "head", "query", "key"))
        self.assertEqual(list(run)[0], "src.tokens")
        self.assertLess(list(run).index("memory"), list(run).index("tgt.tokens"))
        slopes = vitrine.read(GOLDEN / "gradients.safetensors")
        numpy.testing.assert_allclose(run.gradients["memory"], slopes["memory"], rtol=1e-3, atol=1e-6)

    def test_weights_in_memory_give_the_same_as_their_folder(self):
        state = dict(vitrine.read(GOLDEN / "model.safetensors"))
        config = json.loads((GOLDEN / "config.json").read_text())
        batch = json.loads((GOLDEN / "batch.json").read_text())
        arrays = {key: numpy.array(value) for key, value in batch.items()}
        expected = vitrine.trace(GOLDEN, batch=batch)["logits"]
        for model, configuration in ((state, config), (state, GOLDEN / "config.json"), ((state, config), None)):
            numpy.testing.assert_array_equal(vitrine.trace(model, configuration, arrays)["logits"], expected)

    def test_a_configuration_alone_has_weights_of_a_seed(self):
        config, batch = json.loads((GOLDEN / "config.json").read_text()), GOLDEN / "batch.json"
        drawn = vitrine.trace(config=config, seed=2, batch=batch)["logits"]
        numpy.testing.assert_array_equal(vitrine.trace(config=GOLDEN / "config.json", seed=2, batch=batch)["logits"], drawn)
        self.assertFalse(numpy.array_equal(vitrine.trace(config=config, batch=batch)["logits"], drawn))
        self.refused("seed=… draws the weights", vitrine.trace, GOLDEN, seed=2)
        self.refused("which model?", vitrine.trace, config=config, sample="translation")

    def test_two_runs_are_compared(self):
        found = vitrine.compare(sample="translation", replace="tgt[0,3]=une")
        self.assertEqual(found["first_beyond"]["path"], "tgt.tokens")
        self.assertIsNone(vitrine.compare(sample="translation", against_batch=self.batch(), tolerance=1e-6)["first_beyond"])
        self.refused("compared with what?", vitrine.compare, sample="translation")

    def batch(self) -> dict:
        run = vitrine.trace(sample="translation")
        return {"src": run["src.tokens"], "tgt": run["tgt.tokens"], "labels": run["labels"]}

    def test_a_trace_in_memory_is_held_against_a_run(self):
        run = vitrine.trace(sample="translation", only="decoder.*")
        self.assertIsNone(vitrine.compare(sample="translation", against_trace=run)["first_beyond"])
        name = "decoder.layers.1.cross_attn.scores"
        found = vitrine.compare(sample="translation", against_trace={"theirs": run[name] * 8 ** 0.5},
                                map={"tensors": [{"path": name, "from": "theirs"}]})
        self.assertEqual(found["first_beyond"]["path"], name)
        self.assertEqual(found["cause"]["kind"], "scores-not-divided")
        self.assertEqual(found["tensors"][0]["by"], "map")

    def test_weights_are_imported_and_verified(self):
        weights = vitrine.read(GOLDEN / "model.safetensors")
        reference = {"logits": vitrine.trace(GOLDEN, batch=GOLDEN / "batch.json")["logits"]}
        with tempfile.TemporaryDirectory() as folder:
            found = Path(folder) / "found"
            report = vitrine.import_model(weights, found, batch=GOLDEN / "batch.json", verify=reference)
            self.assertTrue(report["verification"]["reproduced"])
            self.assertEqual(report["folder"], str(found))
            self.assertEqual(report["mapping"], json.loads((found / "mapping.json").read_text()))
            numpy.testing.assert_allclose(vitrine.trace(found, batch=GOLDEN / "batch.json")["logits"], reference["logits"], atol=1e-5)
            told = {"heads": 4, "activation": "relu", "norm": "post", "scale_embedding": False, "positions": "sinusoidal", "pad": 0,
                    "begin": 1, "end": None}
            wrong = vitrine.import_model(weights, Path(folder) / "wrong", batch=GOLDEN / "batch.json", verify=reference, **told)
            self.assertFalse(wrong["verification"]["reproduced"])
            self.assertGreater(wrong["verification"]["deviation"], 1e-4)
            self.assertIsNone(json.loads((Path(folder) / "wrong" / "config.json").read_text())["eos"])
            proposed = vitrine.import_model(weights, Path(folder) / "proposed", propose=True)
            self.assertIsNone(proposed["verification"])
            again = vitrine.import_model(weights, Path(folder) / "again", map=report["mapping"])
            pieces = [[(one["parameter"], one["from"]) for one in told["mapping"]["parameters"]] for told in (report, again)]
            self.assertEqual(pieces[0], pieces[1])
            self.refused("--heads N", vitrine.import_model, weights, Path(folder) / "open")

    def test_a_name_that_there_is_not_has_names_that_are_like_it(self):
        run = vitrine.trace(sample="translation")
        with self.assertRaisesRegex(KeyError, "did you mean 'decoder.layers.1.cross_attn.weights'"):
            run["decoder.layers.1.cross_attn.weight"]
        self.assertIsNone(run.get("decoder.layers.1.cross_attn.weight"))
        self.assertNotIn("decoder", run)

    def test_a_run_says_what_it_is_of(self):
        run = vitrine.trace(GOLDEN, batch=GOLDEN / "batch.json", only="logits", parameters=True)
        self.assertEqual(list(run), ["logits"])
        self.assertEqual(json.loads(run.metadata["configuration"]), json.loads((GOLDEN / "config.json").read_text()))
        self.assertEqual(json.loads(run.metadata["batch"]), json.loads((GOLDEN / "batch.json").read_text()))
        self.assertEqual(json.loads(run.metadata["axes"]), {"logits": ["batch", "position", "vocabulary"]})

    def test_the_weights_come_along(self):
        run = vitrine.trace(GOLDEN, batch=GOLDEN / "batch.json", only="parameters.*", parameters=True)
        weights = vitrine.read(GOLDEN / "model.safetensors")
        self.assertEqual({"parameters." + name for name in weights}, set(run))
        numpy.testing.assert_array_equal(run["parameters.fc_out.weight"], weights["fc_out.weight"])

    def test_a_figure_is_as_wide_as_asked_for_in_every_format(self):
        weights = "decoder.layers.1.cross_attn.weights[0,2]"
        figure = vitrine.figure(weights, sample="translation", width="3in")
        self.assertIn(' width="76.2mm"', figure.svg)
        self.assertIn(">student</text>", figure._repr_svg_())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "head.pdf"
            vitrine.figure(weights, sample="translation", to=path, theme="dark")
            self.assertTrue(path.read_bytes().startswith(b"%PDF-"))
            figure.save(path)
            self.assertEqual(path.read_text(encoding="utf-8"), figure.svg)
        self.assertIn("scores[0, 2, 1, 3]", vitrine.figure("decoder.layers.1.cross_attn.scores[0,2,1,3]", sample="translation").svg)
        with self.assertRaisesRegex(vitrine.Error, "did you mean"):
            vitrine.figure("decoder.layers.1.cross_attn.wieghts", sample="translation")

    def test_every_axis_of_a_run_is_known(self):
        for sample in ("translation", "navigation"):
            for name, tensor in vitrine.trace(sample=sample).items():
                self.assertEqual(len(tensor.axes), tensor.ndim, name)

    def test_a_head_has_the_words_of_its_sentence(self):
        run = vitrine.trace(sample="translation")
        head = run.head("decoder.layers.1.cross_attn", 2, sentence=1)
        self.assertEqual(head.columns, ["<bos>", "He", "is", "a", "teacher", "<eos>"])
        self.assertEqual(head.rows[1:3], ["Il", "est"])
        numpy.testing.assert_array_equal(head, run["decoder.layers.1.cross_attn.weights"][1, 2])
        self.assertIn(">teacher</text>", head._repr_svg_())

    def test_a_gradient_has_the_colours_of_gradients(self):
        run = vitrine.trace(sample="translation", gradients=True)
        self.assertEqual((run["memory"].scale, run.gradients["memory"].scale), ("signed", "gradient"))

    def test_only_some_tensors(self):
        run = vitrine.trace(sample="translation", only="*.cross_attn.weights")
        self.assertEqual(list(run), ["decoder.layers.0.cross_attn.weights", "decoder.layers.1.cross_attn.weights"])

    def test_a_number_is_taken_apart(self):
        cell = "encoder.layers.0.self_attn.scores[0,1,2,3]"
        value = vitrine.trace(sample="translation")["encoder.layers.0.self_attn.scores"][0, 1, 2, 3]
        told = vitrine.explain(cell, sample="translation")
        self.assertEqual(told["path"], "encoder.layers.0.self_attn.scores")
        self.assertAlmostEqual(told["value"], float(value), places=6)
        self.assertNotEqual(vitrine.explain(cell, sample="translation", gradient=True)["value"], told["value"])

    def test_sentences_are_written(self):
        best = vitrine.generate("I am a student", sample="translation")
        self.assertEqual(best[0]["text"], "Je suis un étudiant")
        self.assertEqual(vitrine.generate(tokens=best[0]["tokens"], sample="translation", max_new_tokens=2)[0]["finished"], False)
        several = vitrine.generate(["I am a student", "She is a nurse"], sample="translation", beams=3, n_best=2)
        self.assertEqual([len(answer) for answer in several], [2, 2])
        self.assertEqual(several[0][0]["text"], "Je suis un étudiant")

    def refused(self, reason, function, *arguments, **named):
        with self.assertRaises(vitrine.Error) as caught:
            function(*arguments, **named)
        self.assertIn(reason, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_bad_input_is_answered_with_one_line(self):
        self.refused("which model?", vitrine.trace)
        self.refused("which model?", vitrine.trace, GOLDEN, sample="translation")
        self.refused("goes with its configuration", vitrine.trace, {})
        self.refused("nowhere", vitrine.trace, "nowhere")
        self.refused("is no tensor", vitrine.trace, {"x": "words"}, {"d_model": 2})
        self.refused("no-such-sample", vitrine.trace, sample="no-such-sample")
        self.refused("what is the source?", vitrine.generate, sample="translation")
        self.refused("one line", vitrine.generate, "a\nb", sample="translation")
        self.refused("ids go into tokens=", vitrine.generate, [3, 4, 5], sample="translation")
        self.refused("memory", vitrine.explain, "memory[900,0,0]", sample="translation")

    def test_a_page_is_shown_in_place(self):
        try:
            page = vitrine.page(sample="navigation", view="masks", only="view")
        except vitrine.Error as why:
            self.skipTest(str(why))
        self.assertTrue(page._repr_html_().startswith("<iframe srcdoc="))
        with tempfile.TemporaryDirectory() as folder:
            page.save(Path(folder) / "page.html")
            self.assertEqual((Path(folder) / "page.html").read_text(encoding="utf-8"), page.html)


class WithoutProgram(unittest.TestCase):
    def test_a_missing_program_is_named(self):
        with mock.patch.dict(os.environ, {"VITRINE": "/no/such/vitrine"}), self.assertRaisesRegex(vitrine.Error, "set VITRINE to its path"):
            vitrine.trace(sample="translation")


if __name__ == "__main__":
    unittest.main()
