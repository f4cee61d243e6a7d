#pragma once
/// Draws without a window: with a context of EGL or, in a browser, with that of the page's own canvas.

#include <cstdint>

#include "app/render/graphics_context.h"

namespace vitrine {

enum class OffscreenUse : std::uint8_t {
    drawing,    ///< OpenGL 4.3, or else 3.3
    computing,  ///< OpenGL 4.3, on a graphics card if EGL finds one; the driver reports a lost context
};

/// A current OpenGL context without a surface. Several may exist, each used by the thread that made it.
class OffscreenContext : public GraphicsContext {
public:
    /// Throws Error, which names the package to install, if EGL, a driver or the OpenGL version is missing.
    explicit OffscreenContext(OffscreenUse use = OffscreenUse::drawing);

    /// A context that shares buffers, textures and programs with another one, for the calling thread. Requires: `shares_with`
    /// outlives it.
    explicit OffscreenContext(const OffscreenContext& shares_with, OffscreenUse use);

    ~OffscreenContext() override;

private:
    void* display_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace vitrine
