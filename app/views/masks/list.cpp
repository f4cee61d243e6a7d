/// Draws the left column of the masks view: all masks, and where they are used.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/run/tensor_readings.h"
#include "app/state/selection_commands.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/parts.h"
#include "app/views/masks/view.h"
#include "app/views/masks/words.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/card.h"

namespace vitrine {

namespace {

/// The layer whose target mask is shown.
Size target_layer(const State& state) {
    const AttentionPlace& place = state.of<MasksView>().place;
    return place.kind == AttentionKind::decoder_self ? place.layer : 0;
}

/// A mask's picture for the shown sentence.
HeatmapCells cells_of_thing(const State& state, const Run& run, MaskKind thing) {
    const MaskParts& parts = run.of<MaskReadings>().parts(run);
    HeatmapCells cells{.tensor = {}, .row_axis = 2, .column_axis = 3, .generation = parts.generation};
    if (thing == MaskKind::causal)
        cells.tensor = view(parts.causal.at(window_of(run, {AttentionKind::decoder_self, target_layer(state)})));
    if (thing == MaskKind::source_padding) cells.tensor = view(parts.source_padding);
    if (thing == MaskKind::target_padding) cells.tensor = view(parts.target_padding);
    if (thing == MaskKind::target) {
        const LayerActivations& layer = run.activations->decoder.layers[static_cast<std::size_t>(target_layer(state))];
        cells.tensor = view(layer.self_attn().mask);
        cells.generation = run.generation;
    }
    if (thing != MaskKind::causal) cells.fixed[0] = state.selection.sentence;
    cells.mask = cells.tensor;
    return cells;
}

void draw_thing(Ui& ui, const Rect& area, MaskKind thing, const State& state, Commands& commands) {
    const std::shared_ptr<const Run> run = run_with_test_masks(state);
    const HeatmapCells cells = cells_of_thing(state, *run, thing);
    const std::ptrdiff_t hidden = run->of<TensorReadings>().hidden(*run, cells.tensor, cells.fixed[0], cells.generation);
    const std::ptrdiff_t all = static_cast<std::ptrdiff_t>(cells.rows()) * cells.columns();
    const MaskCell place{{AttentionKind::decoder_self, target_layer(state)}, state.selection.sentence};
    const MaskThingWords words = mask_thing_words(*run, thing, place, hidden, all);
    const CardInput input{.name = "masks/thing/" + std::string(mask_info(thing).name),
                          .cells = cells,
                          .style = mask_style(ui.theme),
                          .title = words.title,
                          .value = fmt::format("{} × {}", cells.rows(), cells.columns()),
                          .word = words.card,
                          .selected = thing == state.of<MasksView>().shown};
    const Interaction does = card(ui, area, CardSize::wide, input);
    if (does.clicked) commands.push_back(ShowMask{thing});
    if (does.hovered) ui.note(words.note);
}

void draw_things(Ui& ui, Column& column, const State& state, Commands& commands) {
    column.title(state.run->difference ? "MASKS OF B" : "MASKS", "sentence " + std::to_string(state.selection.sentence + 1));
    const float height = card_height(CardSize::wide, column.width());
    for (const MaskKind thing : masks_of(state.run->model->configuration))
        draw_thing(ui, column.row(height, 8), thing, state, commands);
    column.gap(10);
}

constexpr std::array<const char*, 3> use_names{"encoder", "decoder", "cross"};

/// Draws one attention: its name, and the mask that it uses.
void draw_use(Ui& ui, const Rect& area, AttentionKind kind, const State& state, Commands& commands) {
    const char* name = use_names[static_cast<std::size_t>(kind)];
    const bool on = state.of<MasksView>().place.kind == kind;
    const Interaction does = ui.control(std::string("masks/use/") + name, area);
    if (on || does.hovered) ui.fill(area, ui.theme.raised, metrics::radius);
    if (on) ui.fill(rect_at({area.min.x, area.min.y + 9}, 3, area.height() - 18), ui.theme.accent, 1);
    Column words{ui, area.min.x + 12, area.max.x - 4, area.min.y + 5};
    words.line(18, Font::body_strong, ui.theme.text, use_words(*state.run, kind));
    words.text(Font::note, ui.theme.dim, masks_used(*run_with_test_masks(state), kind));
    if (!does.clicked) return;
    const Size layers = attention_layers(state.run->model->configuration, kind);
    commands.push_back(SelectTensor{path_of({kind, std::min(state.of<MasksView>().place.layer, layers - 1)}) + ".mask"});
}

}  // namespace

void draw_mask_list(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    Column column = begin_column(ui, "masks-list", area, state);
    draw_things(ui, column, state, commands);
    column.title("USED IN", {}, 8);
    for (const AttentionKind kind : attention_kinds(state.run->model->configuration))
        draw_use(ui, column.row(44, 4), kind, state, commands);
    end_column(column, "masks-list", commands);
}

}  // namespace vitrine
