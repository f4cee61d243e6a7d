#pragma once
/// Reads the index letters of a declaration (core/ops/dependence.h): from places for letters to a cell, and from a cell back to the
/// places. core/trace alone includes this.

#include <array>
#include <optional>
#include <string_view>

#include "core/ops/dependence.h"

namespace vitrine {

/// A place for each letter; −1 where none is known yet.
class Places {
public:
    Places() { places_.fill(-1); }

    Size operator[](char letter) const { return places_[place(letter)]; }
    Size& operator[](char letter) { return places_[place(letter)]; }

private:
    static std::size_t place(char letter) { return static_cast<std::size_t>(letter - 'a'); }
    std::array<Size, 26> places_;
};

/// One axis of a cell: a letter, two letters of which the second runs faster, '0' or '@'.
struct AxisLetters {
    char first = '0', second = 0;
};

/// A cell as a declaration writes it, "b0qk" or "(hc)i".
struct CellLetters {
    int rank = 0;
    std::array<AxisLetters, max_rank> axes{};
    Size begin = 0;  ///< where the first axis begins

    CellLetters() = default;
    explicit CellLetters(std::string_view text, Size first = 0);

    bool has_id() const;

    /// The size of every letter that has an axis of its own.
    void find_sizes(const Layout& layout, Places& sizes) const;

    /// The cell at these places; `id` stands for '@'.
    Index cell(const Places& places, const Places& sizes, Size id) const;

    /// The places that lead to a cell, given those already known; nothing where none do. '@' is not looked at.
    std::optional<Places> places(const Index& cell, const Places& sizes, Places known = {}) const;
};

}  // namespace vitrine
