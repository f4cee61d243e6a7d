#pragma once
/// Understands what a browser's page reports as text: events of its window, mouse and keyboard.

#include <nlohmann/json_fwd.hpp>

#include "app/base/command.h"
#include "app/shell/keyboard/clicks.h"
#include "app/shell/keyboard/touches.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Turns events into input and commands. An event is an object with its name under "event"; docs/WEB.md lists all events.
class Hearing {
public:
    /// Notes an event in `input`; events that are not input become commands. Throws Error, or an exception of nlohmann::json, if
    /// the event is not as docs/WEB.md lists it.
    void hear(const nlohmann::json& event, Input& input, Commands& commands);

    /// Sets how many logical pixels a pixel of the page has. Events give places in pixels of the page; the mouse rests where it is.
    void set_page_pixel(float logical, Input& input) {
        input.mouse = {input.mouse.x * logical / page_pixel_, input.mouse.y * logical / page_pixel_};
        page_pixel_ = logical;
    }

    Touches& touches() { return touches_; }

private:
    void hear_mouse(const nlohmann::json& event, Input& input);
    void hear_finger(const nlohmann::json& event);

    Clicks clicks_;
    Touches touches_;
    float page_pixel_ = 1;
};

}  // namespace vitrine
