#include "app/state/folds.h"

#include <algorithm>

#include "app/state/saved_fields.h"

namespace vitrine {

namespace {

bool is_of(const FoldedPart& part, const std::string& anchor) { return anchor.starts_with(part.controls); }

}  // namespace

bool is_open(const State& state, const FoldedPart& part) {
    const Folds& folds = state.of<Folds>();
    return std::ranges::find(folds.open, part.name) != folds.open.end() ||
           std::ranges::any_of(folds.pointed, [&](const std::string& anchor) { return is_of(part, anchor); });
}

void do_command(State& state, const OpenPart& command) {
    Folds& folds = state.of<Folds>();
    std::erase(folds.open, command.part.name);
    std::erase_if(folds.pointed, [&](const std::string& anchor) { return is_of(command.part, anchor); });
    if (command.open) folds.open.emplace_back(command.part.name);
}

namespace {

struct FoldHabits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("open_parts", state.template of<Folds>().open);
    }
};

}  // namespace

const Module folds_module{
    .name = "folds",
    .habits = saved_fields<FoldHabits>(),
    .describe = [](const State& state, nlohmann::ordered_json& json) { json["folds"]["open"] = state.of<Folds>().open; },
};

}  // namespace vitrine
