// Eigen includes this header along with those of SSE, which Emscripten has for WebAssembly. No function of MMX is called.
#pragma once
