#include "app/session/fields.h"

#include <algorithm>

#include "app/state/state.h"
#include "core/files/json_fields.h"
#include "core/text/plain_text.h"

namespace vitrine {

nlohmann::ordered_json fields_of(const State& state, SavedFields Module::*kind) {
    nlohmann::ordered_json fields = nlohmann::ordered_json::object();
    for (const Module* module : state.modules) {
        const SavedFields& own = module->*kind;
        if (!own.write) continue;
        FieldWriter writer;
        own.write(state, writer);
        fields[std::string(module->name)] = writer.object;
    }
    return fields;
}

bool is_for_others(const Module& module, SavedFields Module::*kind, std::string_view field) {
    if (kind == &Module::habits && module.label.empty()) return false;
    const auto& local = (module.*kind).of_this_machine;
    return std::ranges::find(local, field) == local.end();
}

void take_fields(State& state, SavedFields Module::*kind, const nlohmann::ordered_json& fields, const std::string& where) {
    const nlohmann::ordered_json known = fields_of(state, kind);
    for (const auto& [name, object] : fields.items()) {
        const std::string at = where + ": " + in_quotes(name);
        if (!known.contains(name)) fail(where, in_quotes(name) + " is no part of the program that keeps anything");
        const nlohmann::json given = object;
        require_keys(given, known[name], not_a_key, at);
        const auto module = std::ranges::find(state.modules, name, &Module::name);
        ((*module)->*kind).read(state, FieldReader(given, at));
    }
}

}  // namespace vitrine
