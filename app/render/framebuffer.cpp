#include "app/render/framebuffer.h"

#include <algorithm>
#include <string>

#include <epoxy/gl.h>

#include "core/tensor/error.h"

namespace vitrine {

Framebuffer::Framebuffer(int width, int height) {
    glGenFramebuffers(1, &framebuffer_);
    glGenRenderbuffers(1, &colour_);
    resize(width, height);
}

Framebuffer::~Framebuffer() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &colour_);
}

void Framebuffer::resize(int width, int height) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    if (width < 1 || height < 1 || width > largest || height > largest)
        throw Error("a picture of " + std::to_string(width) + "×" + std::to_string(height) + " pixels: each side can be 1 to " +
                    std::to_string(largest));
    width_ = width;
    height_ = height;
    bind();
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Error("a picture of " + std::to_string(width) + "×" + std::to_string(height) + " pixels cannot be drawn to here");
}

void Framebuffer::bind() { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_); }

Image Framebuffer::read() {
    Image image{width_, height_, {}};
    const std::size_t row = 4 * static_cast<std::size_t>(width_);
    image.rgba.resize(row * static_cast<std::size_t>(height_));
    bind();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    // OpenGL's rows start at the bottom.
    for (std::size_t top = 0, bottom = static_cast<std::size_t>(height_) - 1; top < bottom; ++top, --bottom)
        std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(top * row),
                         image.rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                         image.rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
    return image;
}

}  // namespace vitrine
