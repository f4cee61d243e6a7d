#include "app/panels/figure.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/panels/figure_layout.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor_view.h"
#include "core/trace/tensor_text.h"

namespace vitrine {

namespace {

constexpr float arc_room = 18;  // for the residual's way around a sublayer

using LayerFrames = std::map<int, Rect>;

/// The rectangle around each layer's boxes.
LayerFrames layer_frames(const Stack& stack) {
    LayerFrames frames;
    for (const Box& box : stack.boxes) {
        if (box.block->layer < 0) continue;
        auto [frame, fresh] = frames.try_emplace(box.block->layer, box.area);
        if (!fresh) frame->second = {{box.area.min.x, std::min(frame->second.min.y, box.area.min.y)}, frame->second.max};
    }
    for (auto& [layer, frame] : frames) frame = frame.inset(-layer_padding + 2);
    return frames;
}

void draw_layer_frames(Ui& ui, const LayerFrames& frames) {
    for (const auto& [layer, frame] : frames) ui.frame(frame, ui.theme.line, metrics::block_radius);
}

/// The name interrupts the frame's upper line, and whatever else runs along there.
void draw_layer_names(Ui& ui, const LayerFrames& frames) {
    for (const auto& [layer, frame] : frames) {
        const std::string name = "layer " + std::to_string(layer + 1);
        const float left = frame.min.x + metrics::block_radius + 4;
        ui.fill(rect_at({left - 4, frame.min.y - 7}, ui.width_of(Font::label, name) + 8, 14), ui.theme.canvas);
        ui.text({left, frame.min.y}, Font::label, ui.theme.faint, name, {.vertical = VerticalAlign::middle});
    }
}

void draw_arrows(Ui& ui, const Stack& stack, const Density& density) {
    for (std::size_t i = 1; i < stack.boxes.size(); ++i) {
        const Rect &below = stack.boxes[i - 1].area, &above = stack.boxes[i].area;
        if (stack.boxes[i].block->id == "loss") continue;
        const float x = below.centre().x;
        ui.list.AddLine({x, below.min.y}, {x, above.max.y + 2}, ui.theme.residual, 1.2f);
        if (density.gap >= 8) arrow_head(ui, {x, above.max.y}, {0, -1}, ui.theme.residual);
    }
}

/// The residual connection: from below a sublayer around it to the box that adds.
void draw_residual_arcs(Ui& ui, const Stack& stack, bool to_the_left, const Density& density) {
    std::size_t from = 0;  // the box whose output the next residual adds
    for (std::size_t i = 0; i < stack.boxes.size(); ++i) {
        const Block& block = *stack.boxes[i].block;
        if (block.layer < 0) {
            from = i;
            continue;
        }
        if (block.id.find(".residual") == std::string::npos) continue;
        const Rect &source = stack.boxes[from].area, &sum = stack.boxes[i].area;
        const float edge = to_the_left ? sum.min.x : sum.max.x, out = to_the_left ? -arc_room + 4 : arc_room - 4;
        const float start = source.min.y - density.gap / 2, end = sum.centre().y;
        const float bend = to_the_left ? 6.0f : -6.0f;
        ui.list.PathLineTo({source.centre().x, start});
        ui.list.PathLineTo({edge + out + bend, start});
        ui.list.PathBezierQuadraticCurveTo({edge + out, start}, {edge + out, start - 6});
        ui.list.PathLineTo({edge + out, end + 6});
        ui.list.PathBezierQuadraticCurveTo({edge + out, end}, {edge + out + bend, end});
        ui.list.PathLineTo({edge - (to_the_left ? 6.0f : -6.0f), end});
        ui.list.PathStroke(faded(ui.theme.residual, 0.7f), ImDrawFlags_None, 1.2f);
        arrow_head(ui, {edge, end}, {to_the_left ? 1.0f : -1.0f, 0}, ui.theme.residual);
        from = i;
    }
}

/// The memory's way into every cross-attention.
void draw_cross_arrows(Ui& ui, const Stack& encoder, const Stack& decoder, const std::string& current) {
    const Rect& memory = encoder.boxes.back().area;
    for (const Box& box : decoder.boxes) {
        if (!box.block->id.ends_with(".cross_attn")) continue;
        const bool lit = box.block->id == current || current == "memory";
        const Colour colour = lit ? ui.theme.accent : ui.theme.key;
        const ImVec2 from{memory.max.x, memory.centre().y}, to{box.area.min.x, box.area.centre().y};
        const float bend = (to.x - from.x) * 0.55f;
        ui.list.AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, {to.x - 4, to.y}, colour, lit ? 2.0f : 1.4f);
        arrow_head(ui, to, {1, 0}, colour);
    }
}

/// What the current step does with a tensor.
enum class Part { none, input, output };

Part part_of(const Step& step, const std::string& path) {
    if (std::ranges::count(step.outputs, path)) return Part::output;
    return std::ranges::count(step.inputs, path) ? Part::input : Part::none;
}

/// The tensor or, where gradients are shown, its gradient; a tensor without one is an empty frame.
HeatmapLayout draw_cells(Ui& ui, const Rect& area, const Thumbnail& thumbnail, const State& state) {
    const Run& run = *state.run;
    const TensorInfo& info = *thumbnail.info;
    const bool gradient = state.aspect == Aspect::gradient;
    if (gradient && !find_gradient(run, info.path).present()) {
        ui.frame(area, ui.theme.line, 2);
        return heatmap_layout(area, thumbnail.cells.rows(), thumbnail.cells.columns(), {});
    }
    PlanePicture picture =
        gradient ? gradient_picture_of(run, info, thumbnail.plane, ui.theme) : picture_of(run, info, thumbnail.plane, ui.theme);
    if (info.step > state.step && !state.training.playing) picture.style.opacity = 0.55f;  // not computed yet at this step
    return add_heatmap(ui.list, ui.heatmaps, area, picture.cells, picture.style);
}

void draw_thumbnail(Ui& ui, const Thumbnail& thumbnail, ImVec2 corner, const State& state, Commands& commands) {
    const Run& run = *state.run;
    const TensorInfo& info = *thumbnail.info;
    const Rect area = rect_at({std::round(corner.x), std::round(corner.y + (thumbnail_height - thumbnail.size.y) / 2)},
                              thumbnail.size.x, thumbnail.size.y);
    const HeatmapCells& cells = thumbnail.cells;
    const bool seen = ui.sees(area);
    const HeatmapLayout layout =
        seen ? draw_cells(ui, area, thumbnail, state) : heatmap_layout(area, cells.rows(), cells.columns(), {});
    const Interaction does = ui.tensor("figure/" + info.path, layout, cells);
    if (does.clicked) commands.push_back(SelectTensor{info.path});
    if (!seen) return;
    const Part part = part_of(run.outline().steps[static_cast<std::size_t>(state.step)], info.path);
    if (info.path == state.selection.tensor) {
        ui.frame(area.inset(-3), ui.theme.accent, 3, 2);
    } else if (part != Part::none || does.hovered) {
        ui.frame(area.inset(-2.5f), part == Part::none ? ui.theme.dim : colour_of(info.role, ui.theme), 3, 1.5f);
    }
    if (!does.hovered) return;
    ui.note({info.symbol + "  ·  " + run.outline().steps[static_cast<std::size_t>(info.step)].title, info.path,
             axes_text(run.trace.find(info.path).layout)});
    if (const auto place = layout.at(ui.pointer().position); place && layout.pitch_x >= 3) {
        ui.note(cell_note(state, info, cells.index(place->row, place->column)));
    }
}

void draw_box(Ui& ui, const Box& box, const State& state, Commands& commands) {
    const Block& block = *box.block;
    const bool current = &state.run->outline().block_of(state.step) == &block;
    const Interaction does = ui.control("block/" + block.id, box.area);
    // Before the thumbnails: a click on one of them means that tensor.
    if (does.clicked && !current) commands.push_back(GoToStep{block.first_step});
    const Rect& area = box.area;
    ui.fill(area, ui.theme.panel, metrics::radius_large);
    ui.frame(area,
             current        ? ui.theme.accent
             : does.hovered ? ui.theme.dim
                            : ui.theme.line,
             metrics::radius_large, current ? 1.5f : 1.0f);
    ui.fill({{area.min.x + 1, area.min.y + 7}, {area.min.x + 4, area.max.y - 7}}, colour_of(block.role, ui.theme), 1);

    const bool two_lines = box.beside && area.height() >= comfortable.box;
    const float room = area.width() - 2 * box_padding;
    const ImVec2 title{area.min.x + box_padding, two_lines ? area.min.y + 7 : box.beside ? area.centre().y - 8 : area.min.y + 7};
    const Rect written = ui.text(title, Font::body_strong, ui.theme.text, block.title, {.max_width = room});
    if (two_lines)
        ui.text({title.x, title.y + 17}, Font::label, ui.theme.dim, block.subtitle,
                {.max_width = std::max(150.0f, box.title_width)});
    const float subtitle_room = area.max.x - box_padding - written.max.x - 10;
    if (!box.beside && subtitle_room >= ui.width_of(Font::label, block.subtitle)) {
        ui.text({written.max.x + 10, title.y + 2}, Font::label, ui.theme.dim, block.subtitle);
    }

    float total = -thumbnail_gap;
    for (const Thumbnail& thumbnail : box.thumbnails) total += thumbnail.size.x + thumbnail_gap;
    const ImVec2 corner = box.beside ? ImVec2{area.max.x - box_padding - total, area.centre().y - thumbnail_height / 2}
                                     : ImVec2{area.min.x + box_padding, area.min.y + 30};
    flow(box, box.beside ? 1e6f : room, [&](const Thumbnail& thumbnail, float x, int row) {
        draw_thumbnail(ui, thumbnail, {corner.x + x, corner.y + static_cast<float>(row) * (thumbnail_height + thumbnail_gap)},
                       state, commands);
    });
}

/// The paper's words at the foot of each column, and the tokens that go in there.
void draw_foot(Ui& ui, const Stack& stack, const State& state, Side side) {
    const Rect& lowest = stack.boxes.front().area;
    const Model& model = *state.run->model;
    const IndexTensor& tokens = side == Side::source ? model.batch.src : model.batch.tgt;
    const Vocabulary& vocabulary = side == Side::source ? model.source_vocabulary : model.target_vocabulary;
    std::string words;
    for (Size i = 0; i < tokens.size(1); ++i) words += (i ? " " : "") + vocabulary.word(tokens.at({state.selection.sentence, i}));
    const float y = lowest.max.y + 10;
    ui.text({lowest.min.x, y}, Font::label, ui.theme.dim, side == Side::source ? "Inputs" : "Outputs (shifted right)");
    ui.text({lowest.min.x, y + 15}, Font::note, ui.theme.text, words, {.max_width = lowest.width(), .shorten = Shorten::end});
}

}  // namespace

void draw_figure(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    constexpr float widest_box = 380;
    const float edge = 16 + arc_room, middle = std::clamp(area.width() * 0.08f, 44.0f, 110.0f);
    const float width = std::min(widest_box, (area.width() - 2 * edge - middle) / 2);
    Figure figure = make_figure(ui, state, {width, area.height()});

    const float top = begin_scroll(ui, "figure", area, state);
    const float spare = std::max(0.0f, area.height() - figure.height);
    const float bottom = top + figure.height + spare / 2 - metrics::margin - foot_height;
    const float left = area.centre().x - width - middle / 2;
    place_stack(figure.encoder, {left, width, bottom}, figure.density);
    place_stack(figure.decoder, {left + width + middle, width, bottom}, figure.density);

    for (const Stack* stack : {&figure.encoder, &figure.decoder}) {
        draw_layer_frames(ui, layer_frames(*stack));
        draw_arrows(ui, *stack, figure.density);
        draw_residual_arcs(ui, *stack, stack == &figure.encoder, figure.density);
        draw_layer_names(ui, layer_frames(*stack));
    }
    draw_cross_arrows(ui, figure.encoder, figure.decoder, state.run->outline().block_of(state.step).id);
    for (const Stack* stack : {&figure.encoder, &figure.decoder}) {
        for (const Box& box : stack->boxes) draw_box(ui, box, state, commands);
    }
    draw_foot(ui, figure.encoder, state, Side::source);
    draw_foot(ui, figure.decoder, state, Side::target);
    end_scroll(ui, "figure", top + std::max(figure.height, area.height() - 1), commands);
}

}  // namespace vitrine
