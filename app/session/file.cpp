/// Sessions as JSON.

#include <utility>

#include "app/run/edits_json.h"
#include "app/run/request.h"
#include "app/session/fields.h"
#include "app/session/models_json.h"
#include "app/session/session.h"
#include "app/session/session_partial.h"
#include "core/files/json_fields.h"
#include "core/files/program.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int this_version = 2;

Choices<View> view_choices(Modules modules) {
    Choices<View> choices;
    for (const Module* view : views(modules)) choices.emplace_back(std::string(view->name), View{view->name});
    return choices;
}

template <class Place, class Visit>
void visit_place(Place& place, Visit&& visit) {
    visit("step", place.step);
    visit("pass", place.phase,
          Choices<Phase>{{"forward", Phase::forward}, {"backward", Phase::backward}, {"update", Phase::update}});
    visit("tensor", place.tensor);
    visit("sentence", place.sentence);
    visit("head", place.head);
    visit("projection", place.projection, Choices<int>{{"all", -1}, {"query", 0}, {"key", 1}, {"value", 2}});
    visit("shown", place.aspect,
          Choices<Aspect>{
              {"value", Aspect::value}, {"gradient", Aspect::gradient}, {"both", Aspect::both}, {"product", Aspect::product}});
    visit("every_term", place.every_term);
    visit("steps_per_second", place.steps_per_second);
    visit("folded", place.folded);
}

template <class Looks, class Visit>
void visit_looks(Looks& looks, Visit&& visit) {
    using T = ThemeChoice;
    visit("theme", looks.theme, Choices<T>{{"dark", T::dark}, {"light", T::light}, {"system", T::system}});
    visit("scale", looks.scale);
    visit("motion", looks.motion, Choices<Motion>{{"eased", Motion::eased}, {"at once", Motion::at_once}});
    using C = ShareColours;
    visit("share_colours", looks.share_colours,
          Choices<C>{{"automatic", C::automatic}, {"to one", C::to_one}, {"to largest", C::to_largest}});
    visit("desktop_reduces_motion", looks.reduced_motion);
}

OrderedJson looks_json(const SavedLooks& looks) {
    FieldWriter writer;
    visit_looks(looks, writer);
    return writer.object;
}

/// An object within a session.
const nlohmann::json& part(const nlohmann::json& json, const char* key, const std::string& where) {
    static const nlohmann::json nothing = nlohmann::json::object();
    const auto found = json.find(key);
    if (found == json.end()) return nothing;
    if (!found->is_object()) fail(where, std::string("'") + key + "' is " + shown(*found) + ", it must be an object { … }");
    return *found;
}

std::vector<Size> cell_from(const nlohmann::json& place, const std::string& where) {
    std::vector<Size> index;
    if (!place.contains("cell") || place["cell"].is_null()) return index;
    const nlohmann::json& cell = place["cell"];
    if (!cell.is_array() || cell.size() > max_rank)
        fail(where, "'cell' is " + shown(cell) + ", it must be null or an index [0, 1, …]");
    for (const nlohmann::json& one : cell) {
        const auto number = integer_in(one);
        if (!number || *number < 0) fail(where, "'cell' holds " + shown(one) + ", it must hold integers from 0");
        index.push_back(static_cast<Size>(*number));
    }
    return index;
}

SavedLooks looks_from(const nlohmann::json& json, const std::string& where) {
    SavedLooks looks;
    require_keys(json, looks_json({}), not_a_key, where);
    visit_looks(looks, FieldReader(json, where));
    constexpr double least = 0.1, most = 100;  // far beyond what can be chosen, since a window is made at this scale
    if (looks.scale < least || looks.scale > most)
        fail(where, "'scale' is " + shown(json["scale"]) + ", it must be from 0.1 to 100");
    return looks;
}

/// Moves the modules' fields from `from` to where they are now.
void gather(nlohmann::json& from, const OrderedJson& known, nlohmann::json& to) {
    for (const auto& [module, fields] : known.items()) {
        for (const auto& field : fields.items()) {
            const auto found = from.find(field.key());
            if (found == from.end()) continue;
            if (!found->is_null()) to[module][field.key()] = *found;
            from.erase(found);
        }
    }
}

/// The first version had no objects for modules: their fields were together as "choices", in "place" and beside these.
void bring_up_to_date(nlohmann::json& json, const std::string& where, Modules modules) {
    const State at_first(modules);
    const OrderedJson habits = fields_of(at_first, &Module::habits), saved = fields_of(at_first, &Module::saved);
    nlohmann::json of_habits = nlohmann::json::object(), of_views = nlohmann::json::object();
    nlohmann::json choices = part(json, "choices", where), place = part(json, "place", where);
    gather(json, habits, of_habits);
    for (nlohmann::json* old : {&choices, &place}) {
        gather(*old, habits, of_habits);
        gather(*old, saved, of_views);
    }
    require_keys(choices, OrderedJson(), not_a_key, where + ": 'choices'");
    json.erase("choices");
    json["place"] = std::move(place);
    json["habits"] = std::move(of_habits);
    json["views"] = std::move(of_views);
}

}  // namespace

OrderedJson place_json(const SavedPlace& place) {
    FieldWriter writer;
    writer("view", std::string(place.view.name));
    visit_place(place, writer);
    writer.object["cell"] = place.cell.empty() ? OrderedJson() : OrderedJson(place.cell);
    return writer.object;
}

SavedPlace place_from(const nlohmann::json& json, const std::string& where, Modules modules) {
    SavedPlace place;
    require_keys(json, place_json({}), not_a_key, where);
    const FieldReader reader(json, where);
    reader("view", place.view, view_choices(modules));
    visit_place(place, reader);
    place.cell = cell_from(json, where);
    return place;
}

std::string session_text(const SavedSession& session) {
    const OrderedJson json{{"version", this_version},
                           {"program", program_version()},
                           {"model", session.model ? to_json(*session.model) : OrderedJson()},
                           {"edits", to_json(session.edits)},
                           {"history", to_json(session.history)},
                           {"left", to_json(session.parked)},
                           {"comparison", session.comparison ? to_json(*session.comparison) : OrderedJson()},
                           {"place", place_json(session.place)},
                           {"views", session.views},
                           {"habits", session.habits},
                           {"looks", looks_json(session.looks)}};
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

namespace {

/// Reads the edits and histories of models; missing keys mean empty ones.
void read_models(const nlohmann::json& json, const std::string& where, SavedSession& session) {
    const auto has = [&](const char* key) { return json.contains(key) && !json[key].is_null(); };
    if (has("model")) session.model = request_from(json["model"], where + ": 'model'");
    if (has("edits")) session.edits = edits_from(json["edits"], where + ": 'edits'");
    if (has("history")) session.history = history_from(json["history"], where + ": 'history'");
    session.parked = parked_from(json, "left", where);
    if (has("comparison")) session.comparison = comparison_from(json["comparison"], where + ": 'comparison'");
}

/// Reads the modules' fields and tries them on a separate state, so that errors are found before the session is used.
void read_modules(const nlohmann::json& json, const std::string& where, Modules modules, SavedSession& session) {
    State trial(modules);
    take_fields(trial, &Module::habits, part(json, "habits", where), where + ": 'habits'");
    take_fields(trial, &Module::saved, part(json, "views", where), where + ": 'views'");
    session.habits = fields_of(trial, &Module::habits);
    session.views = fields_of(trial, &Module::saved);
}

}  // namespace

SavedSession read_session(const std::string& text, const std::string& where, Modules modules) {
    nlohmann::json json = parse_json(text, where);
    if (!json.is_object()) fail(where, "an object { … } is expected, not " + shown(json));
    int version = 0;
    FieldReader(json, where)("version", Required{version});
    if (version < 1 || version > this_version)
        fail(where, "'version' is " + std::to_string(version) + ", this program reads 1 to " + std::to_string(this_version));
    if (version == 1) bring_up_to_date(json, where, modules);
    require_keys(json,
                 {"version", "program", "model", "edits", "history", "left", "comparison", "place", "views", "habits", "looks"},
                 where);
    SavedSession session;
    read_models(json, where, session);
    session.place = place_from(part(json, "place", where), where + ": 'place'", modules);
    read_modules(json, where, modules, session);
    session.looks = looks_from(part(json, "looks", where), where + ": 'looks'");
    return session;
}

}  // namespace vitrine
