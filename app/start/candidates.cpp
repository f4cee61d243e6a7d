/// The likeliest words in the place of the shown one, and their temperature.

#include <algorithm>

#include <fmt/format.h>

#include "app/run/prediction.h"
#include "app/run/run.h"
#include "app/start/lines.h"
#include "app/start/state.h"
#include "app/widgets/chart/bars.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::size_t shown_candidates = 5;

/// The note of a bar: with a temperature it says which number is the model's own, since a click opens that.
std::vector<std::string> bar_note(const std::string& word, double shown, double own, double temperature) {
    if (temperature == 1) return {fmt::format("P(“{}”) = {}: open this number", word, precise_probability(own))};
    return {fmt::format("P(“{}”) = {} with T = {:.2f}", word, precise_probability(shown), temperature),
            fmt::format("the model's own: {}; a click opens that number", precise_probability(own))};
}

/// The numbers of the bars, all as wide as the widest, so that the bars have the same length.
std::vector<std::string> bar_numbers(const LikeliestWords& likeliest) {
    std::vector<std::string> texts;
    std::size_t widest = 0;
    for (const auto& [id, probability] : likeliest) {
        texts.push_back(brief_number(probability));
        widest = std::max(widest, text_width(texts.back()));
    }
    for (std::string& text : texts) text = right_aligned(text, widest);
    return texts;
}

void draw_bars(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    const SaidWord& said = lines.said(lines.shown);
    const Run& run = *lines.state.run;
    const Size sentence = lines.state.selection.sentence;
    const double temperature = lines.state.of<StartPage>().temperature;
    const float top = column.y;
    column.line(20, Font::note_strong, ui.theme.text, candidates_heading(lines.sentence, lines.shown), Shorten::end);
    const LikeliestWords likeliest = temperature == 1
                                         ? likeliest_words(run, sentence, said.position, shown_candidates)
                                         : likeliest_words_at(temperature, run, sentence, said.position, shown_candidates);
    const std::vector<std::string> numbers = bar_numbers(likeliest);
    const Vocabulary& words = vocabulary_of(run, side_of_predictions(run));
    for (std::size_t place = 0; place < likeliest.size(); ++place) {
        const auto [id, probability] = likeliest[place];
        const Bar bar{probability, ui.theme.output, numbers[place]};
        const Rect row = column.row(bar_row_height(1));
        const Interaction does = bar_row(ui, row.min, row.width(),
                                         {.name = fmt::format("start/candidate/{}", place),
                                          .label = words.word(id),
                                          .bars = {&bar, 1},
                                          .mark = {},
                                          .strong = id == said.id,
                                          .answers = true});
        const auto own = static_cast<double>(run.activations->probabilities.at({sentence, said.position, id}));
        if (does.hovered) ui.note(bar_note(words.word(id), probability, own, temperature), row);
        if (does.clicked) open_probability(ui, lines, lines.shown, id, commands);
    }
    ui.place("start/candidates", column.since(top));
}

/// The slider for the temperature, its number, and what it does. Keeps room for `text_lines` lines of text.
void draw_temperature(Ui& ui, Column& column, const Lines& lines, float text_lines, Commands& commands) {
    constexpr float line = 18, slider_height = 24;
    const double temperature = lines.state.of<StartPage>().temperature;
    const float top = column.y;
    const Rect head = column.row(20);
    ui.text(head.min, Font::note_strong, ui.theme.text, "Temperature");
    ui.text({head.max.x, head.min.y}, Font::mono, temperature == 1 ? ui.theme.dim : ui.theme.accent,
            fmt::format("T = {:.2f}", temperature), {.align = Align::right});
    const Rect track = column.row(slider_height, 4);
    const SliderInput input{.name = temperature_slider, .place = place_of_temperature(temperature), .count = temperature_places};
    if (const auto place = slider(ui, track, input)) commands.push_back(SetTemperature{*place});
    const float text = column.y;
    column.paragraph(Font::note, ui.theme.dim, temperature_words(temperature));
    ui.place("start/temperature", column.since(top));
    column.y = std::max(column.y, text + text_lines * line);  // so that nothing below moves while the slider is dragged
}

}  // namespace

void draw_candidates(Ui& ui, Column& column, const Lines& lines, Commands& commands) {
    constexpr float least_bars = 300, slider_width = 160, gap = 24;
    const Activations& computed = *lines.state.run->activations;
    const bool divides = !computed.logits.empty() && !computed.probabilities.empty();
    if (!divides || column.width() < least_bars + gap + slider_width) {
        draw_bars(ui, column, lines, commands);
        if (!divides) return;
        column.gap(12);
        draw_temperature(ui, column, lines, 3, commands);
        return;
    }
    Column bars{ui, column.left, column.right - slider_width - gap, column.y}, beside = column.from(column.right - slider_width);
    draw_bars(ui, bars, lines, commands);
    draw_temperature(ui, beside, lines, 5, commands);
    column.go_below(bars, beside);
}

}  // namespace vitrine
