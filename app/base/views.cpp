#include "app/base/views.h"

#include <algorithm>

namespace vitrine {

std::span<const ViewInfo> views() {
    static constexpr ViewInfo list[] = {
        {View::map, "Map", "follow a pass from operation to operation (1)"},
        {View::tensors, "Tensors", "one tensor, every axis of it (2)"},
        {View::attention, "Attention", "who looks at whom, head by head (3 or A)"},
        {View::masks, "Masks", "who may not look at whom, and what that keeps apart (4)"},
        {View::positions, "Positions", "how a place becomes numbers (5)"},
        {View::design, "Design", "what each choice of the paper is for: take it back (6)"},
        {View::train, "Train", "teach a model and watch (7 or T)"},
        {View::generate, "Generate", "decode the sentence word by word (8)"},
        {View::compare, "Compare", "two runs, tensor by tensor (9)"},
        {View::tokens, "Tokens", "how a text becomes tokens, merge by merge (W)"},
    };
    return list;
}

const ViewInfo& view_info(View view) { return *std::ranges::find(views(), view, &ViewInfo::view); }

}  // namespace vitrine
