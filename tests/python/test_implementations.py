"""Other people's Transformers are what their README claims: tests/implementations."""

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import vitrine

FOLDER = Path(__file__).resolve().parents[1] / "implementations"


def program_is_here() -> bool:
    try:
        return bool(vitrine.program.find())
    except vitrine.Error:
        return False


@unittest.skipUnless(program_is_here(), "the program is not here: VITRINE says where it is")
class Implementations(unittest.TestCase):
    def ends_well(self, *arguments) -> str:
        done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_the_computation_that_is_broken_is_right_without_its_bug(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("of the program's", self.ends_well(FOLDER / "bugs.py", "--check", folder))
            self.assertGreater(len(list(Path(folder).glob("*/facts.json"))), 20)

    def test_every_scheme_of_names_has_a_model_that_computes(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.ends_well(FOLDER / "names.py", "--check", folder).count("a loss of"), 9)

    @unittest.skipUnless(all(importlib.util.find_spec(name) for name in ("torch", "safetensors")), "PyTorch and safetensors are not here")
    def test_right_ones_agree_and_broken_ones_differ_where_they_say(self):
        self.assertEqual(self.ends_well(FOLDER / "reference.py").count("ok    "), 14)


if __name__ == "__main__":
    unittest.main()
