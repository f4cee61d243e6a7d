#include "app/views/attention/view.h"

#include "app/frame/batch/batch.h"
#include "app/panel/measures.h"
#include "app/run/run.h"
#include "app/state/arrows.h"
#include "app/state/saved_fields.h"
#include "app/views/attention/commands.h"

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

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left_top, draw_batch, batch_height}, {Place::left, draw_attention_heads},  {Place::centre, draw_attention},
        {Place::right, draw_attention_reading},      {Place::overlay, draw_field_choices},
    };
    return list;
}

}  // namespace

const Module attention_module{
    .name = "attention",
    .label = "Attention",
    .tip = "which token attends to which, head by head (2 or A)",
    .also = "heads weights self-attention cross-attention",
    .main_tab = 2,
    .follow = follow_attention,
    .forget = begin_attention,
    .reveal = reveal_head,
    .shown_tensor = shown_stage,
    .panels = panels,
    .measures = choices_and_reading,
    .figures = attention_figures,
    .keys = {.press =
                 [](std::string_view key, const State&, std::string& focus, Commands& commands) {
                     if (focus.empty()) move_by_arrow<MovePair>(key, commands);
                 }},
    .actions = attention_actions,
    .saved = saved_fields<Fields>(),
    .restored = [](State& state) { do_command(state, SetAttentionShare{state.of<AttentionView>().share}); },
    .describe = describe_attention,
};

}  // namespace vitrine
