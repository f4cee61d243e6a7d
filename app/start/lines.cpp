/// The two lines of words, the ribbons between them, and the candidates for one word.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/edit/sentence_typing.h"
#include "app/panel/measures.h"
#include "app/run/attention_readings.h"
#include "app/run/prediction.h"
#include "app/start/parts.h"
#include "app/start/state.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/chart/bars.h"
#include "app/widgets/controls.h"
#include "app/widgets/ribbons.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr double least_share = 0.02;  // thinner ribbons could not be followed

/// What is drawn in one frame.
struct Lines {
    const State& state;
    const SentenceSaid& sentence;
    const std::optional<AlignmentHead>& head;
    const HeadWeights* weights;  ///< null: no head is drawn
    std::size_t grown;           ///< how many predicted words are shown
    std::size_t shown;           ///< whose candidates are
    LineOfWords upper, lower;

    const SaidWord& said(std::size_t place) const { return sentence.said[place]; }
    bool is_shown(const LineOfWords& line, std::size_t word) const { return word >= line.first && word < line.first + line.count; }
};

std::vector<std::string> read_words(const SentenceSaid& sentence) {
    std::vector<std::string> words;
    for (const ReadWord& word : sentence.read) words.push_back(word.word);
    return words;
}

std::vector<std::string> said_words(const SentenceSaid& sentence) {
    std::vector<std::string> words;
    for (const SaidWord& word : sentence.said) words.push_back(word.word);
    return words;
}

/// The index of the word read that a predicted word attends to most.
std::size_t heaviest(const Lines& lines, std::size_t said) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < lines.sentence.read.size(); ++i) {
        const auto weight = [&](std::size_t at) {
            return lines.weights->at(lines.said(said).position, lines.sentence.read[at].position);
        };
        if (weight(i) > weight(best)) best = i;
    }
    return best;
}

/// Goes to a cell in the window.
void go_to(const std::string& path, const Index& cell, View view, Commands& commands) {
    commands.push_back(SetMenu{""});
    commands.push_back(SelectCell{path, cell});
    commands.push_back(SetView{view});
    commands.push_back(FollowChosen{});
}

/// The words that are read. A click leads to the vector that the word becomes.
void draw_upper(Ui& ui, float middle, const Lines& lines, std::optional<std::size_t>& lit, Commands& commands) {
    const float height = ui.fonts.line_height(lines.upper.font);
    for (std::size_t i = 0; i < lines.upper.count; ++i) {
        const std::size_t place = lines.upper.first + i;
        const ReadWord& word = lines.sentence.read[place];
        const float width = std::max(20.0f, ui.width_of(lines.upper.font, word.word)) + 12;
        const Rect box = rect_at({lines.upper.middles[i] - width / 2, middle - height / 2 - 4}, width, height + 8);
        const Interaction does = ui.control(fmt::format("start/read/{}", place), box);
        if (does.hovered || does.focused) lit = place;
        const Colour colour = does.hovered ? ui.theme.accent : word.is_mark ? ui.theme.faint : ui.theme.text;
        ui.text({lines.upper.middles[i], middle}, word.is_mark ? Font::note : lines.upper.font, colour, word.word,
                {.align = Align::centre, .vertical = VerticalAlign::middle});
        if (does.hovered) ui.note({fmt::format("“{}” as a vector: open it in the map", word.word)}, box);
        const bool source = lines.state.run->model->configuration.has_encoder();
        if (does.clicked)
            go_to(source ? "src.embedded" : "tgt.embedded", {lines.state.selection.sentence, word.position, 0}, View::map,
                  commands);
    }
}

/// A predicted word with its probability. A click leads to its attention.
void draw_said(Ui& ui, float y, const Lines& lines, std::size_t place, float middle, Commands& commands) {
    const SaidWord& said = lines.said(place);
    const float height = ui.fonts.line_height(lines.lower.font);
    const float width = std::max(44.0f, ui.width_of(lines.lower.font, said.word) + 12);
    const Rect box = rect_at({middle - width / 2, y - 4}, width, height + 26);
    const Interaction does = ui.control(fmt::format("start/said/{}", place), box);
    const bool wrong = said.label && !said.is_right();
    const Colour colour = place == lines.shown ? ui.theme.accent : said.is_end ? ui.theme.faint : ui.theme.text;
    ui.text({middle, y + height / 2}, said.is_end ? Font::note : lines.lower.font, colour, said.word,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    ui.text({middle, y + height + 2}, Font::mono_small, wrong ? ui.theme.error : ui.theme.dim,
            fmt::format("{:.3f}", said.probability), {.align = Align::centre});
    if (does.hovered || does.focused) {
        if (lines.state.of<StartPage>().chosen != place) commands.push_back(ChooseSaid{place});
        std::vector<std::string> note{said_words(*lines.state.run, said)};
        if (wrong) note.push_back(fmt::format("in the batch “{}” follows", *said.label));
        if (lines.weights)
            note.push_back(
                fmt::format("it looks most at “{}”: open this attention", lines.sentence.read[heaviest(lines, place)].word));
        if (does.hovered) ui.note(note, box);
    }
    if (!does.clicked) return;
    const Size sentence = lines.state.selection.sentence;
    if (!lines.weights) return go_to("probabilities", {sentence, said.position, said.id}, View::map, commands);
    const Size key = lines.sentence.read[heaviest(lines, place)].position;
    commands.push_back(SelectHead{lines.head->head});
    go_to(path_of(lines.head->place) + ".weights", {sentence, lines.head->head, said.position, key}, View::attention, commands);
}

std::vector<Ribbon> ribbons_of(const Lines& lines, std::optional<std::size_t> lit) {
    std::vector<Ribbon> ribbons;
    const StartPage& page = lines.state.of<StartPage>();
    const std::size_t next = std::min(lines.grown + 1, lines.sentence.said.size());
    for (std::size_t said = 0; said < next; ++said) {
        for (std::size_t read = 0; read < lines.sentence.read.size(); ++read) {
            if (!lines.is_shown(lines.upper, read) || !lines.is_shown(lines.lower, said)) continue;
            const double weight = lines.weights->at(lines.said(said).position, lines.sentence.read[read].position);
            if (!(weight >= least_share)) continue;
            const bool stands_out = lit ? read == *lit : page.chosen ? said == *page.chosen : true;
            const float drawn = said < lines.grown ? 1.0f : static_cast<float>(page.grown - std::floor(page.grown));
            ribbons.push_back({.upper = read - lines.upper.first,
                               .lower = said - lines.lower.first,
                               .share = weight,
                               .light = stands_out ? 0.8f : 0.2f,
                               .drawn = drawn});
        }
    }
    return ribbons;
}

void draw_between(Ui& ui, const Rect& area, const Lines& lines, std::optional<std::size_t> lit) {
    const std::vector<Ribbon> ribbons = ribbons_of(lines, lit);
    const float width = lines.upper.font == Font::note ? 14.0f : lines.upper.font == Font::title ? 24.0f : 38.0f;
    ui.push_clip(area);
    const auto hovered = draw_ribbons(ui, area,
                                      {.upper = lines.upper.middles,
                                       .lower = lines.lower.middles,
                                       .ribbons = ribbons,
                                       .width = width,
                                       .upper_colour = ui.theme.key,
                                       .lower_colour = ui.theme.query});
    ui.pop_clip();
    ui.place("start/ribbons", area);
    if (!hovered) return;
    const Ribbon& ribbon = ribbons[*hovered];
    const std::string& read = lines.sentence.read[lines.upper.first + ribbon.upper].word;
    const std::string& said = lines.said(lines.lower.first + ribbon.lower).word;
    ui.note({fmt::format("before it says “{}”, {} of this head's attention goes to “{}”", said, percent(ribbon.share, 1), read)});
}

/// The likeliest words in the place of the chosen one. A click leads to the probability.
void draw_candidates(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const SaidWord& said = lines.said(lines.shown);
    constexpr std::size_t count = 5;
    const Size sentence = lines.state.selection.sentence;
    const float top = column.y;
    column.line(20, Font::note_strong, ui.theme.text,
                fmt::format("The likeliest words {} “{}”", side_of_predictions(*lines.state.run) == Side::source ? "at" : "after",
                            said.after),
                Shorten::end);
    const auto likeliest = likeliest_words(*lines.state.run, sentence, said.position, count);
    const Vocabulary& words = vocabulary_of(*lines.state.run, side_of_predictions(*lines.state.run));
    for (std::size_t place = 0; place < likeliest.size(); ++place) {
        const auto [id, probability] = likeliest[place];
        const Bar bar{probability, ui.theme.output, fmt::format("{:.4f}", probability)};
        const Rect row = column.row(bar_row_height(1));
        const Interaction does = bar_row(ui, row.min, row.width(),
                                         {.name = fmt::format("start/candidate/{}", place),
                                          .label = words.word(id),
                                          .bars = {&bar, 1},
                                          .mark = {},
                                          .strong = id == said.id,
                                          .answers = true});
        if (does.hovered) ui.note({fmt::format("P(“{}”) = {:.6f}: open this number", words.word(id), probability)}, row);
        if (does.clicked) go_to("probabilities", {sentence, said.position, id}, View::map, commands);
    }
    ui.place("start/candidates", column.since(top));
}

/// The button that lets the words appear one by one, and how far that has come.
void draw_progress(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const StartPage& page = lines.state.of<StartPage>();
    const std::size_t all = lines.sentence.said.size();
    const bool playing = !page.paused && lines.grown < all;
    const Rect row = column.row(36, 6);
    const Rect box = rect_at(row.min, 36, 36);
    if (button(ui, "start/play-words", box,
               {.icon = playing ? Icon::pause : Icon::play,
                .look = ButtonLook::primary,
                .tip = playing ? "stop here" : "word by word"}))
        commands.push_back(PlayStart{!playing});
    constexpr float gap = 5, most = 48;
    const float left = box.max.x + 14, pitch = std::min(most, (row.max.x - left + gap) / static_cast<float>(all));
    for (std::size_t i = 0; i < all && pitch > gap + 1; ++i) {
        const Rect dash = rect_at({left + pitch * static_cast<float>(i), row.centre().y - 2}, pitch - gap, 4);
        ui.fill(dash, i < lines.grown ? ui.theme.accent : ui.theme.line, 2);
    }
    column.paragraph(Font::note, ui.theme.dim,
                     fmt::format("word {} of {}{}", lines.grown, all,
                                 lines.state.run->has_both_stacks() ? ", each computed from the ones before" : ""));
}

void draw_meaning(Ui& ui, Column& column, const Lines& lines) {
    const float top = column.y;
    const AlignmentHead& head = *lines.head;
    column.paragraph(Font::note_strong, ui.theme.text, "What reaches which word");
    const std::string where = fmt::format("cross-attention, layer {}, head {}", head.place.layer + 1, head.head + 1);
    column.paragraph(
        Font::note, ui.theme.dim,
        fmt::format("A ribbon is as wide as its attention weight: {}. Weights below {} are not drawn.", where, least_share), 2);
    column.paragraph(Font::note, ui.theme.dim, alignment_words(head));
    ui.place("start/meaning", column.since(top));
}

/// What stands below the lines: side by side, or one below the other if the page is narrow.
void draw_below(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    constexpr float gap = 36, side = 240, least = 860;
    if (column.width() < least) {
        draw_candidates(ui, column, lines, commands);
        column.gap(12);
        draw_progress(ui, column, lines, commands);
        column.gap(12);
        if (lines.head) draw_meaning(ui, column, lines);
        return;
    }
    Column left{ui, column.left, column.left + side, column.y}, right{ui, column.right - side, column.right, column.y};
    Column middle{ui, left.right + gap, right.left - gap, column.y};
    const float centre = (middle.left + middle.right) / 2, half = std::min(180.0f, middle.width() / 2);
    Column bars{ui, centre - half, centre + half, column.y};
    draw_progress(ui, left, lines, commands);
    draw_candidates(ui, bars, lines, commands);
    if (lines.head) draw_meaning(ui, right, lines);
    column.y = std::max({left.y, bars.y, right.y});
}

/// Whether the text in the field is another one than the sentence that is drawn: one of its words is unknown, or the answer is
/// still being computed.
bool is_behind(const State& state) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    return first_unknown(typing) || !typing.problem.empty();
}

}  // namespace

void draw_start_sentence(Ui& ui, Column& column, const State& state, Commands& commands) {
    const SentenceSaid sentence = sentence_said(*state.run, state.selection.sentence);
    if (sentence.read.empty() || sentence.said.empty()) return;
    const StartPage& page = state.of<StartPage>();
    const std::optional<AlignmentHead> head = alignment_head(*state.run, state.selection.sentence);
    const HeadWeights* weights =
        head ? &state.run->of<AttentionReadings>().detail(*state.run, head->place, {state.selection.sentence, head->head}).weights
             : nullptr;
    Lines lines{
        .state = state, .sentence = sentence, .head = head, .weights = weights, .grown = 0, .shown = 0, .upper = {}, .lower = {}};
    lines.grown = words_grown(page, sentence.said.size());
    lines.shown = lines.grown == 0 ? 0 : shown_word(page, lines.grown);
    const std::vector<std::string> read = read_words(sentence), said = said_words(sentence);
    lines.upper = line_of(ui, read, column.left, column.right, weights ? heaviest(lines, lines.shown) : 0);
    lines.lower = line_of(ui, said, column.left, column.right, lines.shown);

    const bool phone = form_of(ui.size()) == Form::phone;
    std::optional<std::size_t> lit;
    const float upper = column.y;
    const float line = ui.fonts.line_height(Font::display);
    draw_upper(ui, upper + line / 2, lines, lit, commands);
    const float between = std::clamp(ui.size().y - 640, 90.0f, phone ? 130.0f : 220.0f);
    const Rect area{{column.left, upper + line + 8}, {column.right, upper + line + 8 + (weights ? between : 32)}};
    if (weights) {
        draw_between(ui, area, lines, lit);
    } else {
        ui.text(area.centre(), Font::note, ui.theme.dim, said_heading(*state.run),
                {.max_width = area.width(), .align = Align::centre, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    }
    for (std::size_t i = 0; i < lines.lower.count && lines.lower.first + i < lines.grown; ++i)
        draw_said(ui, area.max.y + 8, lines, lines.lower.first + i, lines.lower.middles[i], commands);
    column.y = area.max.y + 8 + line + 40;
    if (lines.grown > 0) draw_below(ui, column, lines, commands);
    if (lines.grown == 0) column.gap(150);
    if (is_behind(state)) ui.fill({{column.left - 8, upper}, {column.right + 8, column.y}}, faded(ui.theme.canvas, 0.65f));
    column.gap(20);
}

}  // namespace vitrine
