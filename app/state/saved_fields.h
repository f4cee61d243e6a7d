#pragma once
/// One list of fields for writing and for reading: a struct whose call operator visits every field of a state,
///
///     struct Fields {
///         template <class AnyState, class Visit>
///         void operator()(AnyState& state, Visit&& visit) const {
///             visit("share", state.template of<AttentionView>().share);
///         }
///     };
///
/// and saved_fields<Fields>() in the module's record. Include this in .cpp files only: it includes the whole JSON library.

#include "app/state/state.h"
#include "core/files/json_fields.h"

namespace vitrine {

template <class Fields>
constexpr SavedFields saved_fields(std::span<const std::string_view> of_this_machine = {}) {
    return {.write = [](const State& state, FieldWriter& writer) { Fields{}(state, writer); },
            .read = [](State& state, const FieldReader& reader) { Fields{}(state, reader); },
            .of_this_machine = of_this_machine};
}

/// The names of a list of choices, in the order of their enumeration.
template <class T, class Infos>
Choices<T> named_choices(const Infos& infos) {
    Choices<T> choices;
    for (std::size_t i = 0; i < infos.size(); ++i) choices.emplace_back(std::string(infos[i].name), static_cast<T>(i));
    return choices;
}

}  // namespace vitrine
