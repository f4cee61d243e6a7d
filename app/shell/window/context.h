#pragma once
/// A second OpenGL context beside a window's, for another thread, through a window that nobody sees.

#include "app/render/graphics_context.h"

struct GLFWwindow;

namespace vitrine {

/// A hidden window whose context has the buffers, textures and programs of another one's; null where the driver gives none. Made
/// and destroyed on the thread of all windows.
GLFWwindow* open_hidden_window(GLFWwindow* shares_with);

/// The context of a hidden window.
class WindowContext : public GraphicsContext {
public:
    /// Throws Error where it cannot be made current, or where there is no window.
    explicit WindowContext(GLFWwindow* window);
    ~WindowContext() override;
};

}  // namespace vitrine
