/// What the model says of the selected sentence with the explained choice on, and off.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/design/parts.h"
#include "app/views/design/runs.h"
#include "app/widgets/number.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

/// How the table's columns are laid out, also where there is little room for them.
struct TableColumns {
    float read, first, second, label;  ///< where they begin: what was read, the predictions of both runs, the right words
    float right;                       ///< where the last one ends
    bool both = true;                  ///< the first run has a column; where there is one run, it has none
    bool stacked = false;              ///< a probability stands below its word
    float gap = 28;                    ///< behind a word and its probability

    TableColumns(const Column& column, bool differ) : read(column.left), right(column.right) {
        constexpr float least_width = 480;
        const bool narrow = column.width() < least_width;
        both = differ;
        stacked = differ && narrow;
        if (narrow) gap = 14;
        const auto at = [&](float share) { return column.left + share * column.width(); };
        first = at(0.23f);
        second = both ? at(0.51f) : first;
        label = at(0.8f);
    }

    float row_height() const { return stacked ? 52 : 34; }
};

std::string loss_words(const Run& first, const Run& second) {
    if (!first.has_loss() || !second.has_loss()) return "";
    if (was_not_recorded(first, *first.info("loss"))) return "";
    const auto loss = [](const Run& run) { return plain_number(static_cast<double>(run.activations->loss.data()[0])); };
    return fmt::format("loss of the batch {} → {}", loss(first), loss(second));
}

/// The token that a prediction comes after or, in an encoder alone, stands at. If A and B have read different tokens there, both.
std::string read_words(const RunPair& runs, const PredictedWord& said, Size sentence) {
    const Side side = side_of_predictions(*runs.second);
    const Vocabulary& words = vocabulary_of(*runs.second, side);
    const std::int32_t read_by_first = tokens_read(*runs.first, side).at({sentence, said.position});
    return (runs.are_a_and_b && read_by_first != said.read ? words.word(read_by_first) + " → " : "") + words.word(said.read);
}

/// Draws the most probable word, its probability, and a bar for that.
void draw_prediction(Ui& ui, ImVec2 at, const TableColumns& columns, float width, const Prediction& said, const Vocabulary& words,
                     bool changed) {
    const std::string number = plain_number(said.probability);
    const float taken = columns.stacked ? 0 : ui.width_of(Font::mono, number) + 12, lower = columns.stacked ? 18.0f : 0.0f;
    ui.text(at, changed ? Font::body_strong : Font::body, changed ? ui.theme.accent : ui.theme.text,
            std::isnan(said.probability) ? "NaN" : words.word(said.word), {.max_width = width - taken});
    ui.text({at.x + width, at.y + lower + 1}, Font::mono, ui.theme.dim, number, {.align = Align::right});
    const Rect track = rect_at({at.x, at.y + lower + 20}, width, 4);
    ui.fill(track, ui.theme.raised, 2);
    const auto share = static_cast<float>(std::clamp(said.probability, 0.0, 1.0));
    if (share > 0) ui.fill({track.min, {track.min.x + width * share, track.max.y}}, changed ? ui.theme.accent : ui.theme.output, 2);
}

void draw_row(Ui& ui, const TableColumns& at, float y, const PredictedWord& said, const std::string& read,
              const Vocabulary& words) {
    const std::string position = std::to_string(said.position);
    ui.text({at.read, y}, Font::mono, ui.theme.faint, position);
    ui.text({at.read + 24, y}, Font::body, ui.theme.dim, read, {.max_width = at.first - at.read - 36});
    if (at.both) draw_prediction(ui, {at.first, y}, at, at.second - at.first - at.gap, said.before, words, false);
    draw_prediction(ui, {at.second, y}, at, at.label - at.second - at.gap, said.now, words, said.has_changed());
    if (said.label) ui.text({at.label, y}, Font::body, ui.theme.dim, words.word(*said.label), {.max_width = at.right - at.label});
    ui.place("design/said/" + position, {{at.read, y - 2}, {at.right, y + at.row_height() - 8}});
}

void draw_titles(Ui& ui, const TableColumns& at, float y, bool labels, const RunPair& runs) {
    const auto title = [&](float x, float end, std::string_view words) {
        ui.text({x, y}, Font::label, ui.theme.faint, words, {.max_width = end - x - 8});
    };
    title(at.read, at.first, side_of_predictions(*runs.second) == Side::target ? "after" : "at");
    if (at.both) title(at.first, at.second, runs.first_title);
    title(at.second, at.label, runs.differ() ? runs.second_title : runs.first_title);
    if (labels) title(at.label, at.right, "should be");
}

/// The probability of each class, by either run.
void draw_classes(Ui& ui, Column& column, const RunPair& runs, Size sentence) {
    const Model& model = *runs.second->model;
    for (Size i = 0; i < model.configuration.classes; ++i) {
        const auto of = [&](const Run& run) {
            return static_cast<double>(run.activations->classifier.probabilities.at({sentence, i}));
        };
        const std::string before = fmt::format("{:.1f} %", 100 * of(*runs.first)),
                          after = fmt::format("{:.1f} %", 100 * of(*runs.second));
        column.paragraph(
            Font::note, ui.theme.text,
            model.classes.word(static_cast<std::int32_t>(i)) + ": " + (before == after ? after : before + " → " + after), 2);
    }
}

}  // namespace

void draw_design_effect(Ui& ui, Column& column, const State& state) {
    const RunPair runs = run_pair(state);
    column.line(26, Font::heading, ui.theme.text,
                runs.differ() ? "What both predict in this sentence" : "What the model predicts in this sentence");
    ui.place("design/runs", column.paragraph(Font::note, ui.theme.dim, pair_words(state, runs)));
    if (runs.second->model->configuration.classes > 0) return draw_classes(ui, column, runs, state.selection.sentence);
    if (!runs.second->model->configuration.logits)
        return void(column.paragraph(Font::note, ui.theme.text,
                                     "This model makes no predictions: it ends with the output of its layers.", 6));
    const Size sentence = state.selection.sentence;
    const std::vector<PredictedWord> all = predicted_words(*runs.first, *runs.second, sentence);
    if (runs.differ()) {
        const auto changed = std::ranges::count_if(all, &PredictedWord::has_changed);
        const std::string loss = loss_words(*runs.first, *runs.second);
        column.gap(2);
        const std::string words =
            fmt::format("{} of {} predictions differ{}", changed, all.size(), loss.empty() ? "" : ", " + loss);
        ui.place("design/changed", column.paragraph(Font::note_strong, ui.theme.text, words));
    }
    const TableColumns at(column, runs.differ());
    const bool labels = std::ranges::any_of(all, [](const PredictedWord& said) { return said.label.has_value(); });
    column.gap(12);
    draw_titles(ui, at, column.row(22).min.y, labels, runs);
    for (const PredictedWord& said : all)
        draw_row(ui, at, column.row(at.row_height()).min.y, said, read_words(runs, said, sentence),
                 vocabulary_of(*runs.second, side_of_predictions(*runs.second)));
    column.gap(6);
}

}  // namespace vitrine
