#include "app/state/views.h"

namespace vitrine {

std::span<const ViewInfo> views() {
    static constexpr ViewInfo list[] = {
        {"map", "Map", "follow a pass from operation to operation (1)"},
        {"tensors", "Tensors", "one tensor, every axis of it (2)"},
        {"attention", "Attention", "who looks at whom, head by head (3 or A)"},
        {"masks", "Masks", "who may not look at whom, and what that keeps apart (4)"},
        {"positions", "Positions", "how a place becomes numbers (5)"},
        {"design", "Design", "what each choice of the paper is for: take it back (6)"},
        {"train", "Train", "teach a model and watch (7 or T)"},
        {"generate", "Generate", "decode the sentence word by word (8)"},
        {"compare", "Compare", "two runs, tensor by tensor (9)"},
        {"tokens", "Tokens", "how a text becomes tokens, merge by merge (W)"},
    };
    return list;
}

}  // namespace vitrine
