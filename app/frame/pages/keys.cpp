#include <algorithm>

#include "app/actions/actions.h"
#include "app/frame/pages/parts.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// What keys do that are no actions: they act on whatever is in front.
struct PlainKey {
    const char *keys, *text;
};
constexpr PlainKey plain_keys[] = {
    {"Tab, Shift+Tab", "the ring goes to the next control, or the one before"},
    {"Enter, Space", "act on the control with the ring"},
    {"Escape", "closes what is open, lets go of the ring, of the selected number, then goes one level out on the map"},
    {"← → ↑ ↓",
     "from cell to cell, in the views of tensors, attention, masks and positions; from word to word in the view Generate; through "
     "the entries of a menu"},
    {"letters, digits",
     "over a word with the ring: another word in its place. After Enter or Escape they are commands again, until the ring moves; "
     "a word that was clicked and typed gives the ring back"},
    {"/", "search the list of tensors, or type a text for the tokenizer, in their views"},
};

float draw_line(Ui& ui, const PageColumn& column, float y, const std::string& keys, const std::string& text) {
    constexpr float keys_width = 150, gap = 16;
    const float left = column.left + keys_width + gap;
    const Rect first = ui.paragraph({column.left, y}, Font::note_strong, ui.theme.text, keys, {.width = keys_width});
    const Rect second = ui.paragraph({left, y}, Font::note, ui.theme.dim, text, {.width = column.right - left});
    return std::max(first.max.y, second.max.y) + 6;
}

std::string all_keys(const Action& action) {
    constexpr std::size_t most = 2;
    std::string text;
    const std::vector<std::string> chords = chords_of(action);
    for (std::size_t i = 0; i < std::min(most, chords.size()); ++i) text += (i ? ", " : "") + chord_words(chords[i]);
    return text;
}

/// " (Map, Train)" where its keys mean this in some views only.
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

/// The keys of one menu's actions.
float draw_menu(Ui& ui, const PageColumn& column, float y, const State& state, ActionMenu menu) {
    bool titled = false;
    for (const Action& action : actions(state)) {
        if (action.menu != menu || action.keys.empty()) continue;
        if (!titled) {
            y += 14;
            section_title(ui, {{column.left, y}, {column.right, y + 16}},
                          capitals(action_menus()[static_cast<std::size_t>(menu)].label));
            y += 24;
            titled = true;
        }
        y = draw_line(ui, column, y, all_keys(action), action.label + where_text(action, state));
    }
    return y;
}

}  // namespace

float draw_keys_page(Ui& ui, const PageColumn& column, float y, const State& state) {
    section_title(ui, {{column.left, y}, {column.right, y + 16}}, "EVERYWHERE");
    y += 24;
    for (const PlainKey& key : plain_keys) y = draw_line(ui, column, y, key.keys, key.text);
    for (std::size_t i = 0; i < action_menus().size(); ++i) y = draw_menu(ui, column, y, state, static_cast<ActionMenu>(i));
    return y;
}

}  // namespace vitrine
