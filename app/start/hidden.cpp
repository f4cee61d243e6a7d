/// The sentence of an encoder alone, some words of which are hidden: a click hides a word, and another one shows it again.

#include <algorithm>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/start/lines.h"
#include "app/start/state.h"
#include "core/tasks/one_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// What is written in the place of each word.
struct PlacedWord {
    const ReadWord& word;
    std::optional<std::size_t> said;  ///< of a hidden word: which prediction is in its place
    bool shows = false;               ///< the prediction has appeared
    float width = 0;
};

constexpr float box_padding = 9, box_gap = 4, box_row = 66, box_height = 38;

std::vector<PlacedWord> places_of(const Ui& ui, Font font, const Lines& lines) {
    std::vector<PlacedWord> places;
    std::size_t hidden = 0;
    for (const ReadWord& word : lines.sentence.read) {
        PlacedWord& place = places.emplace_back(PlacedWord{word, {}});
        std::string text = word.word;
        if (word.is_hidden && hidden < lines.sentence.said.size()) {
            place.said = hidden++;
            place.shows = *place.said < lines.grown;
            text = lines.said(*place.said).word;
        }
        place.width =
            std::max(word.is_hidden ? 64.0f : 0.0f, ui.width_of(word.is_mark ? Font::note : font, text) + 2 * box_padding);
    }
    return places;
}

/// The lines of words, each by its first word and the one behind its last: as many as fit, and each sentence begins a line.
std::vector<std::pair<std::size_t, std::size_t>> lines_of(std::span<const PlacedWord> places, float room) {
    std::vector<std::pair<std::size_t, std::size_t>> lines{{0, 0}};
    float x = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool after_break = i > 0 && places[i - 1].word.word == separator_word;
        if (i > 0 && (after_break || x + places[i].width > room)) {
            lines.emplace_back(i, i);
            x = 0;
        }
        x += places[i].width + box_gap;
        lines.back().second = i + 1;
    }
    return lines;
}

/// The note of a word, and what a click does.
std::string click_words(const Lines& lines, const PlacedWord& place) {
    if (!place.word.is_hidden) return "click: hide this word";
    const auto known = covered_token(lines.state, place.word.position);
    return known ? "click: show “" + vocabulary_of(*lines.state.run, Side::source).word(*known) + "” again" : "";
}

void draw_guess(Ui& ui, const Rect& box, Font font, const Lines& lines, const PlacedWord& place) {
    const bool chosen = *place.said == lines.shown;
    ui.frame(box, chosen ? ui.theme.accent : ui.theme.dim, metrics::radius, chosen ? 1.5f : 1.0f);
    if (!place.shows) return;
    const SaidWord& said = lines.said(*place.said);
    const auto known = covered_token(lines.state, place.word.position);
    const bool wrong = known && *known != said.id;
    ui.text(box.centre(), font, chosen ? ui.theme.accent : ui.theme.text, said.word,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    ui.text({box.centre().x, box.max.y + 4}, Font::mono_small, wrong ? ui.theme.error : ui.theme.dim,
            brief_probability(said.probability), {.align = Align::centre});
}

/// `top`: of all lines of words; the note stands above it, so that it covers neither words nor what is below them.
void draw_place(Ui& ui, float top, const Rect& box, Font font, const Lines& lines, const PlacedWord& place, double share,
                double largest, Commands& commands) {
    constexpr float fullest = 0.38f;
    const ReadWord& word = place.word;
    if (largest > 0) ui.fill(box, faded(ui.theme.attention, static_cast<float>(share / largest) * fullest), metrics::radius);
    const bool answers = !word.is_mark;
    const std::string name = fmt::format("start/{}/{}", place.said ? "said" : "read",
                                         place.said.value_or(static_cast<std::size_t>(&word - lines.sentence.read.data())));
    const Interaction does = answers ? ui.control(name, box) : ui.place(name, box);
    if (place.said) {
        draw_guess(ui, box, font, lines, place);
        if ((does.hovered || does.focused) && place.shows && lines.state.of<StartPage>().chosen != place.said)
            commands.push_back(ChooseSaid{*place.said});
    } else {
        ui.text(box.centre(), word.is_mark ? Font::note : font,
                does.hovered && answers ? ui.theme.accent
                : word.is_mark          ? ui.theme.faint
                                        : ui.theme.text,
                word.word, {.align = Align::centre, .vertical = VerticalAlign::middle});
    }
    if (does.clicked && answers) commands.push_back(HideWord{word.position});
    if (!does.hovered) return;
    std::vector<std::string> note;
    if (place.said) note.push_back(said_words(lines.sentence.asked, lines.said(*place.said)));
    if (answers && !click_words(lines, place).empty()) note.push_back(click_words(lines, place));
    if (largest > 0) note.push_back(fmt::format("{} of the attention from the chosen hidden place", percent(share, 1)));
    ui.note(note, Rect{{box.min.x, top}, {box.max.x, ui.size().y}});
}

}  // namespace

void draw_hidden_words(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    constexpr std::size_t most_in_large = 16;
    const Font font = lines.sentence.read.size() <= most_in_large && column.width() > 800 ? Font::display : Font::title;
    const std::vector<PlacedWord> places = places_of(ui, font, lines);
    std::vector<double> shares(places.size());
    if (!lines.sentence.said.empty()) {
        const Size query = lines.said(lines.shown).position;
        for (std::size_t i = 0; i < places.size(); ++i)
            shares[i] = mean_weight(*lines.state.run, lines.state.selection.sentence, query, places[i].word.position);
    }
    const double largest = *std::ranges::max_element(shares);
    const float top = column.y;
    for (const auto& [first, last] : lines_of(places, column.width())) {
        float width = -box_gap;
        for (std::size_t i = first; i < last; ++i) width += places[i].width + box_gap;
        const Rect row = column.row(box_row);
        float x = (row.min.x + row.max.x - width) / 2;
        for (std::size_t i = first; i < last; ++i) {
            draw_place(ui, top, rect_at({x, row.min.y}, places[i].width, box_height), font, lines, places[i], shares[i], largest,
                       commands);
            x += places[i].width + box_gap;
        }
    }
    if (!lines.sentence.said.empty()) return;
    column.gap(12);
    const Rect hint = column.row(24);
    ui.text({(hint.min.x + hint.max.x) / 2, hint.centre().y}, Font::note_strong, ui.theme.text, "No word is hidden: click one.",
            {.align = Align::centre, .vertical = VerticalAlign::middle});
    ui.place("start/nothing-hidden", hint);
}

}  // namespace vitrine
