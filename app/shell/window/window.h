#pragma once
/// Opens the desktop window with GLFW and OpenGL 4.3, or 3.3 if that is not available.

#include <functional>
#include <memory>
#include <string>

#include "app/render/graphics_context.h"
#include "app/shell/loop/surface.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

struct WindowOptions {
    std::string title = "Vitrine";
    int width = 1600, height = 1000;  ///< in logical pixels; smaller if the display is
    float scale = 0;                  ///< 0: the display's own scale
    bool visible = true;
};

/// True if the environment names an X11 or Wayland display.
bool display_available();

/// One window at a time. Its context is current on the thread that made it.
class DesktopWindow {
public:
    /// Throws Error with the reason if there is no display or no OpenGL 3.3.
    explicit DesktopWindow(const WindowOptions& options);
    ~DesktopWindow();
    DesktopWindow(const DesktopWindow&) = delete;
    DesktopWindow& operator=(const DesktopWindow&) = delete;

    /// The input since the last call. Waits for an event, at most `patience` seconds or until `stops` returns true, which is
    /// called a few times a second. 0 does not wait.
    const Input& poll(double patience = 0, const std::function<bool()>& stops = {});

    /// Shows the default framebuffer, in step with the display.
    void present();

    /// Makes contexts for other threads, which share buffers, textures and programs, one at a time. Requires: they are made and
    /// destroyed while the window exists.
    MakeContext shared_context();

    Surface surface() const;
    void set_scale(float scale);  ///< 0: the display's own; the window's minimum size follows the scale
    void set_title(const std::string& title);
    void set_clipboard(const std::string& text);

    /// Called when the window system needs a picture during poll(), as while resizing. Optional.
    std::function<void()> on_refresh;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace vitrine
