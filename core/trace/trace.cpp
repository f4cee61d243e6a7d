#include "core/trace/trace.h"

#include "core/tensor/fields.h"

namespace vitrine {

TensorView Trace::find(const std::string& path) const {
    const auto slot = outline->slots.find(path);
    return slot == outline->slots.end() ? TensorView{} : tensors[static_cast<std::size_t>(slot->second)];
}

Trace make_trace(std::shared_ptr<const Outline> outline, const Activations& activations) {
    Trace trace;
    trace.outline = std::move(outline);
    trace.tensors.resize(trace.outline->tensors.size());
    update_trace(activations, trace);
    return trace;
}

void update_trace(const Activations& activations, Trace& trace) {
    const int* slot = trace.outline->field_slots.data();
    TensorView* tensors = trace.tensors.data();
    visit_tensors(
        [&](const auto& tensor) {
            const int place = *slot++;
            if (place < 0) return;
            TensorView& seen = tensors[place];
            seen.layout = tensor.layout();
            seen.type = element_type<typename std::decay_t<decltype(tensor)>::Element>();
            seen.data = tensor.empty() ? nullptr : tensor.data();
            seen.fetched = tensor.fetched();
        },
        activations);
    for (const auto& [view_slot, source_slot] : trace.outline->views) tensors[view_slot] = transposed(tensors[source_slot], 2, 3);
}

}  // namespace vitrine
