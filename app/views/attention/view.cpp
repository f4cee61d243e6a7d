#include "app/views/attention/view.h"

#include "app/run/run.h"
#include "app/state/saved_fields.h"
#include "app/views/attention/actions.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/describe.h"
#include "app/views/attention/state.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& attention = state.template of<AttentionView>();
        visit("attention", attention.stage, named_choices<AttentionStage>(attention_stages()));
        visit("share", attention.share);
    }
};

std::string shown_stage(const State& state) {
    const std::string_view stage = stage_info(state.of<AttentionView>().stage, state.run->regime.design).tensor;
    return attention_tensor(state, stage.empty() ? "weights" : stage);
}

}  // namespace

const Module attention_module{
    .name = "attention",
    .label = "Attention",
    .tip = "who looks at whom, head by head (3 or A)",
    .follow = follow_attention,
    .reveal = reveal_head,
    .shown_tensor = shown_stage,
    .actions = attention_actions,
    .saved = saved_fields<Fields>(),
    .restored = [](State& state) { do_command(state, SetAttentionShare{state.of<AttentionView>().share}); },
    .describe = describe_attention,
};

}  // namespace vitrine
