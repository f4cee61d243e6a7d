/// What is chosen in the view of positions.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/positions/commands.h"
#include "app/views/positions/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float part = 20;

void draw_words(Ui& ui, Column& column, std::string_view words) { column.paragraph(Font::note, ui.theme.dim, words, part); }

/// Segments in as many lines as they need.
struct Segments {
    std::span<const Segment> all;
    int selected = 0;
    std::optional<int> clicked = {};
};
void draw_segments(Ui& ui, Column& column, Segments& segments) {
    std::size_t first = 0;
    while (first < segments.all.size()) {
        std::size_t count = segments.all.size() - first;
        while (count > 1 && segmented_width(ui, segments.all.subspan(first, count)) > column.width()) --count;
        const int before = static_cast<int>(first);
        const auto clicked =
            segmented(ui, column.row(28).min, segments.all.subspan(first, count), segments.selected - before, ui.theme.dim);
        if (clicked) segments.clicked = before + *clicked;
        first += count;
    }
    column.gap(4);
}

void draw_side(Ui& ui, Column& column, const PositionsScene& scene) {
    column.title("WHOSE POSITIONS");
    const Segment sides[] = {{"positions/side/source", "source", "the encoder's input"},
                             {"positions/side/target", "target", "the decoder's input"}};
    Segments segments{sides, scene.view().side == Side::target ? 1 : 0};
    draw_segments(ui, column, segments);
    if (segments.clicked) scene.commands.push_back(SetPositionsSide{*segments.clicked == 0 ? Side::source : Side::target});
    const bool alike = scene.own != PositionKind::learned;
    draw_words(ui, column, alike ? "The formula is the same on both sides." : "Each side has a table of its own.");
}

void draw_kinds(Ui& ui, Column& column, const PositionsScene& scene) {
    column.title("ENCODING");
    const Segment kinds[] = {
        {"positions/shown/sinusoidal", "sinusoidal", "sines and cosines of the position: nothing to learn"},
        {"positions/shown/learned", "learned", "a table with a row per position, learned like token embeddings"},
        {"positions/shown/both", "both", "side by side"}};
    Segments segments{kinds, static_cast<int>(scene.view().shown)};
    draw_segments(ui, column, segments);
    if (segments.clicked) scene.commands.push_back(SetPositionsShown{static_cast<PositionsShown>(*segments.clicked)});
    draw_words(ui, column,
               scene.own == PositionKind::sinusoidal
                   ? "This model's is sinusoidal: a formula, without parameters, for any position."
               : scene.own == PositionKind::sines_first
                   ? "This model's is sinusoidal, all sines before all cosines: a formula, without parameters, for any position."
                   : "This model's is learned: a table with one row per position, which limits the length of sentences.");
}

void draw_count(Ui& ui, Column& column, const PositionsScene& scene) {
    const std::vector<Size> counts = position_counts(scene.state);
    const auto place = static_cast<int>(std::ranges::lower_bound(counts, scene.positions) - counts.begin());
    const StepperInput input{.name = "positions/count",
                             .label = "positions",
                             .value = std::to_string(scene.positions),
                             .place = place,
                             .count = static_cast<int>(counts.size()),
                             .tip = "how many positions are shown, from those of the batch upwards"};
    column.title("NUMBER OF POSITIONS");
    if (const auto to = stepper(ui, column.row(26, part), input)) scene.commands.push_back(SetPositionCount{*to});
}

void draw_feature(Ui& ui, Column& column, const PositionsScene& scene) {
    const int feature = static_cast<int>(scene.view().feature), count = static_cast<int>(scene.width);
    const StepperInput input{.name = "positions/feature",
                             .label = "dimension",
                             .value = std::to_string(feature),
                             .place = feature,
                             .count = count,
                             .tip = "the dimension that is drawn as a wave (← →)"};
    column.title("DIMENSION");
    std::optional<int> to = stepper(ui, column.row(26, 6), input);
    if (const auto slid = slider(ui, column.row(20, 4), {"positions/feature-slider", feature, count})) to = slid;
    if (to) scene.commands.push_back(ChoosePosition{scene.view().position, *to});
    if (!scene.view().shows(scene.waves())) return draw_words(ui, column, "a column of the table");
    const PositionWave wave = scene.wave();
    draw_words(ui, column,
               fmt::format("{}, wavelength {}", wave.is_sine() ? "sine" : "cosine", wavelength_text(wave.wavelength())));
}

void draw_similarity_kind(Ui& ui, Column& column, const PositionsScene& scene) {
    column.title("SIMILARITY");
    const Segment kinds[] = {
        {"positions/similarity-kind/dot-product", "dot product", "the sum of the products, dimension by dimension"},
        {"positions/similarity-kind/cosine", "cosine", "the dot product divided by both norms"}};
    Segments segments{kinds, static_cast<int>(scene.view().similarity)};
    draw_segments(ui, column, segments);
    if (segments.clicked) scene.commands.push_back(SetSimilarity{static_cast<SimilarityKind>(*segments.clicked)});
    draw_words(ui, column,
               scene.cosine() ? "Compares directions only: 1 the same, 0 orthogonal, −1 opposite."
                              : "What attention computes: the products of all dimensions, summed.");
}

}  // namespace

void draw_positions_choices(Ui& ui, Column& column, const PositionsScene& scene) {
    draw_kinds(ui, column, scene);
    draw_count(ui, column, scene);
    draw_feature(ui, column, scene);
    draw_similarity_kind(ui, column, scene);
    if (scene.run().has_both_stacks()) draw_side(ui, column, scene);
}

}  // namespace vitrine
