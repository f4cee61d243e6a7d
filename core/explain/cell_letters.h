#pragma once
/// Index letters of a declaration (core/ops/dependence.h): converts places of letters to a cell and back. Only core/explain
/// includes this.

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "core/ops/dependence.h"

namespace vitrine {

/// The place of each letter; −1 if not known.
class Places {
public:
    Places() { places_.fill(-1); }

    Size operator[](char letter) const { return places_[place(letter)]; }
    Size& operator[](char letter) { return places_[place(letter)]; }

private:
    static std::size_t place(char letter) { return static_cast<std::size_t>(letter - 'a'); }
    std::array<Size, 26> places_;
};

/// One axis of a declared cell: a letter, or its partner; or two letters, the second one faster; or '0' or '@'.
struct AxisLetters {
    char first = '0', second = 0;
    bool is_partner = false;
};

/// A parsed cell of a declaration, "b0qk" or "(hc)i".
struct CellLetters {
    int rank = 0;
    std::array<AxisLetters, max_rank> axes{};
    AxisPlace place{};

    /// Of the place of the axis with "~"; null: the cell has no such axis. Requires: outlives this.
    const std::function<Size(Size)>* partner_of = nullptr;

    CellLetters() = default;
    explicit CellLetters(std::string_view text, const AxisPlace& place = {}, const std::function<Size(Size)>* partner_of = nullptr);

    bool has_id() const;

    /// Sets the sizes of all letters that have an axis of their own.
    void find_sizes(const Layout& layout, Places& sizes) const;

    /// The cell at these places; `id` replaces '@'.
    Index cell(const Places& places, const Places& sizes, Size id) const;

    /// The places that select a cell, consistent with `known`; empty if there are none. Ignores '@'.
    std::optional<Places> places(const Index& cell, const Places& sizes, Places known = {}) const;

private:
    /// How far apart the places of the slower of two letters are.
    Size stride(std::size_t axis, const Places& sizes) const;
};

}  // namespace vitrine
