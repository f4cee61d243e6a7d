#pragma once
/// Drawing without a display: an EGL context without a window, and a framebuffer of any size.

#include "app/render/graphics_context.h"
#include "app/render/image.h"

namespace vitrine {

enum class OffscreenUse : std::uint8_t {
    drawing,    ///< OpenGL 4.3 or else 3.3
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

/// A colour buffer to draw to. Requires: a current context, also in the destructor.
class Framebuffer {
public:
    Framebuffer(int width, int height);
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    void resize(int width, int height);
    void bind();
    Image read();  ///< the drawn picture
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned framebuffer_ = 0, colour_ = 0;
    int width_ = 0, height_ = 0;
};

}  // namespace vitrine
