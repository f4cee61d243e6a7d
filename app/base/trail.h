#pragma once
/// The history of selected cells, with a way back and forward, as in a browser.

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
    /// Appends a cell after the current one; cells further ahead are dropped.
    void go(const TrailPlace& place);

    /// Goes one place back or forward and returns that place; null if there is none.
    const TrailPlace* back();
    const TrailPlace* forward();

    bool has_back() const { return at_ > 1; }
    bool has_forward() const { return at_ < places_.size(); }

    void clear();

private:
    std::vector<TrailPlace> places_;
    std::size_t at_ = 0;  ///< number of places up to and including the current one
};

}  // namespace vitrine
