/// Trainings side by side: what each had otherwise, and what came of it.

#include <cmath>

#include <fmt/format.h>

#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/state/clipboard.h"
#include "app/views/train/commands.h"
#include "app/views/train/progress_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// What came of a training.
struct TrainingResult {
    std::string words;
    Colour colour;
    std::int64_t steps = 0;
    double loss = std::nan("");          ///< the mean of the last steps
    std::optional<Evaluation> held_out;  ///< the newest; nothing where the task holds none out
};

constexpr std::size_t last_steps = 20;

TrainingResult result_of(std::string words, Colour colour, const History& history) {
    TrainingResult result{.words = std::move(words), .colour = colour, .held_out = {}};
    const std::size_t count = std::min(last_steps, history.size());
    if (count == 0) return result;
    result.steps = history[history.size() - 1].step;
    double sum = 0;
    for (std::size_t i = history.size() - count; i < history.size(); ++i) sum += history[i].loss;
    result.loss = sum / static_cast<double>(count);
    if (!history.held_out().empty()) result.held_out = history.held_out().back().evaluation;
    return result;
}

/// Oldest first; the last one is the training under way.
std::vector<TrainingResult> results_of(const TrainingView& training, const Theme& theme) {
    std::vector<TrainingResult> results;
    for (std::size_t i = 0; i < training.earlier.size(); ++i)
        results.push_back(result_of(earlier_words(training, i), earlier_colour(theme, i), training.earlier[i].history));
    if (training.snapshot) results.push_back(result_of("this training", theme.accent, training.snapshot->history));
    return results;
}

constexpr float pin_width = 84;

/// The columns of numbers after that of the words; on the right there is room for a button.
struct Columns {
    float left, right;

    float at(int column) const { return left + (right - pin_width - left) * (0.40f + 0.15f * static_cast<float>(column)); }
};

std::string share_text(double share) { return fmt::format("{:.1f} %", 100 * share); }

void draw_row(Ui& ui, const Rect& row, const Columns& columns, const TrainingResult& result) {
    const float middle = row.centre().y;
    const auto write = [&](int column, const std::string& text) {
        ui.text({columns.at(column), middle}, Font::mono_small, ui.theme.text, text,
                {.max_width = columns.at(column + 1) - columns.at(column) - 6, .vertical = VerticalAlign::middle});
    };
    ui.list.AddCircleFilled({row.min.x + 6, middle}, 4, result.colour, 16);
    ui.text({row.min.x + 18, middle}, Font::body, ui.theme.text, result.words,
            {.max_width = columns.at(0) - row.min.x - 24, .vertical = VerticalAlign::middle});
    write(0, grouped(result.steps));
    write(1, std::isfinite(result.loss) ? plain_number(result.loss) : "–");
    write(2, result.held_out ? plain_number(result.held_out->loss) : "–");
    write(3, result.held_out ? share_text(result.held_out->token_accuracy) : "–");
}

std::string csv_of(const std::vector<TrainingResult>& results) {
    std::string text = "training,steps,loss,held_out_loss,held_out_tokens_right,held_out_sentences_right\n";
    for (const TrainingResult& r : results) {
        const auto held_out = [&](double Evaluation::*member) {
            return r.held_out ? fmt::format("{}", (*r.held_out).*member) : "";
        };
        text += fmt::format("\"{}\",{},{},{},{},{}\n", r.words, r.steps, r.loss, held_out(&Evaluation::loss),
                            held_out(&Evaluation::token_accuracy), held_out(&Evaluation::exact_match));
    }
    return text;
}

}  // namespace

std::string earlier_words(const TrainingView& training, std::size_t earlier) {
    const std::string words = option_words(training.earlier[earlier].settings, training.started.value_or(training.settings));
    return words.empty() ? "before" : words;
}

Colour earlier_colour(const Theme& theme, std::size_t earlier) {
    const Colour colours[most_earlier] = {theme.query, theme.value, theme.key};
    return colours[earlier];
}

void draw_trainings(Ui& ui, Column& column, const State& state, Commands& commands) {
    const TrainingView& training = state.of<TrainingView>();
    if (training.earlier.empty()) return;
    constexpr float row_height = 28;
    const Rect title = column.row(progress_title_height, 2);
    const float copy = ui.width_of(Font::body_strong, "Copy as CSV") + 22;
    draw_progress_title(ui, {title.min, {title.max.x - copy - 12, title.max.y}}, "Side by side",
                        "loss: mean of the last 20 steps; right: held-out tokens predicted correctly");
    if (button(ui, "trainings/copy", rect_at({title.max.x - copy, title.min.y - 2}, copy, 26), {.label = "Copy as CSV"}))
        commands.push_back(CopyTrainings{});
    const Columns columns{column.left, column.right};
    const Rect names = column.row(18);
    const char* words[] = {"steps", "loss", "held out", "right"};
    for (int i = 0; i < 4; ++i)
        ui.text({columns.at(i), names.min.y}, Font::label, ui.theme.dim, words[i],
                {.max_width = columns.at(1) - columns.at(0) - 4});
    const std::vector<TrainingResult> results = results_of(training, ui.theme);
    const float top = column.y;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Rect row = column.row(row_height);
        draw_row(ui, row, columns, results[i]);
        const Rect name{row.min, {columns.at(0), row.max.y}};
        if (ui.place(fmt::format("trainings/name/{}", i), name).hovered) ui.note({results[i].words}, name);
        if (i >= training.earlier.size()) continue;
        const Rect area = rect_at({row.max.x - pin_width, row.min.y + 2}, pin_width, row_height - 4);
        const auto& pinned = state.of<ComparisonView>().pinned;
        const bool is_a = pinned && training.earlier[i].run && pinned->parameters == training.earlier[i].run->parameters;
        const ButtonFace face{.label = is_a ? "is A" : "Pin as A",
                              .tip = "compare the current training, or any other run, with it in every view",
                              .enabled = !is_a};
        if (training.earlier[i].run && button(ui, fmt::format("trainings/pin/{}", i), area, face))
            commands.push_back(PinEarlier{i});
    }
    ui.place("trainings", column.since(top));
    column.gap(20);
}

void do_command(State& state, const PinEarlier& command) {
    const TrainingView& training = state.of<TrainingView>();
    if (command.earlier >= training.earlier.size() || !training.earlier[command.earlier].run) return;
    // By its steps alone it would have the name of the training under way.
    auto named = std::make_shared<Run>(*training.earlier[command.earlier].run);
    named->title += ": " + earlier_words(training, command.earlier);
    do_command(state, PinRun{std::move(named)});
}

void do_command(State& state, const CopyTrainings&) { copy_text(state, csv_of(results_of(state.of<TrainingView>(), Theme{}))); }

}  // namespace vitrine
