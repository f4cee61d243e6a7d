/// Sessions as JSON.

#include <cmath>

#include "app/compare/comparison_view.h"
#include "app/run/edits_json.h"
#include "app/run/request_json.h"
#include "app/session/axes_json.h"
#include "app/session/models_json.h"
#include "app/session/session.h"
#include "app/views/attention/state.h"
#include "app/views/generate/options_json.h"
#include "app/views/map/state.h"
#include "app/views/masks/state.h"
#include "app/views/positions/state.h"
#include "app/views/tensors/state.h"
#include "app/views/train/json.h"
#include "core/files/json_fields.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int this_version = 1;

/// The names of a list of choices, in the order of their enumeration.
template <class T, class Infos>
Choices<T> named(const Infos& infos) {
    Choices<T> choices;
    for (std::size_t i = 0; i < infos.size(); ++i) choices.emplace_back(std::string(infos[i].name), static_cast<T>(i));
    return choices;
}

Choices<View> view_choices() {
    Choices<View> choices;
    for (const ViewInfo& info : views()) choices.emplace_back(std::string(info.view.name), info.view);
    return choices;
}

template <class S, class Visit>
void visit_place(S& s, Visit&& visit) {
    visit("view", s.view, view_choices());
    visit("step", s.step);
    visit("tensor", s.tensor);
    visit("sentence", s.sentence);
    visit("head", s.head);
    visit("shown", s.aspect, Choices<Aspect>{{"value", Aspect::value}, {"gradient", Aspect::gradient}, {"both", Aspect::both}});
    visit("every_term", s.every_term);
    visit("steps_per_second", s.steps_per_second);
    visit("framed", s.framed);
}

template <class S, class Visit>
void visit_choices(S& s, Visit&& visit) {
    visit("attention", s.stage, named<AttentionStage>(attention_stages()));
    visit("share", s.share);
    visit("mask", s.mask, named<MaskThing>(mask_things()));
    visit("side", s.side, Choices<Side>{{"source", Side::source}, {"target", Side::target}});
    using P = PositionsShown;
    visit("positions", s.positions_shown, Choices<P>{{"sinusoidal", P::sinusoidal}, {"learned", P::learned}, {"both", P::both}});
    visit("position_count", s.positions);
    visit("feature", s.feature);
    visit("position", s.position);
    visit("other_position", s.other);
    using K = SimilarityKind;
    visit("similarity", s.similarity, Choices<K>{{"dot product", K::dot_product}, {"cosine", K::cosine}});
    visit("range", s.range, named<RangeOf>(ranges()));
    visit("zoom", s.zoom, named<Zoom>(zooms()));
    visit("form", s.form, named<CopyForm>(copy_forms()));
    visit("ranking", s.ranking, Choices<Ranking>{{"by change", Ranking::by_change}, {"by order", Ranking::by_order}});
    using C = ComparedKind;
    visit("compared", s.compared, Choices<C>{{"computed", C::computed}, {"parameters", C::parameters}});
    visit("design", s.design);
    visit("search", s.search);
    visit("tokens_text", s.tokens_text);
    visit("tokenizer", s.tokenizer);
    visit("export_folder", s.export_folder);
}

template <class S, class Visit>
void visit_looks(S& s, Visit&& visit) {
    using T = ThemeChoice;
    visit("theme", s.theme, Choices<T>{{"dark", T::dark}, {"light", T::light}, {"system", T::system}});
    visit("scale", s.scale);
    visit("motion", s.motion, Choices<Motion>{{"eased", Motion::eased}, {"at once", Motion::at_once}});
    visit("desktop_reduces_motion", s.reduced_motion);
}

// What the keys above do not hold.

OrderedJson camera_json(const std::optional<MapCamera>& camera) {
    if (!camera) return {};
    return {{"x", camera->centre.x}, {"y", camera->centre.y}, {"zoom", camera->zoom}, {"breadth", camera->breadth}};
}

const nlohmann::json& part(const nlohmann::json& json, const char* key, const std::string& where) {
    static const nlohmann::json nothing = nlohmann::json::object();
    const auto found = json.find(key);
    if (found == json.end()) return nothing;
    if (!found->is_object()) fail(where, std::string("'") + key + "' is " + shown(*found) + ", it must be an object { … }");
    return *found;
}

void read_cell(const nlohmann::json& place, const std::string& where, SavedSession& session) {
    if (!place.contains("cell") || place["cell"].is_null()) return;
    const nlohmann::json& cell = place["cell"];
    if (!cell.is_array() || cell.size() > max_rank)
        fail(where, "'cell' is " + shown(cell) + ", it must be null or an index [0, 1, …]");
    for (const nlohmann::json& one : cell) {
        const auto number = integer_in(one);
        if (!number || *number < 0) fail(where, "'cell' holds " + shown(one) + ", it must hold integers from 0");
        session.cell.push_back(static_cast<Size>(*number));
    }
}

void read_camera(const nlohmann::json& place, const std::string& where, SavedSession& session) {
    if (!place.contains("camera") || place["camera"].is_null()) return;
    const std::string at = where + ": 'camera'";
    const nlohmann::json& json = place["camera"];
    require_keys(json, {"x", "y", "zoom", "breadth"}, at);
    MapCamera camera;
    const FieldReader read(json, at);
    read("x", Required{camera.centre.x});
    read("y", Required{camera.centre.y});
    read("zoom", Required{camera.zoom});
    read("breadth", Required{camera.breadth});
    if (camera.zoom <= 0) fail(at, "'zoom' must be more than 0");
    session.free = camera;
}

OrderedJson place_json(const SavedSession& session) {
    FieldWriter writer;
    visit_place(session, writer);
    OrderedJson json = writer.object;
    json["cell"] = session.cell.empty() ? OrderedJson() : OrderedJson(session.cell);
    json["camera"] = camera_json(session.free);
    json["folded"] = session.folded;
    return json;
}

OrderedJson choices_json(const SavedSession& session) {
    FieldWriter writer;
    visit_choices(session, writer);
    OrderedJson json = writer.object;
    json["axes"] = axes_json(session);
    json["pins"] = session.pins;
    return json;
}

OrderedJson looks_json(const SavedSession& session) {
    FieldWriter writer;
    visit_looks(session, writer);
    return writer.object;
}

/// Keys that nobody knows may hold something that would be lost with the next saving.
void refuse_unknown(const nlohmann::json& json, const OrderedJson& known, const std::string& where) {
    for (const auto& item : json.items()) {
        if (!known.contains(item.key())) fail(where, "'" + item.key() + "' is not a key of a session");
    }
}

}  // namespace

std::string session_text(const SavedSession& session) {
    const OrderedJson json{{"version", this_version},
                           {"model", session.model ? to_json(*session.model) : OrderedJson()},
                           {"edits", to_json(session.edits)},
                           {"history", to_json(session.history)},
                           {"left", to_json(session.left)},
                           {"comparison", session.comparison ? to_json(*session.comparison) : OrderedJson()},
                           {"place", place_json(session)},
                           {"choices", choices_json(session)},
                           {"decoding", to_json(session.decoding)},
                           {"training", session.training.task.empty() ? OrderedJson() : to_json(session.training)},
                           {"looks", looks_json(session)}};
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

namespace {

/// What is kept of models: what is not there was not kept.
void read_models(const nlohmann::json& json, const std::string& where, SavedSession& session) {
    const auto has = [&](const char* key) { return json.contains(key) && !json[key].is_null(); };
    if (has("model")) session.model = request_from(json["model"], where + ": 'model'");
    if (has("edits")) session.edits = edits_from(json["edits"], where + ": 'edits'");
    if (has("history")) session.history = history_from(json["history"], where + ": 'history'");
    session.left = left_from(json, "left", where);
    if (has("comparison")) session.comparison = comparison_from(json["comparison"], where + ": 'comparison'");
    if (has("decoding")) session.decoding = decode_options_from(json["decoding"], where + ": 'decoding'");
    if (has("training")) session.training = training_settings_from(json["training"], where + ": 'training'");
}

}  // namespace

SavedSession read_session(const std::string& text, const std::string& where) {
    const nlohmann::json json = parse_json(text, where);
    if (!json.is_object()) fail(where, "an object { … } is expected, not " + shown(json));
    int version = 0;
    FieldReader(json, where)("version", Required{version});
    if (version != this_version)
        fail(where, "'version' is " + std::to_string(version) + ", this program reads " + std::to_string(this_version));
    require_keys(
        json, {"version", "model", "edits", "history", "left", "comparison", "place", "choices", "decoding", "training", "looks"},
        where);
    SavedSession session;
    read_models(json, where, session);
    const nlohmann::json& place = part(json, "place", where);
    const nlohmann::json& choices = part(json, "choices", where);
    const nlohmann::json& looks = part(json, "looks", where);
    const std::string in_place = where + ": 'place'", in_choices = where + ": 'choices'", in_looks = where + ": 'looks'";
    refuse_unknown(place, place_json({}), in_place);
    refuse_unknown(choices, choices_json({}), in_choices);
    refuse_unknown(looks, looks_json({}), in_looks);
    visit_place(session, FieldReader(place, in_place));
    read_cell(place, in_place, session);
    read_camera(place, in_place, session);
    session.folded = texts_or_empty(place, "folded", in_place);
    visit_choices(session, FieldReader(choices, in_choices));
    read_axes(choices, in_choices, session);
    session.pins = texts_or_empty(choices, "pins", in_choices);
    visit_looks(session, FieldReader(looks, in_looks));
    return session;
}

}  // namespace vitrine
