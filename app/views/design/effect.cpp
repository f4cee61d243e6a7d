/// Draws the effect of all changed choices on the shown sentence.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/design/parts.h"
#include "app/views/design/runs.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

/// Where the table's columns begin, and how they are laid out in a narrow column.
struct TableColumns {
    float read, before, now, label, right;
    bool both = true;      ///< there is a column for the earlier predictions; it is left out if there is little room and both
                           ///< runs predict the same
    bool stacked = false;  ///< the probability is below its word
    float gap = 28;        ///< after a word and its probability

    TableColumns(const Column& column, bool differ) : read(column.left), right(column.right) {
        constexpr float least_width = 480;
        const bool narrow = column.width() < least_width;
        both = differ || !narrow;
        stacked = differ && narrow;
        if (narrow) gap = 14;
        const auto at = [&](float share) { return column.left + share * column.width(); };
        before = at(0.23f);
        now = both ? at(0.51f) : before;
        label = at(0.8f);
    }

    float row_height() const { return stacked ? 52 : 34; }
};

std::string loss_words(const Run& before, const Run& now) {
    if (!now.has_loss() || !before.has_loss()) return "";
    if (was_not_recorded(before, *before.info("loss"))) return "";
    const auto loss = [](const Run& run) { return plain_number(static_cast<double>(run.activations->loss.data()[0])); };
    return fmt::format("loss of the batch {} → {}", loss(before), loss(now));
}

std::string heading_words(const State& state, const RunPair& runs) {
    if (runs.are_a_and_b) return fmt::format("A: {}.\nB: {}.", run_words(runs.before), run_words(runs.now));
    const char* whose = state.run->difference ? "Run B alone, since A has other sentences or other words. " : "";
    if (!runs.differ()) return std::string(whose) + "Nothing is altered: this is what the model says.";
    return whose + ("Altered: " + alterations_text(runs.now)) + ".";
}

/// The word before the predicted one or, in an encoder alone, the word at its position. If A and B have read different words,
/// both.
std::string read_words(const RunPair& runs, const PredictedWord& said, Size sentence) {
    const Side side = side_of_predictions(runs.now);
    const Vocabulary& words = vocabulary_of(runs.now, side);
    const std::int32_t before = tokens_read(runs.before, side).at({sentence, said.position});
    return (runs.are_a_and_b && before != said.read ? words.word(before) + " → " : "") + words.word(said.read);
}

/// Draws the most probable word, its probability, and a bar for that.
void draw_prediction(Ui& ui, ImVec2 at, const TableColumns& columns, float width, const Prediction& said, const Vocabulary& words,
                     bool changed) {
    const std::string number = plain_number(said.probability);
    const float taken = columns.stacked ? 0 : ui.width_of(Font::mono, number) + 12, lower = columns.stacked ? 18.0f : 0.0f;
    ui.text(at, changed ? Font::body_strong : Font::body, changed ? ui.theme.accent : ui.theme.text,
            std::isnan(said.probability) ? "no word" : words.word(said.word), {.max_width = width - taken});
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
    ui.text({at.read + 24, y}, Font::body, ui.theme.dim, read, {.max_width = at.before - at.read - 36});
    if (at.both) draw_prediction(ui, {at.before, y}, at, at.now - at.before - at.gap, said.before, words, false);
    draw_prediction(ui, {at.now, y}, at, at.label - at.now - at.gap, said.now, words, said.has_changed());
    if (said.label) ui.text({at.label, y}, Font::body, ui.theme.dim, words.word(*said.label), {.max_width = at.right - at.label});
    ui.place("design/said/" + position, {{at.read, y - 2}, {at.right, y + at.row_height() - 8}});
}

void draw_titles(Ui& ui, const TableColumns& at, float y, bool labels, const RunPair& runs) {
    const auto title = [&](float x, float end, std::string_view words) {
        ui.text({x, y}, Font::label, ui.theme.faint, words, {.max_width = end - x - 8});
    };
    title(at.read, at.before, side_of_predictions(runs.now) == Side::target ? "after the word" : "at the word");
    if (at.both) title(at.before, at.now, title_before(runs));
    title(at.now, at.label, title_now(runs));
    if (labels) title(at.label, at.right, "should be");
}

}  // namespace

void draw_design_effect(Ui& ui, Column& column, const State& state) {
    const RunPair runs = run_pair(*state.run);
    column.line(26, Font::heading, ui.theme.text,
                runs.are_a_and_b ? "What both runs say of this sentence" : "What it says of this sentence");
    ui.place("design/runs", column.paragraph(Font::note, ui.theme.dim, heading_words(state, runs)));
    if (!runs.now.model->configuration.logits)
        return void(column.paragraph(Font::note, ui.theme.text,
                                     "This model makes no predictions: it ends with what its layers put out.", 6));
    const Size sentence = state.selection.sentence;
    const std::vector<PredictedWord> all = predicted_words(runs.before, runs.now, sentence);
    if (runs.differ()) {
        const auto changed = std::ranges::count_if(all, &PredictedWord::has_changed);
        const std::string loss = loss_words(runs.before, runs.now);
        column.gap(2);
        const std::string words = fmt::format("{} of {} words changed{}", changed, all.size(), loss.empty() ? "" : ", " + loss);
        ui.place("design/changed", column.paragraph(Font::note_strong, ui.theme.text, words));
    }
    const TableColumns at(column, runs.differ());
    const bool labels = std::ranges::any_of(all, [](const PredictedWord& said) { return said.label.has_value(); });
    column.gap(12);
    draw_titles(ui, at, column.row(22).min.y, labels, runs);
    for (const PredictedWord& said : all)
        draw_row(ui, at, column.row(at.row_height()).min.y, said, read_words(runs, said, sentence),
                 vocabulary_of(runs.now, side_of_predictions(runs.now)));
    column.gap(6);
}

}  // namespace vitrine
