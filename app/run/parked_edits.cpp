#include "app/run/parked_edits.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/run/request.h"

namespace vitrine {

namespace {

constexpr std::size_t most_left = 50;

}  // namespace

void park(std::vector<ParkedEdits>& parked, ParkedEdits edits) {
    if (edits.edits.empty()) return;
    forget_parked(parked, edits.model, edits.edits);
    parked.insert(parked.begin(), std::move(edits));
    if (parked.size() > most_left) parked.resize(most_left);
}

const ParkedEdits* find_parked(const std::vector<ParkedEdits>& left, const ModelRequest& model) {
    const auto found = std::ranges::find_if(left, [&](const ParkedEdits& one) { return same_request(one.model, model); });
    return found == left.end() ? nullptr : &*found;
}

void forget_parked(std::vector<ParkedEdits>& left, const ModelRequest& model, const Edits& edits) {
    std::erase_if(left, [&](const ParkedEdits& one) { return same_request(one.model, model) && one.edits == edits; });
}

std::string parked_words(const ModelRequest& model) {
    return fmt::format("Your edits of {} were left behind. Open it again, and Undo brings them back.", place_of(model));
}

}  // namespace vitrine
