#pragma once
/// The views of the window.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace vitrine {

/// A view, identified by its name in files, on the command line and in anchors. Views that other code refers to have a constant
/// here.
struct View {
    std::string_view name;

    bool operator==(const View&) const = default;

    static const View map;        ///< following a pass from operation to operation
    static const View tensors;    ///< reading one tensor along any of its axes
    static const View attention;  ///< reading one head among all
    static const View masks;      ///< which tokens are hidden from which, and whether masks leak
    static const View positions;  ///< how a position becomes numbers
    static const View design;     ///< the choices of the paper, switched off one by one
    static const View train;      ///< teaching a model, and watching one tensor of it
    static const View generate;   ///< a translation growing word by word, with its alternatives
    static const View compare;    ///< two runs beside each other
    static const View tokens;     ///< a text split, and merged into tokens step by step
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
