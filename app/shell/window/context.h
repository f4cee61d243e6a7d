#pragma once
/// Makes a second OpenGL context beside a window's, for another thread, by means of a hidden window.

#include "app/render/graphics_context.h"

struct GLFWwindow;

namespace vitrine {

/// A hidden window whose context shares buffers, textures and programs with another window's; null if the driver refuses. Has to
/// be made and destroyed on the thread of all windows.
GLFWwindow* open_hidden_window(GLFWwindow* shares_with);

/// The context of a hidden window.
class WindowContext : public GraphicsContext {
public:
    /// Throws Error if the context cannot be made current, or `window` is null.
    explicit WindowContext(GLFWwindow* window);
    ~WindowContext() override;
};

}  // namespace vitrine
