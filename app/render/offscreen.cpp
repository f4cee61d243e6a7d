#include "app/render/offscreen.h"

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <epoxy/egl.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr const char* advice = " (on Debian: apt install libegl1 libgl1-mesa-dri)";

bool lists(const char* extensions, const std::string& name) {
    return extensions && (" " + std::string(extensions) + " ").find(" " + name + " ") != std::string::npos;
}

/// Counts the contexts of each display, since a display must only be closed after the last of them.
class Displays {
public:
    static bool open(EGLDisplay display) {
        const std::lock_guard lock(mutex());
        EGLint major = 0, minor = 0;
        if (display == EGL_NO_DISPLAY || (uses()[display] == 0 && !eglInitialize(display, &major, &minor))) return false;
        ++uses()[display];
        return true;
    }
    static void close(EGLDisplay display) {
        const std::lock_guard lock(mutex());
        if (--uses()[display] == 0) eglTerminate(display);
    }

private:
    static std::mutex& mutex() {
        static std::mutex mutex;
        return mutex;
    }
    static std::map<EGLDisplay, int>& uses() {
        static std::map<EGLDisplay, int> uses;
        return uses;
    }
};

/// The devices on which EGL can draw without a display: graphics cards, then everything else.
std::vector<EGLDisplay> find_devices(const char* client_extensions) {
    std::vector<EGLDisplay> cards, others;
    if (!lists(client_extensions, "EGL_EXT_platform_device") || !lists(client_extensions, "EGL_EXT_device_enumeration")) return {};
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (!eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count)) return {};
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const bool is_card = !lists(eglQueryDeviceStringEXT(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software");
        (is_card ? cards : others).push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
    }
    cards.insert(cards.end(), others.begin(), others.end());
    return cards;
}

/// The displays in the order in which they are tried.
std::vector<EGLDisplay> find_displays(OffscreenUse use) {
    if (!epoxy_has_egl()) throw Error(std::string("there is no EGL library to draw without a display") + advice);
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!lists(client, "EGL_EXT_platform_base"))
        throw Error(std::string("EGL here cannot draw without a display: no surfaceless platform") + advice);
    std::vector<EGLDisplay> displays = find_devices(client);
    if (lists(client, "EGL_MESA_platform_surfaceless")) {
        const EGLDisplay surfaceless = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        displays.insert(use == OffscreenUse::drawing ? displays.begin() : displays.end(), surfaceless);
    }
    return displays;
}

EGLContext create_context(EGLDisplay display, EGLContext shared, std::vector<EGLint> wanted) {
    wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE});
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, shared, wanted.data());
}

EGLContext create_context(EGLDisplay display, EGLContext shared, OffscreenUse use) {
    const std::vector<EGLint> computing{EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3};
    if (use == OffscreenUse::computing) {
        std::vector<EGLint> telling = computing;
        telling.insert(telling.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET});
        const EGLContext context = create_context(display, shared, std::move(telling));
        if (context != EGL_NO_CONTEXT) return context;
    }
    const EGLContext context = create_context(display, shared, computing);
    if (context != EGL_NO_CONTEXT || use == OffscreenUse::computing) return context;
    return create_context(display, shared, {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3});
}

}  // namespace

OffscreenContext::OffscreenContext(OffscreenUse use) {
    bool has_driver = false;
    for (const EGLDisplay display : find_displays(use)) {
        if (!Displays::open(display)) continue;
        has_driver = true;
        eglBindAPI(EGL_OPENGL_API);
        context_ = create_context(display, EGL_NO_CONTEXT, use);
        if (context_ != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
            display_ = display;
            return;
        }
        if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display, context_);
        Displays::close(display);
    }
    if (!has_driver) throw Error(std::string("EGL finds no driver to draw with") + advice);
    throw Error(std::string("EGL gives no context with OpenGL ") + (use == OffscreenUse::drawing ? "3.3" : "4.3") + advice);
}

OffscreenContext::OffscreenContext(const OffscreenContext& shares_with, OffscreenUse use) : display_(shares_with.display_) {
    Displays::open(display_);
    eglBindAPI(EGL_OPENGL_API);
    context_ = create_context(display_, shares_with.context_, use);
    if (context_ != EGL_NO_CONTEXT && eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) return;
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    Displays::close(display_);
    throw Error("EGL gives no second context that shares its objects with the first");
}

OffscreenContext::~OffscreenContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    Displays::close(display_);
}

}  // namespace vitrine
