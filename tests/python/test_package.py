"""The package can be installed without a network, and has the same version everywhere."""

import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import vitrine

PYTHON = Path(__file__).resolve().parents[2] / "python"


class Package(unittest.TestCase):
    def test_a_wheel_has_every_file(self):
        sys.path.insert(0, str(PYTHON))
        self.addCleanup(sys.path.remove, str(PYTHON))
        import wheel_backend
        with tempfile.TemporaryDirectory() as folder:
            name = wheel_backend.build_wheel(folder)
            self.assertEqual(name, f"vitrine-{vitrine.__version__}-py3-none-any.whl")
            with zipfile.ZipFile(Path(folder) / name) as wheel:
                packed = set(wheel.namelist())
                record = wheel.read(f"vitrine-{vitrine.__version__}.dist-info/RECORD").decode()
                listed = {line.split(",")[0] for line in record.splitlines()}
        self.assertEqual(packed, listed)
        self.assertLessEqual({f"vitrine/{path.name}" for path in (PYTHON / "vitrine").glob("*.py")}, packed)


if __name__ == "__main__":
    unittest.main()
