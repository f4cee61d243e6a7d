"""The scripts that app/shell/page/make_site.py puts into a page contain nothing that would end them early."""

import importlib.util
import unittest
from pathlib import Path

spec = importlib.util.spec_from_file_location("make_site", Path(__file__).parents[2] / "app/shell/page/make_site.py")
make_site = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_site)


class Scripts(unittest.TestCase):
    def test_texts_in_a_script_neither_end_it_nor_begin_a_comment_or_another(self):
        script = make_site.in_script('a = "</script><SCRIPT><!-- -->"; b = 1 < 2;')
        self.assertEqual(script, 'a = "\\x3C/script>\\x3CSCRIPT>\\x3C!-- -->"; b = 1 < 2;')


if __name__ == "__main__":
    unittest.main()
