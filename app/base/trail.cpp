#include "app/base/trail.h"

namespace vitrine {

namespace {
constexpr std::size_t longest = 1000;
}

void Trail::go(const TrailPlace& place) {
    if (at_ > 0 && places_[at_ - 1] == place) return;
    places_.resize(at_);
    if (places_.size() == longest) places_.erase(places_.begin());
    places_.push_back(place);
    at_ = places_.size();
}

const TrailPlace* Trail::back() {
    if (!has_back()) return nullptr;
    return &places_[--at_ - 1];
}

const TrailPlace* Trail::forward() {
    if (!has_forward()) return nullptr;
    return &places_[at_++];
}

void Trail::clear() {
    places_.clear();
    at_ = 0;
}

}  // namespace vitrine
