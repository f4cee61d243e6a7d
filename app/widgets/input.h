#pragma once
/// The user's input since the previous frame, filled by the window from GLFW or by a script.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace vitrine {

enum class MouseButton { left, right, middle };

struct ButtonState {
    bool down = false;      ///< held now
    bool pressed = false;   ///< went down since the previous frame; `down` may be false again
    bool released = false;  ///< went up since the previous frame
    int clicks = 0;         ///< with pressed: 1, or 2 for the second of a double click
};

struct Modifiers {
    bool ctrl = false, shift = false, alt = false, super = false;
};

struct Input {
    int width = 0, height = 0;  ///< size of the picture, in pixels of the display
    float scale = 1;            ///< pixels of the display per logical pixel
    double time = 0;            ///< seconds; only differences mean something

    ImVec2 mouse{-1, -1};  ///< in logical pixels
    bool mouse_inside = false;
    std::array<ButtonState, 3> buttons{};
    ImVec2 wheel{0, 0};  ///< notches; y > 0 away from the user
    Modifiers modifiers;

    /// Keys pressed or repeated, in order: "ctrl+p", "left", "space", "shift+tab", "f1"; "alt" if it went down and up alone.
    std::vector<std::string> keys;
    std::string text;                  ///< typed text, in UTF-8
    std::string clipboard;             ///< the text of the clipboard, if a key that pastes was pressed
    std::vector<std::string> dropped;  ///< paths of files
    bool close = false;                ///< the window's close button was pressed
    bool arrived = false;              ///< the window has come to the front

    const ButtonState& button(MouseButton which) const { return buttons[static_cast<std::size_t>(which)]; }
    ButtonState& button(MouseButton which) { return buttons[static_cast<std::size_t>(which)]; }
    bool key(std::string_view chord) const;
    ImVec2 logical_size() const { return {static_cast<float>(width) / scale, static_cast<float>(height) / scale}; }

    /// Drops the events and keeps the state: position, held buttons, modifiers, size.
    void next_frame();
};

/// The name of a key with its modifiers in the order of `Input::keys`: "ctrl+shift+p".
std::string chord(const Modifiers& modifiers, std::string_view key);

/// Whether a chord is well formed: modifiers in order, and a key the window can report. For scripts.
bool is_chord(std::string_view chord);

/// Whether a chord puts the text of the clipboard into a text field.
bool pastes(std::string_view chord);

/// Passes a frame's input to Dear ImGui: size, scale, mouse, keys, text.
void feed_imgui(const Input& input, double seconds_since_last_frame);

}  // namespace vitrine
