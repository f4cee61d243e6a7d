#include "app/state/mask_words.h"

#include <fmt/format.h>

#include "app/state/picture.h"
#include "core/model/masks.h"

namespace vitrine {

namespace {

MaskedWord word_at(const Run& run, const TensorInfo& info, const Index& cell, Axis axis) {
    const Layout layout = run.find(info.path).layout;
    const int place = layout.find(axis);
    const Size position = cell[static_cast<std::size_t>(place)];
    const std::string word = axis_labels(run, info, place, cell[0])[static_cast<std::size_t>(position)];
    return {word.empty() ? std::to_string(position) : word, position};
}

std::string padding_words(const MaskCell& mask, bool holds) {
    return briefly_quoted(mask.key.word) + (holds ? " is no padding" : " is padding");
}

std::string order_words(const MaskCell& mask, bool holds) {
    const MaskedWord &query = mask.query, &key = mask.key;
    const std::string place = fmt::format("{} is at position {}", briefly_quoted(key.word), key.position);
    if (holds && key.position == query.position) return place + ", the asking word's own";
    return fmt::format("{}, {} {} at {}", place, holds ? "before" : "after", briefly_quoted(query.word), query.position);
}

}  // namespace

bool is_computed_mask(const Run& run, const TensorInfo& info) {
    return info.path.ends_with(".mask") && info.dependence && run.find(info.path).type == ElementType::mask;
}

MaskCell explain_mask(const Run& run, const TensorInfo& info, const Index& cell) {
    MaskCell mask{.query = word_at(run, info, cell, Axis::query), .key = word_at(run, info, cell, Axis::key)};
    for (const Waypoint& condition : run.anatomy->explain(info.path, cell).waypoints) {
        const bool holds = condition.value != 0;
        mask.conditions.push_back(
            {holds, condition.label == no_padding_condition ? padding_words(mask, holds) : order_words(mask, holds)});
    }
    return mask;
}

}  // namespace vitrine
