#pragma once
/// What a page of a browser tells the program, as text: events of its window, mouse and keyboard.

#include <nlohmann/json_fwd.hpp>

#include "app/base/command.h"
#include "app/shell/keyboard/clicks.h"
#include "app/shell/keyboard/touches.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Turns events into input and commands. An event is an object with its name under "event"; docs/WEB.md lists them.
class Hearing {
public:
    /// Notes an event in `input`; what is no input becomes a command. Throws Error, or an exception of nlohmann::json, where the
    /// event is not as listed.
    void hear(const nlohmann::json& event, Input& input, Commands& commands);

    /// Sets how many logical pixels a pixel of the page has, in which places are told.
    void set_page_pixel(float logical) { page_pixel_ = logical; }

    Touches& touches() { return touches_; }

private:
    void hear_mouse(const nlohmann::json& event, Input& input);
    void hear_finger(const nlohmann::json& event);

    Clicks clicks_;
    Touches touches_;
    float page_pixel_ = 1;
};

}  // namespace vitrine
