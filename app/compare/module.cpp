#include "app/compare/module.h"

#include "app/compare/commands.h"
#include "app/compare/difference_job.h"
#include "app/state/saved_fields.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& comparison = state.template of<ComparisonView>();
        visit("ranking", comparison.ranking, Choices<Ranking>{{"by change", Ranking::by_change}, {"by order", Ranking::by_order}});
        using C = ComparedKind;
        visit("compared", comparison.kind, Choices<C>{{"computed", C::computed}, {"parameters", C::parameters}});
    }
};

}  // namespace

const Module comparison_module{
    .name = "comparison",
    .before = activate_run_b,
    .follow = follow_comparison,
    .missing = missing_difference,
    .actions = comparison_actions,
    .saved = saved_fields<Fields>(),
    .describe = [](const State& state, nlohmann::ordered_json& json) { json["comparison"] = comparison_json(state); },
};

}  // namespace vitrine
