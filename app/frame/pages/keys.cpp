#include <algorithm>

#include "app/actions/actions.h"
#include "app/frame/pages/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// A key that is not that of an action, but acts on whatever is in front.
struct PlainKey {
    const char *keys, *text;
};
constexpr PlainKey plain_keys[] = {
    {"Tab, Shift+Tab", "the ring goes to the next control, or the one before"},
    {"Enter, Space", "act on the control with the ring"},
    {"Escape", "closes what is open, lets go of the ring, of the selected number, then goes one level out on the map"},
    {"← → ↑ ↓",
     "from cell to cell, in the views of tensors, attention, masks and positions; from word to word in the view Generate; through "
     "the entries of a menu; with the ring on a slider of the views of tensors or Generate, ← and → move it"},
    {"letters, digits",
     "over a word with the ring: another word in its place. After Enter or Escape they are commands again, until the ring moves; "
     "a word that was clicked and typed gives the ring back. In an open list or menu: to the entry whose name begins so"},
    {"Ctrl+C, Ctrl+X, Ctrl+V, Ctrl+A", "in a text field: copy what is selected, cut it, paste, select all"},
    {"/", "in the views of tensors and glossary: search; in the view Tokens: type a text for the tokenizer"},
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
