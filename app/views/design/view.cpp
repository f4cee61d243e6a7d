#include "app/views/design/view.h"

#include "app/compare/comparing.h"
#include "app/frame/batch/batch.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/views/design/backward.h"
#include "app/views/design/commands.h"
#include "app/views/design/state.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("design", state.template of<DesignView>().shown);
    }
};

void explain_known_choice(State& state) {
    if (!is_known_choice(state.of<DesignView>().shown)) state.of<DesignView>() = {};
}

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left_top, draw_batch, batch_height}, {Place::left, draw_design_list},      {Place::centre, draw_design},
        {Place::right, draw_design_model},           {Place::overlay, draw_field_choices},
    };
    return list;
}

}  // namespace

const Module design_module{
    .name = "design",
    .label = "Design",
    .tip = "what each choice of the paper is for: switch it off (9)",
    .also = "break ablation choices",
    .lacks = [](const State& state) -> std::string {
        if (!has_lone_attention(state)) return "";
        return "This is an attention alone: it has one choice of the paper only, the division by √d. The command “Design: "
               "Divide scores by √d” switches it (Ctrl+P).";
    },
    .acts_on_any_run = true,
    .missing = missing_backward_numbers,
    .panels = panels,
    .measures = choices_and_reading,
    .actions = design_actions,
    .saved = saved_fields<Fields>(),
    .restored = explain_known_choice,
    .describe = describe_design,
};

}  // namespace vitrine
