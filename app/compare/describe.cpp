#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/compare/comparing.h"
#include "app/compare/module.h"
#include "app/words/changes.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

OrderedJson comparison_json(const State& state) {
    const ComparisonView& comparison = state.of<ComparisonView>();
    if (!comparison.pinned) return {};
    static constexpr const char* sides[] = {"A", "B", "difference"};
    OrderedJson json{{"a", run_words(*comparison.pinned)},
                     {"b", run_words(*comparison.working)},
                     {"side", sides[static_cast<std::size_t>(comparison.side)]},
                     {"shown", state.run->difference             ? "difference"
                               : state.run == comparison.working ? "B"
                                                                 : "A"},
                     {"ranking", comparison.ranking == Ranking::by_change ? "by change" : "by order"},
                     {"kind", comparison.kind == ComparedKind::computed ? "computed" : "parameters"},
                     {"first", OrderedJson()},
                     {"most_changed", OrderedJson()},
                     {"differing", OrderedJson()}};
    const RunDifference* difference = comparison_of(state);
    if (!difference) return json;
    json["differing"] = std::ranges::count_if(difference->tensors, &TensorChange::differs);
    const TensorChange* first = first_difference(*difference);
    if (!first) return json;
    json["first"] = first->path;
    json["most_changed"] = difference->tensors[most_changed_first(difference->tensors).front()].path;
    return json;
}

}  // namespace vitrine
