#pragma once
/// What the window can be for: one tab each.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace vitrine {

/// A view, by its name in files, on the command line and in anchors. Those that others lead to have a constant here.
struct View {
    std::string_view name;

    bool operator==(const View&) const = default;

    static const View map;        ///< following a pass from operation to operation
    static const View tensors;    ///< reading one tensor along any of its axes
    static const View attention;  ///< reading one head among all
    static const View masks;      ///< what is hidden from whom, and whether it stays so
    static const View positions;  ///< how a place becomes numbers
    static const View design;     ///< the choices of the paper, taken back one by one
    static const View train;      ///< teaching a model, and watching one tensor of it
    static const View generate;   ///< a sentence growing word by word, and what else it could have become
    static const View compare;    ///< two runs beside each other
    static const View tokens;     ///< a text cut, and merged into tokens step by step
};

inline constexpr View View::map{"map"}, View::tensors{"tensors"}, View::attention{"attention"}, View::masks{"masks"},
    View::positions{"positions"}, View::design{"design"}, View::train{"train"}, View::generate{"generate"},
    View::compare{"compare"}, View::tokens{"tokens"};

/// Some of the views, or all.
class ViewSet {
public:
    constexpr ViewSet(std::initializer_list<View> views) : count_(views.size()) {
        std::copy(views.begin(), views.end(), views_.begin());
    }

    constexpr bool contains(View view) const {
        return all_ || std::find(views_.begin(), views_.begin() + static_cast<std::ptrdiff_t>(count_), view) !=
                           views_.begin() + static_cast<std::ptrdiff_t>(count_);
    }

    static constexpr ViewSet all() {
        ViewSet set{};
        set.all_ = true;
        return set;
    }

private:
    std::array<View, 8> views_{};
    std::size_t count_ = 0;
    bool all_ = false;
};

}  // namespace vitrine
