#include "app/render/offscreen.h"

#include <algorithm>
#include <array>
#include <string>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr const char* advice = " (on Debian: apt install libegl1 libgl1-mesa-dri)";

bool lists(const char* extensions, const std::string& name) {
    return extensions && (" " + std::string(extensions) + " ").find(" " + name + " ") != std::string::npos;
}

EGLDisplay open_display() {
    if (!epoxy_has_egl()) throw Error(std::string("there is no EGL library to draw without a display") + advice);
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!lists(client, "EGL_MESA_platform_surfaceless") || !lists(client, "EGL_EXT_platform_base"))
        throw Error(std::string("EGL here cannot draw without a display: no surfaceless platform") + advice);
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    EGLint major = 0, minor = 0;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor))
        throw Error(std::string("EGL finds no driver to draw with") + advice);
    return display;
}

EGLContext create_context(EGLDisplay display, int major, int minor) {
    const std::array<EGLint, 7> wanted{
        EGL_CONTEXT_MAJOR_VERSION,           major,   EGL_CONTEXT_MINOR_VERSION, minor, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted.data());
}

}  // namespace

OffscreenContext::OffscreenContext() : display_(open_display()) {
    eglBindAPI(EGL_OPENGL_API);
    context_ = create_context(display_, 4, 3);
    if (context_ == EGL_NO_CONTEXT) context_ = create_context(display_, 3, 3);
    if (context_ == EGL_NO_CONTEXT || !eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
        eglTerminate(display_);
        throw Error(std::string("EGL gives no context with OpenGL 3.3") + advice);
    }
}

OffscreenContext::~OffscreenContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
}

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
