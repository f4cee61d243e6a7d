#include "app/state/replaced.h"

#include <utility>

#include "app/run/request.h"
#include "app/state/learning.h"
#include "app/state/lesson_limits.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

using Way = ReplacedModels::Way;

constexpr std::size_t most_remembered = 50;

std::vector<ReplacedModel>& list_of(ReplacedModels& replaced, Way way) {
    return way == Way::back ? replaced.before : replaced.after;
}

/// Adds the shown model, if there is a way to show it again.
void add_shown(const State& state, std::vector<ReplacedModel>& list) {
    const bool training = state.of<Learning>().shown;
    if (!training && !names_model(state.request)) return;
    list.push_back({training ? ModelRequest{} : state.request, training});
    if (list.size() > most_remembered) list.erase(list.begin());
}

}  // namespace

void remember_replaced(State& state) {
    ReplacedModels& replaced = state.of<ReplacedModels>();
    if (arrive_at_replaced(state, {})) return;
    add_shown(state, replaced.before);
    replaced.after.clear();
}

void go_to_replaced(State& state, Way way) {
    ReplacedModels& replaced = state.of<ReplacedModels>();
    const std::vector<ReplacedModel>& list = list_of(replaced, way);
    if (list.empty()) return;
    if (!list.back().training) refuse_files_to_lessons(state, list.back().request);
    replaced.under_way = way;
    if (list.back().training) {
        state.of<Learning>().asked_for = true;
    } else {
        state.opening = list.back().request;
        ++state.openings;
    }
}

bool arrive_at_replaced(State& state, const ModelRequest& request) {
    ReplacedModels& replaced = state.of<ReplacedModels>();
    const Way way = std::exchange(replaced.under_way, Way::none);
    if (way == Way::none) return false;
    std::vector<ReplacedModel>& list = list_of(replaced, way);
    if (list.empty() || !same_request(list.back().request, request)) return false;
    list.pop_back();
    add_shown(state, list_of(replaced, way == Way::back ? Way::forth : Way::back));
    return true;
}

std::string replaced_words(const State& state, Way way) {
    const ReplacedModels& replaced = state.of<ReplacedModels>();
    const std::vector<ReplacedModel>& list = way == Way::back ? replaced.before : replaced.after;
    if (list.empty()) return "";
    return list.back().training ? "the training" : place_of(list.back().request);
}

}  // namespace vitrine
