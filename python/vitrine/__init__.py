"""Vitrine from Python: record what a PyTorch module computes, and run the program, which computes every tensor of a Transformer.

record(module, *inputs, to=FILE)   writes the output of every module of a network, and its gradient, to one file
keep(name, tensor)                 inside a module's forward: records this tensor, too
join(parts, to)                    puts the files of several ranks together
trace(model, batch=...)            every tensor of a run of the program, by name
compare(model, against_trace=...)  where another program's run first differs, and why
import_model(file, out, ...)       turns another program's weights into a model folder
explain, generate, figure, page    explain a number, generate text, draw a figure for a paper, make a page of a run
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
from .version import package_version

__all__ = ["Error", "Figure", "Head", "Page", "Run", "Tensor", "compare", "explain", "figure", "generate", "heatmap", "import_model", "join",
           "keep", "page", "read", "record", "trace", "write"]
__version__ = package_version()
