/// The sentences that a decoding has come to, and what words set by hand have changed.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float padding = 12, number_line = 20, gap = 8;
constexpr const char* unfinished = "no end: it has as many words as there may be";

std::string numbers_of(const Hypothesis& sentence) {
    return fmt::format("log P {}  score {}", log_text(sentence.log_probability), log_text(sentence.score));
}

/// A sentence on its card.
struct ResultCard {
    std::string words, numbers;
    std::string remark = {};  ///< empty: none

    float lines(const Ui& ui, Font font, const std::string& text, float width) const {
        return text.empty() ? 0
                            : ui.fonts.line_height(font) * ParagraphOptions{}.line_spacing *
                                  static_cast<float>(wrapped(ui.fonts, font, text, width).size());
    }
    float height(const Ui& ui, float width) const {
        const float room = width - 2 * padding;
        return 2 * padding - 4 + lines(ui, Font::body_strong, words, room) + number_line + lines(ui, Font::label, remark, room);
    }
};

struct CardLook {
    bool shown = false, hovered = false;
};

void draw_result(Ui& ui, const Rect& area, const ResultCard& card, const CardLook& look) {
    const Colour hovered = mixed(ui.theme.raised, ui.theme.text, 0.05f);
    ui.fill(area, look.hovered ? hovered : ui.theme.raised, metrics::card_radius);
    if (look.shown) ui.frame(area, ui.theme.accent, metrics::card_radius, 1.5f);
    const float left = area.min.x + padding, room = area.width() - 2 * padding;
    float y = area.min.y + padding - 3;
    ui.paragraph({left, y}, Font::body_strong, ui.theme.text, card.words, {.width = room});
    y += card.lines(ui, Font::body_strong, card.words, room) + 2;
    ui.text({left, y}, Font::mono_small, ui.theme.dim, card.numbers, {.max_width = room});
    if (!card.remark.empty()) ui.paragraph({left, y + number_line}, Font::label, ui.theme.dim, card.remark, {.width = room});
}

/// Of a long sentence its beginning and its end.
std::string brief_words(const GenerateDesk& desk, const Sentence& tokens) {
    constexpr std::ptrdiff_t most = 26, first = 14, last = 8;
    if (static_cast<std::ptrdiff_t>(tokens.size()) <= most) return sentence_words(desk, tokens);
    const Sentence beginning(tokens.begin(), tokens.begin() + first);
    Sentence end{tokens.front()};
    end.insert(end.end(), tokens.end() - last, tokens.end());
    return sentence_words(desk, beginning) + " … " + sentence_words(desk, end);
}

const char* count_words(std::size_t count) { return count > 1 ? "best first" : ""; }

/// The words that are set by hand.
std::string forced_words(const GenerateDesk& desk) {
    std::string words;
    for (const std::int32_t token : desk.generation().options.forced) words += (words.empty() ? "" : " ") + desk.word(token);
    return words;
}

/// "It costs 3.774 in log P.": the best sentence with it against the best without.
std::string difference_words(const Generation& with, const Generation& without) {
    if (with.hypotheses.empty() || without.hypotheses.empty()) return "";
    const double change = with.hypotheses.front().log_probability - without.hypotheses.front().log_probability;
    if (change == 0) return "It costs nothing in log P.";
    return fmt::format("It {} {} in log P.", change < 0 ? "costs" : "gains", log_text(std::abs(change)));
}

/// While the sentence grows, those that have ended on the screen.
std::vector<std::size_t> shown_results(const GenerateDesk& desk) {
    std::vector<std::size_t> places;
    const std::vector<Hypothesis>& sentences = desk.generation().hypotheses;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        if (desk.at(sentences[i].node).step <= desk.steps) places.push_back(i);
    }
    return places;
}

float draw_sentence(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk, std::size_t place) {
    const Hypothesis& sentence = desk.generation().hypotheses[place];
    const ResultCard card{brief_words(desk, sentence.tokens), numbers_of(sentence), sentence.finished ? "" : unfinished};
    // A little beyond the column, so that its words stand under the others.
    const Rect area = rect_at({column.left - 8, y}, column.width() + 16, card.height(ui, column.width() + 16));
    const Interaction does = ui.control(fmt::format("generate/result/{}", place), area);
    const bool shown = &sentence == sentence_through(desk.generation(), desk.node);
    draw_result(ui, area, card, {.shown = shown, .hovered = does.hovered});
    if (does.hovered) ui.note({card.words, "log P: of all its words, under the model", "score: log P ÷ ((5 + length) / 6)^α"});
    if (does.clicked) desk.commands.push_back(ChooseWord{sentence.node});
    return area.max.y + gap;
}

/// Where stopping early has kept the search from a sentence that may be better than all of these.
float draw_better(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const auto better = better_unfinished(desk.generation());
    if (!better || desk.steps < static_cast<int>(desk.generation().steps.size())) return y;
    const std::string words =
        fmt::format("A likelier one, “{}”, was still growing when {} had ended: “stop early” off lets it end.",
                    brief_words(desk, tokens_to(desk.generation(), *better)), desk.generation().options.beams);
    const Rect said = ui.paragraph({column.left, y + 2}, Font::note, ui.theme.dim, words, {.width = column.width()});
    ui.place("generate/better", said);
    return said.max.y + gap;
}

}  // namespace

float draw_generate_results(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const std::vector<std::size_t> shown = shown_results(desk);
    section_title(ui, rect_at({column.left, y}, column.width(), 16), shown.size() == 1 ? "RESULT" : "RESULTS",
                  count_words(shown.size()));
    y += 26;
    if (shown.empty())
        return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, "No sentence yet.", {.width = column.width()}).max.y + gap;
    for (const std::size_t place : shown) y = draw_sentence(ui, column, y, desk, place);
    return draw_better(ui, column, y, desk);
}

float draw_generate_forced(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    if (desk.generation().options.forced.empty()) return y;
    const Decoded* unforced = unforced_of(desk.state);
    const float top = y;
    section_title(ui, rect_at({column.left, y}, column.width(), 16), "BY HAND");
    draw_icon(ui, {column.right - 6, y + 8}, Icon::pencil, ui.theme.accent);
    y += 24;
    const std::string forced = fmt::format("The sentence has to begin with “{}”.", forced_words(desk));
    y = ui.paragraph({column.left, y}, Font::note, ui.theme.text, forced, {.width = column.width()}).max.y + 8;
    if (unforced && !unforced->generation.hypotheses.empty()) {
        const Hypothesis& best = unforced->generation.hypotheses.front();
        ui.text({column.left, y}, Font::note, ui.theme.dim, "without that");
        const ResultCard card{brief_words(desk, best.tokens), numbers_of(best)};
        const Rect area = rect_at({column.left - 8, y + 20}, column.width() + 16, card.height(ui, column.width() + 16));
        ui.place("generate/unforced", area);
        draw_result(ui, area, card, {});
        y = area.max.y + 6;
    }
    if (const std::string words = unforced ? difference_words(desk.generation(), unforced->generation) : ""; !words.empty())
        y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()}).max.y + 8;
    const float back = ui.width_of(Font::body_strong, "Back") + 24;
    if (button(ui, "generate/compare", {{column.left, y}, {column.right - back - 8, y + metrics::control}},
               {.label = "Compare both",
                .tip = "the sentence without it as run A, the one with it as run B",
                .enabled = can_compare_forced(desk.state)}))
        desk.commands.push_back(CompareForced{});
    if (button(ui, "generate/back", rect_at({column.right - back, y}, back, metrics::control),
               {.label = "Back", .tip = "to what the model chooses"}))
        desk.commands.push_back(StopForcing{});
    y += metrics::control + 18;
    ui.place("generate/forced", {{column.left, top}, {column.right, y - 18}});
    return y;
}

}  // namespace vitrine
