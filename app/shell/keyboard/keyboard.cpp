#include "app/shell/keyboard/keyboard.h"

#include <algorithm>

#include "app/actions/actions.h"
#include "app/actions/palette_state.h"
#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/edit/sentence_typing.h"
#include "app/export/exporting.h"
#include "app/importing/fields.h"
#include "app/lesson/commands.h"
#include "app/lesson/state.h"
#include "app/link/link.h"
#include "app/shell/keyboard/editing.h"
#include "app/shell/keyboard/menus.h"
#include "app/start/typing.h"
#include "app/state/clipboard.h"
#include "app/state/lacking.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// The anchor after (or before) the focused one, in a circle; while a drop-down is open, in a circle of its entries.
std::string next_focus(const FrameRecord& record, const State& state, const std::string& focus, bool forwards) {
    std::vector<std::string> stops;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.focusable && (state.menu.empty() || anchor.floating)) stops.push_back(anchor.name);
    }
    if (stops.empty()) return {};
    const auto here = std::ranges::find(stops, focus);
    if (here == stops.end()) return forwards ? stops.front() : stops.back();
    const auto place = static_cast<std::size_t>(here - stops.begin());
    return stops[(place + (forwards ? 1 : stops.size() - 1)) % stops.size()];
}

/// What the keys do in the shown view.
const ViewKeys& keys_of(const State& state) {
    static constexpr ViewKeys none;
    const Module& view = module_of(state.modules, state.view);
    return works(state, view) ? view.keys : none;
}

/// Whether typed characters go into a text field of the view.
bool types_in_view(const State& state) {
    const ViewKeys& keys = keys_of(state);
    return keys.is_typing && keys.is_typing(state);
}

/// Whether a lesson is told over the whole window, and the focus is not in the program beside it.
bool is_being_told(const State& state) {
    return is_told(state.of<LessonState>()) && (state.focus.empty() || state.focus.starts_with("lesson/"));
}

/// Escape closes the first of these that is there: a running export, the drop-down, the message, a told lesson, the
/// focus ring, the selected cell, and then the view's own choices.
void leave(const State& state, std::string& focus, Commands& commands) {
    if (state.of<Exporting>().busy()) {
        commands.push_back(CancelExport{});
    } else if (!state.menu.empty()) {
        if (!focus.empty()) focus = opener_of(state.menu);
        commands.push_back(SetMenu{""});
    } else if (!state.notice.empty()) {
        commands.push_back(CloseMessage{});
    } else if (is_being_told(state)) {
        focus.clear();
        commands.push_back(CloseLesson{});
    } else if (!focus.empty()) {
        focus.clear();
    } else if (state.selection.cell) {
        commands.push_back(ClearCell{});
    } else if (const ViewKeys& keys = keys_of(state); keys.leave) {
        keys.leave(state, commands);
    }
}

/// Whether a key is a command wherever the focus is, rather than a character that might be typed.
bool is_command_chord(std::string_view key) {
    const bool function_key = key.size() >= 2 && key[0] == 'f' && key[1] >= '0' && key[1] <= '9';
    return key.starts_with("ctrl+") || key.starts_with("alt+") || key == "alt" || function_key;
}

/// A refused key that would change run A or copy a link gives the reason; other refused keys do nothing.
void tell_refusal(const std::string& refusal, const State& state, Commands& commands) {
    if (refusal.empty()) return;
    if ((shows_a(state) && refusal == edit_refusal(state)) || refusal == link_refusal(state))
        commands.push_back(ShowMessage{"Nothing done: " + refusal});
}

/// Whether a key is a command although a word has the focus ring. After the word's field has been closed, letters and digits are
/// commands again, since the user has finished typing.
bool is_command_on_word(std::string_view key, const State& state) {
    constexpr std::string_view shift = "shift+";
    if (key.starts_with(shift)) key.remove_prefix(shift.size());
    return !state.closed_at.empty() && state.focus == state.closed_at && key.size() == 1;
}

/// Performs a chord's action, if it has one. Closes the open page, unless text is copied from a transcript.
void act(std::string_view key, const State& state, Commands& commands) {
    const Action* action = action_of_chord(state, key);
    if (!action) return tell_refusal(refusal_of_chord(state, key), state, commands);
    const bool reads = state.menu == "page/transcript";
    if (reads && action->id == "edit/copy") action = find_action(state, "edit/copy-transcript");
    if (!state.menu.empty() && !(reads && action->id == "edit/copy-transcript")) commands.push_back(SetMenu{""});
    perform(*action, state, commands);
}

/// Finding a command works on pages whose text field has the keys, too.
void find_command(const Input& input, const State& state, Commands& commands) {
    for (const std::string& key : input.keys) {
        const Action* action = action_of_chord(state, key);
        if (action && action->id == "help/commands") act(key, state, commands);
    }
}

/// Handles keys that are not part of a text.
void drive(const Input& input, const State& state, const FrameRecord& record, std::string& focus, Commands& commands) {
    for (const std::string& key : input.keys) {
        if (slide_on_start_page(key, state, commands)) continue;
        if (drive_menu(key, state, record, focus, commands)) continue;
        if (drive_editing(key, state, commands)) continue;
        if (key == "tab") {
            focus = next_focus(record, state, focus, true);
        } else if (key == "shift+tab") {
            focus = next_focus(record, state, focus, false);
        } else if (key == "escape") {
            leave(state, focus, commands);
        } else if (is_command_chord(key)) {
            act(key, state, commands);
        } else if (state.menu.empty()) {
            const ViewKeys& keys = keys_of(state);
            if (keys.press) keys.press(key, state, focus, commands);
            if (!focus.empty() && !is_command_on_word(key, state)) continue;
            act(key, state, commands);
        }
    }
}

}  // namespace

namespace {

/// Whether the pointer is on the open text field, its list or its button.
bool is_on_field(const Input& input, const FrameRecord& record) {
    return std::ranges::any_of(record.anchors, [&](const Anchor& anchor) {
        const bool field = anchor.name == field_anchor || anchor.name.starts_with("field/") || anchor.name == sentence_field ||
                           anchor.name.starts_with("batch/near/");
        return field && anchor.visible.contains(input.mouse);
    });
}

}  // namespace

void handle_keys(const Input& input, const State& state, const FrameRecord& record, Commands& commands) {
    std::string focus = state.focus;
    if (state.menu == palette_menu) {
        type_palette(input, state, commands);
    } else if (types_save_path(state)) {
        type_save_path(input, state, focus, commands);
    } else if (types_on_start_page(state)) {
        const int leaves = type_on_start_page(input, state, focus, commands);
        if (leaves != 0) focus = next_focus(record, state, focus, leaves > 0);
        find_command(input, state, commands);
    } else if (types_on_import_page(state)) {
        const int leaves = type_on_import_page(input, state, focus, commands);
        if (leaves != 0) focus = next_focus(record, state, focus, leaves > 0);
        while (leaves != 0 && focus.starts_with(state.focus + "/found/")) focus = next_focus(record, state, focus, leaves > 0);
        find_command(input, state, commands);
    } else if (types_sentence(state)) {
        const int leaves = type_sentence(input, state, focus, commands);
        if (leaves != 0) focus = next_focus(record, state, focus, leaves > 0);
    } else if (types_in_field(state)) {
        type_in_field(input, state, commands);
    } else if (type_over_word(input, state, commands)) {
        return;
    } else if (types_in_view(state)) {
        const int leaves = keys_of(state).type(input, state, focus, commands);
        if (leaves != 0) focus = next_focus(record, state, focus, leaves > 0);
        // Copying in a text field copies the selected text.
        const bool copies = std::ranges::any_of(commands, [](const Command& command) { return command.as<CopyText>() != nullptr; });
        for (const std::string& key : input.keys) {
            TextEdit unused;
            const bool done = press(unused, key) || (copies && key == "ctrl+c");
            if (is_command_chord(key) && !done) act(key, state, commands);
        }
    } else {
        drive(input, state, record, focus, commands);
        type_in_list(input, state, record, focus, commands);
    }
    // A click elsewhere ends the use of the focus ring.
    if (input.button(MouseButton::left).pressed && !is_on_field(input, record)) focus.clear();
    if (focus != state.focus) commands.push_back(SetFocus{focus});
}

bool takes_text(const State& state) {
    return types_in_view(state) || types_in_field(state) || types_save_path(state) || types_on_import_page(state) ||
           types_on_start_page(state) || types_sentence(state) || state.menu == palette_menu;
}

bool activates(const Input& input, const State& state) {
    return !state.focus.empty() && !takes_text(state) && (input.key("enter") || input.key("space"));
}

}  // namespace vitrine
