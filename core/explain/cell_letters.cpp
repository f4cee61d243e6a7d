#include "core/explain/cell_letters.h"

namespace vitrine {

namespace {

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

CellLetters::CellLetters(std::string_view text, Size first, int first_axis, const std::function<Size(Size)>* partner)
    : begin(first), begin_axis(static_cast<std::size_t>(first_axis)), partner_of(partner) {
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

Index CellLetters::cell(const Places& places, const Places& sizes, Size id) const {
    Index cell{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        const auto [letter, faster, is_partner] = axes[i];
        if (letter == '@') cell[i] = id;
        if (!is_letter(letter)) continue;
        const Size place = is_partner ? (*partner_of)(places[letter]) : places[letter];
        cell[i] = faster ? place * sizes[faster] + places[faster] : place;
    }
    cell[begin_axis] += begin;
    return cell;
}

std::optional<Places> CellLetters::places(const Index& cell, const Places& sizes, Places known) const {
    const auto fits = [&](char letter, Size place) {
        if (place < 0 || place >= sizes[letter] || (known[letter] >= 0 && known[letter] != place)) return false;
        known[letter] = place;
        return true;
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) {
        const auto [letter, faster, is_partner] = axes[i];
        const Size place = cell[i] - (i == begin_axis ? begin : 0);
        if (letter == '0' && place != 0) return std::nullopt;
        if (!is_letter(letter)) continue;
        const Size slower = faster ? place / sizes[faster] : place;
        if (place < 0 || !fits(letter, is_partner ? (*partner_of)(place) : slower)) return std::nullopt;
        if (faster && !fits(faster, place % sizes[faster])) return std::nullopt;
    }
    return known;
}

}  // namespace vitrine
