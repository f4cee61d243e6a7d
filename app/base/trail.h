#pragma once
/// The history of selected cells and of a view's own places, with a way back and forward, as in a browser.

#include <optional>
#include <string>
#include <vector>

#include "app/base/view.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct TrailPlace {
    std::string tensor = {};         ///< empty: none
    std::optional<Index> cell = {};  ///< of the tensor
    std::string own = {};            ///< a place within the view, such as a term of the glossary; empty: none
    View view = {};                  ///< the view that showed it

    /// Whether both are the same place, no matter which view showed it.
    bool operator==(const TrailPlace& other) const {
        return tensor == other.tensor && cell == other.cell && own == other.own && (!tensor.empty() || view == other.view);
    }
};

class Trail {
public:
    /// Appends a place after the current one; places further ahead are dropped.
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
