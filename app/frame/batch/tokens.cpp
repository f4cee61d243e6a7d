/// Tokens as chips: click one to type another word, drag it to another position, point between two to insert one.

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/edit/commands.h"
#include "app/frame/batch/parts.h"
#include "app/panel/open_field.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void draw_field(Ui& ui, const TokenChip& chip, const State& state, Commands& commands) {
    const OpenField& field = *state.field;
    const auto& token = std::get<TypedToken>(field.what);
    const bool unknown =
        token.typed && token.choice < 0 && !field.text.text.empty() && !vocabulary_of(*state.run, token.place.side).empty();
    const OpenFieldLook look{.placeholder = token.inserts ? "new token" : "another token", .wrong = unknown, .font = Font::note};
    draw_open_field(ui, chip.area, look, state, commands);
}

/// The cross at the corner of the word under the pointer.
Rect cross_of(const Rect& chip) { return rect_at({chip.max.x - 10, chip.min.y}, 10, 10); }

bool draw_cross(Ui& ui, const std::string& anchor, const Rect& chip) {
    const Rect area = cross_of(chip);
    const Interaction does = ui.control(anchor + "/remove", area);
    constexpr float radius = 5.5f, arm = 2;
    const ImVec2 badge = area.centre();
    ui.list.AddCircleFilled(badge, radius, does.hovered ? ui.theme.error : ui.theme.dim, 16);
    ui.list.AddLine({badge.x - arm, badge.y - arm}, {badge.x + arm, badge.y + arm}, ui.theme.panel, 1.4f);
    ui.list.AddLine({badge.x - arm, badge.y + arm}, {badge.x + arm, badge.y - arm}, ui.theme.panel, 1.4f);
    if (does.hovered) ui.note({"Remove this token", "from the keyboard: Tab to the token, then Delete"});
    return does.clicked;
}

/// True if the button was pressed and released on it, or if a key acted on it.
bool chosen(const Ui& ui, const std::string& anchor, const Interaction& does) {
    const Pointer& pointer = ui.pointer();
    const bool pressed_here = ui.grabbed() == anchor && pointer.released && !pointer.dragging;
    return pressed_here || (does.focused && pointer.activate);
}

/// "“suis”: position 3, id 7".
std::string place_words(const TokenChip& word, const ShownTokens& shown) {
    const std::int32_t id = shown.row.tokens.at({shown.sentence, word.position});
    return fmt::format("“{}”: position {}, id {}", word.word, word.position, id);
}

void draw_word(Ui& ui, const TokenChip& word, const ShownTokens& shown, Commands& commands) {
    const TokenPlace place = shown.place(word.position);
    const std::string anchor = chip_anchor(place);
    if (!shown.editable) {
        chip(ui, word.area.min, word.word, {.width = word.area.width()});
        if (shown.row.answers) return ui.place(fmt::format("batch/label/{}", word.position), word.area), void();
        const Interaction does = ui.control(anchor, word.area);
        if (does.hovered) ui.note({place_words(word, shown), token_refusal(shown.state)});
        if (does.clicked) commands.push_back(ShowMessage{"Nothing done: " + token_refusal(shown.state)});
        return;
    }
    const Interaction does = ui.control(anchor, word.area);
    const bool dragged = ui.grabbed() == anchor && ui.pointer().dragging;
    chip(ui, word.area.min, word.word, {.faint = dragged, .hovered = does.hovered, .width = word.area.width()});
    if (dragged) return;
    if (does.hovered && ui.grabbed().empty()) {
        ui.note({place_words(word, shown), "click: type another token; drag: move it; cross: remove it"});
        if (draw_cross(ui, anchor, word.area)) return commands.push_back(EditBatch{EraseToken{place}});
    }
    if (chosen(ui, anchor, does)) commands.push_back(TypeToken{place});
}

void draw_add(Ui& ui, const TokenChip& add, const ShownTokens& shown, Commands& commands) {
    const std::string anchor = add_anchor(shown.row.side);
    const Interaction does = ui.control(anchor, add.area);
    if (does.hovered) ui.fill(add.area, ui.theme.raised, metrics::radius);
    ui.frame(add.area, does.hovered ? ui.theme.dim : ui.theme.line, metrics::radius);
    draw_icon(ui, add.area.centre(), Icon::plus, does.hovered ? ui.theme.text : ui.theme.dim);
    if (does.hovered) ui.note({"Add a token"});
    if (chosen(ui, anchor, does)) commands.push_back(TypeToken{shown.place(add.position), true});
}

/// The bar where a word will be inserted, with a plus if it is a new one.
void draw_bar(Ui& ui, float x, const Rect& chip, bool is_new) {
    ui.fill({{x - 1, chip.min.y}, {x + 1, chip.max.y}}, ui.theme.accent, 1);
    if (!is_new) return;
    const ImVec2 centre{x, chip.centre().y};
    ui.list.AddCircleFilled(centre, 7, ui.theme.accent, 20);
    draw_icon(ui, centre, Icon::plus, ui.theme.on_accent);
}

/// The gap between two words, or before the first, where a new word can be inserted.
void draw_gap(Ui& ui, const TokenChip& chip, const ShownTokens& shown, Commands& commands) {
    const float x = chip.area.min.x - chip_gap / 2;
    const Rect zone{{x - chip_gap / 2, chip.area.min.y}, {x + chip_gap / 2, chip.area.max.y}};
    const Interaction does =
        ui.place(fmt::format("batch/{}/insert/{}", shown.row.side == BatchSide::source ? "source" : "target", chip.position), zone);
    if (!does.hovered || !ui.grabbed().empty() || shown.state.field) return;
    draw_bar(ui, x, chip.area, true);
    ui.note({"Insert a token here"});
    if (ui.pointer().pressed) commands.push_back(TypeToken{shown.place(chip.position), true});
}

/// Where a dragged word would go: before the chip of this position, which may be the "+".
struct Drop {
    Size before = 0;
    float x = 0;
    Rect beside = {};
};

/// The nearest gap. On the middle of a word, it is the one that moves the dragged word to that word's position.
std::optional<Drop> drop_at(const std::vector<TokenChip>& chips, Size from, ImVec2 pointer) {
    constexpr float reach = 32;  // above and below the row
    std::optional<Drop> nearest;
    float least = std::numeric_limits<float>::max();
    for (const TokenChip& chip : chips) {
        if (chip.kind == TokenChip::Kind::padding) continue;
        const float beyond = std::max({0.0f, chip.area.min.y - pointer.y, pointer.y - chip.area.max.y});
        const float x = chip.area.min.x - chip_gap / 2;
        const float far = std::abs(pointer.x - x) + 100 * beyond;
        constexpr float tie = 0.5f;
        const bool nearer = far < least - tie || (far < least + tie && chip.position > from);
        if (beyond > reach || !nearer) continue;
        least = far;
        nearest = {chip.position, x, chip.area};
    }
    return nearest;
}

void follow_drag(Ui& ui, const std::vector<TokenChip>& chips, const ShownTokens& shown, Commands& commands) {
    const auto dragged = std::ranges::find_if(chips, [&](const TokenChip& chip) {
        return chip.kind == TokenChip::Kind::word && ui.grabbed() == chip_anchor(shown.place(chip.position));
    });
    const Pointer& pointer = ui.pointer();
    if (!shown.editable || dragged == chips.end() || !pointer.dragging) return;
    const auto drop = drop_at(chips, dragged->position, pointer.position);
    if (drop) draw_bar(ui, drop->x, drop->beside, false);
    const float width = dragged->area.width();
    chip(ui, {pointer.position.x - width / 2, pointer.position.y - chip_height / 2}, dragged->word,
         {.selected = true, .width = width});
    if (!pointer.released || !drop) return;
    const Size to = drop->before > dragged->position ? drop->before - 1 : drop->before;
    if (to != dragged->position) commands.push_back(EditBatch{MoveToken{shown.place(dragged->position), to}});
}

}  // namespace

float tokens_bottom(const Ui& ui, const Rect& line, const TokenRow& row, const State& state) {
    return chips_bottom(ui, line, {row, state});
}

float draw_tokens(Ui& ui, const Rect& line, const TokenRow& row, const State& state, Commands& commands) {
    const ShownTokens shown{row, state};
    const auto& [chips, bottom] = placed_chips(ui, line, shown);
    for (const TokenChip& one : chips) {
        switch (one.kind) {
            case TokenChip::Kind::word:
                draw_word(ui, one, shown, commands);
                break;
            case TokenChip::Kind::field:
                draw_field(ui, one, state, commands);
                break;
            case TokenChip::Kind::add:
                draw_add(ui, one, shown, commands);
                break;
            case TokenChip::Kind::padding:
                chip(ui, one.area.min, one.word, {.faint = true, .width = one.area.width()});
        }
    }
    for (const TokenChip& one : chips) {
        if (shown.editable && one.kind == TokenChip::Kind::word) draw_gap(ui, one, shown, commands);
    }
    follow_drag(ui, chips, shown, commands);
    return bottom;
}

}  // namespace vitrine
