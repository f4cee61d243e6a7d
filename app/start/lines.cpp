/// The two lines of words, and the ribbons between them.

#include "app/start/lines.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/edit/sentence_typing.h"
#include "app/frame/sheets/state.h"
#include "app/panel/measures.h"
#include "app/run/run.h"
#include "app/start/state.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/ribbons.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

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

/// What a note must not cover: everything from the words that are read downwards. So it stands above them, and the ribbons, the
/// candidates and what is said about them stay in sight.
Rect from_words_on(const Ui& ui, float top, float left, float right) { return {{left, top}, {right, ui.size().y}}; }

/// The words that are read. A click leads to the vector that the word becomes.
void draw_upper(Ui& ui, float middle, const Lines& lines, std::optional<std::size_t>& lit, Commands& commands) {
    const float height = ui.fonts.line_height(lines.upper.font);
    for (std::size_t i = 0; i < lines.upper.count; ++i) {
        const std::size_t place = lines.upper.first + i;
        const ReadWord& word = lines.sentence.read[place];
        const float width = std::max(20.0f, ui.width_of(lines.upper.font, word.word)) + 10;
        const Rect box = rect_at({lines.upper.middles[i] - width / 2, middle - height / 2 - 4}, width, height + 8);
        const Interaction does = ui.control(fmt::format("start/read/{}", place), box);
        if (does.hovered || does.focused) lit = place;
        const Colour colour = does.hovered ? ui.theme.accent : word.is_mark ? ui.theme.faint : ui.theme.text;
        ui.text({lines.upper.middles[i], middle}, word.is_mark ? Font::note : lines.upper.font, colour, word.word,
                {.align = Align::centre, .vertical = VerticalAlign::middle});
        if (does.hovered)
            ui.note({fmt::format("“{}” as a vector: open it in the map", word.word)},
                    from_words_on(ui, box.min.y, box.min.x, box.max.x));
        const Side side = lines.state.run->model->configuration.has_encoder() ? Side::source : Side::target;
        if (does.clicked)
            go_to(path_of(side) + ".embedding", {lines.state.selection.sentence, word.position, 0}, View::map, commands);
    }
}

/// A predicted word with its probability. It shows its candidates when the pointer is on it, and a click leads to its attention; in
/// a narrow window, where fingers tap, a tap shows its candidates. `top`: of the words that are read.
void draw_said(Ui& ui, float top, float y, const Lines& lines, std::size_t place, float middle, Commands& commands) {
    const SaidWord& said = lines.said(place);
    const float height = ui.fonts.line_height(lines.lower.font);
    const float width = std::max(36.0f, ui.width_of(lines.lower.font, said.word) + 10);
    const bool narrow = is_narrow(ui.size());
    const Rect box = rect_at({middle - width / 2, y - 4}, width, height + (narrow ? 26.0f : 6.0f));
    const Rect below = rect_at({box.min.x, box.max.y}, width, 20);
    const Interaction does = ui.control(fmt::format("start/said/{}", place), box);
    const Interaction number = narrow ? Interaction{} : ui.control(fmt::format("start/number/{}", place), below);
    const bool wrong = said.label && !said.is_right();
    const Colour colour = place == lines.shown ? ui.theme.accent : said.is_end ? ui.theme.faint : ui.theme.text;
    ui.text({middle, y + height / 2}, said.is_end ? Font::note : lines.lower.font, colour, said.word,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    const Colour of_number = number.hovered ? ui.theme.accent : wrong ? ui.theme.error : ui.theme.dim;
    ui.text({middle, y + height + 2}, Font::mono_small, of_number, brief_probability(said.probability), {.align = Align::centre});
    if ((does.hovered || does.focused || does.clicked || number.hovered || number.focused) &&
        lines.state.of<StartPage>().chosen != place)
        commands.push_back(ChooseSaid{place});
    if (does.hovered || number.hovered) {
        std::vector<std::string> note{said_words(lines.sentence.asked, said)};
        if (wrong) note.push_back(fmt::format("in the batch “{}” follows", *said.label));
        if (number.hovered) {
            note.push_back(fmt::format("P(“{}”) = {}: open this number", said.word, precise_probability(said.probability)));
        } else if (lines.weights) {
            note.push_back(fmt::format("of these it looks most at “{}”{}", lines.sentence.read[heaviest(lines, place)].word,
                                       narrow ? "" : ": open this attention"));
        }
        ui.note(note, from_words_on(ui, top, box.min.x, box.max.x));
    }
    if (does.clicked && !narrow) open_said(lines, place, commands);
    if (number.clicked) open_probability(ui, lines, place, said.id, commands);
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

/// The ribbons. A click on one leads to its attention weight.
void draw_between(Ui& ui, float top, const Rect& area, const Lines& lines, std::optional<std::size_t> lit, Commands& commands) {
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
    constexpr float clear = 4;  // of what leads to the rest of a line
    const Interaction does = ui.control("start/ribbons", {{area.min.x, area.min.y + clear}, {area.max.x, area.max.y - clear}});
    if (!hovered) {
        if (does.clicked && !does.hovered) open_said(lines, lines.shown, commands);  // by a key
        return;
    }
    const Ribbon& ribbon = ribbons[*hovered];
    const ReadWord& read = lines.sentence.read[lines.upper.first + ribbon.upper];
    const std::size_t said = lines.lower.first + ribbon.lower;
    ui.note({fmt::format("before it says “{}”, {} of this head's attention goes to “{}”: open this weight", lines.said(said).word,
                         percent(ribbon.share, 1), read.word)},
            from_words_on(ui, top, area.min.x, area.max.x));
    if (does.clicked) open_weight(lines, said, read.position, commands);
}

/// At an end of a line: how many words are not shown. Returns whether it was clicked.
bool draw_rest(Ui& ui, const std::string& name, ImVec2 end, bool left, std::size_t count) {
    if (count == 0) return false;
    constexpr float width = 44, height = 36;
    const Rect box = rect_at({left ? end.x : end.x - width, end.y - height / 2}, width, height);
    const Interaction does = ui.control(name, box);
    const std::string words = left ? fmt::format("‹ {}", count) : fmt::format("{} ›", count);
    ui.text({left ? box.min.x : box.max.x, end.y}, Font::note_strong, does.hovered ? ui.theme.accent : ui.theme.dim, words,
            {.align = left ? Align::left : Align::right, .vertical = VerticalAlign::middle});
    if (does.hovered) ui.note({fmt::format("{} more: show them", counted(static_cast<Size>(count), "word"))}, box);
    return does.clicked;
}

/// The index of the next word to show around, where there are more words than those of a line.
std::optional<std::size_t> draw_rests(Ui& ui, const std::string& name, const Column& column, float middle, const LineOfWords& line,
                                      std::size_t all) {
    if (line.count == 0) return std::nullopt;
    const std::size_t last = line.first + line.count;
    if (draw_rest(ui, name + "/before", {column.left, middle}, true, line.first)) return line.first - 1;
    const std::size_t rest = all - std::min(last, all);  // not all of a line has been written yet
    if (draw_rest(ui, name + "/after", {column.right, middle}, false, rest)) return last;
    return std::nullopt;
}

/// Finds where the words stand.
void place_words(Ui& ui, const Column& column, Lines& lines) {
    constexpr float least = 20, numbered = 36;  // with room for the probability below a short word
    const StartPage& page = lines.state.of<StartPage>();
    std::vector<std::string> read = read_words(lines.sentence), said = said_words(lines.sentence);
    if (!lines.sentence.below) {
        const std::size_t attended = lines.weights ? heaviest(lines, lines.shown) : 0;
        lines.upper = line_of(ui, read, column.left, column.right, std::min(page.read.value_or(attended), read.size() - 1), least);
        lines.lower = line_of(ui, said, column.left, column.right, lines.shown, numbered);
        return;
    }
    const std::size_t from = *lines.sentence.below, count = said.size(), words = read.size();
    said.insert(said.begin(), from, "");
    read.resize(std::max(read.size(), said.size()));
    const std::size_t around = std::min(page.read.value_or(from + lines.shown), read.size() - 1);
    const LineOfWords columns = line_of(ui, read, column.left, column.right, around, numbered, said);
    lines.upper = part_of(columns, 0, words);
    lines.lower = part_of(columns, from, from + count);
}

void draw_two_lines(Ui& ui, Column& column, Lines& lines, Commands& commands) {
    place_words(ui, column, lines);
    const bool phone = form_of(ui.size()) == Form::phone;
    std::optional<std::size_t> lit;
    const float upper = column.y;
    const float line = ui.fonts.line_height(Font::display);
    draw_upper(ui, upper + line / 2, lines, lit, commands);
    if (const auto next = draw_rests(ui, "start/read", column, upper + line / 2, lines.upper, lines.sentence.read.size()))
        commands.push_back(ShowRead{*next});
    const float between = std::clamp(ui.size().y - 660, 90.0f, phone ? 130.0f : 220.0f);
    const Rect area{{column.left, upper + line + 8}, {column.right, upper + line + 8 + (lines.weights ? between : 32)}};
    if (lines.weights) {
        draw_between(ui, upper, area, lines, lit, commands);
    } else {
        ui.text(area.centre(), Font::note, ui.theme.dim, "at each position it predicts which token belongs there",
                {.max_width = area.width(), .align = Align::centre, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    }
    for (std::size_t i = 0; i < lines.lower.count && lines.lower.first + i < lines.grown; ++i)
        draw_said(ui, upper, area.max.y + 8, lines, lines.lower.first + i, lines.lower.middles[i], commands);
    const float middle = area.max.y + 8 + ui.fonts.line_height(lines.lower.font) / 2;
    if (!lines.sentence.below && lines.grown > 0) {
        if (const auto next = draw_rests(ui, "start/said", column, middle, lines.lower, lines.grown))
            commands.push_back(ChooseSaid{*next});
    }
    column.y = area.max.y + 8 + line + 34;
}

}  // namespace

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

void go_to(const std::string& path, const Index& cell, View view, Commands& commands) {
    commands.push_back(SetMenu{""});
    commands.push_back(SelectCell{path, cell});
    commands.push_back(SetView{view});
    commands.push_back(FollowChosen{});
    if (view != View::map) return;
    commands.push_back(ShowSheet{Sheet::right});  // on a phone, where the number would otherwise be behind a closed sheet
    commands.push_back(RevealAnchor{"value"});
}

void open_probability(const Ui& ui, const Lines& lines, std::size_t place, std::int32_t id, Commands& commands) {
    go_to("probabilities", {lines.state.selection.sentence, lines.said(place).position, id}, View::map, commands);
    if (!is_narrow(ui.size())) commands.push_back(RevealAnchor{"anatomy"});  // down to its result
}

void open_weight(const Lines& lines, std::size_t place, Size key, Commands& commands) {
    commands.push_back(SelectHead{lines.head->head});
    go_to(path_of(lines.head->place) + ".weights",
          {lines.state.selection.sentence, lines.head->head, lines.said(place).position, key}, View::attention, commands);
}

void open_said(const Lines& lines, std::size_t place, Commands& commands) {
    const Size sentence = lines.state.selection.sentence;
    const SaidWord& said = lines.said(place);
    if (!lines.weights) return go_to("probabilities", {sentence, said.position, said.id}, View::map, commands);
    open_weight(lines, place, lines.sentence.read[heaviest(lines, place)].position, commands);
}

void draw_start_sentence(Ui& ui, Column& column, const State& state, Commands& commands) {
    const Size number = state.selection.sentence;
    const SentenceSaid sentence = sentence_said(*state.run, number);
    const bool hides = sentence.asked == Asked::hidden;
    if (sentence.read.empty() || (sentence.said.empty() && !hides)) return;
    const StartPage& page = state.of<StartPage>();
    const std::optional<AlignmentHead> head = drawn_head(*state.run, number, sentence);
    const HeadWeights* weights =
        head ? &state.run->of<AttentionReadings>().detail(*state.run, head->place, {number, head->head}).weights : nullptr;
    Lines lines{.state = state, .sentence = sentence, .head = head, .weights = weights, .grown = 0, .shown = 0};
    lines.grown = words_grown(page, sentence.said.size());
    lines.shown = lines.grown == 0 ? 0 : shown_word(page, lines.grown);
    // The end says less than the word before it.
    if (!page.chosen && lines.shown > 0 && lines.said(lines.shown).is_end) --lines.shown;
    const float top = column.y;
    hides ? draw_hidden_words(ui, column, lines, commands) : draw_two_lines(ui, column, lines, commands);
    if (lines.grown > 0) draw_below_words(ui, column, lines, commands);
    if (lines.grown == 0) column.gap(150);
    if (!answers_field(state)) ui.fill({{column.left - 8, top}, {column.right + 8, column.y}}, faded(ui.theme.canvas, 0.65f));
    column.gap(16);
}

}  // namespace vitrine
