#include "app/widgets/input.h"

#include <algorithm>
#include <utility>

#include "app/render/imgui_version.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Keys that have names; other keys are named by the character that they type, in lower case.
constexpr std::array key_names{std::string_view("left"),      std::string_view("right"),    std::string_view("up"),
                               std::string_view("down"),      std::string_view("home"),     std::string_view("end"),
                               std::string_view("pageup"),    std::string_view("pagedown"), std::string_view("tab"),
                               std::string_view("space"),     std::string_view("enter"),    std::string_view("escape"),
                               std::string_view("backspace"), std::string_view("delete"),   std::string_view("insert"),
                               std::string_view("menu"),      std::string_view("alt")};

/// The keys that Dear ImGui's text fields react to.
constexpr std::array<std::pair<std::string_view, ImGuiKey>, 21> imgui_keys{{
    {"left", ImGuiKey_LeftArrow},
    {"right", ImGuiKey_RightArrow},
    {"up", ImGuiKey_UpArrow},
    {"down", ImGuiKey_DownArrow},
    {"home", ImGuiKey_Home},
    {"end", ImGuiKey_End},
    {"pageup", ImGuiKey_PageUp},
    {"pagedown", ImGuiKey_PageDown},
    {"tab", ImGuiKey_Tab},
    {"space", ImGuiKey_Space},
    {"enter", ImGuiKey_Enter},
    {"escape", ImGuiKey_Escape},
    {"backspace", ImGuiKey_Backspace},
    {"delete", ImGuiKey_Delete},
    {"insert", ImGuiKey_Insert},
    {"a", ImGuiKey_A},
    {"c", ImGuiKey_C},
    {"v", ImGuiKey_V},
    {"x", ImGuiKey_X},
    {"y", ImGuiKey_Y},
    {"z", ImGuiKey_Z},
}};

constexpr std::array<std::pair<std::string_view, bool Modifiers::*>, 4> modifier_names{{
    {"ctrl+", &Modifiers::ctrl},
    {"shift+", &Modifiers::shift},
    {"alt+", &Modifiers::alt},
    {"super+", &Modifiers::super},
}};

std::string_view without_modifiers(std::string_view chord) {
    for (const auto& [prefix, held] : modifier_names)
        if (chord.size() > prefix.size() && chord.starts_with(prefix)) chord.remove_prefix(prefix.size());
    return chord;
}

/// F1 to F12.
bool is_function_key(std::string_view key) {
    if (key.size() == 2) return key[0] == 'f' && key[1] >= '1' && key[1] <= '9';
    return key == "f10" || key == "f11" || key == "f12";
}

/// Whether it is a single character of UTF-8 that is not a space or an ASCII capital.
bool is_character(std::string_view key) {
    if (key.empty() || key[0] == ' ' || (key[0] >= 'A' && key[0] <= 'Z')) return false;
    return std::all_of(key.begin() + 1, key.end(), continues_character);
}

}  // namespace

bool Input::key(std::string_view wanted) const { return std::find(keys.begin(), keys.end(), wanted) != keys.end(); }

void Input::next_frame() {
    for (ButtonState& state : buttons) {
        state.pressed = state.released = false;
        state.clicks = 0;
    }
    wheel = {0, 0};
    keys.clear();
    text.clear();
    clipboard.clear();
    dropped.clear();
    close = arrived = false;
}

std::string chord(const Modifiers& modifiers, std::string_view key) {
    std::string result;
    for (const auto& [prefix, held] : modifier_names)
        if (modifiers.*held) result += prefix;
    return result.append(key);
}

bool is_chord(std::string_view text) {
    const std::string_view key = without_modifiers(text);
    return std::find(key_names.begin(), key_names.end(), key) != key_names.end() || is_function_key(key) || is_character(key);
}

bool pastes(std::string_view chord) { return chord == "ctrl+v"; }

void feed_imgui(const Input& input, double seconds_since_last_frame) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = input.logical_size();
    io.DisplayFramebufferScale = {input.scale, input.scale};
    io.DeltaTime = static_cast<float>(std::max(seconds_since_last_frame, 1e-4));
    constexpr float nowhere = -1e6f;
    imgui::set_mouse(io, input.mouse_inside ? input.mouse : ImVec2(nowhere, nowhere), input.wheel);
    for (int i = 0; i < 3; ++i) {
        const ButtonState& state = input.buttons[static_cast<std::size_t>(i)];
        imgui::set_button(io, i, state.down || state.pressed);
    }
    const Modifiers& held = input.modifiers;
    imgui::set_modifiers(io, held.ctrl, held.shift, held.alt, held.super);
    for (const auto& [name, key] : imgui_keys) {
        const auto is_this = [wanted = name](const std::string& pressed) { return without_modifiers(pressed) == wanted; };
        imgui::set_key(io, key, std::any_of(input.keys.begin(), input.keys.end(), is_this));
    }
    io.AddInputCharactersUTF8(input.text.c_str());
}

}  // namespace vitrine
