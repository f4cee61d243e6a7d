#include "app/views/positions/placed.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/state/selection_commands.h"
#include "app/views/positions/commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/tensor_view.h"
#include "core/listing/cell_text.h"

namespace vitrine {

double PlacedScene::at(const char* tensor, Size row, Size column) const {
    const TensorView view = run().find(path + tensor);
    const TensorInfo& info = *run().outline().find(path + tensor);
    const Size first = view.layout.shape[0] == 1 ? 0 : sentence;  // a bias is the same for all sentences
    return view.at({first, head_in(run(), info, head), row, column});
}

std::string PlacedScene::word(Size position) const {
    return position < words.count() ? fmt::format("{} {}", position, briefly_quoted(words[position])) : std::to_string(position);
}

PlacedScene make_placed_scene(const State& state, Commands& commands) {
    const Run& run = *state.run;
    const PositionsView& view = state.of<PositionsView>();
    const AttentionPlace place = placed_attention(state);
    const bool encoder = place.kind == AttentionKind::encoder_self;
    const TensorInfo& tokens = *run.outline().find(path_of(encoder ? Side::source : Side::target) + ".tokens");
    const Size sentence = std::min(state.selection.sentence, sentence_count(run) - 1), heads = head_count(run, place);
    const Size last = recorded_positions(state) - 1;
    const Configuration& c = run.model->configuration;
    const StackKind stack = encoder ? StackKind::encoder : StackKind::decoder;
    const Rotation rotation = c.layer(stack, static_cast<std::size_t>(place.layer)).rotation();
    const RotaryTurn turn = rotary_turn(rotation, c.head_width(stack));
    const Size pairs = std::max<Size>(1, turn.pair_count());
    return {.state = state,
            .commands = commands,
            .place = place,
            .path = path_of(place),
            .sentence = sentence,
            .head = std::clamp<Size>(state.selection.head, 0, heads - 1),
            .heads = heads,
            .query = std::clamp<Size>(view.position, 0, last),
            .key = std::clamp<Size>(view.other, 0, last),
            .positions = last + 1,
            .pair = std::clamp<Size>(view.pair, 0, pairs - 1),
            .pairs = pairs,
            .rotation = rotation,
            .turn = turn,
            .words = axis_labels(run, tokens, 1, sentence)};
}

std::vector<std::string> placed_tensors(const State& state) {
    const std::string path = path_of(placed_attention(state));
    if (positions_page(state.run->model->configuration) == PositionsPage::turned)
        return {path + ".rotated_query", path + ".rotated_key"};
    return {path + ".position_bias"};
}

namespace {

/// Draws a stepper that starts at 0, and a remark below it. Returns the new value if it was moved.
std::optional<Size> draw_place_stepper(Ui& ui, Column& column, const StepperInput& input, const std::string& remark) {
    const auto to = stepper(ui, column.row(26, remark.empty() ? 12 : 4), input);
    if (!remark.empty()) column.paragraph(Font::note, ui.theme.dim, remark, 12);
    return to ? std::optional<Size>(*to) : std::nullopt;
}

StepperInput place_stepper(const char* name, const char* label, Size place, Size count, std::string_view tip) {
    return {.name = name,
            .label = label,
            .value = std::to_string(place),
            .place = static_cast<int>(place),
            .count = static_cast<int>(count),
            .tip = tip};
}

void draw_attention_choice(Ui& ui, Column& column, const PlacedScene& scene) {
    column.title("WHICH ATTENTION");
    if (scene.run().has_both_stacks()) {
        const Segment sides[] = {{"positions/side/source", "encoder", "its self-attention, over the source"},
                                 {"positions/side/target", "decoder", "its self-attention, over the target"}};
        const bool encoder = scene.place.kind == AttentionKind::encoder_self;
        if (const auto clicked = segmented(ui, column.row(34).min, sides, encoder ? 0 : 1, ui.theme.dim))
            scene.commands.push_back(SetPositionsSide{*clicked == 0 ? Side::source : Side::target});
    }
    const Size layers = attention_layers(scene.configuration(), scene.place.kind);
    StepperInput layer =
        place_stepper("positions/layer", "layer", scene.place.layer, layers, "of the stack, counted from the input");
    layer.value = std::to_string(scene.place.layer + 1);
    if (const auto to = draw_place_stepper(ui, column, layer, "")) scene.commands.push_back(SetPositionsLayer{*to});
    StepperInput head = place_stepper("positions/head", "head", scene.head, scene.heads, "of the queries");
    head.value = std::to_string(scene.head + 1);
    if (const auto to = draw_place_stepper(ui, column, head, "")) scene.commands.push_back(SelectHead{*to});
}

}  // namespace

void draw_placed_choices(Ui& ui, Column& column, const State& state, Commands& commands) {
    const PlacedScene scene = make_placed_scene(state, commands);
    draw_attention_choice(ui, column, scene);
    column.gap(8);
    column.title("WHICH TOKENS");
    const Size count = scene.positions;
    const StepperInput query = place_stepper("positions/query", "asks", scene.query, count, "the position of the query (↑ ↓)");
    if (const auto to = draw_place_stepper(ui, column, query, scene.word(scene.query)))
        commands.push_back(ChoosePlaced{*to, scene.key, scene.pair});
    const StepperInput key = place_stepper("positions/key", "answers", scene.key, count, "the position of the key");
    if (const auto to = draw_place_stepper(ui, column, key, scene.word(scene.key)))
        commands.push_back(ChoosePlaced{scene.query, *to, scene.pair});
    if (positions_page(scene.configuration()) != PositionsPage::turned) return;
    column.gap(8);
    column.title("WHICH DIMENSIONS");
    const StepperInput pair =
        place_stepper("positions/pair", "pair", scene.pair, scene.pairs, "two dimensions that rotate together (← →)");
    const std::string features =
        fmt::format("dimensions {} and {} of the head", scene.turn.first_of(scene.pair), scene.turn.second_of(scene.pair));
    if (const auto to = draw_place_stepper(ui, column, pair, features))
        commands.push_back(ChoosePlaced{scene.query, scene.key, *to});
}

std::optional<std::array<Size, 2>> draw_placed_picture(Ui& ui, Column& column, const PlacedPicture& picture, float height,
                                                       const PlacedScene& scene) {
    const Run& run = scene.run();
    const std::string path = scene.path + picture.tensor;
    const TensorInfo& info = *run.outline().find(path);
    const TensorView tensor = run.find(path);
    Plane plane = plane_of(run, info, scene.sentence, scene.head);
    if (tensor.layout.shape[0] == 1) plane.fixed[0] = 0;
    column.line(22, Font::body_strong, ui.theme.text, picture.title);
    TensorViewInput input;
    input.name = "positions" + std::string(picture.tensor);
    input.cells = {.tensor = tensor,
                   .row_axis = plane.row_axis,
                   .column_axis = plane.column_axis,
                   .fixed = plane.fixed,
                   .generation = run.generation};
    input.style = value_style(ui.theme, static_cast<float>(limit_of(run, info)));
    input.row_title = axis_title(run, info, plane.row_axis, "↓");
    input.column_title = axis_title(run, info, plane.column_axis, "→");
    input.row_labels = plane_labels(run, info, plane, plane.row_axis);
    input.frame = ui.theme.line;
    input.largest_cell = 30;
    input.square = false;
    if (picture.marked) {
        Index marked = plane.fixed;
        marked[static_cast<std::size_t>(plane.row_axis)] = (*picture.marked)[0];
        marked[static_cast<std::size_t>(plane.column_axis)] = (*picture.marked)[1];
        input.pointed = marked;
    }
    const TensorViewOutput output = tensor_view(ui, column.row(height), input);
    column.y = output.used.max.y + 12;
    const auto row = static_cast<std::size_t>(plane.row_axis), across = static_cast<std::size_t>(plane.column_axis);
    if (output.hovered)
        ui.note({signed_number(tensor.at(*output.hovered), ElementType::scalar), path + index_text(tensor.layout, *output.hovered)},
                output.used);
    if (!output.clicked) return std::nullopt;
    return std::array<Size, 2>{(*output.clicked)[row], (*output.clicked)[across]};
}

}  // namespace vitrine
