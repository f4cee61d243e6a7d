#include "app/shell/window/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace vitrine {

std::string key_name(int key, int scancode) {
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return "f" + std::to_string(key - GLFW_KEY_F1 + 1);
    switch (key) {
        case GLFW_KEY_LEFT:
            return "left";
        case GLFW_KEY_RIGHT:
            return "right";
        case GLFW_KEY_UP:
            return "up";
        case GLFW_KEY_DOWN:
            return "down";
        case GLFW_KEY_HOME:
            return "home";
        case GLFW_KEY_END:
            return "end";
        case GLFW_KEY_PAGE_UP:
            return "pageup";
        case GLFW_KEY_PAGE_DOWN:
            return "pagedown";
        case GLFW_KEY_TAB:
            return "tab";
        case GLFW_KEY_SPACE:
            return "space";
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER:
            return "enter";
        case GLFW_KEY_ESCAPE:
            return "escape";
        case GLFW_KEY_BACKSPACE:
            return "backspace";
        case GLFW_KEY_DELETE:
            return "delete";
        case GLFW_KEY_INSERT:
            return "insert";
        case GLFW_KEY_MENU:
            return "menu";
        default:
            break;
    }
    const char* written = glfwGetKeyName(key, scancode);
    return written ? written : "";
}

bool Modifiers::*modifier_of(int key) {
    switch (key) {
        case GLFW_KEY_LEFT_CONTROL:
        case GLFW_KEY_RIGHT_CONTROL:
            return &Modifiers::ctrl;
        case GLFW_KEY_LEFT_SHIFT:
        case GLFW_KEY_RIGHT_SHIFT:
            return &Modifiers::shift;
        case GLFW_KEY_LEFT_ALT:
        case GLFW_KEY_RIGHT_ALT:
            return &Modifiers::alt;
        case GLFW_KEY_LEFT_SUPER:
        case GLFW_KEY_RIGHT_SUPER:
            return &Modifiers::super;
        default:
            return nullptr;
    }
}

}  // namespace vitrine
