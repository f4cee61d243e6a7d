#include "core/explain/cell_letters.h"

namespace vitrine {

namespace {

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

CellLetters::CellLetters(std::string_view text, const AxisPlace& at, const std::function<Size(Size)>* partner)
    : place(at), partner_of(partner) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        AxisLetters& axis = axes[static_cast<std::size_t>(rank++)];
        if (text[i] == '(') {
            axis = {text[i + 1], text[i + 2]};
            i += 3;
        } else if (text[i] == '~') {
            axis = {text[++i], 0, true};
        } else {
            axis = {text[i], 0};
        }
    }
}

bool CellLetters::has_id() const {
    for (const AxisLetters& axis : axes) {
        if (axis.first == '@') return true;
    }
    return false;
}

void CellLetters::find_sizes(const Layout& layout, Places& sizes) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        const auto [letter, faster, is_partner] = axes[i];
        if (is_letter(letter) && !faster && sizes[letter] < 0) sizes[letter] = layout.shape[i];
    }
}

Size CellLetters::stride(std::size_t axis, const Places& sizes) const {
    const bool told = static_cast<int>(axis) == place.axis && place.stride > 0;
    return told ? place.stride : sizes[axes[axis].second];
}

Index CellLetters::cell(const Places& places, const Places& sizes, Size id) const {
    Index cell{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        const auto [letter, faster, is_partner] = axes[i];
        if (letter == '@') cell[i] = id;
        if (!is_letter(letter)) continue;
        const Size at = is_partner ? (*partner_of)(places[letter]) : places[letter];
        cell[i] = faster ? at * stride(i, sizes) + places[faster] : at;
    }
    cell[static_cast<std::size_t>(place.axis)] += place.first;
    return cell;
}

std::optional<Places> CellLetters::places(const Index& cell, const Places& sizes, Places known) const {
    const auto fits = [&](char letter, Size at) {
        if (at < 0 || at >= sizes[letter] || (known[letter] >= 0 && known[letter] != at)) return false;
        known[letter] = at;
        return true;
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        const auto [letter, faster, is_partner] = axes[i];
        const Size at = cell[i] - (static_cast<int>(i) == place.axis ? place.first : 0);
        if (letter == '0' && at != 0) return std::nullopt;
        if (!is_letter(letter)) continue;
        const Size slower = faster ? at / stride(i, sizes) : at;
        if (at < 0 || !fits(letter, is_partner ? (*partner_of)(at) : slower)) return std::nullopt;
        if (faster && !fits(faster, at % stride(i, sizes))) return std::nullopt;
    }
    return known;
}

}  // namespace vitrine
