/// Draws the search for answers, and what is wrong with the files that it needs.

#include "app/importing/commands.h"
#include "app/importing/page/parts.h"
#include "app/importing/texts.h"
#include "app/importing/words.h"
#include "app/widgets/controls.h"
#include "core/import/verify.h"

namespace vitrine {

namespace {

constexpr float button_width = 96;

void draw_progress(Column& column, const Importing& importing, Commands& commands) {
    Ui& ui = column.ui;
    const double share =
        static_cast<double>(importing.tried) / static_cast<double>(std::max<std::int64_t>(1, importing.tried + importing.left));
    const Rect line = column.row(metrics::control, 6);
    const Rect stop = rect_at({line.max.x - button_width, line.min.y}, button_width, line.height());
    const Rect bar{{line.min.x, line.centre().y - 3}, {stop.min.x - 12, line.centre().y + 3}};
    ui.fill(bar, ui.theme.raised, 3);
    ui.fill({bar.min, {bar.min.x + static_cast<float>(share) * bar.width(), bar.max.y}}, ui.theme.dim, 3);
    if (button(ui, "import/stop", stop, {.label = "Stop", .tip = "try no further answers"}))
        commands.push_back(TryImportAnswers{false});
}

void draw_verdict(Column& column, const Importing& importing) {
    const std::string words = search_words(importing);
    if (words.empty()) return;
    const auto& verification = importing.plan->verification;
    const Theme& theme = column.ui.theme;
    const bool open = verification && !verification->written && verification->search.reproduced();
    const Colour colour = !verification || open ? theme.dim : verification->reproduced() ? theme.good : theme.error;
    const float top = column.y;
    say_lines(column, colour, words, 2);
    column.ui.place("import/verdict", column.since(top));
    if (!verification) return;
    const SearchResult& search = verification->search;
    say_lines(column, theme.dim, untold_text(search.untold), 2);
    if (search.reproduced() || search.nearest.empty()) return;
    say_lines(column, theme.dim, "Closest: " + answers_text(search.nearest) + ".", 2);
}

}  // namespace

void draw_batch_problem(Column& column, const State& state) {
    const Importing& importing = state.of<Importing>();
    say_lines(column, column.ui.theme.error, importing.plan->batch_problem, 4);
}

void draw_reference_problem(Column& column, const State& state) {
    const Importing& importing = state.of<Importing>();
    say_lines(column, column.ui.theme.error, importing.plan->reference_problem, 4);
    if (importing.reference && !importing.batch)
        say_lines(column, column.ui.theme.dim, "It needs the batch that these numbers belong to.", 4);
}

void draw_search(Column& column, const State& state, Commands& commands) {
    const Importing& importing = state.of<Importing>();
    const Theme& theme = column.ui.theme;
    if (!importing.batch && !importing.reference)
        return say_lines(column, theme.dim,
                         "Give a batch and the logits that the original program computes for it: answers are then tried until the "
                         "model here reproduces them.");
    if (importing.tried + importing.left > 0) draw_progress(column, importing, commands);
    draw_verdict(column, importing);
    if (importing.tries) return;
    say_lines(column, theme.dim, "Stopped: no more answers are tried.", 6);
    if (button(column.ui, "import/try", rect_at(column.row(metrics::control, 4).min, button_width, metrics::control),
               {.label = "Try again"}))
        commands.push_back(TryImportAnswers{true});
}

}  // namespace vitrine
