/// Draws the tensors that a piece can be made of.

#include <fmt/format.h>

#include "app/importing/candidates.h"
#include "app/importing/commands.h"
#include "app/importing/page/parts.h"
#include "app/importing/words.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr std::size_t most_shown = 40;

/// Draws a candidate's name, how it would be taken and its shape; the current choice is marked.
void draw_candidate(Column& column, const CandidatePiece& candidate, const ImportRow& row, std::size_t place,
                    const ForeignWeights& weights, Commands& commands) {
    Ui& ui = column.ui;
    const Rect line = column.row(24);
    const Interaction does = ui.control("import/take/" + candidate.name, line);
    if (does.clicked) commands.push_back(ChooseImportPiece{row.entry.parameter, place, candidate.piece});
    if (!ui.sees(line)) return;
    if (does.hovered) ui.fill(line, ui.theme.raised, metrics::radius);
    const Piece& own = row.entry.pieces[place];
    const bool chosen =
        row.kind != ImportRow::Kind::missing && own.kind == candidate.piece.kind && own.tensor == candidate.piece.tensor;
    if (chosen) draw_icon(ui, {line.min.x + 10, line.centre().y}, Icon::check, ui.theme.text);
    float end = line.max.x - 8;
    for (const std::string& words : {shape_words(candidate.piece, weights), taking_text(candidate.piece, weights),
                                     std::string(candidate.left ? "left" : "")}) {
        if (words.empty()) continue;
        end = ui.text({end, line.centre().y}, Font::label, ui.theme.dim, words,
                      {.align = Align::right, .vertical = VerticalAlign::middle})
                  .min.x -
              12;
    }
    const float begin = line.min.x + 24;
    ui.text({begin, line.centre().y}, Font::mono_small, ui.theme.text, candidate.name,
            {.max_width = end - begin, .vertical = VerticalAlign::middle});
}

}  // namespace

void draw_candidates(Column& column, const ImportRow& row, std::size_t place, const State& state, Commands& commands) {
    const Importing& importing = state.of<Importing>();
    const ForeignWeights& weights = *importing.weights;
    const Theme& theme = column.ui.theme;
    const auto candidates = candidates_for(row, place, importing.plan->mapping, weights);
    const float top = column.y;
    column.gap(2);
    if (const Piece& piece = row.entry.pieces[place]; can_turn(piece, weights)) {
        constexpr float width = 140;
        const Rect line = rect_at(column.row(metrics::control, 4).min, width, metrics::control);
        const bool transposed = turned(piece).axes.empty();
        if (toggle(column.ui, line, {.name = "import/turn", .label = "transposed", .on = transposed}))
            commands.push_back(ChooseImportPiece{row.entry.parameter, place, turned(piece)});
    }
    if (candidates.empty()) say_lines(column, theme.dim, "No tensor of the file has this shape.", 4);
    for (std::size_t i = 0; i < std::min(most_shown, candidates.size()); ++i)
        draw_candidate(column, candidates[i], row, place, weights, commands);
    if (candidates.size() > most_shown)
        say_lines(column, theme.dim, fmt::format("and {} more of this shape", candidates.size() - most_shown), 4);
    column.gap(6);
    column.ui.place("import/candidates", column.since(top));
}

}  // namespace vitrine
