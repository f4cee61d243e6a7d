/// Draws what beams win: the line above the search, and the page that it opens.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/generate/beams_win.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/widgets/controls.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr const char* page_title = "What beams win";

struct FigureRow {
    std::string label;
    double bleu = 0, chrf = 0;
};

/// The rows of one training. What beams win is the difference of the last two.
struct FigureRows {
    std::string title;  ///< how it was trained; empty: as the shown model
    std::vector<FigureRow> rows;
};

std::vector<FigureRows> rows_of(const CardFigures& figures) {
    std::vector<FigureRows> all(1);
    if (figures.copied) all[0].rows.push_back({"source, untranslated", figures.copied->bleu, figures.copied->chrf});
    const auto add = [](FigureRows& to, double bleu, double chrf, const CardBeams& beams) {
        to.rows.push_back({"greedy", bleu, chrf});
        to.rows.push_back({beams_text(beams.beams), beams.bleu, beams.chrf});
    };
    add(all[0], *figures.bleu, *figures.chrf, *figures.beams);
    for (const CardCompared& one : figures.compared) add(all.emplace_back(FigureRows{one.how, {}}), one.bleu, one.chrf, one.beams);
    return all;
}

/// The end of the table's bars: the next ten above every score.
double axis_of(std::span<const FigureRows> parts) {
    double most = 10;
    for (const FigureRows& part : parts) {
        for (const FigureRow& row : part.rows) most = std::max({most, row.bleu, row.chrf});
    }
    return std::min(100.0, 10 * std::ceil(most / 10));
}

struct FigureColumns {
    float bleu, chrf, width;  ///< the left edges, and the width of one

    explicit FigureColumns(const Column& column) {
        constexpr float label = 150, gap = 24;
        width = (column.width() - label - gap) / 2;
        bleu = column.left + label;
        chrf = bleu + width + gap;
    }
};

void draw_score(Ui& ui, float left, const Rect& row, float width, double score, double axis) {
    constexpr float number = 44;
    draw_score_bar(ui, rect_at({left, row.centre().y - score_bar_height / 2}, width - number, score_bar_height), score / axis);
    ui.text({left + width, row.centre().y}, Font::mono, ui.theme.text, score_text(score),
            {.align = Align::right, .vertical = VerticalAlign::middle});
}

/// The rows of one training, and what beams win in it.
void draw_rows(Ui& ui, Column& column, const FigureRows& part, double axis) {
    const FigureColumns at(column);
    for (const FigureRow& row : part.rows) {
        const Rect area = column.row(26);
        ui.text({area.min.x, area.centre().y}, Font::body, ui.theme.text, row.label,
                {.max_width = at.bleu - area.min.x - 8, .vertical = VerticalAlign::middle});
        draw_score(ui, at.bleu, area, at.width, row.bleu, axis);
        draw_score(ui, at.chrf, area, at.width, row.chrf, axis);
    }
    column.rule(0);
    const Rect won = column.row(26, 6);
    const FigureRow &greedy = part.rows.end()[-2], &beams = part.rows.back();
    const auto difference = [&](float left, double by) {
        ui.text({left + at.width, won.centre().y}, Font::mono_strong, ui.theme.text, won_text(by),
                {.align = Align::right, .vertical = VerticalAlign::middle});
    };
    ui.text({won.min.x, won.centre().y}, Font::body_strong, ui.theme.text, "beams against greedy",
            {.vertical = VerticalAlign::middle});
    difference(at.bleu, beams.bleu - greedy.bleu);
    difference(at.chrf, beams.chrf - greedy.chrf);
}

void draw_figures(Ui& ui, Column& column, const CardFigures& figures) {
    const std::vector<FigureRows> parts = rows_of(figures);
    const FigureColumns at(column);
    const double axis = axis_of(parts);
    const float titles = column.row(20).min.y;
    ui.text({at.bleu, titles}, Font::note_strong, ui.theme.text, "BLEU");
    ui.text({at.chrf, titles}, Font::note_strong, ui.theme.text, "chrF2");
    for (const FigureRows& part : parts) {
        if (!part.title.empty()) column.line(24, Font::note_strong, ui.theme.text, "The same model, " + part.title, Shorten::end);
        draw_rows(ui, column, part, axis);
    }
    column.paragraph(Font::label, ui.theme.faint,
                     fmt::format("Bars from 0 to {:g}. Length penalty α = {:g}. BLEU and chrF2 as sacreBLEU computes them.", axis,
                                 figures.beams->length_penalty),
                     0);
}

void draw_held_out(Ui& ui, Column& column, const CardFigures& figures) {
    const float top = column.y;
    column.title("HELD-OUT TEXT", fmt::format("{}: {}", figures.pairs, counted(figures.sentences, "sentence")));
    Column table = column.at_most(560);
    draw_figures(ui, table, figures);
    column.y = table.y;
    ui.place("beams/table", column.since(top));
    column.gap(20);
}

/// What is said in the line above the search: of this sentence and, if there is a card, of held-out text.
std::vector<std::string> line_texts(const State& state) {
    std::vector<std::string> texts;
    if (const auto win = beams_win(state))
        texts.push_back(win->same_text() ? fmt::format("here greedy and {} write the same", beams_text(win->beams))
                                         : fmt::format("here chrF2: greedy {}, {} {}", score_text(win->greedy.chrf),
                                                       beams_text(win->beams), score_text(win->with_beams.chrf)));
    if (const CardFigures* figures = figures_with_beams(state))
        texts.push_back(fmt::format("held-out text, BLEU: greedy {}, {} {}", score_text(*figures->bleu),
                                    beams_text(figures->beams->beams), score_text(figures->beams->bleu)));
    return texts;
}

}  // namespace

std::string score_text(double score) { return fmt::format("{:.1f}", score); }

void draw_score_bar(Ui& ui, const Rect& track, double share) {
    ui.fill(track, ui.theme.line, score_bar_height / 2);
    const float length = track.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
    if (share > 0) ui.fill({track.min, {track.min.x + std::max(length, 2.0f), track.max.y}}, ui.theme.output, score_bar_height / 2);
}

void draw_beams_line(Ui& ui, Column& column, const State& state, Commands& commands) {
    if (!has_beams_page(state)) return;
    const Rect area = column.row(metrics::control, 10);
    const Interaction does = ui.control("generate/beams-win", area);
    ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.05f) : ui.theme.raised, metrics::radius);
    const float middle = area.centre().y, end = area.max.x - 28;
    draw_icon(ui, {area.max.x - 14, middle}, Icon::chevron_right, ui.theme.dim);
    float left = ui.text({area.min.x + 10, middle}, Font::note_strong, ui.theme.text, page_title,
                         {.max_width = end - area.min.x - 10, .vertical = VerticalAlign::middle})
                     .max.x;
    for (const std::string& text : line_texts(state)) {
        constexpr float gap = 18;
        if (left + gap + ui.width_of(Font::note, text) > end) break;
        left = ui.text({left + gap, middle}, Font::note, ui.theme.dim, text, {.vertical = VerticalAlign::middle}).max.x;
    }
    if (does.hovered)
        ui.note({"greedy decoding against beam search: on this sentence, and on held-out text if the model has a card"});
    if (does.clicked) commands.push_back(ShowBeamsPage{true});
}

void draw_beams_page(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    Column column = begin_column(ui, "beams", area, state, metrics::wide_margin);
    const Rect line = column.row(metrics::control, 14);
    constexpr std::string_view back = "‹  Back to the search";
    const float width = std::min(ui.width_of(Font::body_strong, back) + 24, line.width() / 2);
    ui.text({line.min.x, line.centre().y}, Font::title, ui.theme.text, page_title,
            {.max_width = line.width() - width - 12, .vertical = VerticalAlign::middle});
    if (button(ui, "beams/back", {{line.max.x - width, line.min.y}, line.max}, {.label = back}))
        commands.push_back(ShowBeamsPage{false});
    constexpr float widest = 1080;  // with more, the numbers would stand far from their texts
    Column parts = column.at_most(widest);
    draw_beams_on_sentence(ui, parts, state);
    if (const CardFigures* figures = figures_with_beams(state)) {
        draw_held_out(ui, parts, *figures);
        draw_held_out_pairs(ui, parts, *figures, state, commands);
    }
    column.y = parts.y;
    end_column(column, "beams", commands);
}

}  // namespace vitrine
