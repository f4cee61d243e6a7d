#pragma once
/// What the window can be for: one tab each.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace vitrine {

enum class View : std::uint8_t {
    map,        ///< following a pass from operation to operation
    tensors,    ///< reading one tensor along any of its axes
    attention,  ///< reading one head among all
    masks,      ///< what is hidden from whom, and whether it stays so
    positions,  ///< how a place becomes numbers
    design,     ///< the choices of the paper, taken back one by one
    train,      ///< teaching a model, and watching one tensor of it
    generate,   ///< a sentence growing word by word, and what else it could have become
    compare,    ///< two runs beside each other
    tokens,     ///< a text cut, and merged into tokens step by step
};

struct ViewInfo {
    std::string_view name;   ///< in files, on the command line and in anchors
    std::string_view label;  ///< on its tab
    std::string_view tip;
};

/// All of them, in the order of the enumeration and of the tabs.
std::span<const ViewInfo> views();

inline const ViewInfo& view_info(View view) { return views()[static_cast<std::size_t>(view)]; }

/// Some of the views.
class ViewSet {
public:
    constexpr ViewSet(std::initializer_list<View> views) {
        for (const View view : views) bits_ |= bit(view);
    }

    constexpr bool contains(View view) const { return bits_ & bit(view); }

    static constexpr ViewSet all() {
        ViewSet set{};
        set.bits_ = ~0u;
        return set;
    }

private:
    static constexpr unsigned bit(View view) { return 1u << static_cast<unsigned>(view); }
    unsigned bits_ = 0;
};

}  // namespace vitrine
