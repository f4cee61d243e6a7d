#include "app/run/parked_edits.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/base/recent.h"
#include "app/run/request_json.h"

namespace vitrine {

namespace {

constexpr std::size_t most_left = 50;

}  // namespace

void leave(std::vector<LeftEdits>& left, LeftEdits edits) {
    if (edits.edits.empty()) return;
    forget_left(left, edits.model, edits.edits);
    left.insert(left.begin(), std::move(edits));
    if (left.size() > most_left) left.resize(most_left);
}

const LeftEdits* find_left(const std::vector<LeftEdits>& left, const ModelRequest& model) {
    const auto found = std::ranges::find_if(left, [&](const LeftEdits& one) { return same_request(one.model, model); });
    return found == left.end() ? nullptr : &*found;
}

void forget_left(std::vector<LeftEdits>& left, const ModelRequest& model, const Edits& edits) {
    std::erase_if(left, [&](const LeftEdits& one) { return same_request(one.model, model) && one.edits == edits; });
}

std::string left_words(const ModelRequest& model) {
    return fmt::format("The edits of {} were left behind: open it again, and Undo brings them back.", place_of({model, ""}));
}

}  // namespace vitrine
