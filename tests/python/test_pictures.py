"""A tensor, a head and a run display as SVG that is well formed and names what it shows."""

import unittest
from xml.dom import minidom

import numpy

import vitrine


def texts(svg: str) -> list[str]:
    return [node.firstChild.data for node in minidom.parseString(svg).getElementsByTagName("text")]


class Pictures(unittest.TestCase):
    def tensor(self, shape, name="decoder.layers.0.cross_attn.weights", axes=("batch", "head", "query", "key")):
        return vitrine.Tensor.named(numpy.random.default_rng(1).random(shape, "f4"), name, axes)

    def test_a_tensor_names_its_axes(self):
        said = texts(self.tensor((2, 3, 4, 5))._repr_svg_())
        self.assertIn("decoder.layers.0.cross_attn.weights[0,0,:,:]  2 × 3 × 4 × 5 float32", said)
        self.assertIn("key →", said)
        self.assertIn("← query", said)

    def test_what_is_computed_from_a_tensor_is_an_array(self):
        doubled = 2 * self.tensor((2, 3, 4, 5))
        self.assertIs(type(doubled), numpy.ndarray)
        self.assertEqual(self.tensor((2, 3, 4, 5))[0].name, "")
        self.assertIsNone(self.tensor((2, 3, 4, 5))[0]._repr_svg_())

    def test_tensors_of_any_number_of_axes_can_be_shown(self):
        for shape in ((), (3,), (3, 4), (2, 3, 4), (300, 200), (1, 1)):
            minidom.parseString(self.tensor(shape, "x", ())._repr_svg_())
        self.assertIsNone(self.tensor((0, 3), "x", ())._repr_svg_())

    def test_a_large_matrix_shows_the_strongest_of_each_block(self):
        matrix = numpy.zeros((640, 10), "f4")
        matrix[327, 4] = -7
        svg = vitrine.heatmap(matrix)
        self.assertIn("<title>32, 4: -7</title>", svg)
        self.assertIn("640 × 10 numbers, each cell the strongest of a block", " ".join(texts(svg)))

    def test_numbers_that_are_none_are_marked(self):
        svg = vitrine.heatmap(numpy.array([[1, numpy.nan], [numpy.inf, -numpy.inf]]))
        self.assertEqual(svg.count('fill="url(#hidden)"'), 1)
        self.assertEqual(svg.count("<path d="), 3)  # of the hatching, a cross and a triangle
        minidom.parseString(svg)

    def test_a_head_has_words_and_hides_what_the_mask_hides(self):
        name = "decoder.layers.0.cross_attn"
        mask = numpy.ones((2, 1, 2, 3), "u1")
        mask[1, 0, :, 2] = 0
        run = vitrine.Run({f"{name}.weights": self.tensor((2, 4, 2, 3)), f"{name}.mask": vitrine.Tensor.named(mask, f"{name}.mask")},
                          words={"src": [["a", "b", "c"], ["one", "<two>", "<pad>"]], "tgt": [["d", "e"], ["eins", "zwei"]]})
        svg = run.head(name, 3, sentence=1)._repr_svg_()
        self.assertTrue({"one", "<two>", "<pad>", "eins", "zwei"} <= set(texts(svg)))
        self.assertEqual(svg.count('fill="url(#hidden)"'), 2)
        self.assertIn(name, texts(run._repr_svg_()))
        with self.assertRaisesRegex(vitrine.Error, "4 heads and 2 sentences"):
            run.head(name, 4)
        with self.assertRaisesRegex(vitrine.Error, "no weights of an attention 'encoder'"):
            run.head("encoder", 0)

    def test_words_are_no_markup_and_pictures_stay_well_formed(self):
        hostile = ["</text><script>alert(1)</script>", "\x1b[31m\x00", "\ufffe", "\ud800", '"&amp;']
        svg = vitrine.heatmap(numpy.ones((5, 5), "f4"), title=hostile[0], rows=hostile[1], columns=hostile[2], row_labels=hostile,
                              column_labels=hostile)
        self.assertNotIn("<script", svg)
        self.assertIn(hostile[0], texts(svg))
        self.assertIn("\ufffd[31m\ufffd", texts(svg))

    def test_a_run_without_attention_is_a_list(self):
        self.assertIn("x  2 × 3", texts(vitrine.Run({"x": self.tensor((2, 3), "x", ())})._repr_svg_()))


if __name__ == "__main__":
    unittest.main()
