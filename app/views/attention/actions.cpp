/// The entries of the attention view in the menu View.

#include "app/actions/choices.h"
#include "app/base/action.h"
#include "app/state/refusals.h"
#include "app/state/state.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/view.h"

namespace vitrine {

std::vector<Action> attention_actions(const Module& own) {
    std::vector<Action> list{map_or_view(own, "a")};
    add_choices(
        list, own, attention_stages(), "show", [](std::size_t i) { return SetAttentionStage{static_cast<AttentionStage>(i)}; },
        [](const State& state) { return static_cast<std::size_t>(state.of<AttentionView>().stage); });
    return list;
}

}  // namespace vitrine
