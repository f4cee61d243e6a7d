#include "app/session/state_json.h"

#include <nlohmann/json.hpp>

#include "app/actions/palette_view.h"
#include "app/compare/comparing.h"
#include "app/compare/comparison_json.h"
#include "app/edit/editing_json.h"
#include "app/export/exporting.h"
#include "app/run/edits_json.h"
#include "app/session/models_json.h"
#include "app/views/attention/state.h"
#include "app/views/design/state.h"
#include "app/views/generate/json.h"
#include "app/views/map/state.h"
#include "app/views/masks/state.h"
#include "app/views/positions/state.h"
#include "app/views/tensors/state.h"
#include "app/views/tokens/json.h"
#include "app/views/train/json.h"
#include "app/views/train/state.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

const char* name(Aspect aspect) {
    switch (aspect) {
        case Aspect::gradient:
            return "gradient";
        case Aspect::both:
            return "both";
        default:
            return "value";
    }
}

OrderedJson selection_json(const State& state) {
    const Selection& selection = state.selection;
    OrderedJson cell, value, gradient;  // null: none
    if (selection.cell && state.run) {
        const TensorView tensor = state.run->find(selection.tensor);
        cell = OrderedJson::array();
        for (int axis = 0; axis < tensor.layout.rank; ++axis) cell.push_back((*selection.cell)[static_cast<std::size_t>(axis)]);
        value = tensor.at(*selection.cell);
        const TensorView slope = find_gradient(*state.run, selection.tensor);
        if (slope.present()) gradient = slope.at(*selection.cell);
    }
    return {{"tensor", selection.tensor},     {"cell", cell},          {"value", value}, {"gradient", gradient},
            {"sentence", selection.sentence}, {"head", selection.head}};
}

/// Null where nothing is open: what is read is then nowhere.
OrderedJson attention_json(const State& state) {
    if (!state.run) return {};
    const AttentionPair pair = attention_pair(state);
    return {{"attention", path_of(state.of<AttentionView>().place)},
            {"stage", stage_info(state.of<AttentionView>().stage).name},
            {"share", state.of<AttentionView>().share},
            {"query", pair.tokens.query},
            {"key", pair.tokens.key},
            {"chosen", pair.chosen}};
}

/// The axes are those of the selected tensor; null where nothing is open.
OrderedJson tensors_json(const State& state) {
    const TensorsView& tensors = state.of<TensorsView>();
    const auto chosen = [](auto choices, auto which) { return choices[static_cast<std::size_t>(which)].name; };
    OrderedJson json{{"range", chosen(ranges(), tensors.range)},
                     {"zoom", chosen(zooms(), tensors.zoom)},
                     {"corner", tensors.corner},
                     {"search", tensors.search.text},
                     {"caret", tensors.search.caret},
                     {"match", tensors.match},
                     {"pins", tensors.pins},
                     {"form", chosen(copy_forms(), tensors.form)}};
    if (!selected_tensor(state)) return json;
    const Layout layout = state.run->find(state.selection.tensor).layout;
    const TensorAxes axes = tensor_axes(state, state.selection.tensor);
    const auto axis = [&](int place) {
        return place < 0 ? OrderedJson() : OrderedJson(name(layout.axes[static_cast<std::size_t>(place)]));
    };
    json["rows"] = axis(axes.plane.row_axis);
    json["columns"] = axis(axes.plane.column_axis);
    json["facets"] = axis(axes.facets);
    OrderedJson places = OrderedJson::object();
    for (int place = 0; place < layout.rank; ++place) {
        if (use_of(axes, place) == AxisUse::one)
            places[std::string(name(layout.axes[static_cast<std::size_t>(place)]))] =
                axes.plane.fixed[static_cast<std::size_t>(place)];
    }
    json["places"] = places;
    return json;
}

/// A test of the masks: null where there is nothing to change, its findings null while it is under way.
OrderedJson leak_json(const State& state) {
    const auto question = leak_question(state);
    if (!question) return {};
    const TokenChange& change = question->change;
    const bool source = change.place.side == BatchSide::source;
    OrderedJson json{{"side", source ? "source" : "target"},
                     {"position", change.place.position},
                     {"chosen", state.of<MasksView>().token.has_value()},
                     {"word", change.id},
                     {"causal", question->causal},
                     {"padding", question->padding},
                     {"memory_moved", OrderedJson()},
                     {"logits_moved", OrderedJson()},
                     {"leaks", OrderedJson()}};
    const LeakTest* test = leak_answer(state);
    if (!test || test->logits.empty()) return json;
    MovementCount memory, logits;
    for (const RowMovement& row : test->memory) memory.add(row);
    for (const RowMovement& row : test->logits) logits.add(row);
    json["memory_moved"] = memory.moved;
    json["logits_moved"] = logits.moved;
    json["leaks"] = memory.leaks + logits.leaks;
    return json;
}

/// Null where nothing is open.
OrderedJson masks_json(const State& state) {
    if (!state.run) return {};
    const AttentionPair pair = mask_pair(state);
    return {{"attention", path_of(state.of<MasksView>().place)},
            {"shown", mask_info(state.of<MasksView>().shown).name},
            {"query", pair.tokens.query},
            {"key", pair.tokens.key},
            {"chosen", pair.chosen},
            {"test", leak_json(state)}};
}

/// Null where nothing is open.
OrderedJson positions_json(const State& state) {
    if (!state.run) return {};
    const PositionsView& view = state.of<PositionsView>();
    static constexpr const char* shown[] = {"sinusoidal", "learned", "both"};
    return {{"side", name(view.side)},
            {"shown", shown[static_cast<std::size_t>(view.shown)]},
            {"count", shown_positions(state)},
            {"recorded", recorded_positions(state)},
            {"feature", view.feature},
            {"position", view.position},
            {"other", view.other},
            {"similarity", view.similarity == SimilarityKind::cosine ? "cosine" : "dot product"}};
}

/// "walk" and "file" are null where none is under way.
OrderedJson exporting_json(const Exporting& exporting) {
    OrderedJson walk;
    if (exporting.walk) walk = {{"done", exporting.walk->done}, {"folder", exporting.walk->wanted.folder}};
    OrderedJson file;
    if (exporting.file) file = {{"what", words_of(*exporting.file)}, {"stopping", exporting.file->stopping}};
    return {{"folder", exporting.folder}, {"walk", walk}, {"file", file}};
}

OrderedJson map_json(const MapView& map) {
    const MapCamera camera = camera_of(map);
    return {{"framed", map.free ? OrderedJson() : OrderedJson(map.framed)},
            {"place", place_of(map)},
            {"centre", {camera.centre.x, camera.centre.y}},
            {"zoom", camera.zoom},
            {"canvas", {map.canvas.width, map.canvas.height}},
            {"moving", map.move.has_value()},
            {"motion", map.motion == Motion::eased ? "eased" : "at once"}};
}

}  // namespace

OrderedJson to_json(const State& state) {
    OrderedJson json;
    json["model"] = state.run ? OrderedJson(state.run->model->name) : OrderedJson();
    json["altered"] = shown_edits(state).interventions.empty() ? OrderedJson() : to_json(shown_edits(state).interventions);
    json["edits"] = editing_json(state);
    json["comparison"] = comparison_json(state);
    json["message"] = state.message;
    json["notice"] = state.notice;
    json["left"] = to_json(state.left);
    json["exporting"] = exporting_json(state.of<Exporting>());
    json["view"] = state.view.name;
    json["step"] = state.step;
    json["step_id"] = state.run ? OrderedJson(state.run->outline().steps[static_cast<std::size_t>(state.step)].id) : OrderedJson();
    json["last_step"] = state.run ? OrderedJson(state.run->last_step()) : OrderedJson();
    json["selection"] = selection_json(state);
    json["trail"] = {{"back", state.trail.has_back()}, {"forward", state.trail.has_forward()}};
    json["every_term"] = state.every_term;
    json["aspect"] = name(state.aspect);
    json["attention"] = attention_json(state);
    json["tensors"] = tensors_json(state);
    json["masks"] = masks_json(state);
    json["positions"] = positions_json(state);
    json["design"] = {{"shown", state.of<DesignView>().shown},
                      {"taken_back", to_json(state.run ? state.run->regime.design : Design{})},
                      {"variant", variant_words(state.edits.variant)}};
    json["generate"] = generate_json(state);
    json["tokens"] = tokens_json(state);
    json["map"] = map_json(state.of<MapView>());
    json["device"] = state.device.attention;
    json["playing"] = state.transport.playing;
    json["stepping"] = state.transport.stepping;
    json["steps_per_second"] = state.transport.steps_per_second;
    json["training"] = to_json(state.of<TrainingView>());
    json["theme"] = state.appearance == Appearance::dark ? "dark" : "light";
    json["scale"] = state.scale;
    json["scroll"] = state.scroll;
    json["folded"] = state.folded;
    json["copied"] = state.copied;
    json["focus"] = state.focus;
    json["menu"] = state.menu;
    json["palette"] = {{"text", state.of<PaletteView>().text.text}, {"chosen", state.of<PaletteView>().chosen}};
    static constexpr const char* themes[] = {"dark", "light", "system"};
    json["theme_choice"] = themes[static_cast<std::size_t>(state.theme)];
    json["recent"] = OrderedJson::array();
    for (const RecentModel& recent : state.recent) json["recent"].push_back(recent.name);
    json["quits"] = state.quits;
    return json;
}

}  // namespace vitrine
