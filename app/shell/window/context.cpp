#include "app/shell/window/context.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "core/tensor/error.h"

namespace vitrine {

GLFWwindow* open_hidden_window(GLFWwindow* shares_with) {
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    return glfwCreateWindow(1, 1, "", nullptr, shares_with);
}

WindowContext::WindowContext(GLFWwindow* window) {
    if (window) glfwMakeContextCurrent(window);
    if (!window || glfwGetCurrentContext() != window)
        throw Error("the window's driver gives no second context that shares its objects with the first");
}

WindowContext::~WindowContext() { glfwMakeContextCurrent(nullptr); }

}  // namespace vitrine
