/// The sentences of a decoding, and the changes made by words set by hand.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float padding = 12, below_numbers = 2, gap = 8;
constexpr const char* unfinished = "no end: it has reached the maximum number of tokens";

/// A sentence on its card.
struct ResultCard {
    std::string words, numbers;
    std::string remark = {};  ///< empty: none

    float height(const Ui& ui, float width) const {
        const ParagraphOptions room{.width = width - 2 * padding};
        return 2 * padding - 4 + paragraph_height(ui.fonts, Font::body_strong, words, room) +
               paragraph_height(ui.fonts, Font::mono_small, numbers, room) + below_numbers +
               paragraph_height(ui.fonts, Font::label, remark, room);
    }
};

/// The card's place: a little beyond the column, so that its words stand under the others.
Rect card_row(const Ui& ui, Column& column, const ResultCard& card, float below) {
    Column wide = column.inset(-8);
    const Rect area = wide.row(card.height(ui, wide.width()), below);
    column.y = wide.y;
    return area;
}

struct CardLook {
    bool shown = false, hovered = false;
};

void draw_result(Ui& ui, const Rect& area, const ResultCard& card, const CardLook& look) {
    const Colour hovered = mixed(ui.theme.raised, ui.theme.text, 0.05f);
    ui.fill(area, look.hovered ? hovered : ui.theme.raised, metrics::card_radius);
    if (look.shown) ui.frame(area, ui.theme.accent, metrics::card_radius, 1.5f);
    Column inner = column_in(ui, area, padding, padding - 3);
    inner.paragraph(Font::body_strong, ui.theme.text, card.words, 2);
    inner.paragraph(Font::mono_small, ui.theme.dim, card.numbers, below_numbers);
    if (!card.remark.empty()) inner.paragraph(Font::label, ui.theme.dim, card.remark);
}

/// Of a long sentence its beginning and its end.
std::string brief_words(const GenerateScene& scene, const Sentence& tokens) {
    constexpr std::ptrdiff_t most = 26, first = 14, last = 8;
    const std::ptrdiff_t given = scene.root + 1;
    if (std::ssize(tokens) - given + 1 <= most) return sentence_words(scene, tokens);
    const Sentence beginning(tokens.begin(), tokens.begin() + given - 1 + first);
    Sentence end(tokens.begin(), tokens.begin() + given);
    end.insert(end.end(), tokens.end() - last, tokens.end());
    return sentence_words(scene, beginning) + " … " + sentence_words(scene, end);
}

const char* count_words(std::size_t count) { return count > 1 ? "best first" : ""; }

/// The words that are set by hand.
std::string forced_words(const GenerateScene& scene) {
    std::string words;
    for (const std::int32_t token : scene.generation().options.forced) words += (words.empty() ? "" : " ") + scene.word(token);
    return words;
}

/// While a decoding is replayed, the sentences that have ended by the step on the screen.
std::vector<std::size_t> shown_results(const GenerateScene& scene) {
    std::vector<std::size_t> places;
    const std::vector<Hypothesis>& sentences = scene.generation().hypotheses;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        if (scene.at(sentences[i].node).step <= scene.steps) places.push_back(i);
    }
    return places;
}

void draw_sentence(Ui& ui, Column& column, const GenerateScene& scene, std::size_t place) {
    const Hypothesis& sentence = scene.generation().hypotheses[place];
    const ResultCard card{brief_words(scene, sentence.tokens), result_numbers(sentence), sentence.finished ? "" : unfinished};
    const Rect area = card_row(ui, column, card, gap);
    const Interaction does = ui.control(fmt::format("generate/result/{}", place), area);
    const bool shown = &sentence == sentence_through(scene.generation(), scene.node);
    draw_result(ui, area, card, {.shown = shown, .hovered = does.hovered});
    if (does.hovered)
        ui.note({card.words, "log P: the log-probability of all its tokens under the model",
                 fmt::format("score: log P ÷ ((5 + length) / 6)^α, α = {:g}", scene.generation().options.length_penalty)});
    if (does.clicked) scene.commands.push_back(ChooseWord{sentence.node});
}

/// Where stopping early has kept the search from a sentence that may be better than all of these.
void draw_better(Ui& ui, Column& column, const GenerateScene& scene) {
    const auto better = better_unfinished(scene.generation());
    const bool early = scene.generation().options.early_stopping;
    if (!better || !early || scene.steps < static_cast<int>(scene.generation().steps.size())) return;
    const std::string words =
        fmt::format("“{}” has a better score but had not ended when {} had. Switch off “stop early” to let it end.",
                    brief_words(scene, tokens_to(scene.generation(), *better)), ended_sentences(scene.generation()));
    column.gap(2);
    ui.place("generate/better", column.paragraph(Font::note, ui.theme.dim, words, gap));
}

}  // namespace

std::string result_numbers(const Hypothesis& sentence) {
    return fmt::format("log P {} score {}", log_text(sentence.log_probability), log_text(sentence.score));
}

std::string cost_words(const Generation& with, const Generation& without) {
    if (with.hypotheses.empty() || without.hypotheses.empty()) return "";
    const double change = with.hypotheses.front().log_probability - without.hypotheses.front().log_probability;
    if (change == 0) return "It costs nothing in log P.";
    return fmt::format("It {} {} in log P.", change < 0 ? "costs" : "gains", log_text(std::abs(change)));
}

void draw_generate_results(Ui& ui, Column& column, const GenerateScene& scene) {
    const std::vector<std::size_t> shown = shown_results(scene);
    column.title(shown.size() == 1 ? "RESULT" : "RESULTS", count_words(shown.size()));
    if (shown.empty()) return void(column.paragraph(Font::note, ui.theme.dim, "No sentence yet.", gap));
    for (const std::size_t place : shown) draw_sentence(ui, column, scene, place);
    draw_better(ui, column, scene);
}

void draw_generate_forced(Ui& ui, Column& column, const GenerateScene& scene) {
    if (scene.generation().options.forced.empty()) return;
    const Decoded* unforced = unforced_of(scene.state);
    const float top = column.y;
    draw_icon(ui, {column.right - 6, top + 8}, Icon::pencil, ui.theme.accent);
    column.title("BY HAND", {}, 8);
    const std::string forced = fmt::format("The sentence has to begin with “{}”.", forced_words(scene));
    column.paragraph(Font::note, ui.theme.text, forced, 8);
    if (unforced && !unforced->generation.hypotheses.empty()) {
        const Hypothesis& best = unforced->generation.hypotheses.front();
        column.line(20, Font::note, ui.theme.dim, "otherwise");
        const ResultCard card{brief_words(scene, best.tokens), result_numbers(best)};
        const Rect area = card_row(ui, column, card, 6);
        ui.place("generate/unforced", area);
        draw_result(ui, area, card, {});
    }
    if (const std::string words = unforced ? cost_words(scene.generation(), unforced->generation) : ""; !words.empty())
        column.paragraph(Font::note, ui.theme.dim, words, 8);
    const Rect row = column.row(metrics::control);
    const float back = row.max.x - ui.width_of(Font::body_strong, "Back") - 24;
    if (button(ui, "generate/compare", {row.min, {back - 8, row.max.y}},
               {.label = "Compare both",
                .tip = "the sentence without the choice as run A, the one with it as run B",
                .enabled = can_compare_forced(scene.state)}))
        scene.commands.push_back(CompareForced{});
    if (button(ui, "generate/back", {{back, row.min.y}, row.max}, {.label = "Back", .tip = "back to what the model chooses"}))
        scene.commands.push_back(StopForcing{});
    ui.place("generate/forced", column.since(top));
    column.gap(18);
}

}  // namespace vitrine
