/// What stands below the words.

#include <algorithm>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/start/lines.h"
#include "app/start/state.h"
#include "app/widgets/controls.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Whether the decoder has read what it has said, and not the batch's own words.
bool is_written_so(const SentenceSaid& sentence) {
    for (std::size_t i = 0; i + 1 < sentence.said.size(); ++i) {
        if (sentence.said[i + 1].after != sentence.said[i].word) return false;
    }
    return true;
}

/// The button that lets the words appear one by one, and how far that has come.
void draw_progress(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const StartPage& page = lines.state.of<StartPage>();
    const std::size_t all = lines.sentence.said.size();
    const bool playing = !page.paused && lines.grown < all;
    const Rect row = column.row(36, 6);
    const Rect box = rect_at(row.min, 36, 36);
    if (button(
            ui, "start/play-words", box,
            {.icon = playing ? Icon::pause : Icon::play, .look = ButtonLook::primary, .tip = playing ? "stop here" : "one by one"}))
        commands.push_back(PlayStart{!playing});
    constexpr float gap = 5, most = 48;
    const float left = box.max.x + 14, pitch = std::min(most, (row.max.x - left + gap) / static_cast<float>(all));
    for (std::size_t i = 0; i < all && pitch > gap + 1; ++i) {
        const Rect dash = rect_at({left + pitch * static_cast<float>(i), row.centre().y - 2}, pitch - gap, 4);
        ui.fill(dash, i < lines.grown ? ui.theme.accent : ui.theme.line, 2);
    }
    const Asked asked = lines.sentence.asked;
    const bool writes = asked == Asked::answer || (asked == Asked::next && lines.state.run->has_both_stacks());
    const std::string progress =
        fmt::format("{}{} {} of {}{}", asked == Asked::hidden ? "hidden " : "", lines.sentence.unit, lines.grown, all,
                    !writes                         ? ""
                    : is_written_so(lines.sentence) ? ", each computed from the ones before"
                                                    : ", each computed from the words of the batch before it");
    ui.place("start/progress", column.paragraph(Font::note, ui.theme.dim, progress));
    if (const std::string wrong = wrong_words(lines.sentence, lines.grown); !wrong.empty()) {
        column.gap(4);
        ui.place("start/wrong", column.paragraph(Font::note, ui.theme.error, wrong));
    }
    const std::string sum = lines.grown == all ? sum_words(lines.sentence) : "";
    if (sum.empty()) return;
    column.gap(8);
    ui.place("start/sum", column.paragraph(Font::note_strong, ui.theme.text, sum));
}

/// How the chosen hidden word attends to the others.
void draw_meaning_of_hidden(Ui& ui, Column& column, const Lines& lines) {
    const Configuration& c = lines.state.run->model->configuration;
    const Size heads = c.heads(StackKind::encoder);
    column.paragraph(Font::note_strong, ui.theme.text, "What it looks at");
    column.paragraph(Font::note, ui.theme.dim,
                     fmt::format("The fuller the colour behind a word, the larger its attention weight from this hidden place: "
                                 "layer {}, {}.",
                                 c.num_encoder_layers, heads == 1 ? "its head" : fmt::format("the mean of its {} heads", heads)));
}

/// At which word the shown one looks most. A click leads to this attention.
void draw_most_attended(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const SaidWord& said = lines.said(lines.shown);
    const ReadWord& read = lines.sentence.read[heaviest(lines, lines.shown)];
    const double most = lines.weights->at(said.position, read.position);
    const auto alike = std::ranges::count_if(lines.sentence.read, [&](const ReadWord& other) {
        return weights_alike(lines.weights->at(said.position, other.position), most);
    });
    std::string share = percent(most, 1);
    if (const auto space = share.find(' '); space != std::string::npos) share.replace(space, 1, "\u00a0");  // no line ends there
    const std::string words = alike > 1 ? fmt::format("For “{}” it looks at {} words alike: {}", said.word, alike, share)
                                        : fmt::format("For “{}” it looks most at “{}”: {}", said.word, read.word, share);
    const float height = paragraph_height(ui.fonts, Font::note_strong, words, {.width = column.width()});
    const Rect row = column.row(std::max(22.0f, height + 4), 2);
    const Interaction does = ui.control("start/attention", row);
    ui.paragraph({row.min.x, row.min.y + 2}, Font::note_strong, does.hovered ? ui.theme.accent : ui.theme.text, words,
                 {.width = row.width()});
    if (does.hovered) ui.note({words, "open this attention"}, row);
    if (does.clicked) open_said(lines, lines.shown, commands);
}

void draw_meaning_of_ribbons(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const AlignmentHead& head = *lines.head;
    const bool cross = head.place.kind == AttentionKind::cross;
    draw_most_attended(ui, column, lines, commands);
    column.paragraph(
        Font::note, ui.theme.dim,
        fmt::format("A ribbon is as wide as its attention weight: {}, layer {}, head {}. Weights below {} are not drawn{}.",
                    cross ? "cross-attention" : "self-attention", head.place.layer + 1, head.head + 1, least_share,
                    lines.sentence.asked == Asked::answer ? ", nor those on what it has written" : ""),
        2);
    column.paragraph(Font::note, ui.theme.dim, alignment_words(*lines.state.run, head));
}

/// Which word the shown one attends to, and what is drawn.
void draw_meaning(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const float top = column.y;
    if (lines.weights) draw_meaning_of_ribbons(ui, column, lines, commands);
    if (lines.sentence.asked == Asked::hidden) draw_meaning_of_hidden(ui, column, lines);
    ui.place("start/meaning", column.since(top));
}

}  // namespace

void draw_below_words(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    constexpr float gap = 36, side = 260, least = 860;
    if (column.width() < least) {
        draw_candidates(ui, column, lines, commands);
        column.gap(12);
        draw_progress(ui, column, lines, commands);
        column.gap(12);
        draw_meaning(ui, column, lines, commands);
        return;
    }
    Column left{ui, column.left, column.left + side, column.y}, right{ui, column.right - side, column.right, column.y};
    Column middle{ui, left.right + gap, right.left - gap, column.y};
    draw_progress(ui, left, lines, commands);
    draw_candidates(ui, middle, lines, commands);
    draw_meaning(ui, right, lines, commands);
    column.y = std::max({left.y, middle.y, right.y});
}

}  // namespace vitrine
