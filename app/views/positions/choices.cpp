/// What is chosen in the view of positions.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/positions/commands.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float part = 20, choice_row = 26;

float draw_title(Ui& ui, const PositionsColumn& column, float y, std::string_view title) {
    section_title(ui, rect_at({column.left, y}, column.width(), 16), title);
    return y + 26;
}

float draw_words(Ui& ui, const PositionsColumn& column, float y, std::string_view words) {
    return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()}).max.y + part;
}

/// Segments in as many lines as they need.
struct Segments {
    std::span<const Segment> all;
    int selected = 0;
    std::optional<int> clicked = {};
};
float draw_segments(Ui& ui, const PositionsColumn& column, float y, Segments& segments) {
    constexpr float line = 28;
    std::size_t first = 0;
    while (first < segments.all.size()) {
        std::size_t count = segments.all.size() - first;
        while (count > 1 && segmented_width(ui, segments.all.subspan(first, count)) > column.width()) --count;
        const int before = static_cast<int>(first);
        const auto clicked =
            segmented(ui, {column.left, y}, segments.all.subspan(first, count), segments.selected - before, ui.theme.dim);
        if (clicked) segments.clicked = before + *clicked;
        first += count;
        y += line;
    }
    return y + 4;
}

float draw_side(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    y = draw_title(ui, column, y, "WHOSE POSITIONS");
    const Segment sides[] = {{"positions/side/source", "source", "the encoder's input"},
                             {"positions/side/target", "target", "the decoder's input"}};
    Segments segments{sides, desk.view().side == Side::target ? 1 : 0};
    y = draw_segments(ui, column, y, segments);
    if (segments.clicked) desk.commands.push_back(SetPositionsSide{*segments.clicked == 0 ? Side::source : Side::target});
    const bool alike = desk.own == PositionKind::sinusoidal;
    return draw_words(ui, column, y, alike ? "The formula is the same on both sides." : "Each side has a table of its own.");
}

float draw_kinds(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    y = draw_title(ui, column, y, "ENCODING");
    const Segment kinds[] = {{"positions/shown/sinusoidal", "sinusoidal", "sines and cosines of the place: nothing to learn"},
                             {"positions/shown/learned", "learned", "a table with a row per place, learned like word embeddings"},
                             {"positions/shown/both", "both", "side by side"}};
    Segments segments{kinds, static_cast<int>(desk.view().shown)};
    y = draw_segments(ui, column, y, segments);
    if (segments.clicked) desk.commands.push_back(SetPositionsShown{static_cast<PositionsShown>(*segments.clicked)});
    return draw_words(ui, column, y,
                      desk.own == PositionKind::sinusoidal
                          ? "This model's is sinusoidal: a formula, without parameters, for any place."
                          : "This model's is learned: a table, with a row per place and an end.");
}

float draw_count(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    const std::vector<Size> counts = position_counts(desk.state);
    const auto place = static_cast<int>(std::ranges::lower_bound(counts, desk.positions) - counts.begin());
    const StepperInput input{.name = "positions/count",
                             .label = "positions",
                             .value = std::to_string(desk.positions),
                             .place = place,
                             .count = static_cast<int>(counts.size()),
                             .tip = "how many are shown, from the batch's own upwards"};
    y = draw_title(ui, column, y, "HOW MANY");
    if (const auto to = stepper(ui, rect_at({column.left, y}, column.width(), choice_row), input)) {
        desk.commands.push_back(SetPositionCount{*to});
    }
    return y + choice_row + part;
}

float draw_feature(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    y = draw_title(ui, column, y, "FEATURE");
    const int feature = static_cast<int>(desk.view().feature), count = static_cast<int>(desk.width);
    const StepperInput input{.name = "positions/feature",
                             .label = "feature",
                             .value = std::to_string(feature),
                             .place = feature,
                             .count = count,
                             .tip = "which column of the picture is drawn as a wave (← →)"};
    std::optional<int> to = stepper(ui, rect_at({column.left, y}, column.width(), choice_row), input);
    y += choice_row + 6;
    if (const auto slid = slider(ui, rect_at({column.left, y}, column.width(), 20), {"positions/feature-slider", feature, count}))
        to = slid;
    if (to) desk.commands.push_back(ChoosePosition{desk.view().position, *to});
    y += 24;
    if (!desk.view().shows(PositionKind::sinusoidal)) return draw_words(ui, column, y, "a column of the table");
    const PositionWave wave = desk.wave();
    return draw_words(ui, column, y,
                      fmt::format("{}, wavelength {}", wave.is_sine() ? "sine" : "cosine", wavelength_text(wave.wavelength())));
}

float draw_similarity_kind(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    y = draw_title(ui, column, y, "SIMILARITY");
    const Segment kinds[] = {{"positions/similarity-kind/dot-product", "dot product", "Σ of products, feature by feature"},
                             {"positions/similarity-kind/cosine", "cosine", "the dot product divided by both lengths"}};
    Segments segments{kinds, static_cast<int>(desk.view().similarity)};
    y = draw_segments(ui, column, y, segments);
    if (segments.clicked) desk.commands.push_back(SetSimilarity{static_cast<SimilarityKind>(*segments.clicked)});
    return draw_words(ui, column, y,
                      desk.cosine() ? "Of the directions alone: 1 the same, 0 at right angles, −1 opposite."
                                    : "What attention compares: products, feature by feature, summed.");
}

}  // namespace

float draw_positions_choices(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    y = draw_kinds(ui, column, y, desk);
    y = draw_count(ui, column, y, desk);
    y = draw_feature(ui, column, y, desk);
    y = draw_similarity_kind(ui, column, y, desk);
    return draw_side(ui, column, y, desk);
}

}  // namespace vitrine
