#pragma once
/// The window of the desktop, through GLFW: OpenGL 4.3, or 3.3 where there is no more.

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
    int width = 1600, height = 1000;  ///< in logical pixels; less where the display is smaller
    float scale = 0;                  ///< 0: the display's own
    bool visible = true;
};

/// True where a window could be opened: an X11 or Wayland display is named in the environment.
bool display_available();

/// One window at a time. Its context is current on the thread that made it.
class DesktopWindow {
public:
    /// Throws Error with the reason where there is no display or no OpenGL 3.3.
    explicit DesktopWindow(const WindowOptions& options);
    ~DesktopWindow();
    DesktopWindow(const DesktopWindow&) = delete;
    DesktopWindow& operator=(const DesktopWindow&) = delete;

    /// What happened since the last call. Waits up to `patience` seconds for something to happen; 0 does not wait.
    const Input& poll(double patience = 0);

    /// Shows what was drawn to the default framebuffer, in step with the display.
    void present();

    /// Contexts for other threads that have the same buffers, textures and programs, one at a time; made and ended while the window
    /// is there.
    MakeContext shared_context();

    Surface surface() const;
    void set_scale(float scale);  ///< 0: the display's own again; the window's least size follows it
    void set_title(const std::string& title);
    void set_clipboard(const std::string& text);

    /// Called when the window system wants a picture while poll is held up, as during a resize. Optional.
    std::function<void()> on_refresh;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace vitrine
