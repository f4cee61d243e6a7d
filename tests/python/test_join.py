"""Recordings of several processes are put together as one process would have made them."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy

import vitrine
from vitrine import safetensors

try:
    import torch
    import torch.distributed as distributed
    from torch import nn
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard
    from torch.distributed.tensor import Shard
    from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
    SEVERAL_PROCESSES = distributed.is_available() and distributed.is_gloo_available()
except ImportError:  # without PyTorch, or with an older one
    SEVERAL_PROCESSES = False


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def part(self, rank, ranks, arrays, **said):
        path = self.folder / f"trace.rank{rank}.safetensors"
        metadata = {"rank": str(rank), "ranks": str(ranks)} | {key: json.dumps(value) for key, value in said.items()}
        safetensors.write(path, arrays, metadata)
        return path


class Joining(Folder):
    def join(self, parts, **options):
        return vitrine.join(parts, self.folder / "whole.safetensors", **options)

    def test_layers_of_several_processes_come_together(self):
        parts = [self.part(0, 2, {"a": numpy.ones(3, "f4"), "both": numpy.arange(4)}, axes={"a": ["feature"]}),
                 self.part(1, 2, {"b": numpy.zeros(2, "f4"), "both": numpy.arange(4)})]
        whole = self.join(reversed(parts))
        self.assertEqual(list(whole), ["a", "both", "b"])
        numpy.testing.assert_array_equal(whole["both"], numpy.arange(4))
        self.assertEqual(whole["a"].axes, ("feature",))

    def test_shards_lie_side_by_side_and_summands_are_added(self):
        full = numpy.random.default_rng(2).random((3, 8), "f4")
        parts = [self.part(rank, 2, {"shard": full[:, 4 * rank:4 * rank + 4], "sum": full * (1 + rank)},
                           cuts={"shard": "shard 1", "sum": "partial"}) for rank in range(2)]
        whole = self.join(parts)
        numpy.testing.assert_array_equal(whole["shard"], full)
        numpy.testing.assert_allclose(whole["sum"], 3 * full, rtol=1e-6)

    def test_sentences_lie_side_by_side_along_the_batch(self):
        full = numpy.random.default_rng(3).random((5, 4, 2), "f4")
        parts = [self.part(rank, 2, {"x": full[:, 2 * rank:2 * rank + 2], "y": full[2 * rank:2 * rank + 2], "table": full},
                           axes={"x": ["position", "batch", "feature"]}, own_sentences=True) for rank in range(2)]
        whole = self.join(parts)
        numpy.testing.assert_array_equal(whole["x"], full)
        numpy.testing.assert_array_equal(whole["y"], full[:4])
        numpy.testing.assert_array_equal(whole["table"], full)

    def test_an_axis_that_nobody_knows_has_to_be_told(self):
        full = numpy.arange(12, dtype="f4").reshape(3, 4)
        parts = [self.part(rank, 2, {"x": full[:, 2 * rank:2 * rank + 2]}) for rank in range(2)]
        with self.assertRaisesRegex(vitrine.Error, "along which axis is it cut"):
            self.join(parts)
        numpy.testing.assert_array_equal(self.join(parts, along={"x": 1})["x"], full)
        numpy.testing.assert_array_equal(self.join(parts, along=1)["x"], full)
        with self.assertRaisesRegex(vitrine.Error, "parts of ranks 0, of 2"):
            self.join([parts[0]])
        self.part(1, 2, {"x": full})
        with self.assertRaisesRegex(vitrine.Error, "3×2, 3×4 in the parts, which does not fit"):
            self.join(parts, along=0)
        self.assertFalse((self.folder / "whole.safetensors.part").exists())


def replica(rank: int, folder: str) -> None:
    """One of two processes: first each has its own sentences, then each has half of a layer."""
    distributed.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)
    torch.manual_seed(0)
    module = nn.Transformer(8, 2, 1, 1, 12, batch_first=True).eval()
    src, tgt = torch.randn(4, 5, 8), torch.randn(4, 3, 8)
    mine = slice(2 * rank, 2 * rank + 2)
    vitrine.record(nn.parallel.DistributedDataParallel(module), src[mine], tgt[mine], to=f"{folder}/data.safetensors")
    fully_shard(module.encoder.layers[0])
    vitrine.record(fully_shard(module), src[mine], tgt[mine], to=f"{folder}/sharded.safetensors")

    plan = {"0": ColwiseParallel(use_local_output=False), "2": RowwiseParallel(input_layouts=Shard(-1))}
    layers = nn.Sequential(nn.Linear(8, 12), nn.ReLU(), nn.Linear(12, 8))
    if rank == 0:
        alone = {"0": layers[0](src), "1": layers[1](layers[0](src)), "2": layers(src)}
        vitrine.write(f"{folder}/expected.safetensors", {name: tensor.detach().numpy() for name, tensor in alone.items()})
    spread = parallelize_module(layers, init_device_mesh("cpu", (2,)), plan)
    vitrine.record(spread, src, to=f"{folder}/layers.safetensors")
    distributed.destroy_process_group()


@unittest.skipUnless(SEVERAL_PROCESSES, "PyTorch with gloo is not here")
class SeveralProcesses(Folder):
    def joined(self, kind):
        return vitrine.join([self.folder / f"{kind}.rank{rank}.safetensors" for rank in range(2)], self.folder / f"{kind}.safetensors")

    def test_replicas_and_shards_give_what_one_process_gives(self):
        torch.multiprocessing.spawn(replica, (str(self.folder),), nprocs=2)
        torch.manual_seed(0)
        module = nn.Transformer(8, 2, 1, 1, 12, batch_first=True).eval()
        alone = vitrine.record(module, torch.randn(4, 5, 8), torch.randn(4, 3, 8), to=self.folder / "alone.safetensors")
        for kind in ("data", "sharded"):
            joined = self.joined(kind)
            self.assertEqual(list(joined), list(alone))
            for name, tensor in alone.items():
                numpy.testing.assert_allclose(joined[name], tensor, rtol=1e-4, atol=1e-5, err_msg=name)
                self.assertEqual(joined[name].axes, tensor.axes)
        layers = self.joined("layers")
        expected = vitrine.read(self.folder / "expected.safetensors")
        for name, tensor in expected.items():
            numpy.testing.assert_allclose(layers[name], tensor, rtol=1e-4, atol=1e-5, err_msg=name)


if __name__ == "__main__":
    unittest.main()
