// Eigen includes this beside the headers of SSE, which Emscripten has for WebAssembly. Of MMX itself, nothing is called.
#pragma once
