#include "core/model/parameter_names.h"

#include <algorithm>
#include <memory>
#include <span>

namespace vitrine {

namespace {

/// The entries of one tensor of the folder.
using Entries = std::span<const ParameterName>;

/// The entries of the tensor that names[i] is of. Requires: names[i] is the first of them.
Entries entries_from(const ParameterNames& names, std::size_t i) {
    const Entries rest = Entries(names).subspan(i);
    const auto last = std::ranges::find_if(rest, [&](const ParameterName& other) { return other.name != names[i].name; });
    return rest.first(static_cast<std::size_t>(last - rest.begin()));
}

/// The rows of a parameter that a tensor of the folder holds, as they are stored there.
TensorView part_of(const Tensor& parameter, const ParameterName& name) {
    TensorView part = view(parameter);
    if (name.rows >= 0) {
        part.layout.shape[0] = name.rows;
        part.data = parameter.data() + name.first * parameter.layout().strides[0];
    }
    return name.transposed ? transposed(part, 0, 1) : part;
}

/// Calls visit(parameter, entry) for the parameters that a tensor of the folder packs.
template <class Visit, class P>
void for_each_part(Entries entries, P& parameters, Visit&& visit) {
    for (const ParameterName& entry : entries)
        visit_tensor(
            entry.parameter, [&](auto& parameter) { visit(parameter, entry); }, parameters);
}

Size rows_of(const Tensor& parameter, const ParameterName& entry) { return entry.rows < 0 ? parameter.size(0) : entry.rows; }

/// The numbers of all parameters of a packed tensor, in its order.
TensorView packed_view(Entries entries, const Parameters& parameters) {
    Layout layout;
    Size rows = 0;
    bool present = true;
    for_each_part(entries, parameters, [&](const Tensor& parameter, const ParameterName& entry) {
        layout = parameter.layout();
        rows += rows_of(parameter, entry);
        present = present && parameter.data();
    });
    layout.shape[0] = rows;
    layout = row_major(layout);
    if (!present) return {.layout = layout};
    const auto copy = std::make_shared<std::vector<Scalar>>(static_cast<std::size_t>(layout.count()));
    for_each_part(entries, parameters, [&](const Tensor& parameter, const ParameterName& entry) {
        const Size row = layout.strides[0];
        std::copy_n(parameter.data() + entry.first * row, rows_of(parameter, entry) * row, copy->data() + entry.at * row);
    });
    return {.layout = layout, .data = copy->data(), .owner = copy};
}

}  // namespace

std::vector<ParameterView> list_parameters(const Parameters& parameters, const ParameterNames& names, Buffers buffers) {
    if (names.empty()) return list_parameters(parameters);
    std::vector<ParameterView> list;
    for (std::size_t i = 0; i < names.size();) {
        const Entries entries = entries_from(names, i);
        i += entries.size();
        const ParameterName& name = entries.front();
        if (name.is_buffer && buffers == Buffers::without) continue;
        bool empty = true;
        for_each_part(entries, parameters, [&](const Tensor& parameter, const ParameterName&) { empty = parameter.empty(); });
        if (empty) continue;
        if (name.is_packed) {
            list.push_back({name.name, packed_view(entries, parameters)});
        } else {
            visit_tensor(
                name.parameter,
                [&](const Tensor& parameter) {
                    list.push_back({name.name, part_of(parameter, name)});
                },
                parameters);
        }
    }
    return list;
}

void write_packed(const ParameterView& packed, const ParameterNames& names, Parameters& parameters) {
    const auto first = std::ranges::find(names, packed.name, &ParameterName::name);
    const Size row = packed.tensor.layout.strides[0];
    const auto* numbers = static_cast<const Scalar*>(packed.tensor.data);
    for_each_part(entries_from(names, static_cast<std::size_t>(first - names.begin())), parameters,
                  [&](Tensor& parameter, const ParameterName& entry) {
                      std::copy_n(numbers + entry.at * row, rows_of(parameter, entry) * row, parameter.data() + entry.first * row);
                  });
}

}  // namespace vitrine
