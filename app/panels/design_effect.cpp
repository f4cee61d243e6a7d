/// What all that is taken back does to the sentence that is looked at.

#include <algorithm>

#include <fmt/format.h>

#include "app/panels/design_parts.h"
#include "app/state/altering.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float row_height = 34, bar_height = 4;

/// Where the columns of the table begin.
struct TableColumns {
    float read, before, now, label, right;

    explicit TableColumns(const DesignColumn& column)
        : read(column.left),
          before(column.left + 0.23f * column.width()),
          now(column.left + 0.51f * column.width()),
          label(column.left + 0.8f * column.width()),
          right(column.right) {}
};

std::string loss_words(const Run& before, const Run& now) {
    if (!now.has_loss() || !before.has_loss()) return "";
    const auto loss = [](const Run& run) { return plain_number(static_cast<double>(run.activations->loss.data()[0])); };
    return fmt::format("loss of the batch {} → {}", loss(before), loss(now));
}

std::string heading_words(const State& state, bool altered) {
    if (!altered) return "Nothing is altered: this is what the model says.";
    const std::string words = alterations_text(*state.run);
    return "Altered: " + words + ".";
}

/// The likeliest word, its probability, and that as a bar.
void draw_said(Ui& ui, ImVec2 at, float width, const Said& said, const State& state, bool changed) {
    const Vocabulary& words = state.run->model->target_vocabulary;
    const std::string number = fmt::format("{:.3f}", said.probability);
    const float number_width = ui.width_of(Font::mono, number);
    ui.text(at, changed ? Font::body_strong : Font::body, changed ? ui.theme.accent : ui.theme.text, words.word(said.word),
            {.max_width = width - number_width - 12});
    ui.text({at.x + width, at.y + 1}, Font::mono, ui.theme.dim, number, {.align = Align::right});
    const Rect track = rect_at({at.x, at.y + 20}, width, bar_height);
    ui.fill(track, ui.theme.raised, 2);
    const auto share = static_cast<float>(std::clamp(said.probability, 0.0, 1.0));
    if (share > 0) ui.fill({track.min, {track.min.x + width * share, track.max.y}}, changed ? ui.theme.accent : ui.theme.output, 2);
}

void draw_row(Ui& ui, const TableColumns& at, float y, const SaidAt& said, const State& state) {
    constexpr float gap = 28;
    const Vocabulary& words = state.run->model->target_vocabulary;
    const std::string position = std::to_string(said.position);
    ui.text({at.read, y}, Font::mono, ui.theme.faint, position);
    ui.text({at.read + 24, y}, Font::body, ui.theme.dim, words.word(said.read), {.max_width = at.before - at.read - 36});
    draw_said(ui, {at.before, y}, at.now - at.before - gap, said.before, state, false);
    draw_said(ui, {at.now, y}, at.label - at.now - gap, said.now, state, said.changed());
    if (said.label) ui.text({at.label, y}, Font::body, ui.theme.dim, words.word(*said.label), {.max_width = at.right - at.label});
    ui.place("design/said/" + position, {{at.read, y - 2}, {at.right, y + 26}});
}

void draw_titles(Ui& ui, const TableColumns& at, float y, bool labels) {
    const auto title = [&](float x, float end, std::string_view words) {
        ui.text({x, y}, Font::label, ui.theme.faint, words, {.max_width = end - x - 8});
    };
    title(at.read, at.before, "after the word");
    title(at.before, at.now, "the model as it is");
    title(at.now, at.label, "now");
    if (labels) title(at.label, at.right, "should be");
}

}  // namespace

float draw_design_effect(Ui& ui, const DesignColumn& column, float y, const State& state) {
    const auto before = untouched(state.run);
    const Run& now = *state.run;
    ui.text({column.left, y}, Font::heading, ui.theme.text, "What it says of this sentence", {.max_width = column.width()});
    y += 26;
    const bool altered = before != state.run;
    y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, heading_words(state, altered), {.width = column.width()}).max.y;
    const std::vector<SaidAt> all = said_of(*before, now, state.selection.sentence);
    if (altered) {
        const auto changed = std::ranges::count_if(all, &SaidAt::changed);
        const std::string loss = loss_words(*before, now);
        const std::string words = fmt::format("{} of {} words changed{}", changed, all.size(), loss.empty() ? "" : ", " + loss);
        y = ui.paragraph({column.left, y + 2}, Font::note_strong, ui.theme.text, words, {.width = column.width()}).max.y;
    }
    const TableColumns at(column);
    const bool labels = std::ranges::any_of(all, [](const SaidAt& said) { return said.label.has_value(); });
    y += 12;
    draw_titles(ui, at, y, labels);
    y += 22;
    for (const SaidAt& said : all) {
        draw_row(ui, at, y, said, state);
        y += row_height;
    }
    return y + 6;
}

}  // namespace vitrine
