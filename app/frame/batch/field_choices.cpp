#include <algorithm>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/frame/batch/batch.h"
#include "app/state/state.h"
#include "app/widgets/floating.h"
#include "core/text/completions.h"

namespace vitrine {

namespace {

constexpr float choice_height = 24, list_padding = 6, widest = 300, narrowest = 176, remark_line = 17;
constexpr int most_rows = 8;

/// The part of the list that is shown; it contains the choice.
struct Part {
    int first = 0, last = 0;
};

Part part_of(int count, int choice) {
    const int first = std::clamp(choice - most_rows / 2, 0, std::max(0, count - most_rows));
    return {first, std::min(count, first + most_rows)};
}

/// The note below the list: why the text was refused, or which tokens it becomes.
struct Remark {
    std::string text;
    bool wrong = false;
};

Remark remark_of(const State& state, std::size_t choices) {
    const OpenField& field = *state.field;
    const auto& token = std::get<TypedToken>(field.what);
    if (!field.problem.empty()) return {field.problem, true};
    const Configuration& c = state.run->model->configuration;
    const Size size = token.place.side == BatchSide::source ? c.src_vocab_size : c.tgt_vocab_size;
    const Vocabulary& words = vocabulary_of(*state.run, token.place.side);
    if (words.empty()) return {fmt::format("an id from 0 to {}", size - 1)};
    if (choices > 0) return {fmt::format("{} of {} tokens", choices, words.words().size())};
    const ReadToken read = read_token(words, static_cast<std::int32_t>(size), field.text.text);
    return {read.remark, !read.id};
}

void draw_row(Ui& ui, const Rect& row, const State& state, const std::pair<int, std::int32_t>& entry, Commands& commands) {
    const auto& token = std::get<TypedToken>(state.field->what);
    const auto [place, id] = entry;
    const Interaction does = ui.control(fmt::format("field/choice/{}", id), row);
    if (does.hovered || place == token.choice) ui.fill(row, ui.theme.raised, metrics::radius);
    if (place == token.choice) ui.fill(rect_at({row.min.x, row.min.y + 5}, 3, row.height() - 10), ui.theme.accent, 1);
    const Rect number = ui.text({row.max.x - 8, row.centre().y}, Font::mono_tiny, ui.theme.faint, std::to_string(id),
                                {.align = Align::right, .vertical = VerticalAlign::middle});
    ui.text({row.min.x + 10, row.centre().y}, Font::note, ui.theme.text, vocabulary_of(*state.run, token.place.side).word(id),
            {.max_width = number.min.x - row.min.x - 18, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    if (does.clicked) commands.push_back(TakeField{place});
}

/// Below the field, or above it if there is more room; always within the window.
Rect box_beside(const Rect& field, const Rect& area, ImVec2 size) {
    const bool above = field.max.y + 4 + size.y > area.max.y && field.min.y - 4 - size.y >= area.min.y;
    const float x = std::clamp(field.min.x, area.min.x + 4, std::max(area.min.x + 4, area.max.x - size.x - 4));
    return rect_at({x, above ? field.min.y - 4 - size.y : field.max.y + 4}, size.x, size.y);
}

}  // namespace

namespace {

/// The list and the note below it, as wide as their words.
struct List {
    const std::vector<std::int32_t>& choices;
    Part part;
    Remark remark;
    float width = narrowest;
    float remark_height = 0;

    float height() const { return choice_height * static_cast<float>(part.last - part.first) + remark_height + 2 * list_padding; }
};

List list_of(const Ui& ui, const State& state, float room) {
    const auto& token = std::get<TypedToken>(state.field->what);
    List list{field_choices(state), {}, {}};
    list.part = part_of(static_cast<int>(list.choices.size()), token.choice);
    list.remark = remark_of(state, list.choices.size());
    const Vocabulary& words = vocabulary_of(*state.run, token.place.side);
    for (int i = list.part.first; i < list.part.last; ++i) {
        const std::string word = words.word(list.choices[static_cast<std::size_t>(i)]);
        list.width = std::max(list.width, ui.width_of(Font::note, word) + 64);
    }
    list.width = std::max(list.width, ui.width_of(Font::label, list.remark.text) + 20);
    list.width = std::min({list.width, widest, room});
    const auto lines = wrapped(ui.fonts, Font::label, list.remark.text, list.width - 20);
    list.remark_height = remark_line * static_cast<float>(lines.size()) + 8;
    return list;
}

}  // namespace

void draw_field_choices(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.field || !std::holds_alternative<TypedToken>(state.field->what)) return;
    const Anchor* field = ui.so_far().find(field_anchor);
    if (!field || field->visible.empty()) return;
    const List list = list_of(ui, state, area.width() - 8);
    const Rect box = box_beside(field->visible, area, {list.width, list.height()});
    begin_floating_box(ui, "field/choices", box, {.radius = metrics::radius_large});
    Column rows = column_in(ui, box, list_padding, list_padding);
    for (int i = list.part.first; i < list.part.last; ++i)
        draw_row(ui, rows.row(choice_height), state, {i, list.choices[static_cast<std::size_t>(i)]}, commands);
    Column remark{ui, box.min.x + 10, box.max.x - 10, rows.y + 5};
    remark.paragraph(Font::label, list.remark.wrong ? ui.theme.error : ui.theme.faint, list.remark.text);
    ui.end_floating();
    ui.note({});  // no note at the pointer, which would cover the list
}

}  // namespace vitrine
