#pragma once
/// The cells someone has looked at, one after the other, with a way back and forward, as in a browser.

#include <string>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

struct TrailPlace {
    std::string tensor;
    Index cell{};

    bool operator==(const TrailPlace&) const = default;
};

class Trail {
public:
    /// Goes on to a cell; what lay ahead is forgotten.
    void go(const TrailPlace& place);

    /// The place before or after the current one, which it becomes; null where there is none.
    const TrailPlace* back();
    const TrailPlace* forward();

    bool has_back() const { return at_ > 1; }
    bool has_forward() const { return at_ < places_.size(); }

    void clear();

private:
    std::vector<TrailPlace> places_;
    std::size_t at_ = 0;  ///< how many of them lie up to the current one
};

}  // namespace vitrine
