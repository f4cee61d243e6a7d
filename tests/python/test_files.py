"""Files of tensors are read and written exactly, and damaged ones are refused in one line."""

import json
import struct
import tempfile
import unittest
from pathlib import Path

import numpy

import vitrine
from vitrine import safetensors


class Files(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def test_what_is_written_is_read_again(self):
        arrays = {"a": numpy.arange(6, dtype="f4").reshape(2, 3), "b": numpy.array(2.5), "none": numpy.empty((0, 4), "f4"),
                  "ids": numpy.array([1, -2], "i4"), "mask": numpy.array([True, False]), "turned": numpy.arange(6.0).reshape(2, 3).T}
        for ending in ("safetensors", "npz"):
            path = self.folder / f"all.{ending}"
            vitrine.write(path, arrays)
            run = vitrine.read(path)
            self.assertEqual(list(run), list(arrays))
            for name, array in arrays.items():
                self.assertEqual(run[name].dtype, array.dtype)
                numpy.testing.assert_array_equal(run[name], array)

    def test_bfloat16_is_widened(self):
        stored = numpy.array([0x3F80, 0xC040], "<u2")  # 1 and −3
        header = json.dumps({"x": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}).encode()
        path = self.folder / "half.safetensors"
        path.write_bytes(struct.pack("<Q", len(header)) + header + stored.tobytes())
        numpy.testing.assert_array_equal(vitrine.read(path)["x"], [1, -3])

    def test_axes_come_along(self):
        for ending in ("safetensors", "npz"):
            path = self.folder / f"axes.{ending}"
            vitrine.write(path, {"own": vitrine.Tensor.named(numpy.zeros((2, 3), "f4"), "own", ("batch", "feature"))})
            self.assertEqual(vitrine.read(path)["own"].axes, ("batch", "feature"))
            self.assertEqual(list(vitrine.read(path)), ["own"])

    def test_numbers_move_where_the_header_outgrows_its_place(self):
        path = self.folder / "many.safetensors"
        writer = safetensors.Writer(path)
        for number in range(200):
            writer.add(f"a/name/of/some/length/{number}", numpy.full(3, number, "f4"))
        writer.finish({"about": "much " * 1000})
        run = vitrine.read(path)
        self.assertTrue(all((run[f"a/name/of/some/length/{number}"] == number).all() for number in range(200)))
        self.assertFalse(path.with_name("many.safetensors.part").exists())

    def test_what_is_taken_back_leaves_no_gap(self):
        path = self.folder / "back.safetensors"
        writer = safetensors.Writer(path)
        writer.add("kept", numpy.ones(2, "f4"))
        writer.add("wrong", numpy.zeros(100, "f4"))
        writer.take_back(["wrong"])
        writer.add("next", numpy.full(2, 3, "f4"))
        writer.finish({})
        self.assertEqual(path.stat().st_size, 4096 + 16)
        numpy.testing.assert_array_equal(vitrine.read(path)["next"], [3, 3])

    def refused(self, path: Path, reason: str):
        with self.assertRaises(vitrine.Error) as caught:
            vitrine.read(path)
        said = str(caught.exception)
        self.assertIn(reason, said)
        self.assertNotIn("\n", said)

    def test_damaged_files_are_refused(self):
        def stored(header, numbers=b"", length=None):
            text = header if isinstance(header, bytes) else json.dumps(header).encode()
            path = self.folder / "damaged.safetensors"
            path.write_bytes(struct.pack("<Q", len(text) if length is None else length) + text + numbers)
            return path

        entry = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
        self.refused(stored({"x": entry}, b"1234"), "x does not lie where")
        self.refused(stored({"x": entry | {"shape": [3]}}, bytes(8)), "x does not lie where")
        self.refused(stored({"x": entry | {"data_offsets": [-8, 0]}}, bytes(8)), "x does not lie where")
        self.refused(stored({"x": entry | {"dtype": "F31"}}, bytes(8)), "nothing sensible of x")
        self.refused(stored({"x": 3}), "nothing sensible of x")
        self.refused(stored(b"[1]"), "no object")
        self.refused(stored(b"{not"), "no JSON")
        self.refused(stored({"x": entry}, bytes(8), length=1 << 60), "no safetensors file")
        self.refused(self.folder / "none.safetensors", "No such file")
        (self.folder / "short.safetensors").write_bytes(b"123")
        self.refused(self.folder / "short.safetensors", "no safetensors file")
        (self.folder / "wrong.npz").write_bytes(b"PK\3\4 and no more")
        self.refused(self.folder / "wrong.npz", "no NPZ file")
        numpy.savez(self.folder / "objects.npz", x=numpy.array([{}], dtype=object))
        self.refused(self.folder / "objects.npz", "no NPZ file of numbers")

    def test_a_file_is_written_whole_or_not_at_all(self):
        with self.assertRaises(vitrine.Error):
            vitrine.write(self.folder / "bad.safetensors", {"words": numpy.array(["a"])})
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
