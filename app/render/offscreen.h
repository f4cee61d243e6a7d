#pragma once
/// Drawing without a display: an EGL context that belongs to no window, and a framebuffer of any size.

#include "app/render/graphics_context.h"
#include "app/render/image.h"

namespace vitrine {

enum class OffscreenUse : std::uint8_t {
    drawing,    ///< OpenGL 4.3 or else 3.3
    computing,  ///< OpenGL 4.3, on a graphics card where EGL shows one; the driver tells when the context is lost
};

/// A current OpenGL context on no surface. There may be several, each used by the thread that made it.
class OffscreenContext : public GraphicsContext {
public:
    /// Throws Error, saying which package helps, where EGL or a driver is missing or none has the version.
    explicit OffscreenContext(OffscreenUse use = OffscreenUse::drawing);

    /// A context for another thread that has the same buffers, textures and programs; made there. The other one lives longer.
    explicit OffscreenContext(const OffscreenContext& shares_with, OffscreenUse use);

    ~OffscreenContext() override;

private:
    void* display_ = nullptr;
    void* context_ = nullptr;
};

/// A colour buffer to draw to. Needs a current context, also when it is destroyed.
class Framebuffer {
public:
    Framebuffer(int width, int height);
    ~Framebuffer();
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    void resize(int width, int height);
    void bind();
    Image read();  ///< what was drawn
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned framebuffer_ = 0, colour_ = 0;
    int width_ = 0, height_ = 0;
};

}  // namespace vitrine
