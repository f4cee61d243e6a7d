/// In a browser, there is only the context of the page's canvas, so everything that draws without a window uses it.

#include "app/render/offscreen.h"

#include <emscripten/html5_webgl.h>

#include "core/tensor/error.h"

namespace vitrine {

OffscreenContext::OffscreenContext(OffscreenUse use) {
    if (use == OffscreenUse::computing) throw Error("a browser has no compute shaders");
    if (emscripten_webgl_get_current_context()) return;
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.alpha = wanted.depth = wanted.stencil = wanted.antialias = EM_FALSE;
    wanted.majorVersion = 2;
    wanted.enableExtensionsByDefault = EM_TRUE;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#vitrine", &wanted);
    if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
        throw Error("this browser gives no WebGL 2 to draw with");
    if (!emscripten_webgl_enable_extension(context, "EXT_color_buffer_float"))
        throw Error("the graphics of this browser cannot draw to textures of floating-point numbers (EXT_color_buffer_float)");
}

OffscreenContext::OffscreenContext(const OffscreenContext&, OffscreenUse use) : OffscreenContext(use) {}

/// Nothing to do: the canvas keeps its context as long as the page exists.
OffscreenContext::~OffscreenContext() = default;

}  // namespace vitrine
