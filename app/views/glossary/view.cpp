#include "app/views/glossary/view.h"

#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/views/glossary/commands.h"

namespace vitrine {

namespace {

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& glossary = state.template of<GlossaryView>();
        visit("search", glossary.search.text);
        visit("term", glossary.term);
    }
};

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left, draw_terms},
        {Place::centre, draw_glossary},
    };
    return list;
}

}  // namespace

const Module glossary_module{
    .name = glossary_name,
    .label = "Glossary",
    .tip = "the terms of the paper, and where they show",
    .enter = enter_glossary,
    .copied = [](const State& state) { return term_text(shown_term(state)); },
    .return_to = return_to_term,
    .panels = panels,
    .measures = choices_alone,
    .keys = {.press = press_in_glossary, .is_typing = is_looking_up, .type = type_lookup, .leave = leave_search},
    .actions = glossary_actions,
    .habits = saved_fields<Habits>(),
    .describe = describe_glossary,
};

}  // namespace vitrine
