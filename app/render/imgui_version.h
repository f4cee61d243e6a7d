#pragma once
/// Hides the differences between Dear ImGui of Debian 12 (1.86) and of Debian 13 (1.90).

#include <cmath>
#include <cstdint>

#include <imgui.h>

namespace vitrine::imgui {

/// The event queue came with 1.87; before it, mouse and keys are written into ImGuiIO.
constexpr bool has_event_queue = IMGUI_VERSION_NUM >= 18700;

/// To be called once after CreateContext. Configures: no files, no navigation by Dear ImGui, keys by our numbers, vertex offsets.
inline void configure(ImGuiIO& io) {
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigFlags &= ~(ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_NavEnableGamepad);
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false;  // all events of a frame belong to that frame, even if a script sends them
#else
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
#endif
}

inline void set_mouse(ImGuiIO& io, ImVec2 position, ImVec2 wheel) {
#if IMGUI_VERSION_NUM >= 18700
    io.AddMousePosEvent(position.x, position.y);
    if (wheel.x != 0 || wheel.y != 0) io.AddMouseWheelEvent(wheel.x, wheel.y);
#else
    io.MousePos = position;
    io.MouseWheelH += wheel.x;
    io.MouseWheel += wheel.y;
#endif
}

inline void set_button(ImGuiIO& io, int button, bool down) {
#if IMGUI_VERSION_NUM >= 18700
    io.AddMouseButtonEvent(button, down);
#else
    io.MouseDown[button] = down;
#endif
}

/// Sets whether a key is held in the coming frame. A key set in two successive frames counts as pressed in both.
inline void set_key(ImGuiIO& io, ImGuiKey key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
    if (down && io.KeysData[key - ImGuiKey_KeysData_OFFSET].Down) io.KeysData[key - ImGuiKey_KeysData_OFFSET].DownDuration = -1;
    io.AddKeyEvent(key, down);
#else
    if (down && io.KeysDown[key]) io.KeysDownDuration[key] = -1;
    io.KeysDown[key] = down;
#endif
}

/// Whether a key went down in this frame.
inline bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, false); }

inline void set_modifiers(ImGuiIO& io, bool ctrl, bool shift, bool alt, bool super) {
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
    io.AddKeyEvent(ImGuiMod_Super, super);
#elif IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
    io.AddKeyEvent(ImGuiKey_ModShift, shift);
    io.AddKeyEvent(ImGuiKey_ModAlt, alt);
    io.AddKeyEvent(ImGuiKey_ModSuper, super);
#else
    io.KeyCtrl = ctrl;
    io.KeyShift = shift;
    io.KeyAlt = alt;
    io.KeySuper = super;
#endif
}

/// An OpenGL texture name in Dear ImGui's type, which is void* in both versions, and an integer from 1.91 on.
inline ImTextureID texture_id(unsigned texture) { return (ImTextureID) static_cast<std::uintptr_t>(texture); }
inline unsigned texture_name(ImTextureID id) { return static_cast<unsigned>((std::uintptr_t)id); }

/// Requests glyphs of a fractional height. 1.90 would truncate it: there, a whole height and a density are combined.
inline void set_height(ImFontConfig& config, float height) {
#if IMGUI_VERSION_NUM >= 19010
    config.SizePixels = std::round(height);
    config.RasterizerDensity = height / config.SizePixels;
#else
    config.SizePixels = height;
#endif
}

/// The glyph of a character; null if the font has none.
inline const ImFontGlyph* find_glyph(const ImFont& font, char32_t code) {
    if (code > IM_UNICODE_CODEPOINT_MAX) return nullptr;
    return font.FindGlyphNoFallback(static_cast<ImWchar>(code));
}

/// Sets the width of antialiased edges to one display pixel at any scale. To be called once per list and frame.
inline void set_edge_width(ImDrawList& list, float width) { list._FringeScale = width; }

}  // namespace vitrine::imgui
