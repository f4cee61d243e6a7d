#include <algorithm>

#include "app/actions/actions.h"
#include "app/frame/pages/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// A key that belongs to no action, but acts on whatever is in front.
struct PlainKey {
    const char *keys, *text;
};
constexpr PlainKey plain_keys[] = {
    {"Tab, Shift+Tab", "move the keyboard focus, a coloured ring, to the next or previous control"},
    {"Enter, Space", "press the control that has the focus"},
    {"Escape", "closes what is open; then removes the focus; then clears the selection; then zooms out one level on the map"},
    {"← → ↑ ↓",
     "go from cell to cell in Tensors, Attention, Masks and Positions, from token to token in Generate, and from entry to entry in "
     "a menu; ← and → move a slider in Tensors, in Generate or on the first page that has the focus"},
    {"letters, digits",
     "while a token of the batch has the focus: type a token to replace it. After Enter or Escape, letters are commands again "
     "until the focus moves. In an open list or menu: go to the entry that begins with these letters"},
    {"Ctrl+C, Ctrl+X, Ctrl+V, Ctrl+A", "in a text field: copy, cut, paste, select all"},
    {"/", "in Tensors and Glossary: search; in Tokens: type a text for the tokenizer"},
};

void draw_line(Ui& ui, Column& column, const std::string& keys, const std::string& text) {
    constexpr float keys_width = 150, gap = 16;
    Column first{ui, column.left, column.left + keys_width, column.y};
    Column second = column.from(first.right + gap);
    first.paragraph(Font::note_strong, ui.theme.text, keys, 6);
    second.paragraph(Font::note, ui.theme.dim, text, 6);
    column.go_below(first, second);
}

std::string all_keys(const Action& action) {
    constexpr std::size_t most = 2;
    std::string text;
    const std::vector<std::string> chords = shown_chords(action);
    for (std::size_t i = 0; i < std::min(most, chords.size()); ++i) text += (i ? ", " : "") + chord_words(chords[i]);
    return text;
}

/// " (Map, Train)" if its keys only mean this in some views.
std::string where_text(const Action& action, const State& state) {
    std::string text;
    std::size_t count = 0;
    const std::vector<const Module*> all = views(state.modules);
    for (const Module* view : all) {
        if (!action.key_views.contains(View{view->name})) continue;
        text += (text.empty() ? "" : ", ") + std::string(view->label);
        ++count;
    }
    return count == all.size() ? "" : " (" + text + ")";
}

std::string capitals(std::string_view word) {
    std::string text(word);
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

/// The keys of the actions in one menu.
void draw_menu(Ui& ui, Column& column, const State& state, ActionMenu menu) {
    bool titled = false;
    for (const Action& action : actions(state)) {
        if (action.menu != menu || shown_chords(action).empty()) continue;
        if (!titled) {
            column.gap(14);
            column.title(capitals(action_menus()[static_cast<std::size_t>(menu)].label), {}, 8);
            titled = true;
        }
        draw_line(ui, column, all_keys(action), action.label + where_text(action, state));
    }
}

}  // namespace

void draw_keys_page(Ui& ui, Column& column, const State& state) {
    column.title("EVERYWHERE", {}, 8);
    for (const PlainKey& key : plain_keys) draw_line(ui, column, key.keys, key.text);
    for (std::size_t i = 0; i < action_menus().size(); ++i) draw_menu(ui, column, state, static_cast<ActionMenu>(i));
}

}  // namespace vitrine
