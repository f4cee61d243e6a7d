#include "app/widgets/input.h"

#include <doctest/doctest.h>

#include "app/actions/actions.h"
#include "app/render/imgui_version.h"
#include "app/shell/modules.h"
#include "tests/counted.h"

namespace vitrine::input_test {

TEST_CASE("chords are written with their modifiers in one order") {
    CHECK(chord({.ctrl = true, .shift = true}, "p") == "ctrl+shift+p");
    CHECK(chord({.alt = true, .super = true}, "left") == "alt+super+left");
    CHECK(chord({}, "space") == "space");
}

TEST_CASE("only keys the window can report are chords") {
    for (const char* good :
         {"p", "ctrl+p", "shift+tab", "f1", "f12", "ctrl++", "+", "é", "ctrl+shift+left", "alt+pagedown", "super+,"})
        CHECK_MESSAGE(is_chord(good), good);
    for (const char* bad : {"", "ctrl+", "P", "ctrl p", "shift+ctrl+p", "leftt", "f13", "f0", "ctrl+ctrl+p", " "})
        CHECK_FALSE_MESSAGE(is_chord(bad), bad);
}

TEST_CASE("the next frame keeps what lasts and forgets what happened") {
    Input input;
    input.mouse = {3, 4};
    input.modifiers.shift = true;
    input.button(MouseButton::right) = {true, true, false, 2};
    input.keys = {"a"};
    input.text = "a";
    input.wheel = {0, 1};
    CHECK(input.key("a"));
    input.next_frame();
    CHECK(input.mouse.x == 3);
    CHECK(input.modifiers.shift);
    CHECK(input.button(MouseButton::right).down);
    CHECK_FALSE(input.button(MouseButton::right).pressed);
    CHECK_FALSE(input.key("a"));
    CHECK(input.text.empty());
    CHECK(input.wheel.y == 0);
}

TEST_CASE("Dear ImGui hears of mouse, text and keys, also of a key pressed in two frames on end") {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    imgui::configure(io);
    io.Fonts->Build();
    Input input;
    input.width = 800;
    input.height = 600;
    input.scale = 2;
    input.mouse = {50, 60};
    input.mouse_inside = true;
    input.button(MouseButton::left) = {false, true, true, 1};  // pressed and released within a frame
    const auto frame = [&] {
        feed_imgui(input, 0.01);
        ImGui::NewFrame();
        ImGui::EndFrame();
        input.next_frame();
    };
    for (int time = 0; time < 2; ++time) {
        input.keys = {"shift+left"};
        feed_imgui(input, 0.01);
        ImGui::NewFrame();
        CHECK(imgui::is_pressed(ImGuiKey_LeftArrow));
        CHECK(ImGui::IsMouseDown(0) == (time == 0));
        CHECK(io.MousePos.x == 50);
        CHECK(io.DisplaySize.x == 400);
        ImGui::EndFrame();
        input.next_frame();
    }
    frame();
    CHECK_FALSE(ImGui::IsMouseDown(0));
    input.text = "é";
    feed_imgui(input, 0.01);
    CHECK(io.InputQueueCharacters.Size == (imgui::has_event_queue ? 0 : 1));
    ImGui::DestroyContext();
}

TEST_CASE("every key of an action is one that the window can report") {
    const tests::Counted checks(20);
    for (const Action& action : actions(new_state())) {
        for (const std::string& keys : chords_of(action)) {
            CAPTURE(action.id);
            CHECK(is_chord(keys));
        }
    }
}

}  // namespace vitrine::input_test
