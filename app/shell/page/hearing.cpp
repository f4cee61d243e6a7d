#include "app/shell/page/hearing.h"

#include <nlohmann/json.hpp>

#include "app/link/commands.h"
#include "app/state/late_files.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

Modifiers modifiers_in(const nlohmann::json& event) {
    return {.ctrl = event.value("ctrl", false),
            .shift = event.value("shift", false),
            .alt = event.value("alt", false),
            .super = event.value("meta", false)};
}

/// The page's wishes are treated like those of a desktop.
DesktopWishes wishes_in(const nlohmann::json& event) {
    return {.appearance = event.at("dark").get<bool>() ? Appearance::dark : Appearance::light,
            .reduced_motion = event.at("still").get<bool>()};
}

/// How far the fetching of a late file is.
Command file_news(const nlohmann::json& event) {
    const std::string file = event.at("name").get<std::string>();
    if (event.contains("problem")) return LateFileFailed{file, event["problem"].get<std::string>()};
    if (event.contains("come")) return LateFileAdvanced{file, event["come"].get<std::uint64_t>()};
    return LateFileCame{file};
}

}  // namespace

void Hearing::hear_mouse(const nlohmann::json& event, Input& input) {
    input.modifiers = modifiers_in(event);
    input.mouse = {page_pixel_ * event.at("x").get<float>(), page_pixel_ * event.at("y").get<float>()};
    input.mouse_inside = event.value("inside", true);
    if (!event.contains("button")) return;
    const int button = event["button"].get<int>();
    if (button < 0 || button > 2) return;
    clicks_.change(input, static_cast<MouseButton>(button), event.at("down").get<bool>(), event.at("time").get<double>());
}

void Hearing::hear_finger(const nlohmann::json& event) {
    const std::string phase = event.at("phase").get<std::string>();
    const auto finger = event.at("finger").get<FingerId>();
    const ImVec2 at{page_pixel_ * event.at("x").get<float>(), page_pixel_ * event.at("y").get<float>()};
    const double time = event.at("time").get<double>();
    if (phase == "begin") {
        touches_.begin(finger, at, time);
    } else if (phase == "move") {
        touches_.move(finger, at, time);
    } else if (phase == "end") {
        touches_.end(finger, at, time);
    } else {
        touches_.cancel();
    }
}

void Hearing::hear(const nlohmann::json& event, Input& input, Commands& commands) {
    const std::string name = event.at("event").get<std::string>();
    if (name == "size") {
        input.width = event.at("width").get<int>();
        input.height = event.at("height").get<int>();
    } else if (name == "mouse") {
        hear_mouse(event, input);
    } else if (name == "touch") {
        hear_finger(event);
    } else if (name == "wheel") {
        hear_mouse(event, input);
        input.wheel.x += event.at("across").get<float>();
        input.wheel.y += event.at("notches").get<float>();
    } else if (name == "key") {
        input.modifiers = modifiers_in(event);
        input.keys.push_back(chord(input.modifiers, event.at("key").get<std::string>()));
        if (event.contains("clipboard")) input.clipboard = event["clipboard"].get<std::string>();
    } else if (name == "modifiers") {
        input.modifiers = modifiers_in(event);
    } else if (name == "text") {
        input.text += event.at("text").get<std::string>();
    } else if (name == "drop") {
        for (const auto& file : event.at("files")) input.dropped.push_back(file.get<std::string>());
    } else if (name == "looks") {
        commands.push_back(HearDesktop{wishes_in(event)});
    } else if (name == "problem") {
        commands.push_back(ShowMessage{event.at("text").get<std::string>()});
    } else if (name == "file") {
        commands.push_back(file_news(event));
    } else if (name == "link") {
        commands.push_back(OpenLink{event.at("text").get<std::string>()});
    } else {
        throw Error("the page tells of an unknown event: " + in_quotes(name));
    }
}

}  // namespace vitrine
