#include "app/shell/window/window.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/shell/keyboard/clicks.h"
#include "app/shell/window/context.h"
#include "app/shell/window/keys.h"
#include "app/widgets/limits.h"
#include "core/tensor/error.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

std::string last_error() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "no reason given";
}

struct WindowSize {
    int width, height;  // in the units of the function that uses it
};

/// The screen area available for windows, in units of the window system; empty if unknown.
std::optional<WindowSize> work_area() {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return std::nullopt;
    int x = 0, y = 0;
    WindowSize area{};
    glfwGetMonitorWorkarea(monitor, &x, &y, &area.width, &area.height);
    if (area.width <= 0 || area.height <= 0) return std::nullopt;
    return area;
}

float display_scale() {
    float x = 1, y = 1;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) glfwGetMonitorContentScale(monitor, &x, &y);
    return x > 0 ? x : 1;
}

/// The size to request. GLFW multiplies it by the display's scale, so the work area's size is divided by that.
WindowSize first_size(const WindowOptions& options) {
    const float display = display_scale(), own = options.scale > 0 ? options.scale / display : 1;
    WindowSize size{static_cast<int>(static_cast<float>(options.width) * own),
                    static_cast<int>(static_cast<float>(options.height) * own)};
    if (const auto area = work_area()) {
        size.width = std::min(size.width, static_cast<int>(static_cast<float>(area->width) / display));
        size.height = std::min(size.height, static_cast<int>(static_cast<float>(area->height) / display));
    }
    return size;
}

GLFWwindow* open_window(const WindowOptions& options) {
    glfwWindowHint(GLFW_VISIBLE, options.visible);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "vitrine");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "vitrine");
#ifdef GLFW_WAYLAND_APP_ID
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "vitrine");
#endif
    const auto [width, height] = first_size(options);
    for (const auto& [major, minor] : {std::pair{4, 3}, std::pair{3, 3}}) {
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
        if (GLFWwindow* window = glfwCreateWindow(width, height, options.title.c_str(), nullptr, nullptr)) return window;
    }
    return nullptr;
}

Modifiers modifiers_of(int bits) {
    return {(bits & GLFW_MOD_CONTROL) != 0, (bits & GLFW_MOD_SHIFT) != 0, (bits & GLFW_MOD_ALT) != 0, (bits & GLFW_MOD_SUPER) != 0};
}

}  // namespace

struct DesktopWindow::State {
    GLFWwindow* window = nullptr;
    GLFWwindow* hidden = nullptr;  ///< shares its context
    DesktopWindow* owner = nullptr;
    Input input;
    float own_scale = 0;  ///< 0: use the display's scale
    Clicks clicks;
    bool alt_alone = false;  ///< Alt went down, and nothing else has happened since: releasing it then counts as a key

    static State& of(GLFWwindow* window) { return *static_cast<State*>(glfwGetWindowUserPointer(window)); }

    float scale() const {
        if (own_scale > 0) return own_scale;
        float x = 1, y = 1;
        glfwGetWindowContentScale(window, &x, &y);
        return x > 0 ? x : 1;
    }

    Surface surface() const {
        Surface found{0, 0, scale()};
        glfwGetFramebufferSize(window, &found.width, &found.height);
        return found;
    }

    /// Keeps the window large enough for its parts at its scale, but not larger than the display.
    void limit_size() const {
        int width = 0, height = 0, pixels = 0, ignored = 0;
        glfwGetWindowSize(window, &width, &height);
        glfwGetFramebufferSize(window, &pixels, &ignored);
        if (width <= 0 || pixels <= 0) return;
        const float units = scale() * static_cast<float>(width) / static_cast<float>(pixels);  // per logical pixel
        WindowSize least{static_cast<int>(std::ceil(static_cast<float>(least_logical_size.width) * units)),
                         static_cast<int>(std::ceil(static_cast<float>(least_logical_size.height) * units))};
        if (const auto area = work_area()) {
            least = {std::min(least.width, area->width), std::min(least.height, area->height)};
        }
        glfwSetWindowSizeLimits(window, least.width, least.height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    }

    /// GLFW counts in units of the window system, which are pixels on X11 but not on Wayland.
    void move_mouse(double x, double y) {
        int width = 0, height = 0;
        glfwGetWindowSize(window, &width, &height);
        const Surface now = surface();
        if (width <= 0 || height <= 0) return;
        const ImVec2 logical = now.logical_size();
        input.mouse = {static_cast<float>(x) * logical.x / static_cast<float>(width),
                       static_cast<float>(y) * logical.y / static_cast<float>(height)};
    }

    void change_button(int number, bool down, int modifiers) {
        input.modifiers = modifiers_of(modifiers);
        alt_alone = false;
        if (number < 0 || number > 2) return;
        clicks.change(input, static_cast<MouseButton>(number), down, glfwGetTime());
    }

    void change_key(int key, int scancode, int action, int bits) {
        Modifiers held = modifiers_of(bits);
        if (bool Modifiers::*own = modifier_of(key)) held.*own = action != GLFW_RELEASE;  // X11 omits the key itself
        input.modifiers = held;
        if (key == GLFW_KEY_LEFT_ALT && action == GLFW_RELEASE && alt_alone) input.keys.emplace_back("alt");
        alt_alone = key == GLFW_KEY_LEFT_ALT && action == GLFW_PRESS;
        const std::string name = action == GLFW_RELEASE ? "" : key_name(key, scancode);
        if (name.empty()) return;
        input.keys.push_back(chord(held, name));
        if (!pastes(input.keys.back())) return;
        const char* text = glfwGetClipboardString(window);  // null: the clipboard is empty or has no text
        input.clipboard = text ? text : "";
    }

    void listen();
};

void DesktopWindow::State::listen() {
    glfwSetWindowUserPointer(window, this);
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) { of(w).move_mouse(x, y); });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) { of(w).input.mouse_inside = entered == GLFW_TRUE; });
    glfwSetMouseButtonCallback(
        window, [](GLFWwindow* w, int button, int action, int bits) { of(w).change_button(button, action == GLFW_PRESS, bits); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
        of(w).input.wheel.x += static_cast<float>(x);
        of(w).input.wheel.y += static_cast<float>(y);
    });
    glfwSetKeyCallback(
        window, [](GLFWwindow* w, int key, int scancode, int action, int bits) { of(w).change_key(key, scancode, action, bits); });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned code) { of(w).input.text += utf8_of(code); });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
        of(w).input.dropped.insert(of(w).input.dropped.end(), paths, paths + count);
    });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
        of(w).alt_alone = false;
        of(w).input.arrived = focused == GLFW_TRUE;
    });
    glfwSetWindowCloseCallback(window, [](GLFWwindow* w) {
        of(w).input.close = true;
        glfwSetWindowShouldClose(w, GLFW_FALSE);
    });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { of(w).limit_size(); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) {
        if (of(w).owner->on_refresh) of(w).owner->on_refresh();
    });
}

bool display_available() {
    const auto named = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value && *value;
    };
    return named("DISPLAY") || named("WAYLAND_DISPLAY");
}

DesktopWindow::DesktopWindow(const WindowOptions& options) : state_(std::make_unique<State>()) {
    if (!glfwInit()) throw Error("no window can be opened: " + last_error());
    state_->window = open_window(options);
    if (!state_->window) {
        const std::string reason = last_error();
        glfwTerminate();
        throw Error("no window with OpenGL 3.3 can be opened: " + reason);
    }
    state_->owner = this;
    state_->own_scale = options.scale;
    state_->limit_size();
    glfwMakeContextCurrent(state_->window);
    glfwSwapInterval(1);
    state_->input.mouse_inside = glfwGetWindowAttrib(state_->window, GLFW_HOVERED) == GLFW_TRUE;
    state_->listen();
}

DesktopWindow::~DesktopWindow() {
    if (state_->hidden) glfwDestroyWindow(state_->hidden);
    glfwDestroyWindow(state_->window);
    glfwTerminate();
}

MakeContext DesktopWindow::shared_context() {
    if (!state_->hidden) state_->hidden = open_hidden_window(state_->window);
    return [hidden = state_->hidden] { return std::make_unique<WindowContext>(hidden); };
}

namespace {

/// Waits for an event. A signal does not end GLFW's waiting, so the wait is split into slices, and `stops` is called between
/// them.
void wait_for_event(double patience, const std::function<bool()>& stops) {
    constexpr double between_looks = 0.2;
    for (double left = patience; left > 0 && !(stops && stops());) {
        const double slice = std::min(left, between_looks), before = glfwGetTime();
        glfwWaitEventsTimeout(slice);
        const double passed = glfwGetTime() - before;
        if (passed < slice) return;  // an event has arrived
        left -= passed;
    }
}

}  // namespace

const Input& DesktopWindow::poll(double patience, const std::function<bool()>& stops) {
    Input& input = state_->input;
    input.next_frame();
    if (patience > 0) {
        wait_for_event(patience, stops);
    } else {
        glfwPollEvents();
    }
    const Surface now = surface();
    input.width = now.width;
    input.height = now.height;
    input.scale = now.scale;
    input.time = glfwGetTime();
    return input;
}

void DesktopWindow::present() { glfwSwapBuffers(state_->window); }

Surface DesktopWindow::surface() const { return state_->surface(); }

void DesktopWindow::set_scale(float scale) {
    state_->own_scale = scale;
    state_->limit_size();
    // The pointer rests, but what is under it has another size now.
    double x = 0, y = 0;
    glfwGetCursorPos(state_->window, &x, &y);
    state_->move_mouse(x, y);
}

void DesktopWindow::set_title(const std::string& title) { glfwSetWindowTitle(state_->window, title.c_str()); }

void DesktopWindow::set_clipboard(const std::string& text) { glfwSetClipboardString(state_->window, text.c_str()); }

}  // namespace vitrine
