#include "core/family/family_names.h"

#include <utility>

namespace vitrine {

ModuleNames attention_names(const std::string& theirs, const std::string& ours, const ProjectionNames& names) {
    return {{theirs + '.' + names.query, ours, ModulePart::query},
            {theirs + '.' + names.key, ours, ModulePart::key},
            {theirs + '.' + names.value, ours, ModulePart::value},
            {theirs + '.' + names.output, ours + ".out_proj"}};
}

ModuleNames joined(std::initializer_list<ModuleNames> lists) {
    ModuleNames all;
    for (const ModuleNames& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

FamilyNames::FamilyNames(FamilyModel& model) : model_(model) {
    for (const ParameterView& one : list_parameters(parameter_shapes(model.configuration)))
        ranks_[one.name] = one.tensor.layout.rank;
}

void FamilyNames::add(ParameterName name, bool transposed) {
    const auto ours = ranks_.find(name.parameter);
    if (ours == ranks_.end()) return;
    name.transposed = transposed && ours->second == 2;
    model_.tensors.push_back(std::move(name));
}

void FamilyNames::tensor(const std::string& theirs, const std::string& ours) { add({.name = theirs, .parameter = ours}, false); }

void FamilyNames::packed(const std::string& theirs, ParameterNames parts) {
    Size at = 0;
    for (ParameterName& part : parts) {
        part.name = theirs, part.at = at, part.is_packed = true;
        at += part.rows;
        add(std::move(part), false);
    }
}

/// The parts of a module that packs several, in its order; empty: it packs none. `kind`: "weight" or "bias".
ParameterNames FamilyNames::parts_packed(const ModuleName& name, StackKind stack, const std::string& kind) const {
    const Configuration& c = model_.configuration;
    ParameterNames parts;
    if (name.part == ModulePart::gate_and_linear1) {
        for (const char* ours : {"gate.", "linear1."})
            parts.push_back({.parameter = name.ours + ours + kind, .rows = c.hidden_width(stack)});
    }
    if (name.part != ModulePart::projections_by_head) return parts;
    const Size width = c.head_width(stack), all = c.heads(stack) * width;
    for (Size head = 0; head < c.heads(stack); ++head) {
        for (const Size first : {Size{0}, all, 2 * all})
            parts.push_back({.parameter = name.ours + ".in_proj_" + kind, .first = first + head * width, .rows = width});
    }
    return parts;
}

void FamilyNames::module(const ModuleName& name, StackKind stack, bool transposed) {
    const Configuration& c = model_.configuration;
    const Size queries = c.heads(stack) * c.head_width(stack), keys = c.key_heads(stack) * c.head_width(stack);
    const std::string ours = name.ours + (name.part == ModulePart::whole ? "." : ".in_proj_");
    Size first = 0, rows = -1;
    if (name.part == ModulePart::query) rows = queries;
    if (name.part == ModulePart::key) first = queries, rows = keys;
    if (name.part == ModulePart::value) first = queries + keys, rows = keys;
    for (const std::string kind : {"weight", "bias"}) {
        const std::string theirs = name.theirs + '.' + kind;
        ParameterNames parts = parts_packed(name, stack, kind);
        if (!parts.empty()) {
            packed(theirs, std::move(parts));
        } else {
            add({.name = theirs, .parameter = ours + kind, .first = first, .rows = rows}, transposed);
        }
    }
}

void FamilyNames::modules(const ModuleNames& names) {
    for (const ModuleName& name : names) module(name, StackKind::encoder, false);
}

void FamilyNames::layers(StackKind stack, const std::string& base, const ModuleNames& names, bool transposed) {
    for (Size i = 0; i < model_.configuration.layers(stack); ++i) {
        const std::string theirs = base + std::to_string(i) + '.';
        const std::string ours = "transformer." + layer_path(stack, static_cast<std::size_t>(i)) + '.';
        for (const ModuleName& name : names) module({theirs + name.theirs, ours + name.ours, name.part}, stack, transposed);
    }
}

}  // namespace vitrine
