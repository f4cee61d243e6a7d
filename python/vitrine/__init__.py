"""Vitrine from Python: record what a PyTorch module computes, and run the program, which computes every tensor of a Transformer.

record(module, *inputs, to=FILE)   writes what every module of a network puts out, and its gradients, to one file
keep(name, tensor)                 inside a module's forward: records this tensor, too
join(parts, to)                    puts the files of several ranks together
trace(model, batch=...)            every tensor of a run of the program, by name
compare(model, against_trace=...)  where another program's run first differs, and why
import_model(file, out, ...)       somebody else's weights as a folder of the program
explain, generate, figure, page    what the program says of one number, writes, draws for a paper, and shows
read, write                        safetensors and NPZ files
"""

from .answers import Figure, Page, explain, figure, generate, page
from .comparing import compare
from .errors import Error
from .files import read, write
from .importing import import_model
from .joining import join
from .keeping import keep
from .picture import heatmap
from .recording import record
from .tensor import Head, Run, Tensor
from .tracing import trace

__all__ = ["Error", "Figure", "Head", "Page", "Run", "Tensor", "compare", "explain", "figure", "generate", "heatmap", "import_model", "join",
           "keep", "page", "read", "record", "trace", "write"]
__version__ = "0.1.0"
