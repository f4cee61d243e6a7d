#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/panel/aspect_choice.h"
#include "app/panel/compared.h"
#include "app/run/edited.h"
#include "app/run/prediction.h"
#include "app/run/recorded.h"
#include "app/views/compare/parts.h"
#include "app/views/compare/view.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

/// Draws what can be done while nothing is compared.
void draw_nothing(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const float half = std::min(460.0f, area.width() - 2 * metrics::margin) / 2;
    Column column{ui, area.centre().x - half, area.centre().x + half, area.centre().y - 110};
    column.line(34, Font::title, ui.theme.text, state.run ? "Compare two runs" : "No model is open");
    column.paragraph(Font::body, ui.theme.dim,
                     state.run ? "Pin the open run as A. Then change something: a token, a number, a head or the model, or train "
                                 "it. The changed run is B, and every view then shows A, B or their difference. This view ranks "
                                 "all tensors by how much they changed and names the first that differs."
                               : "Choose a model above. Its run can then be pinned and compared with any other.",
                     20);
    if (!state.run) return;
    const Rect pin = rect_at(column.corner(), 170, 34), pin_opened = rect_at({pin.max.x + 12, pin.min.y}, 210, 34);
    if (button(
            ui, "compare/pin", pin,
            {.label = "Pin this run as A", .look = ButtonLook::primary, .tip = "keep this run and compare later ones with it (P)"}))
        commands.push_back(PinRun{});
    const std::shared_ptr<const Run> origin = opened(state.run);
    if (origin == state.run) return;
    if (button(ui, "compare/pin-opened", pin_opened,
               {.label = "Pin the run as it was opened", .tip = "as A, to compare it with the run as it is now"}))
        commands.push_back(PinRun{origin});
}

/// What a run predicts at one place: the most probable word and its probability. If the probability is NaN, the run predicts no
/// word.
struct SaidWord {
    std::string word;
    double probability = 0;
    bool known = false;
};

/// Whether a run's predictions are known. For a recorded run, its probabilities or logits must have been recorded.
bool says_words(const Run& run) {
    if (run.recorded && !run.recorded->find("probabilities") && !run.recorded->find("logits")) return false;
    return run.trace.find("predictions").present();
}

SaidWord said(const Run& run, Size sentence, Size position) {
    const TensorView predictions = run.trace.find("predictions");
    if (!says_words(run) || sentence >= predictions.layout.shape[0] || position >= predictions.layout.shape[1]) return {};
    const Prediction prediction = said_at(run, sentence, position);
    return {prediction.is_word() ? vocabulary_of(run, side_of_predictions(run)).word(prediction.word) : "no token",
            prediction.probability, true};
}

/// The word at a position of the decoder's input or, in an encoder alone, of its input.
std::string input_word(const Run& run, Size sentence, Size position) {
    const Side side = side_of_predictions(run);
    const IndexTensor& tokens = tokens_read(run, side);
    if (sentence >= tokens.size(0) || position >= tokens.size(1)) return "";
    return vocabulary_of(run, side).word(tokens.at({sentence, position}));
}

/// Where the columns of the table of predictions begin and end.
struct Table {
    float left, a, b, right;
};

void draw_prediction(Ui& ui, ImVec2 at, float width, const SaidWord& what, Colour ink) {
    if (!what.known) return;
    const std::string number = plain_number(what.probability);
    const Rect share = ui.text({at.x + width - 16, at.y}, Font::mono_small, ui.theme.dim, number, {.align = Align::right});
    ui.text(at, Font::note, ink, what.word, {.max_width = share.min.x - 8 - at.x});
}

void draw_prediction(Ui& ui, const Table& table, float y, const RunDifference& difference, Size sentence, Size position) {
    const SaidWord before = said(*difference.a, sentence, position), now = said(*difference.b, sentence, position);
    const std::string was = input_word(*difference.a, sentence, position), is = input_word(*difference.b, sentence, position);
    const std::string word = was == is || was.empty() || is.empty() ? (is.empty() ? was : is) : was + " → " + is;
    const bool other = before.known && now.known && before.word != now.word;
    const Rect row{{table.left - 8, y - 3}, {table.right + 8, y + 19}};
    if (other) ui.fill(row, ui.theme.raised, metrics::radius);
    ui.place(fmt::format("compare/prediction/{}", position), row);
    ui.text({table.left, y}, Font::note, was == is ? ui.theme.dim : ui.theme.accent, word,
            {.max_width = table.a - table.left - 12});
    draw_prediction(ui, {table.a, y}, table.b - table.a, before, ui.theme.dim);
    draw_prediction(ui, {table.b, y}, table.right - table.b + 16, now, other ? ui.theme.text : ui.theme.dim);
}

/// Draws the predictions of both runs, position by position. Returns the column after them.
Column draw_predictions(Ui& ui, Column column, const RunDifference& difference, const State& state) {
    const auto predicts = [](const Run& run) { return run.trace.find("predictions").present(); };
    if (!predicts(*difference.a) && !predicts(*difference.b)) return column;
    const Table table{column.left, column.left + std::round(column.width() * 0.36f),
                      column.left + std::round(column.width() * 0.68f), column.right};
    // If only one of two models predicts the next word, the table is about next words.
    const bool comes_next =
        side_of_predictions(*difference.a) == Side::target || side_of_predictions(*difference.b) == Side::target;
    column.title(comes_next ? "PREDICTED NEXT TOKENS" : "PREDICTED TOKENS",
                 fmt::format("sentence {}", state.selection.sentence + 1));
    const float titles = column.row(20).min.y;
    ui.text({table.left, titles}, Font::label, ui.theme.faint, comes_next ? "after" : "at", {.max_width = table.a - table.left});
    ui.text({table.a, titles}, Font::label, ui.theme.faint, says_words(*difference.a) ? "A predicts" : "A: not recorded");
    ui.text({table.b, titles}, Font::label, ui.theme.faint, "B predicts");
    const auto length_of = [](const Run& run) { return tokens_read(run, side_of_predictions(run)).size(1); };
    const Size length = std::max(length_of(*difference.a), length_of(*difference.b));
    for (Size position = 0; position < length; ++position) {
        const Rect row = column.row(23);
        if (ui.sees(row)) draw_prediction(ui, table, row.min.y, difference, state.selection.sentence, position);
    }
    return column;
}

}  // namespace

void draw_compare(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run || !state.of<ComparisonView>().pinned) return draw_nothing(ui, area, state, commands);
    ui.place("compare", area);
    const RunDifference* difference = comparison_of(state);
    if (!difference) {
        column_in(ui, area, metrics::wide_margin, 16).text(Font::title, ui.theme.text, "Comparing …");
        return;
    }
    Column column = begin_column(ui, "compare/centre", area, state, metrics::wide_margin);
    const float top = column.y;
    if (difference->find(state.selection.tensor)) {
        const ComparedTensor tensor{state, commands, *difference, state.selection.tensor, state.aspect};
        if (state.run->has_loss()) draw_aspect_choice(ui, {column.right, column.y}, state, commands);
        draw_compared_title(ui, column, tensor);
        draw_cause_formula(ui, column, state);
        draw_compared_facets(ui, column, tensor);
        constexpr float below = 300;
        const float height = std::clamp(area.height() - (column.y - top) - below, 180.0f, 560.0f);
        draw_compared_pictures(ui, column, height, tensor);
    }
    column.gap(8);
    end_column(draw_predictions(ui, column.at_most(620), *difference, state), "compare/centre", commands, 20);
}

}  // namespace vitrine
