#pragma once
/// A picture in memory to draw to, of any size.

#include "app/render/image.h"

namespace vitrine {

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
