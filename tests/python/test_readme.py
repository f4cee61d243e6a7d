"""Every example of the README's section about Python runs."""

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

import vitrine

README = Path(__file__).resolve().parents[2] / "README.md"


def examples() -> list[str]:
    section = README.read_text(encoding="utf-8").split("\n## Python\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


class Examples(unittest.TestCase):
    def test_there_are_some_and_they_are_short(self):
        self.assertGreater(len(examples()), 4)
        for example in examples():
            self.assertLessEqual(len(example.splitlines()), 10, example)

    def test_each_runs(self):
        for example in examples():
            with self.subTest(example=example), tempfile.TemporaryDirectory() as folder:
                before = os.getcwd()
                os.chdir(folder)
                try:
                    with contextlib.redirect_stdout(io.StringIO()) as said:
                        exec(compile(example, "README.md", "exec"), {"__name__": "example"})
                    if "print" in example:
                        self.assertTrue(said.getvalue().strip())
                    for number in re.findall(r"^[-+\d.e]+$", said.getvalue(), re.MULTILINE):
                        self.assertGreater(abs(float(number)), 1e-5, "a number that shows nothing but rounding")
                except ModuleNotFoundError as missing:
                    if missing.name != "torch":
                        raise
                except vitrine.Error as why:  # the program is not here, or what it makes pages of, or a PyTorch that is new enough
                    if not any(missing in str(why) for missing in ("set VITRINE to its path", "scripts/web.sh", "needs PyTorch 2.1")):
                        raise
                finally:
                    os.chdir(before)


if __name__ == "__main__":
    unittest.main()
