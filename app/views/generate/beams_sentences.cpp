/// Draws sentences that were written greedily and with beams: the current one, and those of the model's card.

#include <fmt/format.h>

#include "app/edit/editing.h"
#include "app/views/generate/beams_win.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"

namespace vitrine {

namespace {

constexpr float label_width = 84, bar_width = 72, won_width = 52;

/// One way of decoding a sentence, or its source or target, which have no scores.
struct WrittenLine {
    std::string label, text;
    bool strong = false, scored = false;
    double bleu = 0, chrf = 0, log_probability = 0, score = 0;
};

/// The right edges of the columns of numbers.
struct NumberColumns {
    static constexpr float least_width = 620;  ///< with less, the numbers stand below the text
    float text, bar, chrf, bleu, log_probability, score;

    explicit NumberColumns(const Column& column)
        : text(column.right - bar_width - 244),
          bar(column.right - 220),
          chrf(column.right - 180),
          bleu(column.right - 134),
          log_probability(column.right - 66),
          score(column.right) {}
};

bool has_columns(const Column& column) { return column.width() >= NumberColumns::least_width; }

void draw_number_titles(Ui& ui, Column& column) {
    if (!has_columns(column)) return;
    const NumberColumns at(column);
    const float y = column.row(18).min.y;
    const auto title = [&](float right, std::string_view text) {
        ui.text({right, y}, Font::label, ui.theme.faint, text, {.align = Align::right});
    };
    title(at.chrf, "chrF2"), title(at.bleu, "BLEU"), title(at.log_probability, "log P"), title(at.score, "score");
}

void draw_scores(Ui& ui, const NumberColumns& at, float y, const WrittenLine& line) {
    const auto number = [&](float right, const std::string& text, Colour colour) {
        ui.text({right, y + 1}, Font::mono_small, colour, text, {.align = Align::right});
    };
    draw_score_bar(ui, rect_at({at.bar - bar_width, y + 5}, bar_width, score_bar_height), line.chrf / 100);
    number(at.chrf, score_text(line.chrf), ui.theme.text);
    number(at.bleu, score_text(line.bleu), ui.theme.dim);
    number(at.log_probability, log_text(line.log_probability), ui.theme.dim);
    number(at.score, log_text(line.score), ui.theme.dim);
}

void draw_written(Ui& ui, Column& column, const WrittenLine& line) {
    const Font font = line.strong ? Font::body_strong : Font::body;
    const float top = column.y;
    ui.text({column.left, top + 1}, Font::note, ui.theme.dim, line.label, {.max_width = label_width - 8});
    const NumberColumns at(column);
    const bool beside = has_columns(column);
    Column words{ui, column.left + label_width, beside ? at.text : column.right - (line.strong ? won_width : 0), top};
    words.paragraph(font, line.scored || line.strong ? ui.theme.text : ui.theme.dim, line.text.empty() ? "(no token)" : line.text,
                    4);
    if (line.scored && beside) draw_scores(ui, at, top, line);
    if (line.scored && !beside)
        words.paragraph(Font::mono_small, ui.theme.dim,
                        fmt::format("chrF2 {} BLEU {} log P {} score {}", score_text(line.chrf), score_text(line.bleu),
                                    log_text(line.log_probability), log_text(line.score)),
                        4);
    column.y = words.y;
}

WrittenLine line_of(std::string label, const CardOutput& output) {
    return {.label = std::move(label),
            .text = output.text,
            .scored = true,
            .bleu = output.bleu,
            .chrf = output.chrf,
            .log_probability = output.log_probability,
            .score = output.score};
}

WrittenLine line_of(std::string label, const MeasuredText& measured) {
    return {.label = std::move(label),
            .text = measured.text + (measured.finished ? "" : " … (cut off)"),
            .scored = true,
            .bleu = measured.bleu,
            .chrf = measured.chrf,
            .log_probability = measured.log_probability,
            .score = measured.score};
}

}  // namespace

void draw_beams_on_sentence(Ui& ui, Column& column, const State& state) {
    if (!other_question(state)) return;
    const float top = column.y;
    const auto win = beams_win(state);
    column.title("THIS SENTENCE", win ? win->target.origin : "");
    if (!win) return void(column.paragraph(Font::note, ui.theme.dim, "Decoding …", 16));
    draw_number_titles(ui, column);
    draw_written(ui, column, {.label = "source", .text = win->target.source, .strong = true});
    draw_written(ui, column, {.label = "target", .text = win->target.text});
    if (win->same_text()) {
        draw_written(ui, column, line_of("both", win->with_beams));
    } else {
        draw_written(ui, column, line_of("greedy", win->greedy));
        draw_written(ui, column, line_of(beams_text(win->beams), win->with_beams));
    }
    const std::string cut = win->greedy.finished && win->with_beams.finished
                                ? ""
                                : " What is cut off has as many tokens as “new tokens at most” allows.";
    column.paragraph(Font::note_strong, ui.theme.text,
                     won_words(win->same_text(), win->with_beams.chrf - win->greedy.chrf, win->beams) + cut, 16);
    ui.place("beams/this", column.since(top));
}

namespace {

void draw_pair(Ui& ui, Column& column, const CardTranslation& pair, std::size_t place, const State& state, Commands& commands) {
    const CardBeams& beams = *figures_with_beams(state)->beams;
    const std::string name = fmt::format("beams/pair/{}", place), refusal = edit_refusal(state);
    // The height is known only when it has been drawn, so that a hovered pair is framed rather than filled.
    const float top = column.y;
    draw_written(ui, column, {.label = fmt::format("pair {}", pair.pair), .text = pair.source, .strong = true});
    draw_written(ui, column, {.label = "target", .text = pair.target});
    if (pair.greedy.text == pair.beams.text) {
        draw_written(ui, column, line_of("both", pair.beams));
    } else {
        draw_written(ui, column, line_of("greedy", pair.greedy));
        draw_written(ui, column, line_of(beams_text(beams.beams), pair.beams));
    }
    const Rect area{{column.left - 10, top - 6}, {column.right + 10, column.y + 2}};
    const float end = has_columns(column) ? NumberColumns(column).chrf : column.right;
    ui.text({end, top + 1}, Font::mono_strong, ui.theme.text, won_text(pair.won()), {.align = Align::right});
    const Interaction does = refusal.empty() ? ui.control(name, area) : ui.place(name, area);
    if (does.hovered) {
        ui.frame(area, ui.theme.dim, metrics::radius_large);
        ui.note({refusal.empty() ? fmt::format("puts the pair into the batch, and searches for it with {}", beams_text(beams.beams))
                                 : refusal},
                area);
    }
    if (does.clicked) commands.push_back(SearchHeldOut{place});
    column.gap(8);
    column.rule(12);
}

}  // namespace

void draw_held_out_pairs(Ui& ui, Column& column, const CardFigures& figures, const State& state, Commands& commands) {
    const std::vector<CardTranslation>& pairs = figures.translations;
    if (pairs.empty()) return;
    column.title("HELD-OUT SENTENCES", "by what the beams win in chrF2");
    column.paragraph(Font::note, ui.theme.dim,
                     fmt::format("{} of the {} pairs, evenly spaced. A click on a pair searches for it.{}", pairs.size(),
                                 figures.sentences, has_columns(column) ? " Bars from 0 to 100." : ""),
                     8);
    draw_number_titles(ui, column);
    column.gap(4);
    for (const std::size_t place : most_won_first(pairs)) draw_pair(ui, column, pairs[place], place, state, commands);
}

}  // namespace vitrine
